import MemoCore

/// The few pieces of roff that manual pages are made of; every text is escaped.
enum Roff {
  /// Starts a paragraph.
  static let paragraph = ".PP\n"

  /// A heading.
  static func section(_ title: String) -> String { ".SH " + argument(title) }

  /// A heading below a section's.
  static func subsection(_ title: String) -> String { ".SS " + argument(title) }

  /// A label, of pieces already escaped, with what it means below it.
  static func item(_ label: String, _ meaning: String) -> String { ".TP\n\(guarded(label))\n\(text(meaning))" }

  /// Bold text.
  static func bold(_ words: String) -> String { words.isEmpty ? "" : "\\fB\(escaped(words))\\fR" }

  /// Text that stands for what a person writes.
  static func italic(_ words: String) -> String { words.isEmpty ? "" : "\\fI\(escaped(words))\\fR" }

  /// Another page: `memo-list(1)`.
  static func reference(_ page: String) -> String { bold(page) + "(1)" }

  /// A text that may stand at the start of a line.
  static func text(_ words: String) -> String { guarded(escaped(words)) }

  private static func argument(_ words: String) -> String { "\"\(escaped(words).replacing("\"", by: "\\(dq"))\"" }

  /// A dot or quote at the start of a line would make it a request.
  private static func guarded(_ line: String) -> String {
    line.hasBytePrefix(".") || line.hasBytePrefix("'") ? "\\&" + line : line
  }

  private static func escaped(_ words: String) -> String {
    words.unicodeScalars.reduce(into: "") { text, scalar in text += escaped(scalar) }
  }

  /// ASCII that roff would read otherwise or set as another sign, and all beyond ASCII, which not every roff reads.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\(rs"
    case "-": "\\-"
    case "'": "\\(aq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    // What roff has a substitute for on terminals that know ASCII alone.
    case "…": "..."
    case "—": "\\(em"
    case "→": "\\(->"
    case "\n": " "
    case _ where scalar.isASCII: String(scalar)
    default: "\\[u" + padded(String(scalar.value, radix: 16, uppercase: true)) + "]"
    }
  }

  private static func padded(_ digits: String) -> String {
    String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
