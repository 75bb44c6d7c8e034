import MemoCore
import MemoIndex
import MemoStore
import MemoWords

/// Keeps others informed of this watcher: its status, and a log that holds nothing of any memo.
final class WatcherJournal {
  private let place: (any WatcherPlace)?
  private let clock: any LocalClock
  private let language: Language
  private var status: WatcherStatus

  init(_ place: (any WatcherPlace)?, process: Int32, clock: any LocalClock, language: Language) {
    self.place = place
    self.language = language
    self.clock = clock
    status = WatcherStatus(pid: process, since: clock.now)
    place?.publish(status)
    log("started")
  }

  /// Takes note of news.
  func note(_ news: VaultNews, memos: Int) {
    status.memos = memos
    switch news {
    case .ready:
      status.isReady = true
      log("ready, memos: \(memos)")
    case .changes(let changes): status.events += changes.count
    case .missed(let memos): log("missed, memos: \(memos)")
    case .limited(let limit): trouble("limited", EventWriter.text(of: limit))
    case .problems(let problems):
      log("problems: \(problems.count)")
      status.lastError = problems.last.map { FailureMessages.text(of: $0)[language] }
    case .settings(let error): trouble("settings", FailureMessages.failure(for: error).message)
    }
    place?.publish(status)
  }

  /// Takes note that the watcher ends, and why if something went wrong.
  func end(_ reason: Text? = nil) {
    if let reason { trouble("failed", reason) } else { log("ended") }
  }

  private func trouble(_ kind: String, _ text: Text) {
    log("\(kind): \(OneLine.text(text[language]))")
    status.lastError = text[language]
  }

  private func log(_ text: String) {
    place?.log("\(Timestamp.rfc3339(clock.now)) \(status.pid) \(text)")
  }
}

extension OneLine {
  fileprivate static func text(_ text: String) -> String {
    String(decoding: bytes(text), as: UTF8.self)
  }
}
