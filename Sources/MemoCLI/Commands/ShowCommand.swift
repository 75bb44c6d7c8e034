import MemoCore
import MemoStore
import MemoWords

/// `memo show`
enum ShowCommand: Command {
  static let declaration = CommandDeclaration(
    "show", aliases: ["cat"], namesElsewhere: ["print", "view"], group: .read, isCommon: true,
    summary: Text("Show memos", ko: "메모를 보여 줍니다"),
    description: [
      Text(
        """
        On a terminal the memo is wrapped by words, styled and paged; elsewhere its exact bytes are written, several \
        memos one after the other. --at shows it as a commit left it; a memo that is gone is named by its exact path then.
        """,
        ko: """
          터미널에서는 단어 단위로 줄을 나누고 꾸며서 페이지로 보여 주고, 그 밖에서는 바이트 그대로 씁니다. 메모가 여럿이면 차례로 이어 씁니다. \
          --at은 어느 커밋의 모습을 보여 주며, 이때 사라진 메모는 정확한 경로로 부릅니다.
          """)
    ],
    positionals: [CommonOptions.reference], options: [PastOptions.at, CommonOptions.json],
    examples: [
      CommandExample("memo show 1", Text("the newest memo", ko: "가장 최근 메모")),
      CommandExample("memo show 회의", Text("the memo whose title holds 회의", ko: "제목에 회의가 든 메모")),
      CommandExample("memo show work/plan.md > plan.md", Text("a copy, byte for byte", ko: "바이트 하나까지 같은 사본")),
      CommandExample("memo show plan --at yesterday", Text("as it was at the end of yesterday", ko: "어제가 끝날 때의 모습")),
    ],
    seeAlso: ["list", "edit", "history"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(for: declaration)
    if let revision = session.arguments[PastOptions.at] {
      let pasts = try session.pasts(in: vault, of: declaration)
      return try PastWriter(session: session, vault: vault).write(pasts, at: session.revision(revision))
    }
    let paths = try session.references(in: vault, of: declaration, isChange: false)
    if session.isJSON {
      try writeJSON(paths, in: vault, session)
    } else if session.console.outputIsTerminal || session.isColorForced {
      let page = MemoPage(session)
      try session.page(paths.lazy.flatMap { path in page.chunks(text(of: path, in: vault, session)) })
    } else {
      for path in paths { try copy(path, in: vault, session) }
    }
    return .done
  }

  /// Writes the exact bytes a piece at a time: a memo may be larger than memory.
  private static func copy(_ path: VaultPath, in vault: Vault, _ session: Session) throws {
    try session.cacheTrust.commit()
    let isThere = try vault.files.stream(path) { bytes throws(FileError) in try session.console.write(bytes) }
    if !isThere { throw VaultError.noSuchMemo(reference: path.text, nearest: []) }
  }

  /// A memo's text to be shown among others; none where it cannot be read, which is told.
  private static func text(of path: VaultPath, in vault: Vault, _ session: Session) -> [UInt8] {
    do {
      return try vault.contents(of: path)
    } catch {
      session.warn(FailureMessages.failure(for: error).message)
      return []
    }
  }

  private static func writeJSON(_ paths: [VaultPath], in vault: Vault, _ session: Session) throws {
    let rows = try session.rows(of: paths, in: vault)
    try session.writeJSON(rows, isArray: rows.count != 1) { row, writer in
      try writer.text(vault.contents(of: row.path), to: session.write)
    }
  }
}
