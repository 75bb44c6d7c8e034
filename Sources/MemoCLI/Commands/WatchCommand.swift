import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoWords
import Synchronization

/// `memo watch`
enum WatchCommand: Command {
  private static let poll = Flag(
    "poll",
    help: Text("Check every file every two seconds instead of relying on events", ko: "이벤트에 의존하지 않고 2초마다 모든 파일 확인")
  )
  private static let start = Flag(
    "start", help: Text("Start watching in the background and wait until ready", ko: "백그라운드에서 감시 시작(준비될 때까지 대기)"))
  private static let stop = Flag("stop", help: Text("Stop the watcher of this vault", ko: "이 보관함의 감시 프로세스 종료"))
  private static let status = Flag(
    "status",
    help: Text(
      "Show the watcher's status; exit code 1 if there is none", ko: "감시 상태 표시. 감시 프로세스가 없으면 종료 코드 1"))
  private static let sync = Option<Int>.number(
    "sync", value: "SECONDS", in: 10...86_400,
    help: Text(
      "Sync when edits have settled and at this interval, 10 to 86400 seconds (default 300)",
      ko: "편집이 멈추었을 때, 그리고 이 간격(10~86400초, 기본값 300초)마다 동기화"), bareValue: 300)
  private static let printUnit = Flag(
    "print-unit", help: Text("Print a service definition that watches this vault", ko: "이 보관함을 감시하는 서비스 정의 출력"))

