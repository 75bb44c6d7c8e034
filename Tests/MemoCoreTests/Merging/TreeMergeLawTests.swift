import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What holds for every merge of trees, on random ones.
@Suite struct TreeMergeLawTests {
  private static let starts: [UInt64] = [1_000_000, 2_000_000, 3_000_000, 4_000_000]
  private static let triples: UInt64 = 600

  private struct Triple {
    let base: [String: String]
    let first: [String: String]
    let second: [String: String]

    init(seed: UInt64) {
      var random = RandomTree(seed: seed)
      base = random.tree()
      first = random.edited(base)
      second = random.edited(base)
    }

    /// What a path holds by the table of who changed it.
    func mergedAlone(_ name: String) -> String? {
      let (base, first, second) = (base[name], first[name], second[name])
      if first == base || first == second { return second }
      guard second != base, let first, let second else { return first ?? second }
      let texts = [base ?? "", first, second].map { Array($0.utf8) }
      // What cannot hold both keeps the first side's, and the second side's is beside it.
      let merge = LineMerge(TextKind(of: VaultPath(name)), base: texts[0], first: texts[1], second: texts[2])
      return merge.map { String(decoding: $0.bytes, as: UTF8.self) } ?? first
    }

    /// Merges on the first side's tree, or on another in its place.
    func merged(on other: [String: String]? = nil) -> [String: String] {
      var store = ObjectStore()
      let (base, first, second) = (store.tree(base), store.tree(other ?? first), store.tree(second))
      return store.files(TreeMerge(base: base, first: first, second: second, read: store.read), on: first)
    }
  }

  @Test(arguments: starts) func onlyRemovedLinesAreMissing(start: UInt64) {
    var checked = 0
    for seed in start..<start + Self.triples {
      let triple = Triple(seed: seed)
      let (base, first, second) = (Self.lines(triple.base), Self.lines(triple.first), Self.lines(triple.second))
      let merged = Self.lines(triple.merged())
      let expected = first.union(second).subtracting(base).union(base.intersection(first).intersection(second))
      #expect(expected.isSubset(of: merged), "seed \(seed): lost \(expected.subtracting(merged)), \(triple)")
      #expect(merged.isSubset(of: first.union(second)), "seed \(seed): \(triple)")
      checked += expected.count
    }
    print("seeds from \(start): \(checked) lines")
  }

  @Test(arguments: starts) func namesCanStandTogether(start: UInt64) {
    for seed in start..<start + Self.triples {
      let triple = Triple(seed: seed)
      let merged = triple.merged().keys.map { Array($0.utf8) }
      let sides = [triple.first, triple.second].map { Set($0.keys.map { Array($0.utf8) }) }
      for name in merged {
        for other in merged where other != name && !sides.contains(where: { $0.isSuperset(of: [name, other]) }) {
          let (key, otherKey) = (Self.key(name), Self.key(other))
          #expect(key != otherKey && !otherKey.hasPrefix(key + "/"), "seed \(seed): \(triple)")
        }
      }
    }
  }

  @Test(arguments: starts) func whereNothingMovedEachPathIsMergedAlone(start: UInt64) {
    var checked = 0
    for seed in start..<start + Self.triples {
      let triple = Triple(seed: seed)
      let names = Set([triple.base, triple.first, triple.second].flatMap(\.keys))
      let keys = Set(names.map(Self.keyOfText))
      // As bytes, or names that differ in normalization would be one.
      let spellings = Set([triple.base, triple.first, triple.second].flatMap { $0.keys.map { Array($0.utf8) } })
      let isPlain = keys.count == spellings.count && !keys.contains { key in keys.contains { $0.hasPrefix(key + "/") } }
      // A memo that is gone on one side may have moved.
      guard isPlain, triple.base.keys.allSatisfy({ triple.first[$0] != nil && triple.second[$0] != nil }) else {
        continue
      }
      let expected = names.reduce(into: [:]) { $0[$1] = triple.mergedAlone($1) }
      let merged = triple.merged()
      #expect(merged.filter { names.contains($0.key) } == expected, "seed \(seed): \(triple)")
      for (name, text) in merged where !names.contains(name) {
        #expect(name.hasPrefix("d (conflict ") && triple.second["d"] == text, "seed \(seed): \(triple)")
      }
      checked += names.count
    }
    #expect(checked > 200)
  }

  /// Both sides rename some memos, each in its way, and change them.
  @Test(arguments: starts) func bothNamesOfAMemoHoldWhatBothSidesWrote(start: UInt64) {
    for seed in start..<start + Self.triples {
      var random = RandomTree(seed: seed)
      let base = random.tree().filter { $0.key.hasSuffix(".md") }
      let sides = ["1", "2"].map { mark in
        Dictionary(
          uniqueKeysWithValues: random.changed(base).map { ("n\(mark)/\($0.key)", $0.value) })
      }
      var store = ObjectStore()
      let trees = [store.tree(base), store.tree(sides[0]), store.tree(sides[1])]
      let hints = ["1", "2"].map { mark in
        base.keys.sorted().map { RenameHint(old: VaultPath($0), new: VaultPath("n\(mark)/\($0)")) }
      }
      let merge = TreeMerge(
        base: trees[0], first: trees[1], second: trees[2], renames: RenameHints(first: hints[0], second: hints[1]),
        read: store.read)
      let merged = store.files(merge, on: trees[1])
      #expect(merge.doubled.count == base.count, "seed \(seed)")
      for (name, text) in base {
        let texts = [text] + sides.enumerated().map { $1["n\($0 + 1)/\(name)"] ?? "" }
        let woven = LineMerge(base: Array(texts[0].utf8), first: Array(texts[1].utf8), second: Array(texts[2].utf8))
        for mark in ["1", "2"] {
          #expect(merged["n\(mark)/\(name)"].map { Array($0.utf8) } == woven.bytes, "seed \(seed): \(name)")
        }
      }
    }
  }

