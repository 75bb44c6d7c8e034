import MemoCore

/// Text of a vault as Markdown or as plain text: whatever it holds, it stays text.
struct MarkdownText {
  private let isMarkdown: Bool

  /// Text for a client by the kinds of markup that it takes.
  init(for formats: [String]) {
    isMarkdown = formats.contains("markdown")
  }

  /// A content as messages hold it.
  func content(_ text: String) -> JSONValue {
    ["kind": .text(isMarkdown ? "markdown" : "plaintext"), "value": .text(text)]
  }

  /// A text that means nothing to Markdown, on one line.
  func inert(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}": result.append(" ")
      // What could act on a terminal, or turn the direction of the text around it.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
      case "!"..."/", ":"..."@", "["..."`", "{"..."~":
        if isMarkdown { result.append("\\") }
        result.append(scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// A name as clients list it: the start of one line, without what could act on a terminal or turn the text around it.
  static func name(_ text: String) -> String { MarkdownText(for: []).inert(start(of: text)) }

  /// At most so many Unicode scalars of a text; a sign shows that there are more.
  static func start(of text: String, limit: Int = longestName) -> String {
    // No more scalars than bytes: most texts need not be counted.
    guard text.utf8.count > limit, text.unicodeScalars.count > limit else { return text }
    return String(text.unicodeScalars.prefix(limit)) + "…"
  }

  private static let longestName = 200

  /// A line in bold.
  func strong(_ text: String) -> String { isMarkdown ? "**\(inert(text))**" : inert(text) }

  /// Lines below each other: Markdown would join them without a blank line between two.
  func lines(_ lines: [String]) -> String { lines.joined(separator: isMarkdown ? "\n\n" : "\n") }
}
