#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The watcher: what it uses while nothing happens, and how soon it tells what does.
extension Bench {
  /// How long a change is held back on purpose.
  private static let settling = 0.15
  private static let idleSeconds: UInt32 = 10
  private static let saves = 50
  /// The most seconds that one save in a hundred may take beyond the time to settle.
  private static let slowestTarget = 0.1

  /// Has a watcher follow the vault, or none.
  func setWatcher(_ isWanted: Bool) throws {
    let isThere = try runner.run([memo, "--vault", workspace.vault, "watch", "--status"]).exitCode == 0
    guard isThere != isWanted else { return }
    let command = [memo, "--vault", workspace.vault, "watch", isWanted ? "--start" : "--stop"]
    let run = try runner.run(command)
    guard run.exitCode == 0 else { throw failure(command, "exit code \(run.exitCode)") }
  }

  /// Memory at its highest, and processor time while nothing happens.
  func measureIdle(_ job: Job) throws -> Row {
    let status = try self.status()
    guard let process = status.split(separator: "\"pid\":").last.flatMap({ Int($0.prefix { $0.isNumber }) }) else {
      throw BenchError.failed("no process in the watcher's status: \(status)")
    }
    let before = try ProcessUse(of: process)
    sleep(Self.idleSeconds)
    let after = try ProcessUse(of: process)
    return Row(
      job: job, memos: workspace.plan.memos, seconds: Double(Self.idleSeconds),
      cpuSeconds: after.cpuSeconds - before.cpuSeconds, peakMegabytes: after.peakMegabytes)
  }

  private func waitUntilReady() throws {
    let start = ContinuousClock.now
    while try !status().contains("\"ready\":true") {
      guard ContinuousClock.now - start < .seconds(60) else { throw BenchError.failed("the watcher is not ready") }
    }
  }

  private func status() throws -> String {
    try runner.run([memo, "--vault", workspace.vault, "watch", "--status", "--json"], inspecting: true).output.text
  }

  /// How long after the end of a save its line is there: the median, and what one save in a hundred takes longer than.
  func measureLines(_ job: Job) throws -> [Row] {
    let watch = try runner.start([memo, "--vault", workspace.vault] + job.arguments)
    defer { watch.end() }
    try waitUntilReady()
    var seconds: [Double] = []
    for number in 1...Self.saves {
      // At any moment of the watcher's own rhythm.
      usleep(UInt32(number * 7 % 40) * 1_000)
      try workspace.applyEdit(number)
      let start = ContinuousClock.now
      try watch.readLine()
      seconds.append((ContinuousClock.now - start) / .seconds(1))
    }
    let slowest = seconds.sorted()[(Self.saves * 99 + 99) / 100 - 1]
    let (name, memos) = (job.kind.rawValue, workspace.plan.memos)
    return [
      Row(
        name: name, memos: memos, seconds: seconds.median(of: \.self), settling: Self.settling,
        excessTarget: job.excessTarget),
      Row(
        name: "\(name)-p99", memos: memos, seconds: slowest, settling: Self.settling,
        excessTarget: Self.slowestTarget),
    ]
  }
}
