import MemoCore
import MemoKit
import MemoSync
import MemoWords

/// Reports what a sync did, in a sentence or as JSON.
struct SyncWriter {
  let session: Session

  init(_ session: Session) {
    self.session = session
  }

  /// Reports what a sync did, or would do.
  ///
  /// - Parameter folder: the vault that a clone has made.
  func write(_ report: SyncReport, isDryRun: Bool, folder: HostPath? = nil) throws -> ExitCode {
    for line in SyncNotes(report: report, isPreview: isDryRun).lines { session.note(line) }
    if report.rescued > 0 { session.warn(SyncMessages.rescued(report.rescued)) }
    if report.isIndexRebuilt { session.warn(SyncMessages.indexRebuilt) }
    if report.isIndexLocked { session.warn(SyncMessages.indexLocked) }
    if session.isJSON {
      let place: Record = folder.map { ["path": .hostPath($0.bytes)] } ?? [:]
      let changes: Record = isDryRun ? ["changes": .records(report.previewedChanges) { $0.fields }] : [:]
      try session.writeJSON(place + ["dryRun": .flag(isDryRun)] + report.fields + changes)
    } else if folder == nil {
      for change in report.previewedChanges { try session.writeRecords(line(of: change)) }
      session.note(isDryRun ? SyncMessages.wouldSync(report) : SyncMessages.synced(report))
    }
    return .done
  }

  /// `send`, `renamed`, the path, and the path that it had.
  private func line(of change: PreviewedChange) -> [UInt8] {
    let (direction, kind) = (Record.Value.text(change.direction.rawValue), Record.Value.text(change.kind.rawValue))
    guard let oldPath = change.oldPath else { return session.line(direction, kind, .path(change.path)) }
    return session.line(direction, kind, .path(change.path), .path(oldPath))
  }
}

extension PreviewedChange {
  fileprivate var fields: Record {
    [
      "direction": .text(direction.rawValue), "kind": .text(kind.rawValue), "path": .path(path),
      "oldPath": .pathText(oldPath),
    ]
  }
}

extension SyncReport {
  fileprivate var fields: Record {
    [
      "sent": .number(sent), "received": .number(received), "merged": .number(merged.count),
      "conflicts": .number(conflicts), "sentDeleted": .number(sentChanges.deleted),
      "sentRenamed": .number(sentChanges.renamed), "receivedDeleted": .number(receivedChanges.deleted),
      "receivedRenamed": .number(receivedChanges.renamed), "pushed": .flag(isPushed), "commit": .text(commit?.text),
      "backup": .text(backup), "mergedPaths": .pathTexts(merged), "relinked": .pathTexts(relinked),
      "copies": .pathTexts(copies), "unmerged": .pathTexts(unmerged), "broughtBack": .pathTexts(broughtBack),
      "revived": .pathTexts(revived),
      "doubtful": .pathTexts(doubtful), "kept": .pathTexts(kept), "trashed": .pathTexts(trashed),
      "deletedHere": .pathTexts(deletedHere), "deletedElsewhere": .pathTexts(deletedElsewhere),
      "doubled": .records(doubled) { ["path": .path($0.path), "names": .pathTexts($0.names)] },
      "displaced": .records(displaced) {
        ["path": .path($0.path), "newPath": .pathText($0.newPath), "other": .pathText($0.other)]
      },
      "formerNames": .records(savedUnderFormerNames) { ["path": .path($0.path), "newPath": .pathText($0.newPath)] },
      "strayed": .records(strayed) { ["path": .path($0.path), "folder": .pathText($0.folder)] },
      "lostLines": .number(lostLines),
      "markers": .records(marked) { ["path": .path($0.path), "line": .number($0.line)] },
      "runnable": .records(runnable) { ["path": .path($0.path), "tool": .text($0.tool)] },
    ] + Record(skipped: skipped)
  }
}

/// Reports how a vault and its remote differ, in sentences or as JSON.
struct SyncStatusWriter {
  let session: Session

