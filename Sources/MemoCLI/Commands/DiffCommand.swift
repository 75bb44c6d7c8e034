import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// `memo diff`
enum DiffCommand: Command {
  private static let reference = Positional(
    CommonOptions.reference.name, .one, help: CommonOptions.reference.help, completion: .memos)

  static let declaration = CommandDeclaration(
    "diff", group: .sync,
    summary: Text("Show how a memo changed since a commit or a time", ko: "특정 커밋이나 시점 이후 메모의 변경 보기"),
    description: [
      Text(
        """
        Compares the memo as it is now with the last commit or another one, as a unified diff that 'git apply' and \
        'patch' accept. The exit code is 0 whether or not there is a difference.
        """,
        ko: "현재 메모를 마지막 커밋이나 다른 커밋과 비교하여 'git apply'와 'patch'에 쓸 수 있는 unified diff로 출력합니다. 차이가 있든 없든 종료 코드는 0입니다.")
    ],
    positionals: [reference, PastOptions.revision], options: [CommonOptions.json],
    examples: [
      CommandExample("memo diff plan", Text("changes that are not committed yet", ko: "아직 커밋하지 않은 변경")),
      CommandExample("memo diff plan HEAD~3", Text("since three commits ago", ko: "세 커밋 전부터 지금까지 바뀐 내용")),
      CommandExample(
        Text("memo diff plan yesterday", ko: "memo diff plan 어제"), Text("since the end of yesterday", ko: "어제 이후의 변경")),
    ],
    seeAlso: ["history", "restore"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(for: declaration)
    let vault = workspace.vault
    let past = try session.past(in: workspace, of: declaration)
    let named = try session.arguments[PastOptions.revision].map { try session.revision($0.text) }
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
        session.note(PastMessages.unchanged(session.paths.text(past.path), (named ?? .head).text))
      }
      try session.write([diff])
    }
    return .done
  }

  /// A memo that was not there then is new since.
  private static func version(of past: MemoPast, at revision: Revision) throws -> MemoVersion? {
    do {
      return try past.version(at: revision)
    } catch PastError.notThere {
      return nil
    } catch PastError.unknownRevision where revision == .head {
      // Without any commit there is no HEAD, and all is new.
      return nil
    }
  }

  private static func writeJSON(
    _ diff: MemoDiff, _ path: VaultPath, _ old: MemoVersion?, _ session: Session
  ) throws {
    try session.writeJSON([
      "path": .path(path), "formerPath": .pathText(old.flatMap { $0.path == path ? nil : $0.path }),
      "since": .record(old?.fields), "added": .number(diff.added), "removed": .number(diff.removed),
      "diff": .contents(diff.bytes),
    ])
  }
}
