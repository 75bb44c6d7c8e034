import MemoCore
import MemoTestSupport
import Testing

/// What holds for every merge of front matters, on random ones.
@Suite struct FrontMatterMergeLawTests {
  private static let keys = ["title", "date", "tags", "status", "aliases"]

  @Test(arguments: [1, 2] as [UInt64]) func noKeyIsThereTwiceAndNothingIsLost(start: UInt64) {
    var comments = 0
    for seed in start * 1_000_000..<start * 1_000_000 + 2000 {
      var random = SeededRandom(seed: seed)
      let base = Self.front(&random)
      let (first, second) = (Self.edited(base, &random), Self.edited(base, &random))
      let merge = LineMerge(base: Self.text(base), first: Self.text(first), second: Self.text(second))
      let lines = String(decoding: merge.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      let keys = lines.filter { !$0.hasPrefix("#") && $0.contains(":") }.map { String($0.prefix { $0 != ":" }) }
      #expect(Set(keys).count == keys.count, "seed \(seed): \(lines)")
      for line in first where !base.contains(line) { #expect(lines.contains(line), "seed \(seed): \(lines)") }
      for line in second where !base.contains(line) {
        #expect(lines.contains(line) || lines.contains("# " + line), "seed \(seed): \(lines)")
      }
      let again = LineMerge(base: Self.text(base), first: merge.bytes, second: Self.text(second)).bytes
      #expect(again == merge.bytes, "seed \(seed): merged once more")
      comments += lines.count { $0.hasPrefix("# ") }
    }
    print("seeds from \(start * 1_000_000): \(comments) lines became comments")
    #expect(comments > 100)
  }

  private static func front(_ random: inout SeededRandom) -> [String] {
    keys.filter { _ in random.happens(percent: 60) }.map { "\($0): 0" }
  }

  private static func edited(_ lines: [String], _ random: inout SeededRandom) -> [String] {
    var edited = lines.filter { _ in random.happens(percent: 90) }
    for place in edited.indices where random.happens(percent: 40) {
      edited[place] = edited[place].prefix { $0 != ":" } + ": \(1 + random.below(3))"
    }
    let missing = keys.filter { key in !edited.contains { $0.hasPrefix(key + ":") } }
    if let key = random.pick(missing), random.happens(percent: 50) {
      edited.insert("\(key): \(1 + random.below(3))", at: random.below(edited.count + 1))
    }
    return edited
  }

  private static func text(_ lines: [String]) -> [UInt8] {
    Array((["---"] + lines + ["---", "", "body"]).map { $0 + "\n" }.joined().utf8)
  }
}
