/// Searches: what they find is compared before they are timed, and each is timed in the index alone, too.
extension Bench {
  /// Returns how many memos both tools find; nil where the machine has no such tool.
  func checkFound(by search: Job.Search, beside peer: String?) throws -> Int? {
    guard let peer else { return nil }
    let command = [memo, "--vault", workspace.vault, "search", search.query, "-l"]
    let own = try runner.run(command, inspecting: true)
    let other = try runner.run([peer] + search.reference, inspecting: true)
    guard own.exitCode == other.exitCode, own.output.lines == other.output.lines else {
      throw failure(command, "found \(own.output.lines) memos, where \(peer) found \(other.output.lines)")
    }
    return own.output.lines
  }

  /// Measured by this program in a process of its own: a child's peak memory starts at its parent's, which must stay small.
  func measureIndex(_ job: Job, _ search: Job.Search, found: Int?, peerSeconds: Double?) throws -> Row {
    let command = [
      try Program.own(), "--vault", workspace.vault, "--query", search.query, "--runs", "\(runs)",
    ]
    let run = try inspected(command, expecting: .lines(runs))
    let timings = run.output.text.split(separator: "\n").compactMap(IndexSearch.Timing.init)
    guard timings.count == runs, timings.allSatisfy({ $0.hits == found ?? $0.hits }) else {
      throw failure(command, "expected \(runs) runs that find \(found ?? 0) memos: \(run.output.text.prefix(200))")
    }
    return Row(
      index: job, search, memos: workspace.plan.memos, timings: timings, peakMegabytes: run.peakMegabytes,
      peerSeconds: peerSeconds)
  }
}
