/// The split view: how soon it is there, and how soon a key is.
extension Bench {
  /// From the start to the first picture and out again by `q`, beside a list in the same kind of terminal; `nil` where
  /// there is no `script`, which gives a program one.
  func measureBrowse(_ job: Job) throws -> Row? {
    guard let script = Program.find("script"), let peer = job.peer else { return nil }
    let command = [memo, "--vault", workspace.vault] + job.arguments
    let own = inTerminal(command, by: script, keys: "q")
    let other = inTerminal([memo] + peer.command.dropFirst() + ["--no-pager"], by: script, keys: "")
    try checkAndWarmUp(job, command: own, peer: other)
    var runs: (own: [Measurement], others: [Measurement]) = ([], [])
    for _ in 0..<self.runs {
      runs.own.append(try timed(own, expecting: job.expectation))
      runs.others.append(try timed(other, expecting: peer.expectation))
    }
    return Row(job: job, memos: workspace.plan.memos, own: runs.own, peer: runs.others)
  }

  /// A command line that runs a program in a terminal of its own, in which keys are typed.
  private func inTerminal(_ command: [String], by script: String, keys: String) -> [String] {
    let words = command.map { "'\($0)'" }.joined(separator: " ")
    return ["/bin/sh", "-c", "printf '\(keys)' | TERM=xterm '\(script)' -qec \"\(words)\" /dev/null"]
  }

  /// Measured in a process of its own, as a search in the index is.
  func measureKeys(_ job: Job) throws -> Row {
    let command = [try Program.own(), "--vault", workspace.vault, "--keys"]
    _ = try inspected(command, expecting: .atLeastLines(1))
    let run = try inspected(command, expecting: .atLeastLines(1))
    let timings = run.output.text.split(separator: "\n").compactMap(BrowseFrames.Timing.init)
    guard !timings.isEmpty else { throw failure(command, "no timings: \(run.output.text.prefix(200))") }
    return Row(
      keys: job, memos: workspace.plan.memos, timings: timings, peakMegabytes: run.peakMegabytes)
  }
}
