/// Messages about watching a vault.
extension Message {
  package static func watching(_ memos: Int, _ root: String) -> Text {
    Text("watching \(memoCount(memos)) in \(root)", ko: "\(root)의 \(memoCount(memos))를 감시합니다")
  }
  package static func missed(_ memos: Int) -> Text {
    Text(
      "\(memoCount(memos)) changed without an event; 'memo watch --poll' does not rely on events",
      ko: "\(memoCount(memos))가 이벤트 없이 바뀌었습니다. 'memo watch --poll'은 이벤트에 의존하지 않습니다")
  }
  package static let watchFolders = Text(
    """
    some changes are noticed only after a few seconds: too many folders to watch; raise fs.inotify.max_user_watches
    """,
    ko: "일부 변경은 몇 초 늦게 감지합니다: 감시할 폴더가 너무 많습니다. fs.inotify.max_user_watches를 늘리십시오")
  package static let watchWatchers = Text(
    """
    changes are noticed only after a few seconds: too many inotify instances; raise fs.inotify.max_user_instances
    """,
    ko: "변경을 몇 초 늦게 감지합니다: inotify 인스턴스가 너무 많습니다. fs.inotify.max_user_instances를 늘리십시오")
  package static func watchRefused(_ reason: Text) -> Text {
    Text("some changes are noticed only after a few seconds: \(reason)", ko: "일부 변경은 몇 초 늦게 감지합니다: \(reason)")
  }

  // MARK: The watcher in the background

  package static func watchedAlready(_ pid: Int) -> Text {
    Text("this vault is already watched by process \(pid)", ko: "프로세스 \(pid)\(.subject) 이미 이 보관함을 감시하고 있습니다")
  }
  package static let watchedHint = Text(
    "'memo watch --status' shows its status, 'memo watch --stop' stops it",
    ko: "'memo watch --status'로 상태를 보고, 'memo watch --stop'으로 끝낼 수 있습니다")
  package static let watcherUntold = Text(
    "cannot start a watcher that could be found again: neither the vault nor your cache folder is writable",
    ko: "다시 찾을 수 있는 감시 프로세스를 시작할 수 없습니다: 보관함에도 사용자 캐시 폴더에도 쓸 수 없습니다")
  package static let watcherUntoldHint = Text(
    "'memo watch' without --start watches for as long as it runs in the terminal",
    ko: "--start 없이 'memo watch'를 실행하면 터미널에서 실행하는 동안 감시합니다")
  package static func watcherStarted(_ pid: Int, _ memos: Int) -> Text {
    Text("process \(pid) is watching \(memoCount(memos))", ko: "프로세스 \(pid)\(.subject) \(memoCount(memos))를 감시하고 있습니다")
  }
  package static func watcherRuns(_ pid: Int, _ since: String, _ memos: Int, _ events: Int) -> Text {
    let changes = Text(events == 1 ? "1 change" : "\(events) changes", ko: "변경 \(events)건")
    return Text(
      "process \(pid) has been watching \(memoCount(memos)) since \(since); \(changes) reported",
      ko: "프로세스 \(pid)\(.subject) \(since)부터 \(memoCount(memos))를 감시하고 있습니다(\(changes) 알림)")
  }
  package static func watcherStarts(_ pid: Int) -> Text {
    Text("process \(pid) is starting to watch", ko: "프로세스 \(pid)\(.subject) 감시를 시작하고 있습니다")
  }
  package static func watcherTrouble(_ text: String) -> Text { Text("last error: \(text)", ko: "마지막 오류: \(text)") }
  package static let noWatcher = Text("no process is watching this vault", ko: "이 보관함을 감시하는 프로세스가 없습니다")
  package static let watcherStopped = Text("the watcher has stopped", ko: "감시 프로세스를 종료했습니다")
  package static let watcherStays = Text("the watcher does not stop", ko: "감시 프로세스가 종료되지 않습니다")
  package static let watcherFailed = Text("the watcher ended before it was ready", ko: "감시 프로세스가 준비되기 전에 종료되었습니다")
}
