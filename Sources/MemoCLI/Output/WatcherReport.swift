import MemoCore
import MemoIndex
import MemoStore
import MemoSync
import MemoWords

/// Reports what the watcher of a vault does.
struct WatcherReport {
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

  /// Writes the report; ends with 1 where there is no watcher.
  func write(of vault: Vault) throws -> ExitCode {
    let status = session.environment.watchers.status(of: vault.root)
    let log = try session.syncer(of: vault).log()
    if session.isJSON {
      try session.writeJSON(fields(of: status, log))
    } else {
      try session.writeLine(text(status))
      for line in syncing(status, log) { try session.writeLine(TerminalText.visible(line[session.language])) }
    }
    return status == nil ? .noMatch : .done
  }

  private func text(_ status: WatcherStatus?) -> String {
    guard let status else { return Message.noWatcher[session.language] }
    guard status.isReady else { return Message.watcherStarts(Int(status.pid))[session.language] }
    let since = Timestamp.rfc3339(status.since)
    let line = Message.watcherRuns(Int(status.pid), since, status.memos, status.events)[session.language]
    return ([line] + [status.lastError].compactMap(\.self).map { Message.watcherTrouble($0)[session.language] })
      .map { TerminalText.visible($0) }.joined(separator: "\n")
  }

  /// How syncing goes, where the vault was ever synced.
  private func syncing(_ status: WatcherStatus?, _ log: SyncLog) -> [Text] {
    guard log.lastSync != nil || log.lastError != nil else { return [] }
    return SyncStatusWriter.lines(of: log, session)
      + (status == nil ? [] : [SyncStatusWriter.next(log.nextTry, session)])
  }

  private func fields(of status: WatcherStatus?, _ log: SyncLog) -> Record {
    [
      "running": .flag(status != nil), "ready": .flag(status?.isReady ?? false),
      "pid": .number(status.map { Int($0.pid) }), "since": .date(status?.since), "memos": .number(status?.memos),
      "events": .number(status?.events), "lastError": .text(status?.lastError),
      "sync": .record(Record(log, session.language)),
    ]
  }
}

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
