import MemoCore
import MemoVault

/// `memo restore`
enum RestoreCommand: Command {
  static let declaration = CommandDeclaration(
    "restore", group: .sync,
    summary: Text("Put an earlier version of a memo back, from git", ko: "메모의 예전 버전을 git에서 되살립니다"),
    description: [
      Text(
        """
        The memo gets the bytes that it had then and keeps its name; one that is gone is named by its exact path and made \
        again. It is a change like any other, which 'memo undo' takes back; nothing is committed or changed in git.
        """,
        ko: """
          메모의 내용이 그때의 바이트로 돌아가고 이름은 그대로입니다. 사라진 메모는 정확한 경로로 부르면 다시 만들어집니다. 다른 \
          변경과 같으므로 'memo undo'로 되돌리며, git에는 아무것도 커밋하거나 바꾸지 않습니다.
          """)
    ],
    positionals: [ChangeOptions.reference],
    options: [PastOptions.at, CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo restore plan.md --at HEAD~1", Text("as it was a commit ago", ko: "커밋 하나 전의 모습으로")),
      CommandExample("memo restore plan.md --at yesterday --dry-run", Text("what that would change", ko: "그러면 바뀔 내용")),
    ],
    seeAlso: ["history", "diff", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    guard let named = session.arguments[PastOptions.at] else { throw missingRevision }
    let vault = try session.openVault(for: declaration)
    let past = try session.past(in: vault, of: declaration, isChange: true)
    let version = try past.version(at: session.revision(named))
    let restoring = try MemoRestoring(past.contents(of: version), to: past.path, in: vault)
    try checkEtag(restoring, session)
    if session.arguments[CommonOptions.dryRun] { return try show(restoring, session) }
    let operation = try restoring.carryOut(declaration.name, by: session.history(of: vault), at: session.now)
    if operation == nil {
      session.note(Message.nothingToChange)
    } else if session.console.errorIsTerminal {
      session.note(PastMessages.restored(past.path.text, version.shortRev))
    }
    try session.tellRecord(of: past.path, in: vault)
    return .done
  }

  private static var missingRevision: UsageError {
    UsageError(
      .missingArgument, Text("missing --at REV", ko: "--at REV가 빠졌습니다"),
      hints: [.usage(of: declaration), .seeHelp(declaration)])
  }

  /// A memo that is gone has no etag, so none is the one asked for.
  private static func checkEtag(_ restoring: MemoRestoring, _ session: Session) throws {
    if let memo = restoring.memo { return try session.checkEtag(of: memo) }
    if session.arguments[CommonOptions.ifMatch] != nil {
      throw VaultError.noSuchMemo(reference: restoring.path.text, nearest: [])
    }
  }

  private static func show(_ restoring: MemoRestoring, _ session: Session) throws -> ExitCode {
    let path = restoring.path
    let diff = MemoDiff(
      from: MemoDiff.Side(path: path, bytes: restoring.memo?.bytes),
      to: MemoDiff.Side(path: path, bytes: restoring.contents))
    guard session.isJSON else {
      try session.write([diff])
      return .done
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.path(path)
    writer.key("changed")
    writer.strings(diff.bytes.isEmpty ? [] : [path.text])
    writer.key("diff")
    writer.string(String(decoding: diff.bytes, as: UTF8.self))
    writer.endObject()
    writer.newline()
    try session.write(writer.bytes)
    return .done
  }
}
