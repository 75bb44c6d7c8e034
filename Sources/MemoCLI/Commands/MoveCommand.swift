import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo move`
enum MoveCommand: Command {
  private static let reference = Positional(
    "REF", .atLeastOne,
    help: Text(
      """
      The path of a folder; or a memo: a path, or a full title, file name or alias; on a terminal also a row number of \
      'memo list' or part of a name
      """,
      ko: "폴더의 경로, 또는 메모: 경로, 또는 제목·파일 이름·별칭 전체. 터미널에서는 'memo list'의 번호나 이름의 일부도 가능"),
    completion: .memos)
  private static let folder = Positional(
    "DIR", .one,
    help: Text(
      "The folder, from the working directory, else from the vault's root; or a path that ends in .md",
      ko: "옮길 폴더. 현재 폴더에 없으면 보관함의 루트에서 찾음. .md로 끝나는 경로도 가능"),
    completion: .nearFolders)

  static let declaration = CommandDeclaration(
    "move", aliases: ["mv"], namesElsewhere: ["옮기기", "이동"],
    equivalents: ["archive": "memo move REF archive/", "unarchive": "memo move REF ./"],
    group: .organize, isCommon: true,
    summary: Text("Move memos or a folder and update every link", ko: "메모나 폴더를 옮기고 링크 고치기"),
    description: [
      Text(
        """
        DIR is looked up like REF: in the working directory, then in the vault's root, where it is created if \
        missing; ./DIR and ../DIR are created in the working directory. Links to the memo and relative links in it \
        are rewritten if they would resolve to something else; nothing else changes, and times are kept. 'memo undo' \
        takes all of it back at once. Several memos move together, or none of them does; a folder that is to be made \
        for them ends in /.
        """,
        ko: """
          폴더는 메모처럼 현재 폴더에서, 그다음 보관함의 루트에서 찾으며, 없으면 루트 아래에 만듭니다. ./나 ../로 시작하면 현재 폴더를 기준으로 만듭니다. 메모로 가는 링크와 메모 안의 상대 \
          링크는 다른 곳을 가리키게 될 때만 고쳐 씁니다. 그 밖의 내용과 시각은 바뀌지 않습니다. 'memo undo' 한 번으로 모두 되돌릴 수 있습니다. 메모를 여러 개 지정하면 모두 함께 옮기며, 하나라도 옮길 수 없으면 \
          아무것도 옮기지 않습니다. 이때 새로 만들 폴더의 이름은 /로 끝나야 합니다.
          """),
      Text(
        """
        If DIR ends in .md or .markdown and is not a folder, it is the new path of the file: this renames the file \
        and keeps the title.
        """,
        ko: "옮길 곳이 .md나 .markdown으로 끝나고 폴더가 아니면 파일의 새 경로로 봅니다. 제목은 그대로 두고 파일 이름만 바꿀 때 씁니다."),
      Text(
        """
        If REF is the path of a folder, the folder moves with everything in it, hidden files too: into DIR if that \
        exists, else DIR is its new path. Links keep their memos, and relative paths to pictures and other files keep \
        their files, in the folder and elsewhere. REF/ is the folder where a memo has the same path but for its \
        extension. A folder that contains links, special files, files that cannot be read, or a repository or vault of \
        its own is not moved.
        """,
        ko: """
          폴더의 경로를 지정하면 숨긴 파일까지 그 안의 모든 것과 함께 폴더를 옮깁니다. 옮길 곳이 이미 있는 폴더이면 그 안으로 옮기고, 없으면 그것이 새 경로가 됩니다. 폴더 안팎에서 메모로 가는 링크와 그림 같은 \
          파일로 가는 상대 경로는 그대로 이어집니다. 확장자만 빼면 경로가 같은 메모가 있을 때는 끝에 /를 붙여 폴더를 나타냅니다. 링크나 특수 파일, 읽을 수 없는 파일, 별도의 저장소나 보관함이 들어 있는 폴더는 \
          옮기지 않습니다.
          """),
    ],
    positionals: [reference, folder], options: [CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo move 장보기 home/lists", Text("into a folder", ko: "폴더로 옮기기")),
      CommandExample("memo move plan.md notes.md archive/", Text("several memos", ko: "메모 여러 개 옮기기")),
      CommandExample("memo move plan.md ..", Text("one folder up", ko: "한 폴더 위로")),
      CommandExample("memo move plan.md archive/plan-2025.md", Text("with another file name", ko: "다른 파일 이름으로")),
      CommandExample("memo move work archive", Text("a whole folder", ko: "폴더째 옮기기")),
    ],
    seeAlso: ["rename", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(isChange: true)
    if let path = try movedFolder(in: workspace, session) { return try move(folder: path, in: workspace, session) }
    let run = RelocationRun(command: declaration, reference: reference)
    var newFolder: VaultPath?
    var isForFolder = true
    return try run.run(session, in: workspace) { renaming, memos, vault in
      func isNew(_ folder: VaultPath) throws -> Bool {
        try folder != .root && vault.files.folderStamp(of: folder) == nil
      }
      if memos.count == 1, let file = try FolderArgument(target(session), session).file(in: vault) {
        (newFolder, isForFolder) = (try isNew(file.parent) ? file.parent : nil, false)
        return (try renaming.move(memos[0], toFile: file), [])
      }
      let folder = try targetFolder(session, in: vault)
      newFolder = try isNew(folder) ? folder : nil
      if memos.count > 1, newFolder != nil, !endsInSlash(target(session)) { throw noFolder(session) }
      return (try renaming.move(memos, to: folder), [])
    } done: { _ in
      guard let newFolder, session.console.errorIsTerminal else { return }
      session.note(Message.movedToNewFolder(session.paths.text(newFolder)))
      // Who meant a new title has a new folder instead.
      if isForFolder, !endsInSlash(target(session)) { session.hint(Message.renameHint) }
    }
  }

  /// The last of several memos may have been meant to be moved, too.
  private static func noFolder(_ session: Session) -> Failure {
    let words = session.arguments.all(reference).map(\.bytes) + [target(session) + Array("/".utf8)]
    let line = "memo move \(ShellWord.operands(words.map { String(decoding: $0, as: UTF8.self) }))"
    return Failure.invalid(
      Message.noSuchFolder(String(decoding: target(session), as: UTF8.self)), hints: [.use(Text(verbatim: line))])
  }

  private static func endsInSlash(_ path: [UInt8]) -> Bool { path.last == UInt8(ascii: "/") }

  private static func target(_ session: Session) -> [UInt8] { session.arguments[folder]?.bytes ?? [] }

  private static func targetFolder(_ session: Session, in vault: Vault) throws -> VaultPath {
    let bytes = target(session)
    guard let inside = try FolderArgument(bytes, session).folder(in: vault) else {
      throw RenamingError.badFolder(VaultPath(bytes: bytes))
    }
    return inside
  }

  // MARK: Folders

  /// The folder that the reference names; `nil` for that of a memo. A path of a memo comes first, as it does for all
  /// commands, but no title is taken for a folder that is there.
  private static func movedFolder(in workspace: Workspace, _ session: Session) throws -> VaultPath? {
    let all = session.arguments.all(reference)
    guard all.count == 1, let named = all.first?.bytes, !named.isEmpty, !named.contains(0) else { return nil }
    guard let path = try FolderArgument(named, session).folder(in: workspace.vault),
      try path == .root || workspace.vault.files.folderStamp(of: path) != nil
    else { return nil }
    if !endsInSlash(named), path != .root,
      try session.finder(in: workspace, isChange: true).memo(atPath: named) != nil
    {
      return nil
    }
    return path
  }

  private static func move(
    folder path: VaultPath, in workspace: Workspace, _ session: Session
  ) throws -> ExitCode {
    guard session.etag == nil else {
      throw Failure.invalid(Message.folderHasNoEtag)
    }
    let vault = workspace.vault
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let (relocation, operation) = try session.carryOut(in: workspace, ifMatch: nil) { workspace, progress in
      let index = try workspace.index(mustBeWhole: true)
      let renaming = MemoRenaming(in: vault, index, progress: progress.showRead)
      return try renaming.move(folder: path, to: targetFolder(session, in: vault))
    } make: {
      try $0.carryOut(declaration.name, by: $1, of: vault, at: session.machine.now)
    }
    session.warn(lost: relocation.lostLinks)
    if isDryRun {
      guard session.isJSON else {
        try session.write(MemoDiff.changes(of: relocation, in: vault))
        return .done
      }
      return try write(relocation, changed: relocation.changed, session)
    }
    if operation == nil { session.note(Message.nothingToChange) }
    if session.isJSON { return try write(relocation, changed: operation?.changed ?? [], session) }
    if operation != nil { MovedSettings.hint(after: [(path, relocation.newPath)], in: vault, session) }
    let linking = relocation.edits.map(\.path).filter { relocation.newPath(of: $0) == $0 }
    session.note(relinked: linking)
    try session.writeLine(relocation.newPath)
    return .done
  }

  private static func write(
    _ relocation: FolderRelocation, changed: [VaultPath], _ session: Session
  ) throws -> ExitCode {
    try session.writeJSON(["path": .path(relocation.newPath), "changed": .pathTexts(changed)])
    return .done
  }
}
