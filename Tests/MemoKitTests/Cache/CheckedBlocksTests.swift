import Dispatch
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct CheckedBlocksTests {
  @Test(arguments: [0, 1, 63, 64, 65, 1000])
  func whatManyThreadsInsertIsThereAndNothingElse(count: Int) {
    let blocks = CheckedBlocks(count: count)
    DispatchQueue.concurrentPerform(iterations: count) { block in
      if block % 3 != 1 { blocks.insert(block) }
    }
    #expect((0..<count).filter(blocks.contains) == (0..<count).filter { $0 % 3 != 1 })
  }

  @Test func aProcessWithALimitLetsBlocksGo() {
    let residence = BlockResidence(limit: 100, count: 200)
    let touched = [0, 1, 1, 0, 2, 3, 0, 1, 199, 199]
    #expect(
      touched.map { residence.isFull(with: $0, of: $0 == 199 ? 500 : 40) }
        == [false, false, false, false, true, false, true, false, true, false])
  }
}
