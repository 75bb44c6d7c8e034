/// What is said of watching a vault.
extension Message {
  package static func watching(_ memos: Int, _ root: String) -> Text {
    Text("watching \(memoCount(memos)) in \(root)", ko: "\(root)의 \(memoCount(memos))를 감시합니다")
  }
  package static func missed(_ memos: Int) -> Text {
    Text(
      "\(memoCount(memos)) changed without an event; 'memo watch --poll' does not rely on events",
      ko: "\(memoCount(memos))가 이벤트 없이 바뀌었습니다. 'memo watch --poll'은 이벤트에 기대지 않습니다")
  }
  package static let watchFolders = Text(
    """
    the system watches no more folders for you, so some changes are noticed after some seconds; \
    raise fs.inotify.max_user_watches
    """,
    ko: """
      시스템이 감시할 수 있는 폴더 수를 넘어 일부 변경은 몇 초 뒤에 알아차립니다. \
      fs.inotify.max_user_watches를 늘리십시오
      """)
  package static let watchWatchers = Text(
    """
    the system has no more watchers for you, so changes are noticed after some seconds; \
    raise fs.inotify.max_user_instances
    """,
    ko: """
      시스템이 허용하는 감시 수를 넘어 변경을 몇 초 뒤에 알아차립니다. \
      fs.inotify.max_user_instances를 늘리십시오
      """)
  package static func watchRefused(_ reason: Text) -> Text {
    Text("some changes are noticed after some seconds: \(reason)", ko: "일부 변경은 몇 초 뒤에 알아차립니다: \(reason)")
  }

  // MARK: The watcher in the background

  package static func watchedAlready(_ pid: Int) -> Text {
    Text("another process, \(pid), watches this vault already", ko: "다른 프로세스(\(pid))가 이미 이 볼트를 감시하고 있습니다")
  }
  package static let watchedHint = Text(
    "'memo watch --status' tells more, 'memo watch --stop' ends it",
    ko: "'memo watch --status'로 자세히 보고, 'memo watch --stop'으로 끝낼 수 있습니다")
  package static let watcherUntold = Text(
    "neither the vault nor a cache of yours can be written, so a watcher could not be found again",
    ko: "볼트에도 사용자 캐시에도 쓸 수 없어, 감시를 시작해도 다시 찾을 수 없습니다")
  package static let watcherUntoldHint = Text(
    "'memo watch' without --start watches as long as it stands on the terminal",
    ko: "--start 없이 'memo watch'를 쓰면 터미널에서 실행하는 동안 감시합니다")
  package static func watcherStarted(_ pid: Int, _ memos: Int) -> Text {
    Text("process \(pid) watches \(memoCount(memos))", ko: "프로세스 \(pid)\(.subject) \(memoCount(memos))를 감시합니다")
  }
  package static func watcherRuns(_ pid: Int, _ since: String, _ memos: Int, _ events: Int) -> Text {
    let changes = Text(events == 1 ? "1 change" : "\(events) changes", ko: "변경 \(events)건")
    return Text(
      "process \(pid) watches \(memoCount(memos)) since \(since) and has told \(changes)",
      ko: "프로세스 \(pid)\(.subject) \(since)부터 \(memoCount(memos))를 감시하며 \(changes)을 알렸습니다")
  }
  package static func watcherStarts(_ pid: Int) -> Text {
    Text("process \(pid) is about to watch", ko: "프로세스 \(pid)\(.subject) 곧 감시를 시작합니다")
  }
  package static func watcherTrouble(_ text: String) -> Text { Text("last trouble: \(text)", ko: "마지막 문제: \(text)") }
  package static let noWatcher = Text("nothing watches this vault", ko: "이 볼트를 감시하는 프로세스가 없습니다")
  package static let watcherStopped = Text("the watcher has ended", ko: "감시를 끝냈습니다")
  package static let watcherStays = Text("the watcher does not end", ko: "감시가 끝나지 않습니다")
  package static let watcherFailed = Text("the watcher ended before it was ready", ko: "감시가 준비되기 전에 끝났습니다")
}
