/// Runs the jobs on one vault: each command is checked once, then timed in turn with its peer so that noise hits both.
struct Bench {
  let memo: String
  let runs: Int
  let workspace: Workspace
  /// The size of all memos as they were generated.
  let textBytes: Int
  let runner: ProcessRunner

  init(memo: String, runs: Int, workspace: Workspace, textBytes: Int) {
    self.memo = memo
    self.runs = runs
    self.workspace = workspace
    self.textBytes = textBytes
    runner = ProcessRunner(environment: workspace.environment, errorPath: workspace.errorPath)
  }

  /// Returns one row, and for a search another one of the index alone.
  func measure(_ job: Job) throws -> [Row] {
    if job.kind.isSync {
      try setWatcher(false)
      return [try measureSync(job)]
    }
    if job.preparation != .forgetDerivedState { try makeIndexed() }
    try setWatcher(job.isWatched)
    if job.kind == .watcherIdle { return [try measureIdle(job)] }
    if job.kind == .watcherLine { return try measureLines(job) }
    if job.kind == .cacheSize { return [try measureCache(job)] }
    if job.kind == .browseKeys { return [try measureKeys(job)] }
    if job.kind == .browse { return try measureBrowse(job).map { [$0] } ?? [] }
    let command = [memo, "--vault", workspace.vault] + job.arguments
    let peer = job.peer.flatMap { peer in program(of: peer).map { [$0] + peer.command.dropFirst() } }
    try checkAndWarmUp(job, command: command, peer: peer)
    let found = try job.search.flatMap { try checkFound(by: $0, beside: peer?[0]) }
    var own: [Measurement] = []
    var others: [Measurement] = []
    for number in 0..<runs {
      try prepare(job, run: number + 1)
      own.append(try timed(command, expecting: job.expectation))
      if job.preparation == .stopWatcher { try setWatcher(false) }
      if let peer, let expectation = job.peer?.expectation {
        others.append(try timed(peer, expecting: expectation))
      }
    }
    if job.preparation == .undo { try undo() }
    let row = Row(job: job, memos: workspace.plan.memos, own: own, peer: others)
    guard let search = job.search else { return [row] }
    return [row, try measureIndex(job, search, found: found, peerSeconds: row.peerSeconds)]
  }

  private func program(of peer: Job.Peer) -> String? {
    peer.name == Job.Peer.memo ? memo : Program.find(peer.name)
  }

  private func measureCache(_ job: Job) throws -> Row {
    _ = try inspected([memo, "--vault", workspace.vault] + job.arguments, expecting: job.expectation)
    let cacheBytes = try FileSystem.size(ofTree: "\(workspace.derivedState)/cache")
    return Row(job: job, memos: workspace.plan.memos, cacheBytes: cacheBytes, textBytes: textBytes)
  }

  func checkAndWarmUp(_ job: Job, command: [String], peer: [String]?) throws {
    try prepare(job, run: 0)
    _ = try inspected(command, expecting: job.expectation)
    if let peer, let expectation = job.peer?.expectation { _ = try inspected(peer, expecting: expectation) }
  }

  private func prepare(_ job: Job, run: Int) throws {
    switch job.preparation {
    case .none: break
    case .editOneMemo: try workspace.applyEdit(run)
    case .forgetDerivedState: try workspace.removeDerivedState()
    case .undo: if run > 0 { try undo() }
    case .stopWatcher: try setWatcher(false)
    }
  }

  /// Takes back the last run, and has the index know it.
  private func undo() throws {
    for arguments in [["undo"], ["index"]] { try runUntimed(["--vault", workspace.vault] + arguments) }
  }

  private func runUntimed(_ arguments: [String]) throws {
    let run = try runner.run([memo] + arguments)
    guard run.exitCode == 0 else { throw failure([memo] + arguments, "exit code \(run.exitCode)") }
  }

  /// Makes the cache that a user of this vault has.
  private func makeIndexed() throws {
    guard !FileSystem.exists(workspace.derivedState) else { return }
    for arguments in [["init", workspace.vault], ["--vault", workspace.vault, "index"]] { try runUntimed(arguments) }
  }

  func inspected(_ command: [String], expecting expectation: Expectation) throws -> Measurement {
    let run = try runner.run(command, inspecting: true)
    if let complaint = try expectation.complaint(about: run) { throw failure(command, complaint) }
    return run
  }

  func timed(_ command: [String], expecting expectation: Expectation) throws -> Measurement {
    let run = try runner.run(command)
    guard run.exitCode == expectation.exitCode else { throw failure(command, "exit code \(run.exitCode)") }
    return run
  }

  func failure(_ command: [String], _ reason: String) -> BenchError {
    let line = "\(command.joined(separator: " ")): \(reason)"
    do {
      let errors = try FileSystem.readFile(workspace.errorPath).prefix(2000)
      return .failed("\(line)\n\(String(decoding: errors, as: UTF8.self))")
    } catch {
      return .failed("\(line); its messages cannot be read: \(error)")
    }
  }
}
