/// Keeps a woven front matter readable: of a key that both sides brought, the second side's lines become comments.
struct FrontMatterMerge {
  /// The lines of the whole text.
  private(set) var lines: [MergedLine]
  /// Where both sides changed the same lines, and where both added the same key.
  private(set) var overlaps: [LineMerge.Overlap]

  private static let comment = Array("# ".utf8)

  /// Goes through the front matter, if the text starts with one.
  init(_ weave: LineWeave) {
    (lines, overlaps) = (weave.lines, [])
    let keys = Self.fence(in: lines).map { FrontMatterKeys(weave.lines[1..<$0]) }
    let dropped = keys.map { commentOut($0.unreadable).union($0.repeated) } ?? []
    let all = weave.overlaps + (keys.map { Self.overlaps(of: $0.clashes, in: weave) } ?? [])
    let numbers = Self.numbers(lines.count, without: dropped)
    overlaps = all.sorted { $0.merged.lowerBound < $1.merged.lowerBound }
      .map { overlap in
        let line = numbers[overlap.merged.lowerBound]
        return LineMerge.Overlap(line: line, first: overlap.first, second: overlap.second)
      }
    lines = lines.indices.filter { !dropped.contains($0) }.map { lines[$0] }
  }

  /// From 1, the number that each line has, or would have, without some.
  private static func numbers(_ count: Int, without dropped: Set<Int>) -> [Int] {
    var numbers = [1]
    for line in 0..<count { numbers.append(numbers[line] + (dropped.contains(line) ? 0 : 1)) }
    return numbers
  }

  /// The keys that both sides added, in lines that did not overlap.
  private static func overlaps(of clashes: [FrontMatterKeys.Clash], in weave: LineWeave) -> [LineWeave.Overlap] {
    let known = Set(weave.overlaps.flatMap(\.merged))
    return clashes.filter { !known.contains($0.second.lowerBound) }
      .map { clash in
        let (first, second) = (weave.lines[clash.first].content, weave.lines[clash.second.lowerBound].content)
        return LineWeave.Overlap(merged: clash.first..<clash.first + 1, first: Array(first), second: Array(second))
      }
  }

  /// Makes comments of lines; those that stand in the front matter as comments already are to go.
  private mutating func commentOut(_ places: [Int]) -> Set<Int> {
    var dropped: Set<Int> = []
    let known = Set(lines.prefix(Self.fence(in: lines) ?? 0).map { Array($0.content) })
    for place in places {
      let comment = Self.comment + lines[place].content
      if known.contains(comment) { dropped.insert(place) }
      lines[place].content = comment[...]
    }
    return dropped
  }

  /// The line that closes the front matter; `nil` where there is none.
  private static func fence(in lines: [MergedLine]) -> Int? {
    guard let first = lines.first, isFence(first.content, of: "-") else { return nil }
    return lines.dropFirst().firstIndex { isFence($0.content, of: "-") || isFence($0.content, of: ".") }
  }

  private static func isFence(_ line: ArraySlice<UInt8>, of mark: Unicode.Scalar) -> Bool {
    line.prefix(3).elementsEqual(repeatElement(UInt8(ascii: mark), count: 3))
      && line.dropFirst(3).allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}
