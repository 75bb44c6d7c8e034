import MemoCore
import MemoVault

/// `memo rename`
enum RenameCommand: Command {
  private static let reference = Positional(
    "REF", .one, help: ChangeOptions.whole, completion: .memos)
  private static let title = Positional("TITLE", .atLeastOne, help: "The new title")
  private static let titleOnly = Flag("title-only", help: "Keep the file's name")

  static let declaration = CommandDeclaration(
    "rename", group: .organize, isCommon: true, summary: "Give a memo another title, and keep every link to it",
    description: [
      """
      The title changes where it is written, and the file's name with it if it came from the title. Every link that would \
      not lead to the memo any more is rewritten, in its own style; memos in which only a link changes keep their times. \
      All of it is one change, which 'memo undo' takes back.
      """
    ],
    positionals: [reference, title],
    options: [titleOnly, CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo rename 회의록 주간 회의록", "a new title"),
      CommandExample("memo rename --dry-run plan.md Release plan", "what would change"),
    ],
    seeAlso: ["move", "backlinks", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let words = session.arguments.all(title).map(\.text).joined(separator: " ")
    let isTitleOnly = session.arguments[titleOnly]
    return try RelocationRun(command: declaration, reference: reference).run(session) { renaming, memo, _ in
      try renaming.rename(memo, to: words, isTitleOnly: isTitleOnly)
    }
  }
}

/// `memo move`
enum MoveCommand: Command {
  private static let reference = Positional(
    "REF", .one, help: ChangeOptions.whole, completion: .memos)
  private static let folder = Positional(
    "DIR", .one, help: "The folder, from the working directory, else from the vault's root",
    completion: .vaultFolders)

  static let declaration = CommandDeclaration(
    "move", aliases: ["mv"], group: .organize, isCommon: true,
    summary: "Move a memo to another folder, and keep every link",
    description: [
      """
      DIR is looked for as REF is: from the working directory, then from the vault's root, where it is made if it is \
      missing; what starts with ./ or ../ is made from the working directory. Links to the memo and relative links in it \
      are rewritten where they would lead elsewhere; nothing else changes, and times stay. All of it is one change, which \
      'memo undo' takes back.
      """
    ],
    positionals: [reference, folder], options: [CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo move 장보기 home/lists", "into a folder"),
      CommandExample("memo move plan.md ..", "one folder up, from where you are"),
    ],
    seeAlso: ["rename", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    try RelocationRun(command: declaration, reference: reference).run(session) { renaming, memo, vault in
      let bytes = session.arguments[folder]?.bytes ?? []
      guard let inside = try FolderArgument(bytes, session).folder(in: vault) else {
        throw RenamingError.badFolder(VaultPath(bytes: bytes))
      }
      return try renaming.move(memo, to: inside)
    }
  }
}
