import MemoCore
import MemoVault

/// `memo conflicts`
enum ConflictsCommand: Command {
  private static let resolve = Option<RawArgument>.path(
    "resolve", value: "REF", help: Text("Say that the conflicts in this memo are seen", ko: "이 메모의 충돌을 확인했다고 표시합니다"),
    completion: .memos)

  static let declaration = CommandDeclaration(
    "conflicts", group: .sync,
    summary: Text("List the places where devices changed the same lines", ko: "여러 기기에서 같은 줄을 고친 곳을 나열합니다"),
    description: [
      Text(
        """
        A sync keeps both versions of lines that were changed on two devices, one after the other. Each place is listed \
        until one of the versions is taken out, or until --resolve says that both may stay.
        """,
        ko: """
          같은 줄을 두 기기에서 고치면 동기화는 두 가지를 차례로 모두 남깁니다. 둘 중 하나를 지우거나 --resolve로 둘 다 \
          남긴다고 알릴 때까지 목록에 나옵니다.
          """)
    ],
    options: [resolve, CommonOptions.json],
    examples: [
      CommandExample("memo conflicts", Text("what needs a look", ko: "살펴볼 곳")),
      CommandExample("memo conflicts --resolve plan.md", Text("both versions stay", ko: "둘 다 남기기")),
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
