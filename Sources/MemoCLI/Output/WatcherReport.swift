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
