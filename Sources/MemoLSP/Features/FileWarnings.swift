import MemoCore
import MemoKit
import MemoWords

/// Warnings of what other programs have done with the files of documents that have unsaved text, and with settings.
enum FileWarnings {
  /// Sends those that are due.
  static func send(of workspace: EditorWorkspace, at time: Duration, in language: Language, to outbox: Outbox) {
    let documents = workspace.takeOvertaken(at: time).map { text(of: $0) }
    let settings = workspace.vaults.compactMap { $0.takeUnreadSettings(at: time) }
      .map { EditorMessages.unreadSettings(FailureMessages.failure(for: $0).message) }
    for text in documents + settings { outbox.show(text[language], as: .warning) }
  }

  private static func text(of overtaken: OvertakenDocument) -> Text {
    let path = overtaken.path.text
    return switch overtaken.fate {
    case .changed: EditorMessages.overtaken(path)
    case .moved(let newPath): EditorMessages.moved(path, to: newPath.text)
    case .deleted: EditorMessages.deleted(path)
    }
  }
}