  static let declaration = CommandDeclaration(
    "watch", group: .vault,
    summary: Text("Report changes and keep the cache up to date", ko: "변경을 알리고 캐시를 최신으로 유지"),
    description: [
      Text(
        """
        Each change to a memo is a line: the event (added, modified, removed, renamed), path and title, separated by \
        tabs; after a rename, also the former path. A change is reported once it has settled, so a program that \
        empties a memo before it writes it causes only one.
        """,
        ko: """
          메모가 바뀔 때마다 이벤트(added, modified, removed, renamed), 경로, 제목을 탭으로 구분하여 한 줄로 출력하고, 이름이 바뀌면 예전 경로를 덧붙입니다. 변경은 안정된 \
          뒤에 알리므로, 메모를 비웠다가 다시 쓰는 프로그램의 변경도 한 번만 알립니다.
          """),
      Text(
        """
        Runs until Ctrl-C. There is one watcher per vault; a second one ends with exit code 6. Other commands do not \
        need it and always see the files as they are; with a watcher they need not check each file.
        """,
        ko: """
          Ctrl-C를 누를 때까지 실행합니다. 감시 프로세스는 보관함마다 하나이며, 두 번째는 종료 코드 6으로 끝납니다. 다른 명령은 감시 프로세스가 없어도 항상 파일의 현재 상태를 보며, 있으면 \
          파일을 일일이 확인하지 않아도 됩니다.
          """),
    ],
    options: [CommonOptions.json, poll, sync, start, stop, status, printUnit],
    exclusions: [[start, stop, status, printUnit], [poll, stop, status]],
    examples: [
      CommandExample("memo watch", Text("see what changes", ko: "변경 보기")),
      CommandExample(
        "memo watch --json | jq -r .record.absPath",
        Text("pass changes to another program, one object per line", ko: "변경을 한 줄에 객체 하나씩 다른 프로그램에 넘기기")),
      CommandExample(
        "memo watch --print-unit > ~/.config/systemd/user/memo.service",
        Text("watch from login on", ko: "로그인할 때부터 감시")),
    ],
    seeAlso: ["index"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open()
    let vault = workspace.vault
    if session.arguments[status] { return try WatcherReport(session).write(of: workspace) }
    if session.arguments[stop] { return try end(workspace, session) }
    if session.arguments[printUnit] { return try writeUnit(of: vault.root, session) }
    if let ended = workspace.recover() { session.note(.ended(ended)) }
    workspace.takeDrafts()
    prepare(vault, session)
    return try session.arguments[start] ? startWatcher(workspace, session) : watch(workspace, session)
  }

  private static func watch(_ workspace: Workspace, _ session: Session) throws -> ExitCode {
    let (machine, root) = (session.machine, workspace.vault.root)
    session.cacheTrust.endure()
    let place = try claim(root, session)
    let journal = WatcherJournal(
      place, process: machine.watchers.process, clock: machine.clock, language: session.language)
    let writer = EventWriter(session: session, root: root)
    do {
      let follower = try ChangeFollower(
        root, host: machine.host, watching: machine.watching,
        mode: session.arguments[poll] ? .polling : .automatic, isAnswering: place != nil, now: machine.stopwatch)
      let automatic = try automaticSync(workspace, session)
      while let event = try follower.next() {
        if case .changes(let changes) = event, !changes.isEmpty { automatic?.noteEdit() }
        journal.note(event, memos: follower.index.count)
        try writer.write(event)
      }
      journal.end()
      return .interrupted
    } catch {
      journal.end(FailureMessages.failure(for: error).message)
      throw error
    }
  }

  private static func automaticSync(_ workspace: Workspace, _ session: Session) throws -> AutomaticSync? {
    guard let seconds = session.arguments[sync] else {
      // The watcher before this one may have been about to sync.
      try workspace.syncer().note(nextTry: nil)
      return nil
    }
    let warnings = SyncWarnings(session)
    return try AutomaticSync(
      workspace, every: seconds, report: { warnings.warn(of: $0) })
  }

  private static func claim(_ root: HostPath, _ session: Session) throws -> (any WatcherPlace)? {
    switch session.machine.watchers.claim(root) {
    case .granted(let place): return place
    case .noLockFile: return nil
    case .held(let pid): throw Failure.watched(pid)
    }
  }

  private static func startWatcher(_ workspace: Workspace, _ session: Session) throws -> ExitCode {
    let root = workspace.vault.root
    let watchers = session.machine.watchers
    if let running = watchers.status(of: root) { throw Failure.watched(running.pid) }
    // No one could see or end one that can note nowhere that it is there.
    if case .noLockFile = watchers.claim(root) { throw Failure.noLockFile }
    switch try watchers.start(root, arguments: words(of: root, session)) {
    case .ready(let status):
      return try printResult(WatchMessages.watcherStarted(Int(status.pid), status.memos), of: workspace, session)
    case .ended(.exited(let code), let errors):
      session.console.writeError(errors)
      return ExitCode(rawValue: code) ?? .failure
    case .ended(.signalled, let errors):
      session.console.writeError(errors)
      throw Failure(
        kind: "watcher", message: WatchMessages.watcherFailed, hints: [WatchMessages.watcherFailedHint],
        exitCode: .failure)
    }
  }

  /// The arguments for a watcher in the background with the same options.
  private static func words(of root: HostPath, _ session: Session) -> [[UInt8]] {
    let options = (session.arguments[poll] ? ["--poll"] : []) + (session.arguments[sync].map { ["--sync=\($0)"] } ?? [])
    return [Array("--vault".utf8), root.bytes] + (["watch"] + options).map { Array($0.utf8) }
  }

  private static func end(_ workspace: Workspace, _ session: Session) throws -> ExitCode {
    let watchers = session.machine.watchers
    let hasEnded = watchers.stop(workspace.vault.root)
    if hasEnded == false {
      let hint = watchers.status(of: workspace.vault.root).map { WatchMessages.watcherStillRunsHint(Int($0.pid)) }
      throw Failure(
        kind: "locked", message: WatchMessages.watcherStillRuns, hints: [hint].compactMap(\.self), exitCode: .locked)
    }
    return try printResult(
      hasEnded == nil ? WatchMessages.noWatcher : WatchMessages.watcherStopped, of: workspace, session)
  }

  /// What was done; as JSON, how the watcher is now.
  private static func printResult(_ text: Text, of workspace: Workspace, _ session: Session) throws -> ExitCode {
    if session.isJSON { _ = try WatcherReport(session).write(of: workspace) } else { session.note(text) }
    return .done
  }

  private static func writeUnit(of root: HostPath, _ session: Session) throws -> ExitCode {
    let unit = ServiceUnit(command: [session.machine.watchers.program] + words(of: root, session))
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
      kind: "locked", message: WatchMessages.watchedAlready(Int(pid)), hints: [WatchMessages.watchedHint],
      exitCode: .locked)
  }

  fileprivate static var noLockFile: Failure {
    Failure(
      kind: "read-only", message: WatchMessages.noWatcherLockFile, hints: [WatchMessages.noWatcherLockFileHint],
      exitCode: .failure)
  }
}

/// Warns of what automatic syncs meet; the same failure only once in a row.
private final class SyncWarnings: Sendable {
  private let session: Session
  private let known = Mutex<String?>(nil)

  init(_ session: Session) {
    self.session = session
  }

  func warn(of result: Result<SyncReport, any Error>) {
    var failure: String?
    switch result {
    case .success(let report):
      var received = SyncReport()
      received.issues = report.runnable.map { .runnable($0) }
      for line in SyncNotes(report: received).lines { session.warn(line) }
    case .failure(let error): failure = FailureMessages.failure(for: error).message[session.language]
    }
    let isNew = known.withLock { known in
      defer { known = failure }
      return known != failure
    }
    if let failure, isNew { session.warn(Text(verbatim: failure)) }
  }
}
