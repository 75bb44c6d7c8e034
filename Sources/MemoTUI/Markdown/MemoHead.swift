import MemoCore

/// The lines at the start of a memo that are front matter and title.
struct MemoHead: Equatable {
  /// Lines of the front matter, fences included.
  let frontLines: Int
  /// The line that gives the memo its title; `nil` where only the front matter does, or nothing.
  let titleLine: Int?

  // Lines looked at first; a title is mostly the first one.
  private static let firstLook = 32

  /// Reads as many lines as it takes to find the title, and no more bytes than other readers of a memo's title.
  init(_ lines: EditedLines) {
    var count = min(Self.firstLook, lines.count)
    var bytes = Self.bytes(lines, count)
    var layout = bytes.withUnsafeBytes { MemoLayout($0) }
    while count < lines.count, bytes.count < MemoMetadata.readLimit, !Self.isWhole(layout, bytes) {
      count = min(2 * count, lines.count)
      bytes = Self.bytes(lines, count)
      layout = bytes.withUnsafeBytes { MemoLayout($0) }
    }
    frontLines = Self.line(of: layout.front.range.upperBound, in: lines)
    titleLine = layout.titleLine.map { Self.line(of: $0.lowerBound, in: lines) }
  }

  private static func bytes(_ lines: EditedLines, _ count: Int) -> [UInt8] {
    Array(lines.bytes(in: 0..<count).prefix(MemoMetadata.readLimit))
  }

  /// Whether more lines would not change front matter and title.
  private static func isWhole(_ layout: MemoLayout, _ bytes: [UInt8]) -> Bool {
    // What begins like front matter may be some, until its end is seen.
    if layout.front.range.isEmpty, bytes.starts(with: "---".utf8) { return false }
    // A title of the front matter may stand in the first line with text, too.
    return layout.titleLine != nil || !layout.title.isEmpty && bytes[layout.body].contains { $0 > UInt8(ascii: " ") }
  }

  private static func line(of offset: Int, in lines: EditedLines) -> Int {
    lines.position(at: offset).line
  }
}
