import MemoCore

/// A whole line with its matches in colour, made harmless for a terminal.
struct HighlightedLine {
  let text: String

  init(_ line: MatchedLines.Line, style: Style) {
    let scalars = Array(line.text.unicodeScalars)
    var text = ""
    var place = 0
    for match in line.matches where match.column - 1 >= place {
      let start = min(match.column - 1, scalars.count)
      let end = min(start + match.length, scalars.count)
      text += Self.visible(scalars[place..<start]) + style.match(Self.visible(scalars[start..<end]))
      place = end
    }
    self.text = text + Self.visible(scalars[place...])
  }

  private static func visible(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return TerminalText.visible(String(view))
  }
}
