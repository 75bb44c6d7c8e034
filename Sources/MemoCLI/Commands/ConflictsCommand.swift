import MemoCore
import MemoVault

/// `memo conflicts`
enum ConflictsCommand: Command {
  private static let resolve = Option<RawArgument>.path(
    "resolve", value: "REF", help: "Say that the conflicts in this memo are seen", completion: .memos)

  static let declaration = CommandDeclaration(
    "conflicts", group: .sync, summary: "List the places where devices changed the same lines",
    description: [
      """
      A sync keeps both versions of lines that were changed on two devices, one after the other. Each place is listed \
      until one of the versions is taken out, or until --resolve says that both may stay.
      """
    ],
    options: [resolve, CommonOptions.json],
    examples: [
      CommandExample("memo conflicts", "what needs a look"),
      CommandExample("memo conflicts --resolve plan.md", "both versions stay"),
    ],
    seeAlso: ["sync"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    let syncer = session.syncer(of: vault)
    if let named = session.arguments[resolve] {
      let path = try session.finder(in: vault, isChange: true).find(named.bytes)
      let count = try syncer.resolve(path)
      session.note(SyncMessages.resolved(path.text, count))
      return count == 0 ? .noMatch : .done
    }
    let conflicts = try syncer.conflicts()
    if session.isJSON { return try writeJSON(conflicts, session) }
    if conflicts.isEmpty { session.note(SyncMessages.noConflicts) }
    for conflict in conflicts { try write(conflict, session) }
    return .done
  }

  private static func write(_ conflict: SyncConflict, _ session: Session) throws {
    let place = QuotedPath.bytes(conflict.path) + Array(":\(conflict.line)\n".utf8)
    let device = conflict.device.isEmpty ? SyncMessages.elsewhere : Text(verbatim: conflict.device)
    let sides = [(SyncMessages.here, conflict.ours), (device, conflict.theirs)]
    let lines = sides.flatMap { name, text in
      text.split(separator: UInt8(ascii: "\n")).flatMap {
        Array("  \(name[session.language]): ".utf8) + $0 + [UInt8(ascii: "\n")]
      }
    }
    try session.writeRecords(place + lines)
  }

  private static func writeJSON(_ conflicts: [SyncConflict], _ session: Session) throws -> ExitCode {
    var writer = JSONWriter()
    writer.beginArray()
    for conflict in conflicts {
      writer.beginObject()
      writer.key("path")
      writer.string(conflict.path.text)
      writer.key("line")
      writer.number(conflict.line)
      for (key, text) in [
        ("ours", String(decoding: conflict.ours, as: UTF8.self)),
        ("theirs", String(decoding: conflict.theirs, as: UTF8.self)), ("device", conflict.device),
        ("commit", conflict.commit.text),
      ] {
        writer.key(key)
        writer.string(text)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.newline()
    try session.write(writer.bytes)
    return .done
  }
}
