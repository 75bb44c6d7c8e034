import MemoCore
import MemoVault

/// `memo trust`
enum TrustCommand: Command {
  static let declaration = CommandDeclaration(
    "trust", group: .sync, summary: "Trust the settings of the vault's repository",
    description: [
      """
      A folder that came from elsewhere may hold a '.git/config' that makes git run commands. memo runs git only where \
      all settings are harmless, or where you have said with this command that they are yours. Trust ends when the file \
      changes.
      """
    ],
    examples: [CommandExample("memo trust", "after a look at .git/config")], seeAlso: ["sync"])

  static func run(_ session: Session) throws -> ExitCode {
    let keys = try session.gate(of: try session.openVault()).trust()
    session.note(SyncMessages.trusted(keys.joined(separator: ", ")))
    return .done
  }
}
