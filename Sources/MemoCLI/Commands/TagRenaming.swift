import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo tags rename OLD NEW`
struct TagRenaming {
  let old: String
  let new: String

  func run(_ vault: Vault, _ session: Session) throws -> ExitCode {
    guard let rename = TagRename(from: old, to: new, in: vault) else {
      let wrong = old.isEmpty || old == "#" ? old : new
      throw Failure(kind: "invalid-value", message: Message.badNewTag(wrong), exitCode: .usage)
    }
    let memos = rename.memos(in: try session.refresh(vault, mustBeWhole: true))
    guard !memos.isEmpty else {
      throw Failure(kind: "nothing-to-rename", message: Message.nobodyTagged(old), exitCode: .noMatch)
    }
    if session.arguments[CommonOptions.dryRun] { return try preview(rename, memos, session) }
    let operation = try rename.rename(in: memos, by: session.history(of: vault), at: session.now)
    guard let operation else { throw nothingToRename }
    if session.isJSON { return try UndoCommand.write(operation, session) }
    session.note(Message.renamedTag(old, new, operation.changed.count))
    return .done
  }

  private var nothingToRename: Failure {
    Failure(kind: "nothing-to-rename", message: Message.nothingToRename(new), exitCode: .noMatch)
  }

  // MARK: Dry run

  /// Writes which memos would change, and in how many places.
  private func preview(_ rename: TagRename, _ memos: [VaultPath], _ session: Session) throws -> ExitCode {
    let places = try memos.map { (path: $0, count: try rename.places(in: $0)) }.filter { $0.count > 0 }
    guard !places.isEmpty else { throw nothingToRename }
    if session.isJSON { return try writeJSON(places, session) }
    for (path, count) in places { try session.writeRecords(QuotedPath.bytes(path) + Array("\t\(count)\n".utf8)) }
    return .done
  }

  private func writeJSON(_ places: [(path: VaultPath, count: Int)], _ session: Session) throws -> ExitCode {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("operation")
    writer.string(TagRename.name)
    writer.key("at")
    writer.string(Timestamp.rfc3339(session.now))
    writer.key("changed")
    writer.strings(places.map(\.path.text))
    writer.key("places")
    writer.beginArray()
    for (path, count) in places {
      writer.beginObject()
      writer.path(path)
      writer.key("count")
      writer.number(count)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.newline()
    try session.write(writer.bytes)
    return .done
  }
}
