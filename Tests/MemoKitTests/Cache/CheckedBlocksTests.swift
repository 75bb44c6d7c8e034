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
}
