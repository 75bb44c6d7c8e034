import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo rename`
enum RenameCommand: Command {
  private static let reference = Positional(
    "REF", .one, help: ChangeOptions.whole, completion: .memos)
  private static let title = Positional("TITLE", .atLeastOne, help: Text("The new title", ko: "새 제목"))
  private static let titleOnly = Flag("title-only", help: Text("Keep the file name", ko: "파일 이름 유지"))

  static let declaration = CommandDeclaration(
    "rename", group: .organize, isCommon: true,
    summary: Text("Rename a memo and update every link to it", ko: "메모의 제목을 바꾸고 링크 고치기"),
    description: [
      Text(
        """
        Changes the title where it is written, and the file name if it was made from the title. Every link that \
        would break is rewritten in its own style; memos in which only a link changes keep their modified time. \
        'memo undo' takes all of it back at once.
        """,
        ko: """
          메모에 적힌 제목을 바꾸고, 제목으로 지은 파일 이름이면 파일 이름도 바꿉니다. 깨지게 될 링크는 각 링크의 형식대로 모두 고쳐 쓰며, 링크만 바뀐 메모의 수정 시각은 그대로 둡니다. 'memo \
          undo' 한 번으로 모두 되돌릴 수 있습니다.
          """)
    ],
    positionals: [reference, title],
    options: [titleOnly, CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo rename 회의록 주간 회의록", Text("a new title", ko: "새 제목 붙이기")),
      CommandExample("memo rename --dry-run plan.md Release plan", Text("preview the changes", ko: "바뀔 내용 미리 확인")),
    ],
    seeAlso: ["move", "backlinks", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let words = TitleArgument.text(session.arguments.all(title))
    let isTitleOnly = session.arguments[titleOnly]
    let run = RelocationRun(command: declaration, reference: reference)
    return try run.run(session) { renaming, memo, _ in
      if memo.title != words, renaming.hasTwin(of: memo.path, titled: words) { session.warn(Message.twinTitle(words)) }
      return try renaming.rename(memo, to: words, isTitleOnly: isTitleOnly)
    } done: { relocation in
      guard !isTitleOnly, relocation.newPath == relocation.path else { return }
      session.note(Message.keepsName(words, relocation.path.text, forLinks: relocation.keepsNameForLinks))
      if !relocation.keepsNameForLinks { session.hint(Message.fileNameHint(relocation.path.text)) }
    }
  }
}

/// `memo move`
enum MoveCommand: Command {
  private static let reference = Positional(
    "REF", .one, help: ChangeOptions.whole, completion: .memos)
  private static let folder = Positional(
    "DIR", .one,
    help: Text(
      "The folder, from the working directory, else from the vault's root; or a path that ends in .md",
      ko: "옮길 폴더. 현재 폴더에 없으면 보관함의 루트에서 찾음. .md로 끝나는 경로도 가능"),
    completion: .vaultFolders)

  static let declaration = CommandDeclaration(
    "move", aliases: ["mv"], group: .organize, isCommon: true,
    summary: Text("Move a memo to another folder and update every link", ko: "메모를 다른 폴더로 옮기고 링크 고치기"),
    description: [
      Text(
        """
        DIR is looked up like REF: in the working directory, then in the vault's root, where it is created if \
        missing; ./DIR and ../DIR are created in the working directory. Links to the memo and relative links in it \
        are rewritten if they would resolve to something else; nothing else changes, and times are kept. 'memo undo' \
        takes all of it back at once.
        """,
        ko: """
          DIR은 REF처럼 현재 폴더에서, 그다음 보관함의 루트에서 찾으며, 없으면 루트 아래에 만듭니다. ./나 ../로 시작하면 현재 폴더를 기준으로 만듭니다. 메모로 가는 링크와 메모 안의 상대 \
          링크는 다른 곳을 가리키게 될 때만 고쳐 씁니다. 그 밖의 내용과 시각은 바뀌지 않습니다. 'memo undo' 한 번으로 모두 되돌릴 수 있습니다.
          """),
      Text(
        """
        If DIR ends in .md or .markdown and is not a folder, it is the new path of the file: this renames the file \
        and keeps the title.
        """,
        ko: "DIR이 .md나 .markdown으로 끝나고 폴더가 아니면 파일의 새 경로로 봅니다. 제목은 그대로 두고 파일 이름만 바꿀 때 씁니다."),
    ],
    positionals: [reference, folder], options: [CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo move 장보기 home/lists", Text("into a folder", ko: "폴더로 옮기기")),
      CommandExample("memo move plan.md ..", Text("one folder up", ko: "한 폴더 위로")),
      CommandExample("memo move plan.md archive/plan-2025.md", Text("with another file name", ko: "다른 파일 이름으로")),
    ],
    seeAlso: ["rename", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    try RelocationRun(command: declaration, reference: reference).run(session) { renaming, memo, vault in
      let bytes = session.arguments[folder]?.bytes ?? []
      let argument = FolderArgument(bytes, session)
      if let file = try argument.file(in: vault) { return try renaming.move(memo, toFile: file) }
      guard let inside = try argument.folder(in: vault) else {
        throw RenamingError.badFolder(VaultPath(bytes: bytes))
      }
      return try renaming.move(memo, to: inside)
    }
  }
}

/// What `rename` and `move` have in common.
struct RelocationRun {
  let command: CommandDeclaration
  let reference: Positional

  func run(
    _ session: Session, plan: (MemoRenaming, ReadMemo, Vault) throws -> Relocation,
    done: (Relocation) -> Void = { _ in }
  ) throws -> ExitCode {
    let workspace = try session.open(isChange: true)
    let vault = workspace.vault
    let named = session.arguments[reference]?.bytes ?? []
    let path = try memo(named, in: workspace, session)
    let memo = try workspace.read(path, ifMatch: session.etag)
    let relocation = try plan(MemoRenaming(in: vault, try workspace.index(mustBeWhole: true)), memo, vault)
    for link in relocation.lostLinks { session.warn(Message.lostLink(link.target, link.path.text)) }
    if session.arguments[CommonOptions.dryRun] {
      try show(relocation, session)
      return .done
    }
    let operation = try relocation.carryOut(command.name, by: workspace.history(), at: session.machine.now)
    if operation == nil { session.note(Message.nothingToChange) } else if !session.isJSON { done(relocation) }
    try printResult(relocation, changed: operation?.changed ?? [], in: workspace, session)
    return .done
  }

  /// A folder gets a hint about moving folders, not the memos with its name.
  private func memo(_ named: [UInt8], in workspace: Workspace, _ session: Session) throws -> VaultPath {
    do {
      return try session.finder(in: workspace, isChange: true).find(named)
    } catch {
      guard !named.isEmpty, let folder = try FolderArgument(named, session).folder(in: workspace.vault),
        folder != .root,
        try workspace.vault.files.folderStamp(of: folder) != nil
      else { throw error }
      throw Failure(
        kind: "is-folder", message: Message.isFolder(folder.text), hints: [Message.folderHint], exitCode: .noSuchMemo)
    }
  }

  private func printResult(
    _ relocation: Relocation, changed: [VaultPath], in workspace: Workspace, _ session: Session
  ) throws {
    guard session.isJSON else {
      let linking = relocation.rewrites.count { $0.memo.path != relocation.path }
      if linking > 0 { session.note(Message.relinked(linking)) }
      return try session.writeLine(relocation.newPath)
    }
    let rows = try session.rows(of: [relocation.newPath], in: workspace)
    try session.writeJSON(rows, isArray: false) { _ in ["changed": .pathTexts(changed)] }
  }

  private func show(_ relocation: Relocation, _ session: Session) throws {
    guard session.isJSON else { return try session.write(MemoDiff.changes(of: relocation)) }
    let moved = relocation.newPath == relocation.path ? [] : [relocation.path, relocation.newPath]
    let changed = Set(relocation.rewrites.map(\.memo.path) + moved).sorted()
    try session.writeJSON(["path": .path(relocation.newPath), "changed": .pathTexts(changed)])
  }
}
