import MemoCore
import Testing

/// One run of a command with one fault, and what is wrong afterwards.
struct FaultTrial {
  let machine: FaultMachine
  let fault: Fault
  /// What broke a promise; empty where all were kept.
  private(set) var problems: [String] = []
  /// Whether the fault was met at all.
  let isMet: Bool

  init(_ machine: FaultMachine, _ fault: Fault) throws {
    (self.machine, self.fault) = (machine, fault)
    try machine.reset()
    let run = try machine.run(options: fault.options)
    let log = try machine.traced()
    isMet = log.contains("(INJECTED)") || log.contains("killed by SIGKILL")
    guard isMet else { return }
    judge(run, log)
    try lookAtTheVault(after: run)
    if run.end != .exited(1) { try requireThatItWorksNow() }
    try requireNoStrays()
    if !problems.isEmpty {
      let hit = log.split(separator: "\n").first { $0.contains("(INJECTED)") } ?? ""
      problems.append("\(fault): \(run.end), \(run.errors), \(hit)")
    }
  }

  /// How the run itself may end.
  private mutating func judge(_ run: MemoRun, _ log: String) {
    // The message itself may be what could not be written.
    let isMute = log.split(separator: "\n").contains { $0.contains(" write(2, ") && $0.contains("(INJECTED)") }
    switch run.end {
    case .exited(0): break
    case .exited(7): require(isMute || run.errors.contains("memo: "), "no message")
    case .exited(1): require(machine.command.mayDoLess, "exit code 1")
    case .exited(8): require(machine.command.usesGit, "exit code 8 without a remote")
    // The program is gone, and strace with it.
    case .exited(137): require(fault.effect == .kill, "it was killed")
    case .stuck: require(false, "it hung")
    default: require(false, "ended with \(run.end)")
    }
    // git gives up at an interrupted write, or cuts its answer short; memo says which of its commands did.
    let isGitTold = machine.command.usesGit && (run.errors.contains("'git ") || run.end == .exited(8))
    require(!fault.isInterruption || run.end == .exited(0) || isGitTold, "a signal was noticed")
    require(!run.errors.contains("Fatal error"), "it crashed")
  }

  private mutating func lookAtTheVault(after run: MemoRun) throws {
    let list = try machine.sandbox.memo("--vault", ".", "list", "--json")
    require(list.end == .exited(0) && list.errors.isEmpty, "the next list: \(list.end) \(list.errors)")
    try machine.sandbox.recover()
    let files = try machine.files()
    let unknown = changed(files)
    require(unknown.isEmpty, "neither old nor new: \(unknown)")
    // A sync brings in one memo after the other; everything else makes all of its changes or none.
    let isWhole = files == machine.before || files == machine.after || machine.command.isSync || run.end == .exited(1)
    require(isWhole, "half done: \(files.keys.map(\.text).sorted())")
    require(run.end != .exited(0) || files == machine.after, "exit code 0, but it was not done")
    let check = try machine.sandbox.memo("--vault", ".", "index", "--verify")
    require(check.end == .exited(0), "the cache is not what the files say: \(check.text)\(check.errors)")
  }

  /// As if nothing had been: the same command works now, where it was not done.
  private mutating func requireThatItWorksNow() throws {
    let isDone = try machine.files() == machine.after
    guard !isDone || machine.command.isSync || machine.command.isQuiet else { return }
    // A lock that git itself could not remove is left to people: memo names it.
    if machine.command.usesGit, fault.call.hasPrefix("unlink") { try machine.removeLocksOfGit() }
    let again = try machine.runAgain()
    require(again.end == .exited(0), "it does not work afterwards: \(again.end) \(again.errors)")
    let unlike = try machine.files() != machine.after
    require(!unlike, "it does something else afterwards")
    guard machine.command.isSync else { return }
    let there = try machine.sentTree()
    require(there == machine.treeAfter, "the remote holds something else afterwards: \(there)")
  }

  private mutating func requireNoStrays() throws {
    guard try !machine.strays().isEmpty else { return }
    // A memo of its own, because the command may have deleted all others.
    _ = try machine.sandbox.shell("echo next > next.md; memo --vault . append next.md more; memo --vault . list")
    let strays = try machine.strays()
    require(strays.isEmpty, "left over: \(strays.map(\.text))")
  }

  /// Files that are neither what they were nor what they were to become.
  private func changed(_ files: [VaultPath: [UInt8]]) -> [String] {
    let all = Set(files.keys).union(machine.before.keys).union(machine.after.keys)
    return all.filter { files[$0] != machine.before[$0] && files[$0] != machine.after[$0] }
      .map { "\($0.text): \(files[$0].map { String(decoding: $0, as: UTF8.self) } ?? "gone")" }
  }

  private mutating func require(_ isKept: Bool, _ problem: String) {
    if !isKept { problems.append(problem) }
  }
}
