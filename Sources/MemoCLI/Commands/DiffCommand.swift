import MemoCore
import MemoStore
import MemoSync
import MemoWords

/// `memo diff`
enum DiffCommand: Command {
  private static let reference = Positional(
    CommonOptions.reference.name, .one, help: CommonOptions.reference.help, completion: .memos)

  static let declaration = CommandDeclaration(
    "diff", group: .sync,
    summary: Text("Show what changed in a memo since a commit or a time", ko: "어느 커밋이나 시각 이후로 메모에서 바뀐 것을 보여 줍니다"),
    description: [
      Text(
        """
        Compares the memo as it is with the last commit, or with another: a unified diff, as git writes it, which \
        'git apply' and 'patch' take. The exit code is 0 whether or not there is a difference.
        """,
        ko: """
          지금의 메모를 마지막 커밋이나 다른 커밋과 비교합니다. git처럼 unified diff로 쓰므로 'git apply'와 \
          'patch'에 쓸 수 있습니다. 차이가 있든 없든 종료 코드는 0입니다.
          """)
    ],
    positionals: [reference, PastOptions.revision], options: [CommonOptions.json],
    examples: [
      CommandExample("memo diff plan", Text("what is not committed yet", ko: "아직 커밋하지 않은 것")),
      CommandExample("memo diff plan HEAD~3", Text("since three commits ago", ko: "커밋 세 번 전부터")),
      CommandExample("memo diff plan yesterday", Text("since the end of yesterday", ko: "어제가 끝난 때부터")),
    ],
    seeAlso: ["history", "restore"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(for: declaration)
    let past = try session.past(in: vault, of: declaration)
    let named = session.arguments[PastOptions.revision].map { session.revision($0.text) }
    let old = try version(of: past, at: named ?? .head)
    let isThere = vault.hasMemo(at: past.path)
    guard isThere || old != nil else {
      throw PastError.notThere(past.path, revision: (named ?? .head).text)
    }
    let diff = MemoDiff(
      from: MemoDiff.Side(path: old?.path ?? past.path, bytes: try old.map(past.contents)),
      to: MemoDiff.Side(path: past.path, bytes: isThere ? try vault.contents(of: past.path) : nil))
    if session.isJSON {
      try writeJSON(diff, past.path, old, session)
    } else {
      if diff.bytes.isEmpty, session.console.outputIsTerminal {
        session.note(PastMessages.unchanged(past.path.text, (named ?? .head).text))
      }
      try session.write([diff])
    }
    return .done
  }

  /// A memo that was not there then is new since.
  private static func version(of past: MemoPast, at revision: Revision) throws -> MemoVersion? {
    do throws(PastError) {
      return try past.version(at: revision)
    } catch {
      switch error {
      case .notThere: return nil
      // Without any commit there is no HEAD, and all is new.
      case .unknownRevision where revision == .head: return nil
      default: throw error
      }
    }
  }

  private static func writeJSON(
    _ diff: MemoDiff, _ path: VaultPath, _ old: MemoVersion?, _ session: Session
  ) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.path(path)
    writer.key("formerPath")
    writer.optional(old.flatMap { $0.path == path ? nil : $0.path.text })
    writer.key("since")
    if let old {
      writer.beginObject()
      writer.version(old)
      writer.endObject()
    } else {
      writer.null()
    }
    writer.key("added")
    writer.number(diff.added)
    writer.key("removed")
    writer.number(diff.removed)
    writer.key("diff")
    writer.string(String(decoding: diff.bytes, as: UTF8.self))
    writer.endObject()
    writer.newline()
    try session.write(writer.bytes)
  }
}
