import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo delete`
enum DeleteCommand: Command {
  static let declaration = CommandDeclaration(
    "delete", aliases: ["rm"], namesElsewhere: ["remove", "del", "삭제", "지우기"],
    equivalents: ["--force": "memo delete --yes REF", "-f": "memo delete --yes REF"], group: .write, isCommon: true,
    summary: Text("Move memos to the trash", ko: "메모를 휴지통으로 옮기기"),
    description: [
      Text(
        """
        Asks on a terminal; elsewhere it needs --yes. The memos stay in the vault's trash, with their bytes and \
        times, until 'memo trash empty'.
        """,
        ko: "터미널에서는 먼저 물어보고, 그 밖에서는 --yes가 필요합니다. 메모는 'memo trash empty'를 실행할 때까지 내용과 시각 그대로 보관함의 휴지통에 남습니다."),
      Text(
        """
        A link to a deleted memo never resolves to another memo of the same name: such links are rewritten to the \
        memo's path, which 'memo check' reports as broken until the memo is back.
        """,
        ko: """
          삭제한 메모로 가던 링크가 이름이 같은 다른 메모로 연결되지 않도록, 그런 링크는 삭제한 메모의 경로로 고쳐 씁니다. 메모를 되돌릴 때까지 'memo check'가 깨진 링크로 \
          표시합니다.
          """),
    ],
    positionals: [CommonOptions.changedReference],
    options: [ChangeOptions.yes, CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo delete 3", Text("the third memo of 'memo list'", ko: "'memo list'의 세 번째 메모")),
      CommandExample("memo delete --yes old.md drafts/idea.md", Text("in a script", ko: "스크립트에서")),
    ],
    seeAlso: ["trash", "undo"])

  /// The title is near the start of a memo.
  private static let headLimit = 1 << 20

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(for: declaration, isChange: true)
    let vault = workspace.vault
    let paths = try session.references(in: workspace, of: declaration, isChange: true)
    // Named twice, a memo is deleted once.
    let named = Set(paths).sorted()
    guard !named.isEmpty else { return .done }
    var deletion = try deletion(of: named, in: workspace, session)
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let straying = LinkMessages.straying(deletion.lostLinks, isDryRun: isDryRun, path: session.paths.text)
    for text in straying { session.warn(text) }
    for path in deletion.oversized { session.note(.oversized(path)) }
    if isDryRun { return try printDryRun(deletion, of: vault, session) }
    guard try session.confirm(Message.askDelete(OperationMessages.list(named), named.count)) else { return .done }
    var isPlanned = true
    // What another process writes into a memo until then is in the trash with it.
    let items = try workspace.retrying(ifMatch: session.etag) { workspace in
      if !isPlanned { deletion = try Self.deletion(of: named, in: workspace, session) }
      isPlanned = false
      return try deletion.carryOut(by: workspace.history(), of: vault, at: session.machine.now)
    }
    if session.isJSON { return try writeJSON(items.map { ($0.path, $0.id) }, deletion, session) }
    for item in items { session.note(Message.deleted(session.paths.text(item.path))) }
    session.note(relinked: deletion.rewrites.map(\.memo.path))
    return .done
  }

  private static func deletion(
    of paths: [VaultPath], in workspace: Workspace, _ session: Session
  ) throws -> Deletion {
    let memos = try paths.map { try ReadMemo(head: $0, limit: headLimit, in: workspace.vault) }
    for memo in memos { try Etag.check(memo.hash, of: memo.path, against: session.etag) }
    return try Deletion(of: memos, in: workspace.index(), of: workspace.vault)
  }

  private static func printDryRun(
    _ deletion: Deletion, of vault: Vault, _ session: Session
  ) throws -> ExitCode {
    if session.isJSON { return try writeJSON(deletion.memos.map { ($0.path, nil) }, deletion, session) }
    for memo in deletion.memos { session.note(Message.wouldDelete(session.paths.text(memo.path))) }
    let deleted = try deletion.memos.map { try MemoDiff.deletion(ofWhole: $0, in: vault) }
    try session.write(MemoDiff.changes(of: deletion.rewrites) + deleted)
    return .done
  }

  private static func writeJSON(
    _ deleted: [(path: VaultPath, id: String?)], _ deletion: Deletion, _ session: Session
  ) throws -> ExitCode {
    try session.writeJSON([
      "deleted": .records(deleted) { ["path": .path($0.path), "trash": .text($0.id)] },
      "changed": .pathTexts(deletion.rewrites.map(\.memo.path)),
    ])
    return .done
  }
}
