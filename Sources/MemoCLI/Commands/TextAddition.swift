import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// What `append` and `prepend` have in common.
struct TextAddition {
  let command: CommandDeclaration
  /// Adds a text to a memo.
  let add: (Session, _ text: [UInt8], VaultPath, Vault) throws -> Void

  /// An editor that saves again and again may be in the way; so often in a row it is no editor.
  private static let attempts = 10

  func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault(for: command, isChange: true)
    guard let path = try session.references(in: vault, of: command, isChange: true).first else { return .done }
    try addAnyway(try text(session), to: path, in: vault, session)
    if session.console.errorIsTerminal { session.note(Message.addedTo(path.text)) }
    try session.tellRecord(of: path, in: vault)
    return .done
  }

  private func text(_ session: Session) throws -> [UInt8] {
    let written = session.arguments[ChangeOptions.text]
    if let written, written != "-" { return written.bytes }
    guard written != nil || !session.console.inputIsTerminal else {
      throw Failure(kind: "missing-argument", message: Message.noText, exitCode: .usage)
    }
    return try session.readInput()
  }

  /// A line can be added to whatever the memo has become in the meantime, unless an etag says otherwise.
  private func addAnyway(_ text: [UInt8], to path: VaultPath, in vault: Vault, _ session: Session) throws {
    for attempt in 1... {
      do {
        return try add(session, text, path, vault)
      } catch let error as OperationError {
        guard case .changed = error, attempt < Self.attempts, session.arguments[CommonOptions.ifMatch] == nil else {
          throw error
        }
      }
    }
  }
}
