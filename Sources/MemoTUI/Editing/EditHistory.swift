/// Bytes that made way for others.
struct TextEdit: Equatable, Sendable {
  /// Bytes before it.
  var offset: Int
  /// What went.
  var removed: [UInt8]
  /// What came.
  var inserted: [UInt8]

  /// Whether what came ends with a line end.
  var endsLine: Bool { inserted.last == UInt8(ascii: "\n") || inserted.last == UInt8(ascii: "\r") }

  /// Whether what came starts with a line end.
  var startsWithLineEnd: Bool { inserted.first == UInt8(ascii: "\n") || inserted.first == UInt8(ascii: "\r") }

  /// What changes the text back.
  var inverse: TextEdit { TextEdit(offset: offset, removed: inserted, inserted: removed) }
}

/// The steps that can be undone and redone.
struct EditHistory: Sendable {
  /// Where cursor and selection stand, as bytes before them.
  struct Place: Equatable, Sendable {
    let cursor: Int
    let anchor: Int?
  }

  /// What is undone at once.
  struct Step: Sendable {
    let kind: Kind
    var edits: [TextEdit]
    let before: Place
    var after: Place
  }

  /// What a step does, which tells whether the next edit belongs to it.
  enum Kind: Sendable {
    case typing
    case deleting
    case other
  }

  // A step of typing holds a word, so this is more than a person undoes.
  private static let limit = 5_000

  private(set) var undoable: [Step] = []
  private(set) var redoable: [Step] = []
  private var isClosed = true

  /// Ends the last step: what comes next is a step of its own.
  mutating func close() {
    isClosed = true
  }

  /// Notes an edit that was made.
  mutating func note(_ edit: TextEdit, _ kind: Kind, from before: Place, to after: Place) {
    redoable = []
    if let last = undoable.last, !isClosed, kind != .other, last.kind == kind, last.after == before {
      undoable[undoable.count - 1].edits.append(edit)
      undoable[undoable.count - 1].after = after
    } else {
      undoable.append(Step(kind: kind, edits: [edit], before: before, after: after))
      if undoable.count > Self.limit { undoable.removeFirst(Self.limit / 10) }
    }
    isClosed = false
  }

  /// The step to undo next, which then can be redone.
  mutating func undo() -> Step? {
    isClosed = true
    guard let step = undoable.popLast() else { return nil }
    redoable.append(step)
    return step
  }

  /// The step to redo next, which then can be undone.
  mutating func redo() -> Step? {
    isClosed = true
    guard let step = redoable.popLast() else { return nil }
    undoable.append(step)
    return step
  }

  /// Makes room for an edit that was made elsewhere and is no step itself.
  ///
  /// Steps that touch other parts of the text are kept, at the places where their text is now. The newest step that
  /// touches the same part is forgotten, with all before it.
  mutating func admit(_ foreign: TextEdit) {
    isClosed = true
    redoable = []
    var foreign = foreign
    for index in undoable.indices.reversed() {
      guard let step = undoable[index].moved(by: &foreign) else {
        undoable.removeFirst(index + 1)
        return
      }
      undoable[index] = step
    }
  }
}

extension EditHistory.Step {
  /// The step as it would have been made in a text with a foreign edit, which then is told as it would have been made
  /// before the step; `nil` where both touch the same bytes.
  fileprivate func moved(by foreign: inout TextEdit) -> EditHistory.Step? {
    let last = foreign
    var moved = edits
    for index in edits.indices.reversed() {
      let (edit, end) = (edits[index], foreign.offset + foreign.removed.count)
      if edit.offset + edit.inserted.count <= foreign.offset {
        foreign.offset += edit.removed.count - edit.inserted.count
      } else if edit.offset >= end {
        moved[index].offset += foreign.inserted.count - foreign.removed.count
      } else {
        return nil
      }
    }
    return EditHistory.Step(
      kind: kind, edits: moved, before: before.moved(by: foreign), after: after.moved(by: last))
  }
}

extension EditHistory.Place {
  /// The place in a text with another edit made.
  ///
  /// - Parameter isAtLineStart: whether a line starts where the edit does.
  func moved(by edit: TextEdit, isAtLineStart: Bool = true) -> EditHistory.Place {
    EditHistory.Place(
      cursor: Self.moved(cursor, by: edit, isAtLineStart),
      anchor: anchor.map { Self.moved($0, by: edit, isAtLineStart) })
  }

  private static func moved(_ offset: Int, by edit: TextEdit, _ isAtLineStart: Bool) -> Int {
    // Lines that come in before the line that starts here push it down; what comes behind a line's end does not.
    let isPushed =
      isAtLineStart && offset == edit.offset && edit.removed.isEmpty && edit.endsLine && !edit.startsWithLineEnd
    if offset <= edit.offset, !isPushed { return offset }
    if offset >= edit.offset + edit.removed.count { return offset + edit.inserted.count - edit.removed.count }
    return edit.offset
  }
}
