import MemoCore
import MemoVault

/// Tells how a vault and its remote stand to each other, in sentences or as JSON.
struct SyncStatusWriter {
  let session: Session

  /// Writes it.
  func write(_ status: SyncStatus) throws -> ExitCode {
    if session.isJSON {
      try writeJSON(status)
    } else {
      let lines = lines(of: status).map { $0[session.language] + "\n" }
      try session.writeRecords(Array(lines.joined().utf8))
    }
    return .done
  }

  private func lines(of status: SyncStatus) -> [Text] {
    var lines = [Self.place(status.branch, status.remote)]
    if status.isSideBranch { lines.append(SyncNotes.sideBranch(status.branch)) }
    lines.append(Self.apart(status.ahead, status.behind))
    if status.unsaved > 0 { lines.append(Self.unsaved(status.unsaved)) }
    lines += Self.lines(of: status.log, session)
    if status.conflicts > 0 { lines.append(SyncMessages.conflicts(status.conflicts)) }
    return lines + status.skipped.map(SyncNotes.skipped)
  }

  /// How syncing went last, a sentence a line.
  static func lines(of log: SyncLog, _ session: Session) -> [Text] {
    let dates = DateText(clock: session.surroundings.clock, locale: session.dateLocale)
    var lines = [log.lastSync.map { synced(dates.text($0)) } ?? never]
    if let error = log.lastError { lines.append(trouble(error, log.lastErrorAt.map { age($0, session.now) } ?? "")) }
    return lines
  }

  /// When a watcher is to sync next.
  static func next(_ time: Int64?, _ session: Session) -> Text {
    guard let time else { return notByItself }
    let seconds = max(0, (time - session.now) / 1_000_000_000)
    return nextIn(seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min")
  }

  private static func age(_ time: Int64, _ now: Int64) -> String {
    let minutes = max(0, now - time) / 60_000_000_000
    if minutes < 120 { return "\(minutes) min" }
    return minutes < 2 * 24 * 60 ? "\(minutes / 60) h" : "\(minutes / 60 / 24) d"
  }

  // MARK: JSON

  private func writeJSON(_ status: SyncStatus) throws {
    var writer = JSONWriter()
    writer.beginObject()
    for (key, text) in [("branch", status.branch), ("remote", status.remote)] {
      writer.key(key)
      writer.string(text)
    }
    for (key, count) in [
      ("ahead", status.ahead), ("behind", status.behind), ("unsaved", status.unsaved), ("conflicts", status.conflicts),
    ] {
      writer.key(key)
      writer.number(count)
    }
    writer.write(status.log)
    writer.write(status.skipped)
    writer.endObject()
    writer.newline()
    try session.write(writer.bytes)
  }

  // MARK: Words

  private static func place(_ branch: String, _ remote: String) -> Text { "branch \(branch) of \(remote)" }
  private static func apart(_ ahead: Int, _ behind: Int) -> Text {
    "\(ahead) to send, \(behind) to receive, as of the last contact"
  }
  private static func unsaved(_ count: Int) -> Text {
    "\(count == 1 ? "1 file has" : "\(count) files have") changed here since the last sync"
  }
  private static func synced(_ date: String) -> Text { "last synced \(date)" }
  private static func nextIn(_ span: String) -> Text { "the next sync in \(span), or when edits have settled" }
  private static let notByItself: Text = "the watcher does not sync; 'memo watch --start --sync' does"
  private static let never: Text = "never synced"
  private static func trouble(_ error: String, _ age: String) -> Text { "last trouble, \(age) ago: \(error)" }
}

extension JSONWriter {
  /// Writes how syncing went last, as keys of an object.
  mutating func write(_ log: SyncLog) {
    for (key, time) in [("lastSync", log.lastSync), ("lastErrorAt", log.lastErrorAt), ("nextSync", log.nextTry)] {
      self.key(key)
      if let time { string(Timestamp.rfc3339(time)) } else { null() }
    }
    key("lastError")
    if let error = log.lastError { string(error) } else { null() }
  }

  /// Writes the files that do not travel, as keys of an object: the paths alone, and with the reasons.
  mutating func write(_ skipped: [SkippedFile]) {
    key("skipped")
    strings(skipped.map(\.path.text))
    key("skippedBecause")
    beginArray()
    for file in skipped {
      beginObject()
      path(file.path)
      key("reason")
      string(file.reason.rawValue)
      endObject()
    }
    endArray()
  }
}
