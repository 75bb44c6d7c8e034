import MemoCore

/// A memo's text for a terminal: made harmless, its Markdown in colours, nothing left out.
struct MemoStyler {
  let style: Style

  /// The styled text, with a newline at its end.
  func text(_ bytes: [UInt8]) -> String {
    let layout = bytes.withUnsafeBytes { MemoLayout($0) }
    var result = style.faint(visible(bytes[layout.front.range]))
    if let title = layout.titleLine {
      result += visible(bytes[layout.front.range.upperBound..<title.lowerBound])
      result += styledLine(visible(bytes[title]), style.title)
      result += body(visible(bytes[title.upperBound...]))
    } else {
      result += body(visible(bytes[layout.front.range.upperBound...]))
    }
    return result.hasSuffix("\n") || result.isEmpty ? result : result + "\n"
  }

  private func visible(_ bytes: ArraySlice<UInt8>) -> String {
    TerminalText.visible(bytes, as: .body)
  }

  private func body(_ text: String) -> String {
    var fence: Substring?
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = line.drop { $0 == " " }
      if let open = fence {
        if start.starts(with: open) { fence = nil }
        return style.code(String(line))
      }
      if start.starts(with: "```") || start.starts(with: "~~~") {
        fence = start.prefix(3)
        return style.code(String(line))
      }
      return styled(line, start)
    }.joined(separator: "\n")
  }

  private func styled(_ line: Substring, _ start: Substring) -> String {
    let marks = start.prefix { $0 == "#" }
    if (1...6).contains(marks.count), start.dropFirst(marks.count).first == " " { return style.heading(String(line)) }
    if start.first == ">" { return style.faint(String(line)) }
    return String(line)
  }

  /// Styles a line without its end: colours that run over a newline show as stripes in some terminals.
  private func styledLine(_ line: String, _ paint: (String) -> String) -> String {
    line.hasSuffix("\n") ? paint(String(line.dropLast())) + "\n" : paint(line)
  }
}
