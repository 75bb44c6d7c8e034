import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo rename`
enum RenameCommand: Command {
  private static let reference = Positional(
    "REF", .one, help: ChangeOptions.whole, completion: .memos)
  private static let title = Positional("TITLE", .atLeastOne, help: Text("The new title", ko: "새 제목"))
  private static let titleOnly = Flag("title-only", help: Text("Keep the file's name", ko: "파일 이름은 그대로 둡니다"))

  static let declaration = CommandDeclaration(
    "rename", group: .organize, isCommon: true,
    summary: Text("Give a memo another title, and keep every link to it", ko: "메모의 제목을 바꾸고 그 메모로 가는 링크를 모두 지킵니다"),
    description: [
      Text(
        """
        The title changes where it is written, and the file's name with it if it came from the title. Every link that would \
        not lead to the memo any more is rewritten, in its own style; memos in which only a link changes keep their times. \
        All of it is one change, which 'memo undo' takes back.
        """,
        ko: """
          제목이 적힌 곳이 바뀌고, 파일 이름이 제목에서 왔다면 파일 이름도 바뀝니다. 메모에 닿지 않게 될 링크는 적힌 방식 그대로 \
          모두 고쳐 쓰며, 링크만 바뀐 메모는 시각을 유지합니다. 모두 한 번의 변경이므로 'memo undo'로 되돌립니다.
          """)
    ],
    positionals: [reference, title],
    options: [titleOnly, CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo rename 회의록 주간 회의록", Text("a new title", ko: "새 제목")),
      CommandExample("memo rename --dry-run plan.md Release plan", Text("what would change", ko: "바뀔 내용")),
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
      if !relocation.keepsNameForLinks { session.note(Message.fileNameHint(relocation.path.text)) }
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
      ko: "옮길 폴더. 작업 폴더부터, 없으면 볼트의 루트부터 찾습니다. .md로 끝나는 경로도 됩니다"),
    completion: .vaultFolders)

  static let declaration = CommandDeclaration(
    "move", aliases: ["mv"], group: .organize, isCommon: true,
    summary: Text("Move a memo to another folder, and keep every link", ko: "메모를 다른 폴더로 옮기고 링크를 모두 지킵니다"),
    description: [
      Text(
        """
        DIR is looked for as REF is: from the working directory, then from the vault's root, where it is made if it is \
        missing; what starts with ./ or ../ is made from the working directory. Links to the memo and relative links in it \
        are rewritten where they would lead elsewhere; nothing else changes, and times stay. All of it is one change, which \
        'memo undo' takes back.
        """,
        ko: """
          DIR은 REF처럼 작업 폴더부터, 그다음은 볼트의 루트부터 찾으며, 없으면 루트 아래에 만듭니다. ./나 ../로 시작하면 \
          작업 폴더를 기준으로 만듭니다. 메모로 가는 링크와 메모 안의 상대 링크는 다른 곳을 가리키게 될 때만 고쳐 씁니다. 그 \
          밖에는 아무것도 바뀌지 않고 시각도 그대로입니다. 모두 한 번의 변경이므로 'memo undo'로 되돌립니다.
          """),
      Text(
        """
        Where DIR ends in .md or .markdown and is no folder, it is the file's new path: so a file gets another name while \
        its title stays.
        """,
        ko: """
          DIR이 .md나 .markdown으로 끝나고 폴더가 아니면 파일의 새 경로입니다. 이렇게 하면 제목은 그대로 두고 파일 이름만 \
          바꿀 수 있습니다.
          """),
    ],
    positionals: [reference, folder], options: [CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo move 장보기 home/lists", Text("into a folder", ko: "폴더 안으로")),
      CommandExample("memo move plan.md ..", Text("one folder up, from where you are", ko: "지금 있는 곳에서 한 폴더 위로")),
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
