import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What holds for every merge, on random triples of texts; MEMO_LONG_TESTS=N tries N times as many.
@Suite struct LineMergeLawTests {
  private static let triples = 6250
  private static let scale = ProcessInfo.processInfo.environment["MEMO_LONG_TESTS"].flatMap(Int.init) ?? 1
  private static let starts: [UInt64] = [1_000_000, 2_000_000, 3_000_000, 4_000_000]

  private struct Triple {
    var base: [UInt8]
    var first: [UInt8]
    var second: [UInt8]

    var merged: [UInt8] { LineMerge(base: base, first: first, second: second).bytes }

    init(seed: UInt64, areDistinct: Bool) {
      self.init(RandomEdit(seed: seed), seed, areDistinct)
    }

    /// Texts in which the same few lines occur often.
    init(seed: UInt64, alphabet: [String]) {
      self.init(RandomEdit(seed: seed, alphabet: alphabet), seed, false)
    }

    private init(_ edit: RandomEdit, _ seed: UInt64, _ areDistinct: Bool) {
      var edit = edit
      let lines = edit.lines(atMost: 9, areDistinct: areDistinct)
      let common = seed % 3 == 0 ? edit.edited(lines, areDistinct: areDistinct) : lines
      base = edit.text(lines)
      first = edit.text(edit.edited(common, areDistinct: areDistinct))
      second = edit.text(edit.edited(common, areDistinct: areDistinct))
    }
  }

  @Test(arguments: starts) func noAddedLineIsLostAndNoneIsMadeUp(start: UInt64) {
    var checked = 0
    for seed in start..<start + UInt64(Self.triples * Self.scale) {
      let triple = Triple(seed: seed, areDistinct: false)
      let merged = Self.counts(triple.merged)
      let base = Self.counts(triple.base)
      let (first, second) = (Self.counts(triple.first), Self.counts(triple.second))
      for (line, count) in first.merging(second, uniquingKeysWith: max) {
        let added = count - base[line, default: 0]
        if merged[line, default: 0] < added { Issue.record("seed \(seed): lost \(line), \(triple)") }
        checked += count
      }
      for line in merged.keys where first[line] == nil && second[line] == nil {
        Issue.record("seed \(seed): made up \(line), \(triple)")
      }
    }
    print("seeds from \(start): \(checked) lines that a side has")
  }

  private static let alphabets = [
    ["", "a", "b"], ["a", "b", "c", "d"], ["", "- [ ]", "l1", "l7"], ["- [ ] x", "- [x] x", "", "# h", "- [ ]"],
  ]

  @Test(arguments: starts, alphabets) func aLineThatBothSidesHaveStays(start: UInt64, alphabet: [String]) {
    var checked = 0
    for seed in start..<start + UInt64(Self.triples * Self.scale) {
      let triple = Triple(seed: seed, alphabet: alphabet)
      let common = Set(Self.lines(triple.first)).intersection(Self.lines(triple.second))
      let lost = common.subtracting(Self.lines(triple.merged))
      if !lost.isEmpty { Issue.record("seed \(seed): lost \(lost), \(triple)") }
      checked += common.count
    }
    print("seeds from \(start), \(alphabet): \(checked) lines that both sides have")
  }

  @Test(arguments: starts) func whereBothChangedTheSameLinesBothVersionsStand(start: UInt64) {
    var checked = 0
    for seed in start..<start + UInt64(Self.triples / 5 * Self.scale) {
      let triple = Triple(seed: seed, areDistinct: seed % 2 == 0)
      let merge = LineMerge(base: triple.base, first: triple.first, second: triple.second)
      for overlap in merge.overlaps where (overlap.first + overlap.second).contains(where: { $0 > 32 }) {
        let versions = ConflictingLines(first: overlap.first, second: overlap.second, line: overlap.line)
        let line = versions.line(in: merge.bytes) { merge.bytes }
        if line.map({ $0 < overlap.line }) ?? true { Issue.record("seed \(seed): \(triple)") }
        checked += 1
      }
    }
    print("seeds from \(start): \(checked) overlaps stand in the merged text")
  }

  @Test(arguments: starts) func aSideThatChangedNothingHasNoSay(start: UInt64) {
    for seed in start..<start + UInt64(Self.triples / 5 * Self.scale) {
      let triple = Triple(seed: seed, areDistinct: false)
      let (base, first) = (triple.base, triple.first)
      #expect(LineMerge(base: base, first: first, second: base).bytes == first, "seed \(seed)")
      #expect(LineMerge(base: base, first: base, second: first).bytes == first, "seed \(seed)")
      #expect(LineMerge(base: base, first: first, second: first).bytes == first, "seed \(seed)")
    }
  }

  @Test(arguments: starts) func whichSideIsFirstDecidesNothingButTheOrder(start: UInt64) {
    for seed in start..<start + UInt64(Self.triples / 5 * Self.scale) {
      let triple = Triple(seed: seed, areDistinct: true)
      let other = LineMerge(base: triple.base, first: triple.second, second: triple.first).bytes
      #expect(Self.lines(other).sorted() == Self.lines(triple.merged).sorted(), "seed \(seed): \(triple)")
    }
  }

  @Test(arguments: starts) func linesThatOccurOnceAreThereOnceAndInOrder(start: UInt64) {
    for seed in start..<start + UInt64(Self.triples * Self.scale) {
      let triple = Triple(seed: seed, areDistinct: true)
      let merged = Self.lines(triple.merged)
      let (base, first, second) = (Self.lines(triple.base), Self.lines(triple.first), Self.lines(triple.second))
      let added = Set(first).union(second).subtracting(base)
      let expected = added.union(Set(base).intersection(first).intersection(second))
      if Set(merged) != expected || merged.count != expected.count { Issue.record("seed \(seed): \(triple)") }
      for side in [first, second] {
        let (there, asked) = (Set(merged), Set(side))
        if merged.filter(asked.contains) != side.filter(there.contains) {
          Issue.record("seed \(seed): order, \(triple)")
        }
      }
    }
  }

  @Test(arguments: starts) func mergingAgainChangesNothing(start: UInt64) {
    for seed in start..<start + UInt64(Self.triples * Self.scale) {
      let triple = Triple(seed: seed, areDistinct: true)
      let merged = triple.merged
      let again = LineMerge(base: triple.base, first: merged, second: triple.second).bytes
      // Where a side mixes ends, what is left of it may no longer tell.
      let isMixed = [triple.base, triple.first, triple.second].contains(where: Self.mixesEnds)
      if isMixed ? Self.lines(again) != Self.lines(merged) : again != merged {
        Issue.record("seed \(seed): the second side again, \(triple)")
      }
      let late = LineMerge(base: triple.base, first: triple.first, second: merged).bytes
      if Self.lines(late) != Self.lines(merged) { Issue.record("seed \(seed): the first side again, \(triple)") }
    }
  }

  private static func mixesEnds(_ text: [UInt8]) -> Bool {
    let returns = text.count { $0 == 13 }
    return returns > 0 && returns != text.count { $0 == 10 }
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    var lines = String(decoding: text.filter { $0 != 13 }, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func counts(_ text: [UInt8]) -> [String: Int] {
    lines(text).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
