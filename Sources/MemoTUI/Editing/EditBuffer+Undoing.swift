extension EditBuffer {
  /// Ends a step of undo, for instance when the user paused.
  public mutating func endStep() {
    history.close()
  }

  /// Takes the last step back, and puts the cursor where it was before.
  public mutating func undo() {
    guard let step = history.undo() else { return }
    for edit in step.edits.reversed() { apply(edit.inverse) }
    restore(step.before)
  }

  /// Takes the last undo back.
  public mutating func redo() {
    guard let step = history.redo() else { return }
    for edit in step.edits { apply(edit) }
    restore(step.after)
  }
}