  /// Writes it.
  func write(_ status: SyncStatus) throws -> ExitCode {
    if session.isJSON {
      try session.writeJSON(fields(of: status))
    } else {
      let lines = lines(of: status).map { $0[session.language] + "\n" }
      try session.writeRecords(Array(lines.joined().utf8))
    }
    return .done
  }

  private func lines(of status: SyncStatus) -> [Text] {
    var lines = [Self.place(status.branch, status.remote)]
    if let branch = status.sideBranch { lines.append(SyncNotes.sideBranch(branch)) }
    lines.append(Self.apart(status.ahead, status.behind))
    if status.unsaved > 0 { lines.append(Self.unsaved(status.unsaved)) }
    lines += Self.lines(of: status.log, session)
    if status.conflicts > 0 { lines.append(SyncMessages.conflicts(status.conflicts)) }
    return lines + status.skipped.map(SyncMessages.skipped)
  }

  /// How syncing went last, a sentence a line.
  static func lines(of log: SyncLog, _ session: Session) -> [Text] {
    let dates = DateText(clock: session.machine.clock, locale: session.dateLocale)
    var lines = [log.lastSync.map { synced(dates.text($0)) } ?? never]
    if let error = log.lastError {
      lines.append(
        trouble(SyncMessages.text(of: error), age(log.lastErrorAt ?? session.machine.now, session.machine.now)))
    }
    return lines
  }

  /// When a watcher is to sync next.
  static func next(_ time: Int64?, _ session: Session) -> Text {
    guard let time else { return watcherDoesNotSync }
    return nextIn(span(Int(max(0, time.subtractingClamped(session.machine.now) / 1_000_000_000))))
  }

  /// A span of time in the unit that suits it.
  private static func span(_ seconds: Int) -> Text {
    let (minutes, hours) = (seconds / 60, seconds / 3600)
    if seconds < 60 { return Text("\(seconds) s", ko: "\(seconds)초") }
    if minutes < 120 { return Text("\(minutes) min", ko: "\(minutes)분") }
    return hours < 48 ? Text("\(hours) h", ko: "\(hours)시간") : Text("\(hours / 24) d", ko: "\(hours / 24)일")
  }

  private static func age(_ time: Int64, _ now: Int64) -> Text {
    let seconds = Int(now.subtractingClamped(time) / 1_000_000_000)
    guard seconds >= 60 else { return Text("just now", ko: "방금") }
    let span = span(seconds)
    return Text("\(span) ago", ko: "\(span) 전")
  }

  // MARK: JSON

  private func fields(of status: SyncStatus) -> Record {
    [
      "branch": .text(status.branch), "remote": .text(status.remote), "ahead": .number(status.ahead),
      "behind": .number(status.behind), "unsaved": .number(status.unsaved), "conflicts": .number(status.conflicts),
    ] + Record(status.log, session.language) + Record(skipped: status.skipped)
  }

  // MARK: Words

  private static func place(_ branch: String, _ remote: String) -> Text {
    Text("branch \(branch) of \(remote)", ko: "\(remote)의 \(branch) 브랜치")
  }
  private static func apart(_ ahead: Int, _ behind: Int) -> Text {
    Text(
      "\(ahead) to send, \(behind) to receive, as of the last contact",
      ko: "보낼 커밋 \(ahead)개, 받을 커밋 \(behind)개(마지막 연결 기준)")
  }
  private static func unsaved(_ count: Int) -> Text {
    let files = count == 1 ? "1 file has" : "\(count) files have"
    return Text(
      "\(files) changed here since the last sync",
      ko: "마지막 동기화 이후 여기서 변경된 파일 \(count)개")
  }
  private static func synced(_ date: String) -> Text { Text("last synced \(date)", ko: "마지막 동기화: \(date)") }
  private static let never = Text("never synced", ko: "아직 동기화한 적이 없습니다")
  private static func trouble(_ error: Text, _ age: Text) -> Text {
    Text("last error, \(age): \(error)", ko: "마지막 오류(\(age)): \(error)")
  }
  private static func nextIn(_ span: Text) -> Text {
    Text("next sync in \(span), or when edits have settled", ko: "다음 동기화: \(span) 뒤, 또는 편집이 멈춘 뒤")
  }
  private static let watcherDoesNotSync = Text(
    "the watcher does not sync; 'memo watch --start --sync' does",
    ko: "감시 프로세스가 동기화하지 않습니다. 동기화하려면: memo watch --start --sync")
}

