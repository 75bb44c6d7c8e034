import MemoCore
import Synchronization
import Testing

@testable import MemoSync

/// What a sync reports while it runs.
@Suite struct SyncProgressTests {
  /// Keeps what was reported.
  private final class Reports: Sendable {
    private let kept = Mutex<[String]>([])

    var all: [String] { kept.withLock(\.self) }

    func note(_ done: Int, _ total: Int) { kept.withLock { $0.append("\(done) of \(total)") } }
  }

  @Test func aCommitReportsHowManyFilesItHas() throws {
    let (devices, reports) = (try SyncedDevices(), Reports())
    for number in 0..<3 { try devices.write("# \(number)\n", to: "\(number).md", on: 0) }
    var options = SyncOptions()
    options.settling = .zero
    options.commitProgress = reports.note
    #expect(try devices.syncer(0).sync(options).sent == 3)
    print("reported: \(reports.all)")
    #expect(reports.all == ["0 of 3", "1 of 3", "2 of 3"])
    _ = try devices.syncer(0).sync(options)
    #expect(reports.all.count == 3, "nothing is left to commit")
  }
}
