import MemoCore
import MemoVault

/// `memo init`
enum InitCommand: Command {
  private static let folder = Positional(
    "DIR", .optional, help: "The folder; made where it is missing. Without it, the working directory",
    completion: .folders)
  private static let git = Flag("git", help: "Make it a git repository, too, on branch main")

  static let declaration = CommandDeclaration(
    "init", group: .start, isCommon: true, summary: "Make a folder a vault",
    description: [
      """
      A vault is any folder of Markdown files. This adds '.memo' to it, where memo keeps its settings and its cache; \
      memos are not touched.
      """
    ],
    positionals: [folder], options: [git],
    examples: [
      CommandExample("memo init ~/memos", "a vault in your home folder"),
      CommandExample("memo init --git", "the working directory, under version control"),
    ],
    seeAlso: ["new", "import"])

  static func run(_ session: Session) throws -> ExitCode {
    let surroundings = session.surroundings
    let named = try session.arguments[folder] ?? session.namedVault()
    let path = HostPath(named?.bytes ?? [], from: surroundings.workingDirectory)
    try surroundings.host.makeFolder(path)
    guard let root = surroundings.host.realPath(of: path) else { throw VaultError.notAFolder(path) }
    let vault = try Vault(at: root, host: surroundings.host)
    let isNew = try VaultSetup.prepare(vault)
    session.note(isNew ? Message.initialized(root.text) : Message.alreadyVault(root.text))
    if session.arguments[git] { try makeRepository(root, session) } else { tellOfRepository(vault, session) }
    return .done
  }

  /// A vault inside the repository of something else cannot be synced, which is better known before there are memos.
  private static func tellOfRepository(_ vault: Vault, _ session: Session) {
    do throws(SyncError) {
      _ = try session.gate(of: vault).open()
    } catch {
      guard case .repository(.insideAnother) = error else { return }
      let failure = SyncMessages.failure(error)
      for text in [failure.message] + failure.hints { session.note(text) }
    }
  }

  private static func makeRepository(_ root: HostPath, _ session: Session) throws {
    guard session.surroundings.host.kind(of: root.appending(".git")) == nil else { return }
    try GitRepository(at: root, git: session.surroundings.git).make()
  }
}
