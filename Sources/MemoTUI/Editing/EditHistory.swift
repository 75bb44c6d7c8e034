/// An edit: bytes that were replaced by others.
struct TextEdit: Equatable, Sendable {
  /// The offset in bytes.
  var offset: Int
  /// The old bytes.
  var removed: [UInt8]
  /// The new bytes.
  var inserted: [UInt8]

  /// Whether the new bytes end with a line end.
  var endsLine: Bool { inserted.last == UInt8(ascii: "\n") || inserted.last == UInt8(ascii: "\r") }

  /// Whether the new bytes start with a line end.
  var startsWithLineEnd: Bool { inserted.first == UInt8(ascii: "\n") || inserted.first == UInt8(ascii: "\r") }

  /// The edit that reverts it.
  var inverse: TextEdit { TextEdit(offset: offset, removed: inserted, inserted: removed) }
}

/// The steps that can be undone and redone.
struct EditHistory: Sendable {
  /// The offsets of cursor and anchor in bytes.
  struct Place: Equatable, Sendable {
    let cursor: Int
    let anchor: Int?
  }

  /// Edits that are undone together.
  struct Step: Sendable {
    let kind: Kind
    var edits: [TextEdit]
    let before: Place
    var after: Place
  }

  /// The kind of a step, which decides whether the next edit belongs to it.
  enum Kind: Sendable {
    case typing
    case deleting
    case other
  }

  // A step of typing is a word: users do not undo this many.
  private static let limit = 5_000

  private(set) var undoable: [Step] = []
  private(set) var redoable: [Step] = []
  private var isClosed = true

  /// Ends the last step: the next edit starts another one.
  mutating func close() {
    isClosed = true
  }

  /// Joins the steps behind the first so many to one.
  mutating func join(after count: Int) {
    isClosed = true
    guard count >= 0, count + 1 < undoable.count else { return }
    let steps = undoable[count...]
    let joined = Step(
      kind: .other, edits: steps.flatMap(\.edits), before: undoable[count].before,
      after: undoable[undoable.count - 1].after)
    undoable.replaceSubrange(count..., with: [joined])
  }

  /// Records an edit.
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

  /// The step to undo; it can be redone then.
  mutating func undo() -> Step? {
    isClosed = true
    guard let step = undoable.popLast() else { return nil }
    redoable.append(step)
    return step
  }

  /// The step to redo; it can be undone then.
  mutating func redo() -> Step? {
    isClosed = true
    guard let step = redoable.popLast() else { return nil }
    undoable.append(step)
    return step
  }

  /// Adjusts the steps to an edit that was made elsewhere and is not a step itself.
  ///
  /// Steps in other parts of the text are moved. The newest step that touches the same part is removed, with
  /// all before it.
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
  /// Exchanges the order of a step and a foreign edit: the step in a text with the edit, and the edit in a text
  /// before the step; `nil` if both touch the same bytes.
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
  /// The offset in a text with another edit made.
  ///
  /// - Parameter isAtLineStart: whether a line starts at the edit.
  func moved(by edit: TextEdit, isAtLineStart: Bool = true) -> EditHistory.Place {
    EditHistory.Place(
      cursor: Self.moved(cursor, by: edit, isAtLineStart),
      anchor: anchor.map { Self.moved($0, by: edit, isAtLineStart) })
  }

  private static func moved(_ offset: Int, by edit: TextEdit, _ isAtLineStart: Bool) -> Int {
    // Lines inserted before the line that starts here move it down; text inserted behind the end of a line does not.
    let isPushed =
      isAtLineStart && offset == edit.offset && edit.removed.isEmpty && edit.endsLine && !edit.startsWithLineEnd
    if offset <= edit.offset, !isPushed { return offset }
    if offset >= edit.offset + edit.removed.count { return offset + edit.inserted.count - edit.removed.count }
    return edit.offset
  }
}
