import MemoCore
import MemoTestSupport
import Testing

/// The border between two parts of a collection, found by bisection, is where a walk from its start finds it.
@Suite struct PartitionTests {
  @Test func theBorderIsThatOfAWalk() {
    var random = SeededRandom(seed: 1)
    for count in 0..<40 {
      let numbers = (0..<count).map { _ in random.below(20) }.sorted()
      for limit in -1...20 {
        let walked = numbers.firstIndex { $0 >= limit } ?? numbers.endIndex
        #expect(numbers.partitioningIndex { $0 >= limit } == walked, "\(limit) in \(numbers)")
        // A slice has the indices of what it is cut from.
        let rest = numbers.dropFirst(2)
        #expect(rest.partitioningIndex { $0 >= limit } == max(walked, rest.startIndex), "\(limit) in \(rest)")
      }
    }
  }
}
