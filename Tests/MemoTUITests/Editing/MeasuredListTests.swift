import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct MeasuredListTests {
  private struct Size: Measured, Equatable {
    let measure: Int
  }

  @Test func itBehavesLikeAnArrayWithSums() {
    var random = SeededRandom(seed: 1)
    var array = (0..<3000).map { _ in Size(measure: random.below(9)) }
    var list = MeasuredList(array)
    for step in 0..<400 {
      let start = random.below(array.count + 1)
      let length = random.happens(percent: 10) ? random.below(array.count - start + 1) : min(3, array.count - start)
      let new = (0..<random.below(random.happens(percent: 10) ? 900 : 4)).map { _ in Size(measure: random.below(9)) }
      array.replaceSubrange(start..<start + length, with: new)
      list.replaceSubrange(start..<start + length, with: new)
      #expect(list.count == array.count && list.measure == sum(array[...]), "step \(step)")
      if !array.isEmpty { check(list, array, at: random.below(array.count), "step \(step)") }
    }
    #expect(list[0..<list.count] == array)
  }

  private func check(_ list: MeasuredList<Size>, _ array: [Size], at index: Int, _ step: Comment) {
    let before = sum(array[..<index])
    #expect(list[index] == array[index], step)
    #expect(list.measure(before: index) == before, step)
    #expect(list[index..<min(array.count, index + 700)] == Array(array[index..<min(array.count, index + 700)]), step)
    guard array[index].measure > 0 else { return }
    let found = list.index(at: before + array[index].measure - 1)
    #expect(found.index == index && found.measure == before, step)
  }

  private func sum(_ sizes: ArraySlice<Size>) -> Int { sizes.reduce(0) { $0 + $1.measure } }
}
