/// What two devices began with that each made the same memo, as from one template: without it, a task that only one of them
/// has ticked would be there twice.
enum CommonStart {
  /// The lines that both texts have, with those tasks open that one of them has ticked; nothing where there are none.
  static func text(of first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    let (lines, others) = (TextLines(first), TextLines(second))
    var (start, place, hasTicks): ([UInt8], Int, Bool) = ([], 0, false)
    for hunk in LineDifference(from: first, to: second).hunks {
      start += lines.text(place..<hunk.old.lowerBound)
      place = hunk.old.upperBound
      var rest = hunk.new
      for line in hunk.old {
        let twin = rest.first { isTick(lines.content(at: line), others.content(at: $0)) }
        guard let twin else { continue }
        rest = (twin + 1)..<rest.upperBound
        start += isOpen(lines.content(at: line)) ? lines.text(line..<line + 1) : others.text(twin..<twin + 1)
        hasTicks = true
      }
    }
    return hasTicks ? start + lines.text(place..<lines.count) : []
  }

  /// Whether two lines are one task, which is open in one of them and not in the other.
  private static func isTick(_ line: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    guard line.count == other.count, isOpen(line) != isOpen(other) else { return false }
    let differing = zip(line.indices, zip(line, other)).filter { $0.1.0 != $0.1.1 }.map(\.0)
    return differing.count == 1 && differing[0] == mark(of: line)
  }

  private static func isOpen(_ line: ArraySlice<UInt8>) -> Bool { mark(of: line).map { line[$0] } == UInt8(ascii: " ") }

  /// The place of a task's mark; `nil` for any other line.
  private static func mark(of line: ArraySlice<UInt8>) -> Int? {
    // What is indented would be code for want of the list around it.
    let item = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return item.withUnsafeBytes { bytes in
      MarkupTree(bytes).tasks.first.map { item.startIndex + $0.mark.lowerBound }
    }
  }
}
