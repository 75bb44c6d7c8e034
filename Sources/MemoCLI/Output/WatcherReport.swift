import MemoCore
import MemoIndex
import MemoKit
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
  func write(of workspace: Workspace) throws -> ExitCode {
    let status = session.machine.watchers.status(of: workspace.vault.root)
    let log = try workspace.syncer().log()
    if session.isJSON {
      try session.write(json(status, log))
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

  private func json(_ status: WatcherStatus?, _ log: SyncLog) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("running")
    writer.boolean(status != nil)
    writer.key("ready")
    writer.boolean(status?.isReady ?? false)
    writer.key("pid")
    write(status?.pid, to: &writer)
    writer.key("since")
    write(status.map { Timestamp.rfc3339($0.since) }, to: &writer)
    writer.key("memos")
    write(status?.memos, to: &writer)
    writer.key("events")
    write(status?.events, to: &writer)
    writer.key("lastError")
    write(status?.lastError, to: &writer)
    writer.key("sync")
    writer.beginObject()
    writer.write(log, session.language)
    writer.endObject()
    writer.endObject()
    writer.newline()
    return writer.bytes
  }

  private func write(_ number: (some BinaryInteger)?, to writer: inout JSONWriter) {
    if let number { writer.number(number) } else { writer.null() }
  }

  private func write(_ text: String?, to writer: inout JSONWriter) {
    if let text { writer.string(text) } else { writer.null() }
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
    case .limited(let limit): trouble("limited", WatchMessages.text(of: limit))
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