extension Record {
  /// How syncing went last.
  init(_ log: SyncLog, _ language: Language) {
    self = [
      "lastSync": .date(log.lastSync), "lastErrorAt": .date(log.lastErrorAt), "nextSync": .date(log.nextTry),
      "lastError": .text(log.lastError.map { SyncMessages.text(of: $0)[language] }),
    ]
  }

  /// The files that are not synced: the paths alone, and with the reasons.
  init(skipped: [SkippedFile]) {
    self = [
      "skipped": .pathTexts(skipped.map(\.path)),
      "skippedBecause": .records(skipped) { ["path": .path($0.path), "reason": .text($0.reason.rawValue)] },
    ]
  }
}

/// Writes the places that need a look after a sync.
struct ConflictWriter {
  let session: Session

  private static let inForce = Text("current version", ko: "현재 버전")
  private static let doubled = Text("also kept", ko: "이름이 다른 사본")

  /// Writes them all.
  func write(_ conflicts: [SyncConflict]) throws {
    try session.isJSON ? session.writeJSON(conflicts.lazy.map(\.fields)) : conflicts.forEach(writeText)
  }

  /// Writes one for people.
  func writeText(_ conflict: SyncConflict) throws {
    let place = path(conflict.path) + Array(":\(conflict.line)\n".utf8)
    let explanation = SyncMessages.explanation(of: conflict).map { Array("  \($0[session.language])\n".utf8) } ?? []
    let versions =
      if conflict.kind == .doubled {
        side(path(VaultPath(bytes: conflict.theirs)), Self.doubled[session.language])
      } else if conflict.otherPath != nil {
        sides(conflict) { path(VaultPath(bytes: $0)) }
      } else {
        sides(conflict) { $0 }
      }
    try session.writeRecords(place + explanation + versions)
  }

  private func path(_ path: VaultPath) -> [UInt8] { QuotedPath.bytes(session.paths.bytes(path)) }

  /// Both versions, each part with the names of its devices.
  private func sides(_ conflict: SyncConflict, _ shown: ([UInt8]) -> [UInt8]) -> [UInt8] {
    ConflictVersion.allCases.flatMap { version in
      conflict.parts(of: version).flatMap { part in
        side(shown(part.text), name(part.devices, in: conflict, isInForce: version == conflict.inForce))
      }
    }
  }

  private func side(_ text: [UInt8], _ name: String) -> [UInt8] {
    text.split(separator: UInt8(ascii: "\n")).flatMap { Array("  \(name): ".utf8) + $0 + [UInt8(ascii: "\n")] }
  }

  /// What devices are called; with their numbers, where others may be meant.
  private func name(_ devices: [SyncDevice?], in conflict: SyncConflict, isInForce: Bool) -> String {
    let own = session.machine.git.device
    let name = SettlingMessages.names(of: devices, in: conflict, own: own)[session.language]
    return isInForce ? "\(name), \(Self.inForce[session.language])" : name
  }
}

extension SyncConflict {
  fileprivate var fields: Record {
    let devices = devices(of: .theirs).compactMap(\.self)
    return [
      "path": .path(path), "line": .number(line), "kind": .text(kind.rawValue), "ours": .contents(ours),
      "theirs": .contents(theirs), "device": .text(devices.map(\.name).joined(separator: ", ")),
      "deviceId": .text(devices.map(\.id).joined(separator: ", ")),
      "other": .pathText(otherPath), "formerPath": .pathText(formerPath),
      "isOurs": .flag(ourDevice == nil), "commit": .text(commit?.text),
    ]
  }
}
