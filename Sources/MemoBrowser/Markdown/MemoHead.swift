import MemoCore

/// The lines at the start of a memo that are front matter and title.
struct MemoHead: Equatable {
  /// Lines of the front matter, fences included.
  let frontLines: Int
  /// The line that gives the memo its title; `nil` where only the front matter does, or nothing.
  let titleLine: Int?

  // Lines looked at first; a title is mostly the first one.
  private static let firstLook = 32

  /// Reads as many lines as it takes to find the title.
  init(_ lines: TextLines) {
    var count = min(Self.firstLook, lines.count)
    var bytes = lines.bytes(in: 0..<count)
    while count < lines.count, bytes.count < MemoMetadata.readLimit, !Self.isWhole(bytes) {
      count = min(2 * count, lines.count)
      bytes = lines.bytes(in: 0..<count)
    }
    let layout = bytes.withUnsafeBytes { MemoLayout($0) }
    frontLines = Self.line(of: layout.front.range.upperBound, in: lines)
    titleLine = layout.titleLine.map { Self.line(of: $0.lowerBound, in: lines) }
  }

  /// Whether more lines would not change front matter and title.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    let layout = bytes.withUnsafeBytes { MemoLayout($0) }
    // What begins like front matter may be some, until its end is seen.
    return !layout.front.range.isEmpty || !bytes.starts(with: "---".utf8)
      ? layout.titleLine != nil || layout.front.scalar("title")?.isEmpty == false : false
  }

  private static func line(of offset: Int, in lines: TextLines) -> Int {
    lines.position(at: offset).line
  }
}
