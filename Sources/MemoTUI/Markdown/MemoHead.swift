import MemoCore

/// The first lines of a memo: front matter and title.
struct MemoHead: Equatable {
  /// Lines of the front matter, fences included.
  let frontLines: Int
  /// The line of the memo's title; `nil` if only the front matter has one, or nothing.
  let titleLine: Int?

  // Lines read first; the title is usually the first one.
  private static let firstLook = 32

  /// Reads lines until the title is found, but no more bytes than other readers of titles do.
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

  /// Whether more lines would not change the result.
  private static func isWhole(_ layout: MemoLayout, _ bytes: [UInt8]) -> Bool {
    // Front matter is not certain until its end is read.
    if layout.front.range.isEmpty, bytes.starts(with: "---".utf8) { return false }
    // The first line with text may repeat a title of the front matter.
    return layout.titleLine != nil || !layout.title.isEmpty && bytes[layout.body].contains { $0 > UInt8(ascii: " ") }
  }

  private static func line(of offset: Int, in lines: EditedLines) -> Int {
    lines.position(at: offset).line
  }
}
