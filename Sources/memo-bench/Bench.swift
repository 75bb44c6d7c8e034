/// Runs the jobs on one vault: each command is checked once, then timed in turn with its peer so that noise hits both.
struct Bench {
  let memo: String
  let runs: Int
  let workspace: Workspace
  let runner: ProcessRunner

  init(memo: String, runs: Int, workspace: Workspace) {
    self.memo = memo
    self.runs = runs
    self.workspace = workspace
    runner = ProcessRunner(environment: workspace.environment, errorPath: workspace.errorPath)
  }

  func measure(_ job: Job) throws -> Row {
    if job.preparation != .forgetDerivedState { try makeIndexed() }
    let command = [memo, "--vault", workspace.vault] + job.arguments
    let peer = job.peer.flatMap { peer in Program.find(peer.name).map { [$0] + peer.command.dropFirst() } }
    try checkAndWarmUp(job, command: command, peer: peer)
    var own: [Measurement] = []
    var others: [Measurement] = []
    for number in 0..<runs {
      try prepare(job, run: number + 1)
      own.append(try timed(command, expecting: job.expectation))
      if let peer, let expectation = job.peer?.expectation {
        others.append(try timed(peer, expecting: expectation))
      }
    }
    return Row(job: job, memos: workspace.plan.memos, own: own, peer: others)
  }

  /// Both tools find the same number of memos where they search for the same word.
  private func checkAndWarmUp(_ job: Job, command: [String], peer: [String]?) throws {
    try prepare(job, run: 0)
    let own = try inspected(command, expecting: job.expectation)
    guard let peer, let expectation = job.peer?.expectation else { return }
    let other = try inspected(peer, expecting: expectation)
    if job.arguments[0] == "search", own.output.lines != other.output.lines {
      throw failure(command, "found \(own.output.lines) memos, where \(peer[0]) found \(other.output.lines)")
    }
  }

  private func prepare(_ job: Job, run: Int) throws {
    switch job.preparation {
    case .none: break
    case .editOneMemo: try workspace.applyEdit(run)
    case .forgetDerivedState: try workspace.removeDerivedState()
    }
  }

  /// Makes the cache that a user of this vault has.
  private func makeIndexed() throws {
    guard !FileSystem.exists(workspace.derivedState) else { return }
    for arguments in [["init", workspace.vault], ["--vault", workspace.vault, "index"]] {
      let run = try runner.run([memo] + arguments)
      guard run.exitCode == 0 else { throw failure([memo] + arguments, "exit code \(run.exitCode)") }
    }
  }

  private func inspected(_ command: [String], expecting expectation: Expectation) throws -> Measurement {
    let run = try runner.run(command, inspecting: true)
    if let complaint = try expectation.complaint(about: run) { throw failure(command, complaint) }
    return run
  }

  private func timed(_ command: [String], expecting expectation: Expectation) throws -> Measurement {
    let run = try runner.run(command)
    guard run.exitCode == expectation.exitCode else { throw failure(command, "exit code \(run.exitCode)") }
    return run
  }

  private func failure(_ command: [String], _ reason: String) -> BenchError {
    let line = "\(command.joined(separator: " ")): \(reason)"
    do {
      let errors = try FileSystem.readFile(workspace.errorPath).prefix(2000)
      return .failed("\(line)\n\(String(decoding: errors, as: UTF8.self))")
    } catch {
      return .failed("\(line); its messages cannot be read: \(error)")
    }
  }
}
