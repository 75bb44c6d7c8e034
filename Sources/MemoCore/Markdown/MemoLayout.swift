/// Where the parts of a memo stand in its bytes: byte order mark, front matter, title line, body.
public struct MemoLayout: Equatable, Sendable {
  /// The bytes of the byte order mark; empty for none.
  public let byteOrderMark: Range<Int>
  /// The front matter, with its place.
  public let front: FrontMatter
  /// The title, invalid UTF-8 replaced; empty for none.
  public let title: String
  /// Whether the title is the file's name, and no text in the memo.
  public let isTitledByFile: Bool
  /// The line that holds the title, without its line break; `nil` where only the front matter or the file's name does, or
  /// nothing.
  public let titleLine: Range<Int>?
  /// The title in that line, without heading mark, closing `#`s and surrounding white space.
  public let titleText: Range<Int>?
  /// What follows the title line; without one, what follows the front matter.
  public let body: Range<Int>

  /// Everything after the front matter: title line and body.
  public var text: Range<Int> { front.range.upperBound..<body.upperBound }

  /// Where the title starts in the memo: in its line or in the front matter.
  var titleStart: Int { titleText?.lowerBound ?? front.entry("title")?.range.lowerBound ?? 0 }

  /// Where the memo says its title: the value in the front matter, which wins, else the title line; `nil` where the file's name is
  /// the title, and where there is none.
  var writtenTitle: Range<Int>? {
    guard !isTitledByFile else { return nil }
    let isInFront = !(front.scalar("title").map(Self.trimmed) ?? "").isEmpty
    return isInFront ? front.entry("title")?.range : titleLine
  }

  /// Where the first line with text after the front matter starts; the start of the memo where there is none.
  func textStart(in bytes: UnsafeRawBufferPointer) -> Int {
    Self.firstLine(of: bytes, from: text.lowerBound)?.lowerBound ?? 0
  }

  /// Where the text starts that a preview is made of: behind the title, and behind a heading that repeats the file's name.
  func previewStart(in bytes: UnsafeRawBufferPointer) -> Int {
    guard isTitledByFile, let found = Self.titleLine(of: bytes, from: body.lowerBound, named: "", .heading),
      bytes.text(found.text) == title
    else { return body.lowerBound }
    return bytes.lineStart(after: found.line.upperBound)
  }

  /// Finds the parts of a memo.
  public init(_ bytes: UnsafeRawBufferPointer, titledBy source: TitleSource = .firstLine) {
    front = FrontMatter(bytes)
    byteOrderMark = 0..<front.range.lowerBound
    let start = front.range.upperBound
    let named = source.rule == .fileName ? "" : front.scalar("title").map(MemoLayout.trimmed) ?? ""
    guard let found = MemoLayout.titleLine(of: bytes, from: start, named: named, source.rule) else {
      isTitledByFile = named.isEmpty && source.rule != .firstLine
      title = isTitledByFile ? source.fileTitle : named
      (titleLine, titleText, body) = (nil, nil, start..<bytes.count)
      return
    }
    isTitledByFile = false
    title = named.isEmpty ? bytes.text(found.text) : named
    (titleLine, titleText) = (found.line, found.text)
    body = bytes.lineStart(after: found.line.upperBound)..<bytes.count
  }

  /// The first line of the text if it is the title, and the title in it.
  ///
  /// - Parameter named: the title in the front matter; empty for none.
  private static func titleLine(
    of bytes: UnsafeRawBufferPointer, from start: Int, named: String, _ rule: TitleRule
  ) -> (line: Range<Int>, text: Range<Int>)? {
    guard rule != .fileName, let line = firstLine(of: bytes, from: start) else { return nil }
    let text = titleText(of: bytes, in: line)
    guard named.isEmpty else { return named == bytes.text(text) ? (line, text) : nil }
    guard rule == .firstLine || !text.isEmpty && isHeading(line, in: bytes) else { return nil }
    return (line, text)
  }

  /// The start of the first line of a text without front matter, if it is a heading with a text.
  static func headingStart(of text: UnsafeRawBufferPointer) -> Int? {
    titleLine(of: text, from: 0, named: "", .heading)?.line.lowerBound
  }

  /// Whether the first line of a text is a heading, by a mark or by a line below it.
  private static func isHeading(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    let text = bytes.trimmed(line)
    guard bytes.headingMarkEnd(at: text.lowerBound, limit: text.upperBound) != nil else {
      return LineInsertion.underline(below: line, in: bytes) != nil
    }
    // Further in, it is code.
    return text.lowerBound - line.lowerBound < 4 && !bytes[line.lowerBound..<text.lowerBound].contains(0x09)
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

  /// A text without white space around it.
  package static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
