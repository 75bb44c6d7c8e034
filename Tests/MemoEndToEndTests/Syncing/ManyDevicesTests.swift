import Dispatch
import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Devices that sync through one hub at the same moment: each ends with success, and none waits for more than its share.
///
/// With `MEMO_LONG_TESTS` there are fifty, and the time is compared with that of ten.
@Suite(.waitsForPrograms) struct ManyDevicesTests {
  private static let isLong = ProcessInfo.processInfo.environment["MEMO_LONG_TESTS"] != nil

  /// Has devices sync that have each a memo of their own and a line in one that all have. Returns the seconds, and how many
  /// commits the hub has for it.
  private func crowd(_ count: Int) throws -> (seconds: Double, commits: Int) {
    let devices = try Devices.inStep(count, "# A\nend\n")
    let before = try commits(devices)
    for device in 0..<count {
      try devices.write("# A\nline of \(device),\nend\n", to: "a.md", on: device)
      try devices.write("# Own\n", to: "own \(device).md", on: device)
    }
    let line = """
      for d in \(devices.names.joined(separator: " ")); do
        { memo --vault $d sync > $d.out 2>&1; echo "$? $d" > $d.end; } &
      done; wait; cat *.end
      """
    let start = ContinuousClock.now
    let run = try devices.sandbox.run(
      ["/bin/sh", "-c", line].map { Array($0.utf8) }, in: "", limit: .seconds(60 + 20 * count))
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let failed = run.lines.filter { !$0.hasPrefix("0 ") }
    let reports = try devices.sandbox.shell("cat *.out", in: "").text
    #expect(run.lines.count == count && failed.isEmpty, "\(failed): \(reports)")
    let commits = try commits(devices) - before
    for device in devices.names.indices { try devices.mustSync(device) }
    try devices.expectInStep()
    let text = try #require(try devices.text("a.md", on: 0))
    for device in 0..<count { #expect(text.contains("line of \(device),\n"), "\(device)") }
    #expect(try devices.files(0).count == count + 1)
    print("\(count) devices: \(seconds) s, \(commits) commits")
    return (seconds, commits)
  }

  private func commits(_ devices: Devices) throws -> Int {
    let count = try devices.git("rev-list", "--count", "main", in: "hub.git")
    return try #require(Int(count.trimmingCharacters(in: .newlines)))
  }

  @Test func allGetThrough() throws {
    let few = try crowd(Self.isLong ? 10 : 6)
    guard Self.isLong else { return }
    let many = try crowd(50)
    #expect(many.seconds <= 5 * few.seconds * 1.3, "\(many.seconds) s instead of \(few.seconds) s")
  }
}
