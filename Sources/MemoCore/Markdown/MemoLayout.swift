/// Where the parts of a memo stand in its bytes: byte order mark, front matter, title line, body.
public struct MemoLayout: Equatable, Sendable {
  /// The bytes of the byte order mark; empty for none.
  public let byteOrderMark: Range<Int>
  /// The front matter, with its place.
  public let front: FrontMatter
  /// The title, invalid UTF-8 replaced; empty for none.
  public let title: String
  /// The line that holds the title, without its line break; `nil` where only the front matter does, or nothing.
  public let titleLine: Range<Int>?
  /// The title in that line, without heading mark, closing `#`s and surrounding white space.
  public let titleText: Range<Int>?
  /// What follows the title line; without one, what follows the front matter.
  public let body: Range<Int>

  /// Everything after the front matter: title line and body.
  public var text: Range<Int> { front.range.upperBound..<body.upperBound }

  /// Finds the parts of a memo.
  public init(_ bytes: UnsafeRawBufferPointer) {
    front = FrontMatter(bytes)
    byteOrderMark = 0..<front.range.lowerBound
    let start = front.range.upperBound
    let named = front.scalar("title").map(MemoLayout.trimmed) ?? ""
    guard let line = MemoLayout.firstLine(of: bytes, from: start) else {
      (title, titleLine, titleText, body) = (named, nil, nil, start..<bytes.count)
      return
    }
    let inside = MemoLayout.titleText(of: bytes, in: line)
    let written = bytes.text(inside)
    guard named.isEmpty || named == written else {
      (title, titleLine, titleText, body) = (named, nil, nil, start..<bytes.count)
      return
    }
    title = named.isEmpty ? written : named
    (titleLine, titleText) = (line, inside)
    body = bytes.lineStart(after: line.upperBound)..<bytes.count
  }

  /// The first line that is not blank.
  private static func firstLine(of bytes: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    var lineStart = start
    while lineStart < bytes.count {
      let line = lineStart..<bytes.lineEnd(from: lineStart)
      if !bytes.trimmed(line).isEmpty { return line }
      lineStart = bytes.lineStart(after: line.upperBound)
    }
    return nil
  }

  private static func titleText(of bytes: UnsafeRawBufferPointer, in line: Range<Int>) -> Range<Int> {
    let text = bytes.trimmed(line)
    guard let markEnd = bytes.headingMarkEnd(at: text.lowerBound, limit: text.upperBound) else { return text }
    return bytes.headingText(text, markEnd: markEnd)
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
