import MemoCore

extension TextEditor {
  /// The line of a heading as links name it; `nil` for none. What differs in nothing but marks and blanks, as the
  /// addresses of headings on web pages do, is the same where none is named exactly so.
  func position(ofHeading name: String) -> LinePosition? {
    let name = name.parts(at: "#").last ?? name
    let headings = self.headings
    let exact = headings.first { Folding.matchKey($0.text) == Folding.matchKey(name) }
    let plain = Self.letters(of: name)
    guard let found = exact ?? headings.first(where: { !plain.isEmpty && Self.letters(of: $0.text) == plain }) else {
      return nil
    }
    return LinePosition(line: found.line, offset: 0)
  }

  private var headings: [(line: Int, text: String)] {
    (styles.frontLines..<max(styles.frontLines, buffer.lines.count)).compactMap { line in
      let bytes = buffer.lines[line].bytes
      guard bytes.first == UInt8(ascii: "#"), styles.block(ofLine: line) != .code else { return nil }
      let text = bytes.drop { $0 == UInt8(ascii: "#") }
      guard text.first == UInt8(ascii: " ") else { return nil }
      return (line, String(decoding: text, as: UTF8.self).trimmed)
    }
  }

  private static func letters(of text: String) -> [UInt8] {
    Folding.matchKey(String(text.filter { $0.isLetter || $0.isNumber }))
  }
}

extension String {
  /// Without blanks at its ends, and without the marks that may close a heading.
  fileprivate var trimmed: String {
    let blanks: Set<Unicode.Scalar> = [" ", "\t"]
    let text = unicodeScalars.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) || $0 == "#" }
    return String(String.UnicodeScalarView(text.reversed()))
  }
}
