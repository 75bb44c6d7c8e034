import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo show`
enum ShowCommand: Command {
  static let declaration = CommandDeclaration(
    "show", aliases: ["cat"], namesElsewhere: ["view", "read", "보기", "읽기"],
    equivalents: [
      "info": "memo show REF --json", "--version": "memo show REF --at REV", "--section": "memo show REF#HEADING",
      "--heading": "memo show REF#HEADING", "path": "memo search -l title:TITLE",
      "which": "memo search -l title:TITLE", "경로": "memo search -l title:TITLE", "--path": "memo search -l title:TITLE",
    ],
    group: .read, isCommon: true,
    summary: Text("Show memos", ko: "메모 보기"),
    description: [
      Text(
        """
        On a terminal, memos are wrapped, styled and paged; in a pipe or file, their exact bytes are written, one \
        memo after the other. PATH:LINE, as searches print it, starts at that line on a terminal. REF#HEADING is one \
        section. --at shows a memo as of a commit; use the exact path of one that no longer exists.
        """,
        ko: """
          터미널에서는 화면 너비에 맞게 줄을 나누고 서식을 입혀 페이저로 보여 주고, 그 밖에서는 바이트 그대로 차례로 출력합니다. 검색 결과처럼 경로:줄로 지정하면 터미널에서는 그 줄부터 보여 줍니다. 메모#소제목으로 지정하면 그 소제목 아래의 내용만 \
          보여 줍니다. --at은 특정 커밋의 메모를 보여 주며, 지금은 없는 메모는 정확한 경로로 지정합니다.
          """)
    ],
    positionals: [CommonOptions.reference], options: [PastOptions.at, CommonOptions.json],
    examples: [
      CommandExample("memo show 1", Text("the newest memo", ko: "최신 메모")),
      CommandExample("memo show 회의", Text("the memo with 회의 in its title", ko: "제목에 회의가 들어간 메모")),
      CommandExample("memo show plan#Risks", Text("one section", ko: "한 소제목의 내용만")),
      CommandExample("memo show work/plan.md > plan.md", Text("a copy, byte for byte", ko: "바이트까지 똑같은 사본")),
      CommandExample(
        Text("memo show plan --at yesterday", ko: "memo show plan --at 어제"),
        Text("as it was at the end of yesterday", ko: "어제의 메모")),
    ],
    seeAlso: ["list", "edit", "history"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(for: declaration)
    let vault = workspace.vault
    let references = session.arguments.all(CommonOptions.reference)
    if let revision = session.arguments[PastOptions.at] {
      let revision = try session.revision(revision)
      let writer = PastWriter(session: session, vault: vault)
      // A path may hold a `#`, and be that of a memo that is gone.
      if references.count == 1, !MemoFileRules.hasMemoExtension(VaultPath(bytes: references[0].bytes)),
        let named = try HeadingReference(references[0].bytes, session, isChange: false)
      {
        let past = try named.workspace.past(of: named.path, in: named.workspace.pastRepository())
        return try writer.write([past], at: revision, section: named.heading)
      }
      return try writer.write(session.pasts(in: workspace, of: declaration), at: revision)
    }
    if references.count == 1, let named = try HeadingReference(references[0].bytes, session, isChange: false) {
      return try show(named, session)
    }
    let places = try session.places(in: workspace, of: declaration, isChange: false)
    let paths = places.map(\.path)
    if session.isJSON {
      try writeJSON(paths, in: workspace, session)
    } else if session.console.outputIsTerminal || session.isColorForced {
      let page = MemoPage(session, titles: vault.titles)
      if paths.count == 1, let line = places[0].line, session.console.outputIsTerminal {
        try page.show(text(of: paths[0], in: vault, session), from: line, session)
      } else {
        try session.page(paths.lazy.flatMap { path in page.chunks(text(of: path, in: vault, session)) })
      }
    } else {
      for path in paths { try copy(path, in: vault, session) }
    }
    return .done
  }

  private static func show(_ named: HeadingReference, _ session: Session) throws -> ExitCode {
    let memo = try named.workspace.read(named.path, ifMatch: nil)
    let text = Array(memo.bytes[try memo.lines(ofSection: named.heading)])
    if session.isJSON {
      let rows = try session.rows(of: [named.path], in: named.workspace)
      try session.writeJSON(rows, isArray: false) { _ in Record(text: text) }
    } else if session.console.outputIsTerminal || session.isColorForced {
      try session.page(MemoPage(session, titles: named.workspace.vault.titles).chunks(text))
    } else {
      try session.write(text)
    }
    return .done
  }

  /// Writes the exact bytes a piece at a time: a memo may be larger than memory.
  private static func copy(_ path: VaultPath, in vault: Vault, _ session: Session) throws {
    try session.cacheTrust.commit()
    let isThere = try vault.files.stream(path) { bytes throws(FileError) in try session.console.write(bytes) }
    if !isThere { throw VaultError.noSuchMemo(reference: path.text, nearest: []) }
  }

  /// A memo's text to be shown among others; none if it cannot be read, which is reported.
  private static func text(of path: VaultPath, in vault: Vault, _ session: Session) -> [UInt8] {
    do {
      return try vault.contents(of: path)
    } catch {
      session.warn(FailureMessages.failure(for: error).message)
      return []
    }
  }

  private static func writeJSON(_ paths: [VaultPath], in workspace: Workspace, _ session: Session) throws {
    let rows = try session.rows(of: paths, in: workspace)
    try session.writeJSON(rows, isArray: rows.count != 1) { Record(text: try workspace.vault.contents(of: $0.path)) }
  }
}
