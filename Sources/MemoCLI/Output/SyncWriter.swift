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
      try writeJSON(report, isDryRun, folder)
    } else if folder == nil {
      session.note(isDryRun ? SyncMessages.wouldSync(report) : SyncMessages.synced(report))
    }
    return .done
  }

  private func writeJSON(_ report: SyncReport, _ isDryRun: Bool, _ folder: HostPath?) throws {
    var writer = JSONWriter()
    writer.beginObject()
    if let folder {
      writer.key("path")
      writer.string(folder.text)
    }
    writer.key("dryRun")
    writer.boolean(isDryRun)
    write(report, to: &writer)
    writer.key("pushed")
    writer.boolean(report.isPushed)
    writer.key("commit")
    if let commit = report.commit { writer.string(commit.text) } else { writer.null() }
    writer.key("backup")
    if let backup = report.backup { writer.string(backup) } else { writer.null() }
    for (key, paths) in [
      ("mergedPaths", report.merged), ("copies", report.copies), ("unmerged", report.unmerged),
      ("broughtBack", report.broughtBack), ("revived", report.revived), ("doubtful", report.doubtful),
      ("kept", report.kept), ("trashed", report.trashed),
      ("deletedHere", report.deletedHere), ("deletedElsewhere", report.deletedElsewhere),
    ] {
      writer.key(key)
      writer.strings(paths.map(\.text))
    }
    writer.key("doubled")
    writer.beginArray()
    for memo in report.doubled {
      writer.beginObject()
      writer.path(memo.path)
      writer.key("names")
      writer.strings(memo.names.map(\.text))
      writer.endObject()
    }
    writer.endArray()
    write(report.displaced, to: &writer)
    write(report.runnable, to: &writer)
    writer.write(report.skipped)
    writer.endObject()
    writer.newline()
    try session.write(writer.bytes)
  }

  private func write(_ displaced: [DisplacedFile], to writer: inout JSONWriter) {
    writer.key("displaced")
    writer.beginArray()
    for file in displaced {
      writer.beginObject()
      writer.path(file.path)
      for (key, path) in [("newPath", file.newPath), ("other", file.other)] {
        writer.key(key)
        writer.string(path.text)
      }
      writer.endObject()
    }
    writer.endArray()
  }

  private func write(_ runnable: [RunnableFile], to writer: inout JSONWriter) {
    writer.key("runnable")
    writer.beginArray()
    for file in runnable {
      writer.beginObject()
      writer.path(file.path)
      writer.key("tool")
      if let tool = file.tool { writer.string(tool) } else { writer.null() }
      writer.endObject()
    }
    writer.endArray()
  }

  private func write(_ report: SyncReport, to writer: inout JSONWriter) {
    for (key, count) in [
      ("sent", report.sent), ("received", report.received), ("merged", report.merged.count),
      ("conflicts", report.conflicts), ("sentDeleted", report.sentChanges.deleted),
      ("sentRenamed", report.sentChanges.renamed), ("receivedDeleted", report.receivedChanges.deleted),
      ("receivedRenamed", report.receivedChanges.renamed),
    ] {
      writer.key(key)
      writer.number(count)
    }
  }
}
