package import MemoCore
import MemoKit
package import MemoStore

/// Messages about changes that a crash has interrupted.
package enum InterruptionMessages {
  /// A change that was rolled back or completed.
  package static func ended(_ change: InterruptedChange) -> Text {
    let (name, memos) = (name(of: change), memos(of: change))
    return change.isCompleted
      ? Text("completed the interrupted \(name): \(memos)", ko: "중단된 \(name) 작업을 끝까지 마쳤습니다: \(memos)")
      : Text("rolled back the interrupted \(name): \(memos)", ko: "중단된 \(name) 작업을 되돌렸습니다: \(memos)")
  }

  /// One that would be.
  package static func wouldEnd(_ change: InterruptedChange) -> Text {
    let (name, memos) = (name(of: change), memos(of: change))
    return change.isCompleted
      ? Text("would complete the interrupted \(name): \(memos)", ko: "중단된 \(name) 작업을 끝까지 마칠 예정입니다: \(memos)")
      : Text("would roll back the interrupted \(name): \(memos)", ko: "중단된 \(name) 작업을 되돌릴 예정입니다: \(memos)")
  }

  /// A change that was interrupted.
  package static func interrupted(_ change: InterruptedChange) -> Text {
    let memos = memos(of: change, isBack: change.act == .undoing)
    let name = name(of: change)
    return Text("\(name) was interrupted: \(memos)", ko: "\(name) 작업이 중단되었습니다: \(memos)")
  }

  /// What becomes of that, and what to do about it.
  package static func hint(for change: InterruptedChange) -> Text {
    if change.isCompleted { return change.edited.isEmpty ? completedHint : completedForEditsHint }
    return change.act == .undoing ? undoHint : rolledBackHint
  }

  /// What to look at once a change has ended; `nil` for nothing.
  package static func hintAfter(_ change: InterruptedChange) -> Text? {
    guard !change.edited.isEmpty, !change.isCompleted else { return nil }
    return Text(
      "their earlier texts are in the trash; 'memo check' finds links that no longer lead to a memo",
      ko: "편집 전의 글은 휴지통에 있습니다. 연결되지 않는 링크는 'memo check'로 찾을 수 있습니다")
  }

  /// Memos that were made of drafts.
  package static func tookDrafts(_ paths: [VaultPath]) -> Text {
    let list = OperationMessages.list(paths)
    return Text(
      "recovered the text of an interrupted 'memo new': \(list)", ko: "중단된 'memo new'의 글을 메모로 복구했습니다: \(list)")
  }

  private static let rolledBackHint = Text(
    "'memo undo' takes it back; so does the next command that changes memos, before its own change",
    ko: "'memo undo'로 되돌릴 수 있습니다. 메모를 변경하는 다음 명령도 먼저 되돌립니다")
  private static let undoHint = Text(
    "'memo undo' undoes the change completely; any other command that changes memos first restores it as a whole",
    ko: "'memo undo'를 실행하면 그 변경을 모두 되돌립니다. 메모를 변경하는 다른 명령은 먼저 그 변경을 그대로 복원합니다")
  private static let completedHint = Text(
    "the next command that changes memos completes it first: a text that rolling it back needs is lost",
    ko: "되돌리는 데 필요한 글이 없어져, 메모를 변경하는 다음 명령이 먼저 끝까지 마칩니다")
  private static let completedForEditsHint = Text(
    "the next command that changes memos completes it first, so that the edited memos keep their text and their links",
    ko: "메모를 변경하는 다음 명령이 먼저 끝까지 마칩니다. 편집된 메모의 글과 링크는 그대로 남습니다")

  private static func name(of change: InterruptedChange) -> Text {
    let name = OperationMessages.name(of: change.operation)
    return change.act == .undoing ? Text("undo of '\(name)'", ko: "'\(name)' 되돌리기") : Text("'\(name)'", ko: "'\(name)'")
  }

  /// The memos, moved the way that they go at the end.
  private static func memos(of change: InterruptedChange) -> Text {
    memos(of: change, isBack: change.isCompleted == (change.act == .undoing))
  }

  /// The memos, and those that someone has edited.
  private static func memos(of change: InterruptedChange, isBack: Bool) -> Text {
    let memos = OperationMessages.memos(of: change.operation, isBack: isBack)
    guard !change.edited.isEmpty else { return Text(verbatim: memos) }
    let edited = OperationMessages.list(change.edited)
    return Text("\(memos); edited since then: \(edited)", ko: "\(memos), 그 뒤에 편집된 메모: \(edited)")
  }
}
