/// How one text differs from another, as lines with a mark before each: what `diff -u` writes from the first `@@` on.
///
/// Lines end at LF and are compared with their ends, so that the difference can be applied to get the new text to the byte.
public struct UnifiedDiff: Equatable, Sendable {
  /// The difference; empty where there is none.
  public private(set) var bytes: [UInt8] = []
  /// Lines that came.
  public private(set) var added = 0
  /// Lines that went.
  public private(set) var removed = 0

  private let oldLines: [ArraySlice<UInt8>]
  private let newLines: [ArraySlice<UInt8>]

  private static let newline = UInt8(ascii: "\n")
  private static let unended = Array("\n\\ No newline at end of file\n".utf8)

  /// Compares two texts and shows `context` lines around what differs.
  public init(from old: [UInt8], to new: [UInt8], context: Int = 3) {
    oldLines = Self.lines(of: old)
    newLines = Self.lines(of: new)
    var numbering = LineNumbering()
    let oldNumbers = oldLines.map { numbering.number(of: $0) }
    let difference = LineDifference(from: oldNumbers, to: newLines.map { numbering.number(of: $0) })
    var waiting: [LineDifference.Hunk] = []
    for hunk in difference.hunks {
      if let last = waiting.last, hunk.old.lowerBound - last.old.upperBound > 2 * context {
        write(waiting, context)
        waiting = []
      }
      waiting.append(hunk)
    }
    write(waiting, context)
  }

  /// Writes hunks that are so near to each other that their context meets.
  private mutating func write(_ hunks: [LineDifference.Hunk], _ context: Int) {
    guard let first = hunks.first, let last = hunks.last else { return }
    let before = min(context, first.old.lowerBound)
    let after = min(context, oldLines.count - last.old.upperBound)
    let old = (first.old.lowerBound - before)..<(last.old.upperBound + after)
    let new = (first.new.lowerBound - before)..<(last.new.upperBound + after)
    bytes += Array("@@ -\(Self.place(of: old)) +\(Self.place(of: new)) @@\n".utf8)
    var place = old.lowerBound
    for hunk in hunks {
      for line in oldLines[place..<hunk.old.lowerBound] { write(" ", line) }
      for line in oldLines[hunk.old] { write("-", line) }
      for line in newLines[hunk.new] { write("+", line) }
      place = hunk.old.upperBound
      removed += hunk.old.count
      added += hunk.new.count
    }
    for line in oldLines[place..<old.upperBound] { write(" ", line) }
  }

  private mutating func write(_ mark: Unicode.Scalar, _ line: ArraySlice<UInt8>) {
    bytes.append(UInt8(ascii: mark))
    bytes += line
    if line.last != Self.newline { bytes += Self.unended }
  }

  /// The first line from 1 and how many; the line before where there are none.
  private static func place(of lines: Range<Int>) -> String {
    switch lines.count {
    case 0: "\(lines.lowerBound),0"
    case 1: "\(lines.upperBound)"
    default: "\(lines.lowerBound + 1),\(lines.count)"
    }
  }

  /// The lines with their ends; only the last one may have none.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: newline).map { $0 + 1 } ?? rest.endIndex
      lines.append(rest[..<end])
      rest = rest[end...]
    }
    return lines
  }
}
