#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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

  /// Returns one row, and more for a search, a watcher, a server and the scripts.
  func measure(_ job: Job) throws -> [Row] {
    if job.kind.isSync {
      try setWatcher(false)
      return [try measureSync(job)]
    }
    if job.preparation != .forgetDerivedState { try makeIndexed() }
    try setWatcher(job.isWatched)
    if job.kind == .watcherIdle { return [try measureIdle(job)] }
    if job.kind == .watcherLine { return try measureLines(job) }
    if job.kind.isOfServer { return try measureServer(job.kind) }
    if job.kind == .scripts { return try measureScripts(job) }
    if job.kind == .cacheSize { return [try measureCache(job)] }
    if job.kind == .searchRanking { return [try measureRanking(job)] }
    if job.kind == .browseKeys { return [try measureKeys(job)] }
    if job.kind == .browsePictures {
      try workspace.addPictures()
      defer { workspace.removePictures() }
      return [try measureKeys(job)]
    }
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

  /// A command line that runs a program in a terminal of its own, in which keys are typed. It is of a kind that is asked
  /// nothing, as no answer would come.
  private func inTerminal(_ command: [String], by script: String, keys: String) -> [String] {
    let words = command.map { "'\($0)'" }.joined(separator: " ")
    return ["/bin/sh", "-c", "printf '\(keys)' | TERM=linux '\(script)' -qec \"\(words)\" /dev/null"]
  }

  /// Measured in a process of its own, as a search in the index is.
  func measureKeys(_ job: Job) throws -> Row {
    let pictures = job.kind == .browsePictures ? ["--pictures"] : []
    let command = [try Program.own(), "--vault", workspace.vault, "--keys"] + pictures
    _ = try inspected(command, expecting: .atLeastLines(1))
    let run = try inspected(command, expecting: .atLeastLines(1))
    let timings = run.output.text.split(separator: "\n").compactMap(BrowseFrames.Timing.init)
    guard !timings.isEmpty else { throw failure(command, "no timings: \(run.output.text.prefix(200))") }
    return Row(
      keys: job, memos: workspace.plan.memos, timings: timings, peakMegabytes: run.peakMegabytes)
  }
}

/// Searches: what they find is compared before they are timed, and each is timed in the index alone, too.
extension Bench {
  /// Returns how many memos both tools find; nil where the machine has no such tool.
  func checkFound(by search: Job.Search, beside peer: String?) throws -> Int? {
    guard let peer else { return nil }
    let command = [memo, "--vault", workspace.vault, "search", search.query, "-l", "--exact"]
    let own = try runner.run(command, inspecting: true)
    let other = try runner.run([peer] + search.reference, inspecting: true)
    guard own.exitCode == other.exitCode, own.output.lines == other.output.lines else {
      throw failure(command, "found \(own.output.lines) memos, where \(peer) found \(other.output.lines)")
    }
    return own.output.lines
  }

  /// The first bytes of the cache, the version included; `nil` where there is none.
  private func cacheVersion() -> [UInt8]? {
    try? FileSystem.readFile("\(workspace.vault)/.memo/cache/snapshot", limit: 12)
  }

  /// Measured by this program in a process of its own: a child's peak memory starts at its parent's, which must stay small.
  func measureIndex(_ job: Job, _ search: Job.Search, found: Int?, peerSeconds: Double?) throws -> Row {
    let command = [
      try Program.own(), "--vault", workspace.vault, "--query", search.query, "--runs", "\(runs)",
    ]
    let version = cacheVersion()
    let run = try inspected(command, expecting: .lines(runs))
    // What is measured after it would be without a cache: memo leaves one of a later version alone.
    guard version == nil || version == cacheVersion() else {
      throw failure(command, "replaced the cache of \(memo), which is of another version; use its own memo-bench")
    }
    let timings = run.output.text.split(separator: "\n").compactMap(IndexSearch.Timing.init)
    guard timings.count == runs, timings.allSatisfy({ $0.hits == found ?? $0.hits }) else {
      throw failure(command, "expected \(runs) runs that find \(found ?? 0) memos: \(run.output.text.prefix(200))")
    }
    return Row(
      index: job, search, memos: workspace.plan.memos, timings: timings, peakMegabytes: run.peakMegabytes,
      peerSeconds: peerSeconds)
  }
}

/// Ranking: how far up the memos are that people mean.
extension Bench {
  func measureRanking(_ job: Job) throws -> Row {
    let vault = "\(workspace.folder)/judged"
    try FileSystem.makeFolder(vault)
    for (number, file) in JudgedSet.files.enumerated() {
      let modified = timespec(tv_sec: 1_420_070_400 + number, tv_nsec: 0)
      try FileSystem.writeFile(Array(file.text.utf8), to: "\(vault)/\(file.name)", flags: O_CREAT, modified: modified)
    }
    let runs = try JudgedSet.queries.map { query, name in
      let command = [memo, "--vault", vault] + job.arguments + ["--root-relative", query]
      let run = try runner.run(command, inspecting: true)
      let place = run.output.text.split(separator: "\n").firstIndex { $0.utf8.elementsEqual(name.utf8) }
      return (run: run, place: place.map { $0 + 1 })
    }
    return Row(
      ranking: job, memos: workspace.plan.memos, runs: runs.map(\.run),
      meanReciprocalRank: JudgedSet.meanReciprocalRank(runs.map(\.place)))
  }
}

/// Scripts: how much more processor time a byte of each takes in a first index than one of English.
extension Bench {
  func measureScripts(_ job: Job) throws -> [Row] {
    let folder = "\(workspace.folder)/scripts"
    try FileSystem.makeFolder(folder)
    let vaults = try ScriptVault.Script.allCases.map { script in
      let bytes = try ScriptVault(script, seed: workspace.plan.seed).generate(in: "\(folder)/\(script.rawValue)")
      let command = [memo, "--vault", "\(folder)/\(script.rawValue)"] + job.arguments
      _ = try inspected(command, expecting: job.expectation)
      return (script: script, bytes: bytes, command: command)
    }
    var measured = vaults.map { _ in [Measurement]() }
    for _ in 0..<runs {
      for (place, vault) in vaults.enumerated() {
        measured[place].append(try timed(vault.command, expecting: job.expectation))
      }
    }
    let english = measured[0].median(of: \.cpuSeconds) / Double(vaults[0].bytes)
    return zip(vaults, measured).map { vault, runs in
      Row(script: job, vault.script, runs: runs, englishSeconds: english * Double(vault.bytes))
    }
  }
}

/// The watcher: what it uses while nothing happens, and how soon it reports what does.
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

/// Why the program stops, with the exit code that says so.
enum BenchError: Error {
  case usage(String)
  case failed(String)
  case interrupted

  /// The error of the system call that just failed.
  static func system(_ operation: String, _ path: String) -> BenchError {
    .failed("\(operation) \(path): \(FileSystem.lastError)")
  }

  var message: String {
    switch self {
    case .usage(let text): "\(text) (see --help)"
    case .failed(let text): text
    case .interrupted: "interrupted"
    }
  }

  var exitCode: Int32 {
    switch self {
    case .usage: 2
    case .failed: 1
    case .interrupted: 130
    }
  }
}
