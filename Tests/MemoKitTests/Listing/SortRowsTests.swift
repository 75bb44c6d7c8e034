import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoIndex

/// The packed keys of a sorted list against a comparison of the values themselves.
struct SortRowsTests {
  @Test func packedKeysSortAsTheirValuesDo() {
    var random = SeededRandom(seed: 41)
    for round in 0..<300 {
      let order = (0..<random.below(3) + 1).map { _ in SortOrder(.size, isDescending: random.happens(percent: 50)) }
      let kind = random.below(4)
      let memos = (0..<random.below(60)).map { place in
        Memo(place: place, path: path(&random, place), values: order.map { _ in value(kind, &random) })
      }
      let expected = memos.sorted { precedes($0, $1, order) }.map(\.place)
      let wanted = random.below(memos.count + 2)

      // All of them; in parts that are joined; cut every now and then; cut, then joined.
      var (whole, joined, cut, cutParts) = (SortRows(order), SortRows(order), SortRows(order), SortRows(order))
      var part = SortRows(order)
      for memo in memos {
        whole.append(memo.place) { memo.values[$0] }
        cut.append(memo.place) { memo.values[$0] }
        part.append(memo.place) { memo.values[$0] }
        if cut.count > wanted + 5 { cut.cut(to: wanted) { memos[$0].path } }
        if random.happens(percent: 20) || memo.place == memos.count - 1 {
          joined.append(part)
          part.cut(to: wanted) { memos[$0].path }
          cutParts.append(part)
          part = SortRows(order)
        }
      }
      #expect(whole.sortedPlaces { memos[$0].path } == expected, "\(round)")
      #expect(joined.sortedPlaces { memos[$0].path } == expected, "\(round)")
      let first = Array(expected.prefix(wanted))
      #expect(Array(cut.sortedPlaces { memos[$0].path }.prefix(wanted)) == first, "\(round)")
      #expect(Array(cutParts.sortedPlaces { memos[$0].path }.prefix(wanted)) == first, "\(round)")
    }
  }

  /// As a cache reads that another program is cutting short.
  @Test func pathsThatAreAllOneComeToAnEnd() {
    var rows = SortRows([SortOrder(.title, isDescending: false)])
    for place in 0..<50 { rows.append(place) { _ in .bytes([1]) } }
    #expect(Set(rows.sortedPlaces { _ in .root }) == Set(0..<50))
  }

  private struct Memo {
    let place: Int
    let path: VaultPath
    let values: [SortRows.Value]
  }

  /// Paths in another order than the places.
  private func path(_ random: inout SeededRandom, _ place: Int) -> VaultPath {
    VaultPath("\(random.below(9))/\(place).md")
  }

  private func value(_ kind: Int, _ random: inout SeededRandom) -> SortRows.Value {
    if random.happens(percent: 15) { return .missing }
    // Short, with zeros and the largest bytes, so that many are equal, and many begin as another one does.
    let bytes = (0..<random.below(4)).map { _ in random.pick([0, 1, 2, 97, 254, 255] as [UInt8]) ?? 0 }
    let number = random.pick([.min, -300, -1, 0, 1, 255, 256, .max] as [Int64]) ?? 0
    switch kind {
    case 0: return .number(number)
    case 1: return .bytes(bytes)
    default:
      switch random.below(3) {
      case 0:
        let numbers: [Double] = [-1e300, -2.5, -1, -.leastNonzeroMagnitude, -0.0, 0, 0.1, 1, 2.5, 1e300]
        return .field(.number(random.pick(numbers) ?? 0))
      case 1: return .field(.date(number))
      default: return .field(.text(bytes))
      }
    }
  }

  private func precedes(_ left: Memo, _ right: Memo, _ order: [SortOrder]) -> Bool {
    for (part, order) in order.enumerated() {
      let comparison = comparison(left.values[part], right.values[part])
      switch (left.values[part], right.values[part]) {
      case (.missing, .missing): continue
      case (.missing, _): return false
      case (_, .missing): return true
      default: if comparison != 0 { return (comparison < 0) != order.isDescending }
      }
    }
    return left.path < right.path
  }

  /// Numbers before dates before texts, each by itself.
  private func comparison(_ left: SortRows.Value, _ right: SortRows.Value) -> Int {
    func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Int { left < right ? -1 : left > right ? 1 : 0 }
    func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
      left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    }
    func kind(_ value: SortRows.Value) -> Int {
      switch value {
      case .field(.date): 1
      case .field(.text): 2
      default: 0
      }
    }
    return switch (left, right) {
    case (.number(let left), .number(let right)): compare(left, right)
    case (.bytes(let left), .bytes(let right)): compare(left, right)
    case (.field(.number(let left)), .field(.number(let right))): compare(left, right)
    case (.field(.date(let left)), .field(.date(let right))): compare(left, right)
    case (.field(.text(let left)), .field(.text(let right))): compare(left, right)
    default: kind(left) - kind(right)
    }
  }
}
