import MemoCore
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
      let place: Record = folder.map { ["path": .pathText($0.bytes)] } ?? [:]
      try session.writeJSON(place + ["dryRun": .flag(isDryRun)] + report.fields)
    } else if folder == nil {
      session.note(isDryRun ? SyncMessages.wouldSync(report) : SyncMessages.synced(report))
    }
    return .done
  }
}

extension SyncReport {
  fileprivate var fields: Record {
    [
      "sent": .number(sent), "received": .number(received), "merged": .number(merged.count),
      "conflicts": .number(conflicts), "sentDeleted": .number(sentChanges.deleted),
      "sentRenamed": .number(sentChanges.renamed), "receivedDeleted": .number(receivedChanges.deleted),
      "receivedRenamed": .number(receivedChanges.renamed), "pushed": .flag(isPushed), "commit": .text(commit?.text),
      "backup": .text(backup), "mergedPaths": .pathTexts(merged), "copies": .pathTexts(copies),
      "unmerged": .pathTexts(unmerged), "broughtBack": .pathTexts(broughtBack), "revived": .pathTexts(revived),
      "doubtful": .pathTexts(doubtful), "kept": .pathTexts(kept), "trashed": .pathTexts(trashed),
      "deletedHere": .pathTexts(deletedHere), "deletedElsewhere": .pathTexts(deletedElsewhere),
      "doubled": .records(doubled) { ["path": .path($0.path), "names": .pathTexts($0.names)] },
      "displaced": .records(displaced) {
        ["path": .path($0.path), "newPath": .pathText($0.newPath.bytes), "other": .pathText($0.other.bytes)]
      },
      "runnable": .records(runnable) { ["path": .path($0.path), "tool": .text($0.tool)] },
    ] + Record(skipped: skipped)
  }
}
