package import MemoIndex

/// Messages about following a vault.
package enum WatchMessages {
  /// The warning for an event, as one line; `nil` for one that needs none.
  package static func warning(of event: VaultEvent) -> Text? {
    switch event {
    case .ready, .changes: nil
    case .missed(let memos): Message.missed(memos)
    case .limited(let limit): text(of: limit)
    case .problems(let problems): problems.first.map { FailureMessages.text(of: $0) }
    case .settings(let error): FailureMessages.failure(for: error).message
    }
  }

  /// Why some changes will be noticed late.
  package static func text(of limit: WatchLimit) -> Text {
    switch limit {
    case .folders: Message.watchFolders
    case .watchers: Message.watchWatchers
    case .system(let reason): Message.watchRefused(SystemMessages.reason(reason))
    }
  }

  // MARK: The watcher in the background

  package static func watchedAlready(_ pid: Int) -> Text {
    Text("this vault is already watched by process \(pid)", ko: "프로세스 \(pid)\(.subject) 이미 이 보관함을 감시하고 있습니다")
  }
  package static let watchedHint = Text(
    "'memo watch --status' shows its status, 'memo watch --stop' stops it",
    ko: "'memo watch --status'로 상태를 보고, 'memo watch --stop'으로 종료할 수 있습니다")
  package static let noWatcherLockFile = Text(
    "cannot start a watcher in the background: its status can be written neither to the vault nor to your cache folder",
    ko: "백그라운드에서 감시를 시작할 수 없습니다: 보관함에도 사용자 캐시 폴더에도 감시 상태를 쓸 수 없습니다")
  package static let noWatcherLockFileHint = Text(
    "without --start, 'memo watch' runs in the terminal until you stop it",
    ko: "--start 없이 'memo watch'를 실행하면 중단할 때까지 터미널에서 감시합니다")
  package static func watcherStarted(_ pid: Int, _ memos: Int) -> Text {
    Text(
      "process \(pid) is watching \(Message.memoCount(memos))",
      ko: "프로세스 \(pid)\(.subject) \(Message.memoCount(memos))를 감시하고 있습니다")
  }
  package static func watcherRuns(_ pid: Int, _ since: String, _ memos: Int, _ events: Int) -> Text {
    let changes = Text(events == 1 ? "1 change" : "\(events) changes", ko: "변경 \(events)건")
    return Text(
      "process \(pid) has been watching \(Message.memoCount(memos)) since \(since); \(changes) reported",
      ko: "프로세스 \(pid)\(.subject) \(since)부터 \(Message.memoCount(memos))를 감시하고 있습니다(\(changes) 알림)")
  }
  package static func watcherStarts(_ pid: Int) -> Text {
    Text("process \(pid) is starting to watch", ko: "프로세스 \(pid)\(.subject) 감시를 시작하고 있습니다")
  }
  package static func watcherTrouble(_ text: String) -> Text { Text("last error: \(text)", ko: "마지막 오류: \(text)") }
  package static let noWatcher = Text("no process is watching this vault", ko: "이 보관함을 감시하는 프로세스가 없습니다")
  package static let watcherStopped = Text("the watcher has stopped", ko: "감시 프로세스를 종료했습니다")
  package static let watcherStillRuns = Text("the watcher has not stopped", ko: "감시 프로세스가 종료되지 않습니다")
  package static func watcherStillRunsHint(_ pid: Int) -> Text {
    Text("to end it: kill \(String(pid))", ko: "강제로 종료하려면: kill \(String(pid))")
  }
  package static let watcherFailedHint = Text(
    "'memo watch' without --start shows in the terminal what happens",
    ko: "--start 없이 'memo watch'를 실행하면 터미널에서 원인을 볼 수 있습니다")
  package static let watcherFailed = Text("the watcher ended before it was ready", ko: "감시 프로세스가 준비되기 전에 종료되었습니다")
}
