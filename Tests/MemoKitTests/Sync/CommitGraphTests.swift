import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

@Suite struct CommitGraphTests {
  /// Commits by number; the parents of each have greater numbers.
  private struct History {
    var parents: [[Int]] = []

    init(seed: UInt64) {
      var random = SeededRandom(seed: seed)
      let count = 2 + random.below(14)
      parents = (0..<count).map { number in
        let older = count - number - 1
        guard older > 0 else { return [] }
        let chosen = Set((0..<random.below(4)).map { _ in number + 1 + random.below(min(older, 4)) })
        return chosen.sorted()
      }
    }

    func id(_ number: Int) -> ObjectId {
      let digits = Array(String(number, radix: 16).utf8)
      return ObjectId(digits: [UInt8](repeating: UInt8(ascii: "0"), count: ObjectId.length - digits.count) + digits)
    }

    var output: [UInt8] {
      parents.indices.flatMap { number in
        Array(([number] + parents[number]).map { id($0).text }.joined(separator: " ").utf8) + [UInt8(ascii: "\n")]
      }
    }

    func ancestors(_ number: Int) -> Set<Int> {
      parents[number].reduce(into: [number]) { $0.formUnion(ancestors($1)) }
    }

    /// By the definition: common ancestors that no other common ancestor comes after.
    func mergeBases(_ first: Int, _ second: Int) -> [ObjectId] {
      let common = ancestors(first).intersection(ancestors(second))
      return common.filter { number in !common.contains { $0 != number && ancestors($0).contains(number) } }.map(id)
        .sorted()
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func theMergeBasesAreTheBestCommonAncestors(seed: UInt64) {
    let history = History(seed: seed)
    let graph = CommitGraph(history.output)
    for first in history.parents.indices {
      for second in history.parents.indices {
        let found = graph.mergeBases(history.id(first), history.id(second))
        #expect(found == history.mergeBases(first, second), "\(history.parents) \(first) \(second)")
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func whatOneHistoryHasAndTheOtherHasNotIsFoundByAncestors(seed: UInt64) {
    let history = History(seed: seed)
    let (graph, numbers) = (CommitGraph(history.output), history.parents.indices)
    for first in numbers {
      let own = history.ancestors(first)
      let older = graph.ancestors(of: history.id(first), among: numbers.map(history.id))
      #expect(older == Set(own.map(history.id)), "\(history.parents) \(first)")
      let later = numbers.filter { $0 != first && history.ancestors($0).contains(first) }.map(history.id)
      #expect(graph.descendants(of: [history.id(first)]) == later, "\(history.parents) \(first)")
      let found = graph.descendants(of: history.id(first), among: numbers.reversed().map(history.id))
      #expect(found == Array(later.reversed()), "\(history.parents) \(first)")
      for second in numbers {
        let others = history.ancestors(second)
        let sides = graph.sides(history.id(first), history.id(second))
        #expect(sides.map(\.id) == own.symmetricDifference(others).sorted().map(history.id))
        for side in sides { #expect(side.isOfFirst == older.contains(side.id)) }
      }
    }
  }

  @Test func aCommitOfAnotherHistoryHasNoMergeBase() {
    let history = History(seed: 1)
    #expect(CommitGraph(history.output).mergeBases(history.id(0), history.id(999)).isEmpty)
  }
}
