/// Ticks the boxes of tasks: each changes one character.
public struct TaskTick: Sendable {
  /// The task with its new mark.
  public let task: MemoTask
  /// What changes; `nil` for a task that is as far already.
  public let edit: ByteEdit?

  /// Ticks the task on a line of a memo, or unticks it; `nil` where the line is no task.
  public init?(line: Int, isDone: Bool, in memo: UnsafeRawBufferPointer) {
    let tree = MarkupTree(ofMemo: memo)
    guard let found = tree.tasks.first(where: { $0.line == line }) else { return nil }
    let isSo = found.state == (isDone ? .done : .open)
    let mark = isDone ? "x" : " "
    task = MemoTask(line: line, mark: isSo ? memo.text(found.mark) : mark, text: memo.text(found.text))
    edit = isSo ? nil : ByteEdit(found.mark, Array(mark.utf8))
  }
}
