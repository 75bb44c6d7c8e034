import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

@Suite struct KnownChangesTests {
  private static let paths = (0..<6).map { VaultPath("\($0).md") }

  private static func tree(_ random: inout SeededRandom) -> VaultTree {
    var tree: VaultTree = [:]
    for path in paths where random.happens(percent: 70) {
      let mode: FileMode = random.happens(percent: 20) ? .executable : .file
      tree[path] = TreeEntry(path: path, mode: mode, id: ObjectId(ofBlob: [UInt8(random.below(3))]))
    }
    return tree
  }

  /// The commits that differences lead to from one of them.
  private static func reached(from start: Int, by pairs: [(Int, Int)]) -> Set<Int> {
    var reached: Set = [start]
    while let (one, other) = pairs.first(where: { reached.contains($0) != reached.contains($1) }) {
      reached.formUnion([one, other])
    }
    return reached
  }

  /// Commits with random trees, of which some differences are known.
  @Test(arguments: 1...UInt64(40)) func whatFollowsIsTheDifferenceOfTheTrees(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let trees = (0..<7).map { _ in Self.tree(&random) }
    let commits = trees.indices.map { ObjectId(ofBlob: [9, UInt8($0)]) }
    var known = KnownChanges()
    var pairs: [(Int, Int)] = []
    for _ in 0..<6 {
      let (old, new) = (random.below(7), random.below(7))
      known.note(from: commits[old], to: commits[new], trees[new].changes(from: trees[old]))
      pairs.append((old, new))
    }
    var count = 0
    for old in trees.indices {
      let reached = Self.reached(from: old, by: pairs)
      for new in trees.indices {
        let expected = reached.contains(new) ? trees[new].changes(from: trees[old]) : nil
        #expect(known.between(commits[old], commits[new]) == expected, "\(old) to \(new), known \(pairs)")
        count += expected == nil ? 0 : 1
      }
    }
    print("seed \(seed): \(count) of 49 differences follow from \(pairs)")
  }

  @Test func whatIsAsItWasIsNoChange() {
    let commits = (1...3).map { ObjectId(ofBlob: [$0]) }
    let (old, new) = (
      TreeEntry(path: VaultPath("a.md"), id: commits[0]), TreeEntry(path: VaultPath("a.md"), id: commits[1])
    )
    var known = KnownChanges()
    known.note(from: commits[0], to: commits[1], [TreeChange(path: old.path, old: old, new: new)])
    known.note(from: commits[1], to: commits[2], [TreeChange(path: old.path, old: new, new: old)])
    #expect(known.between(commits[0], commits[2]) == [])
    known.note(from: commits[0], to: ObjectId(ofBlob: []), [TreeChange(path: old.path, old: old, new: old)])
    #expect(known.between(commits[0], ObjectId(ofBlob: [])) == [])
  }
}
