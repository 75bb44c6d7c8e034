import Dispatch
import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

/// Several refreshers with one cache, each with its own store and so its own lock, as several processes have.
@Suite struct ConcurrentRefreshTests {
  @Test(arguments: [1, 2] as [UInt64])
  func refreshersAtTheSameTimeAllAnswerRight(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"ignore": ["\#(RandomEdits.ignoredFolder)/"]}"#, to: ".memo/config.json")
    var edits = RandomEdits(in: folder, seed: seed)
    for round in 0..<60 {
      let log = try (0..<4).map { _ in try edits.next() }
      let right = IndexAnswer(try folder.openVault().readAll())
      for answer in try atOnce(3, { IndexAnswer(try folder.openVault().refresh()) }) {
        #expect(answer == right, "seed \(seed), round \(round) \(log): \(answer.difference(from: right))")
      }
    }
  }

  // What is edited while it is read may be seen or not; what finished before must be.
  @Test func refreshersDuringEditsSeeWhatWasThereBefore() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let edits = 300
    let behind = try atOnce(3) { worker in
      var behind: [String] = []
      for edit in 1...edits {
        if worker == 0 { try folder.write("\(edit)", to: "memo.md") }
        let before = try folder.bytes(of: VaultPath("memo.md")).map { String(decoding: $0, as: UTF8.self) }
        let index = try folder.openVault().refresh()
        let seen = index.memos.first { _ in true }.map(index.title)
        // The writer truncates before it writes, so that a reader may meet an empty file.
        if (Int(seen ?? "") ?? edits) < (Int(before ?? "") ?? 0) {
          behind.append("\(seen ?? "") after \(before ?? "")")
        }
      }
      return behind
    }
    #expect(behind.flatMap(\.self).isEmpty)
    let index = try folder.openVault().refresh()
    #expect(index.memos.map(index.title) == ["\(edits)"])
  }

  private func atOnce<Result: Sendable>(_ workers: Int, _ body: @Sendable () throws -> Result) throws -> [Result] {
    try atOnce(workers) { _ in try body() }
  }

  private func atOnce<Result: Sendable>(
    _ workers: Int, _ body: @Sendable (Int) throws -> Result
  ) throws -> [Result] {
    let results = Mutex<[Swift.Result<Result, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      let result = Swift.Result { try body(worker) }
      results.withLock { $0.append(result) }
    }
    return try results.withLock(\.self).map { try $0.get() }
  }
}
