import MemoCore
import MemoVault

/// What people are told of memos that could not be changed.
enum OperationMessages {
  private static let pathsShown = 3

  /// The failure of a whole command.
  static func failure(_ error: OperationError) -> Failure {
    switch error {
    case .changed(let paths):
      Failure(
        kind: "changed", message: Message.changedSince(list(paths)), hints: [Message.changedHint],
        candidates: paths.map(\.text), exitCode: .changed)
    case .locked: Failure(kind: "locked", message: Message.locked, hints: [Message.lockedHint], exitCode: .locked)
    case .nothingToUndo: Failure(kind: "nothing-to-undo", message: Message.nothingToUndo, exitCode: .noMatch)
    case .nothingToRedo: Failure(kind: "nothing-to-redo", message: Message.nothingToRedo, exitCode: .noMatch)
    case .unreadable(let path, let reason):
      Failure(kind: "history", message: Message.badRecord(path.text, reason), exitCode: .failure)
    case .file(let error): Failure(kind: "file", message: FailureMessages.text(of: error), exitCode: .failure)
    }
  }

  /// The first paths, in quotes, and that there are more.
  static func list(_ paths: [VaultPath]) -> String {
    let shown = paths.prefix(pathsShown).map { "'\($0.text)'" }
    return (shown + (paths.count > pathsShown ? ["…"] : [])).joined(separator: ", ")
  }
}
