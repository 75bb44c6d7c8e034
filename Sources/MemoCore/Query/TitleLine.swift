/// Where the front matter of a memo's text ends, and where the line is that gives it its title.
struct TitleLine: Equatable {
  /// Where the text after the front matter starts.
  let frontEnd: Int
  /// The start of the first non-blank line after the front matter, or of `title:` in it; `nil` where neither is there.
  let start: Int?

  /// Reads the start of a text.
  init(_ text: UnsafeRawBufferPointer) {
    let front = Self.frontMatter(text)
    frontEnd = front?.end ?? 0
    start = front?.title ?? Self.firstLine(of: text, from: frontEnd) { !Self.isBlank($0) }
  }

  /// Where front matter ends and where its non-empty `title:` line starts; `nil` without front matter.
  private static func frontMatter(_ text: UnsafeRawBufferPointer) -> (end: Int, title: Int?)? {
    guard text.starts(with: "---".utf8) else { return nil }
    var line = LineScanner.line(of: text, at: 0)
    guard isMark(text[line], "---") else { return nil }
    var title: Int?
    while true {
      let start = LineScanner.end(of: text, after: line)
      guard start < text.count else { return nil }
      line = LineScanner.line(of: text, at: start)
      if isMark(text[line], "---") || isMark(text[line], "...") {
        return (LineScanner.end(of: text, after: line), title)
      }
      if title == nil, givesTitle(text[line]) { title = start }
    }
  }

  private static func givesTitle(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard line.starts(with: "title:".utf8) else { return false }
    return line.dropFirst(6).contains { !" \t\"'".utf8.contains($0) }
  }

  private static func isMark(_ line: Slice<UnsafeRawBufferPointer>, _ mark: String) -> Bool {
    line.starts(with: mark.utf8) && isBlank(line.dropFirst(mark.utf8.count))
  }

  private static func isBlank(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    // Most lines begin with a letter or a mark.
    if let first = line.first, first > 0x20, first < 0x80 { return false }
    return String(decoding: line, as: UTF8.self).unicodeScalars.allSatisfy { $0.properties.isWhitespace }
  }

  private static func firstLine(
    of text: UnsafeRawBufferPointer, from start: Int, where isWanted: (Slice<UnsafeRawBufferPointer>) -> Bool
  ) -> Int? {
    var start = start
    while start < text.count {
      let line = LineScanner.line(of: text, at: start)
      if isWanted(text[line]) { return start }
      start = LineScanner.end(of: text, after: line)
    }
    return nil
  }
}
