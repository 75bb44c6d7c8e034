import MemoCore
import MemoVault

/// Tells what a sync did, in a sentence or as JSON.
struct SyncWriter {
  let session: Session

  init(_ session: Session) {
    self.session = session
  }

  /// Tells what a sync did, or would do.
  func write(_ report: SyncReport, isDryRun: Bool, isQuiet: Bool = false) throws -> ExitCode {
    for path in report.skipped where !session.isQuiet { session.note(SyncMessages.skipped(path.text)) }
    for path in report.revived { session.note(SyncMessages.revived(path.text)) }
    for path in report.copies { session.note(SyncMessages.copied(path.text)) }
    if report.rescued > 0 { session.warn(SyncMessages.rescued(report.rescued)) }
    if report.isIndexLocked { session.warn(SyncMessages.indexLocked) }
    if session.isJSON {
      try writeJSON(report)
    } else if !isQuiet {
      session.note(isDryRun ? SyncMessages.wouldSync(report) : SyncMessages.synced(report))
    }
    return .done
  }

  private func writeJSON(_ report: SyncReport) throws {
    var writer = JSONWriter()
    writer.beginObject()
    for (key, count) in [
      ("sent", report.sent), ("received", report.received), ("merged", report.merged), ("conflicts", report.conflicts),
    ] {
      writer.key(key)
      writer.number(count)
    }
    writer.key("pushed")
    writer.boolean(report.isPushed)
    writer.key("commit")
    if let commit = report.commit { writer.string(commit.text) } else { writer.null() }
    writer.key("copies")
    writer.strings(report.copies.map(\.text))
    writer.key("skipped")
    writer.strings(report.skipped.map(\.text))
    writer.endObject()
    writer.newline()
    try session.write(writer.bytes)
  }

  /// Tells how the vault and its remote stand to each other.
  func write(_ status: SyncStatus) throws -> ExitCode {
    if session.isJSON {
      try writeJSON(status)
      return .done
    }
    let dates = DateText(clock: session.surroundings.clock, locale: session.dateLocale)
    let lines = SyncMessages.lines(of: status, date: dates.text, now: session.now)
    try session.writeRecords(Array(lines.map { $0[session.language] + "\n" }.joined().utf8))
    return .done
  }

  private func writeJSON(_ status: SyncStatus) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("ahead")
    writer.number(status.ahead)
    writer.key("behind")
    writer.number(status.behind)
    writer.key("lastSync")
    if let time = status.lastSync { writer.string(Timestamp.rfc3339(time)) } else { writer.null() }
    writer.key("lastError")
    if let error = status.lastError { writer.string(error) } else { writer.null() }
    writer.key("lastErrorAt")
    if let time = status.lastErrorAt { writer.string(Timestamp.rfc3339(time)) } else { writer.null() }
    writer.key("skipped")
    writer.strings(status.skipped)
    writer.endObject()
    writer.newline()
    try session.write(writer.bytes)
  }
}
