import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// `memo watch`
enum WatchCommand: Command {
  private static let poll = Flag(
    "poll",
    help: Text("Look at every file every two seconds instead of waiting for events", ko: "이벤트를 기다리지 않고 2초마다 모든 파일을 봅니다")
  )
  private static let start = Flag(
    "start", help: Text("Watch in the background; returns when it is ready", ko: "백그라운드에서 감시합니다. 준비가 되면 돌아옵니다"))
  private static let stop = Flag("stop", help: Text("End the watcher of this vault", ko: "이 볼트의 감시를 끝냅니다"))
  private static let status = Flag(
    "status",
    help: Text(
      "Tell what the watcher does; exit code 1 if there is none", ko: "감시 상태를 알려 줍니다. 감시가 없으면 종료 코드는 1입니다"))
  private static let sync = Option<Int>.number(
    "sync", value: "SECONDS", in: 10...86_400,
    help: Text(
      "Sync when edits have settled, and at this interval, 10 to 86400 seconds; every five minutes unless given",
      ko: "편집이 멎었을 때, 그리고 이 간격으로(10~86400초) 동기화합니다. 주지 않으면 5분마다입니다"), bareValue: 300)
  private static let printUnit = Flag(
    "print-unit", help: Text("Write a service definition that watches this vault", ko: "이 볼트를 감시하는 서비스 정의를 씁니다"))

  static let declaration = CommandDeclaration(
    "watch", group: .vault,
    summary: Text("Tell what changes, and keep the cache in step", ko: "무엇이 바뀌는지 알려 주고 캐시를 최신으로 유지합니다"),
    description: [
      Text(
        """
        Each change to a memo is a line of what happened (added, modified, removed, renamed), path and title, separated by \
        tabs; after a rename the path before follows. A change is told once it has settled, so a program that empties a \
        memo before it writes it changes it once.
        """,
        ko: """
          메모가 바뀔 때마다 무슨 일이 있었는지(added, modified, removed, renamed), 경로, 제목을 탭으로 \
          나누어 한 줄로 씁니다. 이름이 바뀌면 예전 경로가 뒤따릅니다. 변경은 가라앉은 뒤에 알리므로, 메모를 비웠다가 다시 쓰는 \
          프로그램의 변경도 한 번으로 칩니다.
          """),
      Text(
        """
        It runs until Ctrl-C, and only once for a vault; a second one ends with exit code 6. Other commands do not need \
        it, and see the files as they are with it or without; with it they need not look at each of them.
        """,
        ko: """
          Ctrl-C를 누를 때까지 돌며 볼트마다 하나만 돕니다. 두 번째는 종료 코드 6으로 끝납니다. 다른 명령은 감시가 있든 없든 \
          파일을 있는 그대로 봅니다. 다만 감시가 있으면 파일을 일일이 볼 필요가 없습니다.
          """),
    ],
    options: [CommonOptions.json, poll, sync, start, stop, status, printUnit],
    exclusions: [[start, stop, status, printUnit], [poll, stop, status]],
    examples: [
      CommandExample("memo watch", Text("see what changes", ko: "바뀌는 것 보기")),
      CommandExample(
        "memo watch --json | jq -r .record.absPath",
        Text("hand on what changes, an object a line", ko: "바뀌는 것을 한 줄에 객체 하나로 넘기기")),
      CommandExample(
        "memo watch --print-unit > ~/.config/systemd/user/memo.service",
        Text("watch from login on", ko: "로그인할 때부터 감시하기")),
    ],
    seeAlso: ["index"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    if session.arguments[status] { return try WatcherReport(session).write(of: vault) }
    if session.arguments[stop] { return try end(vault, session) }
    if session.arguments[printUnit] { return try writeUnit(of: vault.root, session) }
    session.recover(vault)
    prepare(vault, session)
    return try session.arguments[start] ? startWatcher(vault, session) : watch(vault.root, session)
  }

  private static func watch(_ root: HostPath, _ session: Session) throws -> ExitCode {
    let surroundings = session.surroundings
    session.cacheTrust.endure()
    let place = try claim(root, session)
    let journal = WatcherJournal(
      place, process: surroundings.watchers.process, clock: surroundings.clock, language: session.language)
    let writer = NewsWriter(session: session, root: root)
    do {
      let follower = try ChangeFollower(
        root, host: surroundings.host, watching: surroundings.watching,
        mode: session.arguments[poll] ? .polling : .automatic, isAnswering: place != nil, now: surroundings.stopwatch)
      let automatic = try automaticSync(root, session)
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

  private static func automaticSync(_ root: HostPath, _ session: Session) throws -> AutomaticSync? {
    if let seconds = session.arguments[sync] { return try AutomaticSync(root, every: seconds, session) }
    // The watcher before this one may have been about to sync.
    try session.syncer(of: Vault(at: root, host: session.surroundings.host)).note(nextTry: nil)
    return nil
  }

  private static func claim(_ root: HostPath, _ session: Session) throws -> (any WatcherPlace)? {
    switch session.surroundings.watchers.claim(root) {
    case .granted(let place): return place
    case .untold: return nil
    case .held(let pid): throw Failure.watched(pid)
    }
  }

  private static func startWatcher(_ vault: Vault, _ session: Session) throws -> ExitCode {
    let root = vault.root
    let watchers = session.surroundings.watchers
    if let running = watchers.status(of: root) { throw Failure.watched(running.pid) }
    // Nobody could see or end one that can note nowhere that it is there.
    if case .untold = watchers.claim(root) { throw Failure.untold }
    switch try watchers.start(root, arguments: words(of: root, session)) {
    case .ready(let status):
      return try tell(Message.watcherStarted(Int(status.pid), status.memos), of: vault, session)
    case .ended(.exited(let code), let errors):
      session.console.writeError(errors)
      return ExitCode(rawValue: code) ?? .failure
    case .ended(.signalled, let errors):
      session.console.writeError(errors)
      throw Failure(kind: "watcher", message: Message.watcherFailed, exitCode: .failure)
    }
  }

  /// What a watcher of the vault is started with that does as this one was told.
  private static func words(of root: HostPath, _ session: Session) -> [[UInt8]] {
    let options = (session.arguments[poll] ? ["--poll"] : []) + (session.arguments[sync].map { ["--sync=\($0)"] } ?? [])
    return [Array("--vault".utf8), root.bytes] + (["watch"] + options).map { Array($0.utf8) }
  }

  private static func end(_ vault: Vault, _ session: Session) throws -> ExitCode {
    let hasEnded = session.surroundings.watchers.stop(vault.root)
    if hasEnded == false { throw Failure(kind: "locked", message: Message.watcherStays, exitCode: .locked) }
    return try tell(hasEnded == nil ? Message.noWatcher : Message.watcherStopped, of: vault, session)
  }

  /// What was done; as JSON, how the watcher is now.
  private static func tell(_ text: Text, of vault: Vault, _ session: Session) throws -> ExitCode {
    if session.isJSON { _ = try WatcherReport(session).write(of: vault) } else { session.note(text) }
    return .done
  }

  private static func writeUnit(of root: HostPath, _ session: Session) throws -> ExitCode {
    let unit = ServiceUnit(command: [session.surroundings.watchers.program] + words(of: root, session))
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

  fileprivate static var untold: Failure {
    Failure(
      kind: "read-only", message: Message.watcherUntold, hints: [Message.watcherUntoldHint], exitCode: .failure)
  }
}