  /// A side has two names for some memos, which a merge gave them; the other edits these under their old names, renames them
  /// as one of the two, or in another way.
  @Test(arguments: starts) func allNamesOfAMemoHoldWhatTheOtherSideWrote(start: UInt64) {
    for seed in start..<start + Self.triples {
      var random = RandomTree(seed: seed)
      let base = random.tree().filter { $0.key.hasSuffix(".md") }
      let twins = ["1", "2"].map { mark in
        Dictionary(uniqueKeysWithValues: random.changed(base).map { ("n\(mark)/\($0.key)", $0.value) })
      }
      let prefix = ["", "n1/", "n2/", "n3/"][Int(seed % 4)]
      let other = Dictionary(uniqueKeysWithValues: random.changed(base).map { ("\(prefix)\($0.key)", $0.value) })
      var store = ObjectStore()
      let trees = [store.tree(base), store.tree(twins[0].merging(twins[1]) { $1 }), store.tree(other)]
      let moves = base.keys.sorted().flatMap { name in
        let names = ["1", "2"].map { VaultPath("n\($0)/\(name)") }
        let moved = RenameHint(old: VaultPath(name), new: names[0])
        return [moved, RenameHint(old: names[0], new: names[1], keepsOld: true)]
      }
      let moved = prefix.isEmpty ? [] : base.keys.sorted()
      let others = moved.map { RenameHint(old: VaultPath($0), new: VaultPath(prefix + $0)) }
      let merge = TreeMerge(
        base: trees[0], first: trees[1], second: trees[2], renames: RenameHints(first: moves, second: others),
        read: store.read)
      let merged = store.files(merge, on: trees[1])
      #expect(merged.count == base.count * (prefix == "n3/" ? 3 : 2), "seed \(seed)")
      #expect(merge.doubled.count == (prefix == "n3/" ? base.count * 2 : 0) && merge.copies.isEmpty, "seed \(seed)")
      for (name, text) in base {
        // What both sides have alike at one place is not merged.
        let isAlike = twins.contains { $0[prefix + name] == other[prefix + name] && $0[prefix + name] != nil }
        for place in Set(["n1/", "n2/", prefix]) where !place.isEmpty && !isAlike {
          let first = twins.compactMap { $0["\(place)\(name)"] }.first ?? twins[0]["n1/\(name)"] ?? ""
          let texts = [text, first, other[prefix + name] ?? ""].map { Array($0.utf8) }
          let woven = LineMerge(base: texts[0], first: texts[1], second: texts[2])
          #expect(merged[place + name].map { Array($0.utf8) } == woven.bytes, "seed \(seed): \(place)\(name)")
        }
      }
    }
  }

  /// Both sides give some memos the same new names, say nothing of it, and change them.
  @Test(arguments: starts) func aMemoWithOneNewNameIsMergedAsIfItHadNotMoved(start: UInt64) {
    var checked = 0
    for seed in start..<start + Self.triples {
      var random = RandomTree(seed: seed)
      let base = random.tree().filter { $0.key.hasSuffix(".md") }
      let sides = (0...1).map { _ in
        Dictionary(uniqueKeysWithValues: random.changed(base).map { ("n/\($0.key)", $0.value) })
      }
      var store = ObjectStore()
      let trees = [store.tree(base), store.tree(sides[0]), store.tree(sides[1])]
      let merge = TreeMerge(base: trees[0], first: trees[1], second: trees[2], read: store.read)
      let merged = store.files(merge, on: trees[1])
      #expect(merge.doubled.isEmpty && merge.copies.isEmpty, "seed \(seed)")
      // Of a memo with one line, nothing may be left.
      for (name, text) in base where text.split(separator: "\n").count > 1 {
        let texts = [text] + sides.map { $0["n/\(name)"] ?? "" }
        let woven = LineMerge(base: Array(texts[0].utf8), first: Array(texts[1].utf8), second: Array(texts[2].utf8))
        #expect(merged["n/\(name)"].map { Array($0.utf8) } == woven.bytes, "seed \(seed): \(name)")
        checked += 1
      }
    }
    #expect(checked > 500)
  }

  @Test(arguments: starts) func mergingAgainLosesNothing(start: UInt64) {
    for seed in start..<start + Self.triples {
      let triple = Triple(seed: seed)
      let merged = triple.merged()
      let again = triple.merged(on: merged)
      #expect(Self.lines(merged).isSubset(of: Self.lines(again)), "seed \(seed): \(triple)")
    }
  }

  private static func lines(_ tree: [String: String]) -> Set<String> {
    Set(tree.values.flatMap { $0.split(separator: "\n").map(String.init) })
  }

  private static func key(_ name: [UInt8]) -> String { keyOfText(String(decoding: name, as: UTF8.self)) }

  private static func keyOfText(_ name: String) -> String { name.precomposedStringWithCanonicalMapping.lowercased() }
}
