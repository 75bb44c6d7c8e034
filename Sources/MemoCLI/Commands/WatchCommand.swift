import MemoCore
import MemoVault

/// `memo watch`
enum WatchCommand: Command {
  private static let poll = Flag("poll", help: "Look at every file every two seconds instead of waiting for events")
  private static let start = Flag("start", help: "Watch in the background; returns when it is ready")
  private static let stop = Flag("stop", help: "End the watcher of this vault")
  private static let status = Flag("status", help: "Tell what the watcher does; exit code 1 if there is none")
  private static let sync = Option<Int>.number(
    "sync", value: "SECONDS", in: 10...86_400,
    help: "Sync when edits have settled, and at this interval; every five minutes unless given", bareValue: 300)
  private static let printUnit = Flag("print-unit", help: "Write a service definition that watches this vault")

  static let declaration = CommandDeclaration(
    "watch", group: .vault, summary: "Tell what changes, and keep the cache in step",
    description: [
      """
      Each change to a memo is a line of what happened (added, modified, removed, renamed), path and title, separated by \
      tabs; after a rename the path before follows. A change is told once it has settled, so a program that empties a \
      memo before it writes it changes it once.
      """,
      """
      It runs until Ctrl-C, and only once for a vault; a second one ends with exit code 6. Other commands do not need \
      it, and see the files as they are with it or without; with it they need not look at each of them.
      """,
    ],
    options: [CommonOptions.json, poll, sync, start, stop, status, printUnit],
    exclusions: [[start, stop, status, printUnit], [poll, stop, status]],
    examples: [
      CommandExample("memo watch", "see what changes"),
      CommandExample("memo watch --json | jq -r .record.absPath", "hand on what changes, an object a line"),
      CommandExample("memo watch --print-unit > ~/.config/systemd/user/memo.service", "watch from login on"),
    ],
    seeAlso: ["index"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    if session.arguments[status] { return try WatcherReport(session).write(of: vault.root) }
    if session.arguments[stop] { return try end(vault.root, session) }
    if session.arguments[printUnit] { return try writeUnit(vault.root, session) }
    prepare(vault, session)
    return try session.arguments[start] ? startWatcher(vault.root, session) : watch(vault.root, session)
  }

  private static func watch(_ root: HostPath, _ session: Session) throws -> ExitCode {
    let surroundings = session.surroundings
    let place = try claim(root, session)
    let journal = WatcherJournal(place, clock: surroundings.clock, language: session.language)
    let writer = NewsWriter(session: session, root: root)
    do {
      let follower = try ChangeFollower(
        root, host: surroundings.host, watching: surroundings.watching,
        mode: session.arguments[poll] ? .polling : .automatic, isAnswering: place != nil, now: surroundings.stopwatch)
      let automatic = try session.arguments[sync].map { try AutomaticSync(root, every: $0, session) }
      while let news = try follower.next() {
        if case .changes = news { automatic?.noteEdit() }
        journal.note(news, memos: follower.index.count)
        try writer.write(news)
      }
      journal.end()
      return .interrupted
    } catch {
      journal.end(FailureMessages.failure(for: error).message)
      throw error
    }
  }

  private static func claim(_ root: HostPath, _ session: Session) throws -> (any WatcherPlace)? {
    switch session.surroundings.watchers.claim(root) {
    case .granted(let place): return place
    case .untold: return nil
    case .held(let pid): throw Failure.watched(pid)
    }
  }

  private static func startWatcher(_ root: HostPath, _ session: Session) throws -> ExitCode {
    let watchers = session.surroundings.watchers
    if let running = watchers.status(of: root) { throw Failure.watched(running.pid) }
    let words =
      ["watch"] + (session.arguments[poll] ? ["--poll"] : []) + (session.arguments[sync].map { ["--sync=\($0)"] } ?? [])
    let arguments = [Array("--vault".utf8), root.bytes] + words.map { Array($0.utf8) }
    switch try watchers.start(root, arguments: arguments) {
    case .ready(let status):
      session.note(Message.watcherStarted(Int(status.pid), status.memos))
      return .done
    case .ended(.exited(let code), let errors):
      session.console.writeError(errors)
      return ExitCode(rawValue: code) ?? .failure
    case .ended(.signalled, let errors):
      session.console.writeError(errors)
      throw Failure(kind: "watcher", message: Message.watcherFailed, exitCode: .failure)
    }
  }

  private static func end(_ root: HostPath, _ session: Session) throws -> ExitCode {
    let hasEnded = session.surroundings.watchers.stop(root)
    if hasEnded == false { throw Failure(kind: "locked", message: Message.watcherStays, exitCode: .locked) }
    session.note(hasEnded == nil ? Message.noWatcher : Message.watcherStopped)
    return .done
  }

  private static func writeUnit(_ root: HostPath, _ session: Session) throws -> ExitCode {
    let unit = ServiceUnit(program: session.surroundings.watchers.program, root: root)
    #if os(macOS)
      try session.writeRecords(unit.launchd)
    #else
      try session.writeRecords(unit.systemd)
    #endif
    return .done
  }

  /// The cache goes into the vault where that can be written to, so that all commands share it.
  private static func prepare(_ vault: Vault, _ session: Session) {
    do {
      _ = try VaultSetup.prepare(vault)
    } catch {
      if session.arguments[GlobalOptions.verbose] { session.note(FailureMessages.failure(for: error).message) }
    }
  }
}

extension Failure {
  /// Another process follows the vault.
  fileprivate static func watched(_ pid: Int32) -> Failure {
    Failure(
      kind: "locked", message: Message.watchedAlready(Int(pid)), hints: [Message.watchedHint], exitCode: .locked)
  }
}
