extension EditBuffer {
  /// Takes on a text that was changed elsewhere, for instance merged with what is on disk.
  ///
  /// The cursor stays on its line, wherever that is now. The change is no step of undo: steps that touched other parts
  /// of the text can still be undone.
  public mutating func adopt(_ bytes: [UInt8]) {
    let new = EditedLines(bytes)
    var place = place
    let edits = AdoptedText(lines, becoming: new).edits
    adoptByteOrderMark(of: new)
    for edit in edits {
      let isAtLineStart = lines.position(at: edit.offset).offset == 0
      apply(edit)
      history.admit(edit)
      place = place.moved(by: edit, isAtLineStart: isAtLineStart)
    }
    if !edits.isEmpty { restore(place) }
  }
}
