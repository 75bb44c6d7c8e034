extension EditBuffer {
  /// Takes on a text that was changed elsewhere, for instance merged with what is on disk.
  ///
  /// The cursor stays on its line, wherever that is now. The change is no step of undo: steps that touched other parts
  /// of the text can still be undone.
  public mutating func adopt(_ bytes: [UInt8]) {
    let new = TextLines(bytes)
    let difference = LineDifference(lines, new)
    let (place, anchor) = (difference.position(of: cursor), anchor.map { difference.position(of: $0) })
    let edit = difference.edit
    adoptByteOrderMark(of: new)
    guard !edit.removed.isEmpty || !edit.inserted.isEmpty else { return }
    apply(edit)
    history.admit(edit)
    self.place(place, anchor: anchor)
  }
}
