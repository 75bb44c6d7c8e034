import MemoCore

/// The first lines of a memo: front matter and title.
struct MemoHead: Equatable {
  /// Lines of the front matter, fences included.
  let frontLines: Int
  /// The line of the memo's title; `nil` if only the front matter has one, or the file's name is it, or nothing.
  let titleLine: Int?
  /// Whether the front matter has a title.
  let isTitledInFront: Bool

  // Lines read first; the title is usually the first one.
  private static let firstLook = 32

  /// Reads lines until the title is found, but no more bytes than other readers of titles do.
  init(_ lines: EditedLines, titles: TitleRule) {
    // The line of the title, not the title is asked for.
    let source = TitleSource(titles, at: .root)
    var count = min(Self.firstLook, lines.count)
    var bytes = Self.bytes(lines, count)
    var layout = bytes.withUnsafeBytes { MemoLayout($0, titledBy: source) }
    while count < lines.count, bytes.count < MemoMetadata.readLimit, !Self.isWhole(layout, bytes) {
      count = min(2 * count, lines.count)
      bytes = Self.bytes(lines, count)
      layout = bytes.withUnsafeBytes { MemoLayout($0, titledBy: source) }
    }
    let front = layout.front.range
    let end = lines.position(at: front.upperBound)
    // Front matter that ends without a line break takes the last line, too.
    frontLines = end.line + (front.isEmpty || end.offset == 0 ? 0 : 1)
    isTitledInFront = layout.front.scalar("title") != nil
    titleLine = layout.titleLine.map { Self.line(of: $0.lowerBound, in: lines) }
  }

  /// Whether it is the same after a change of lines from a line on: neither they nor one below the title, which may make it a
  /// heading, are in it. Front matter with thousands of fields is not read again for each key. Without any, a line below may
  /// end what the first line begins.
  func isKept(byChangeFrom line: Int) -> Bool {
    frontLines > 0 && titleLine.map { line > $0 + 1 } ?? false
  }

  private static func bytes(_ lines: EditedLines, _ count: Int) -> [UInt8] {
    Array(lines.bytes(in: 0..<count).prefix(MemoMetadata.readLimit))
  }

  /// Whether more lines would not change the result.
  private static func isWhole(_ layout: MemoLayout, _ bytes: [UInt8]) -> Bool {
    // Front matter is not certain until its end is read.
    if layout.front.range.isEmpty, bytes.starts(with: "---".utf8) { return false }
    if layout.titleLine != nil { return true }
    // The first line with text may repeat a title of the front matter, and the one below it make it a heading.
    let text = bytes[layout.body].drop { $0 <= UInt8(ascii: " ") }
    let isTitled = layout.isTitledByFile || !layout.title.isEmpty
    return isTitled && text.split(separator: UInt8(ascii: "\n"), maxSplits: 2).count > 2
  }

  private static func line(of offset: Int, in lines: EditedLines) -> Int {
    lines.position(at: offset).line
  }
}
