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

  /// The bytes of a line end that is new at the end of a text, whose last line had none.
  fileprivate var addedLineEnd: Int {
    guard endsLine, !removed.isEmpty, !inverse.endsLine else { return 0 }
    return inserted.suffix(2).elementsEqual("\r\n".utf8) ? 2 : 1
  }

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
  /// Whether older steps were dropped because their lines were changed elsewhere.
  private(set) var hasLostSteps = false
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

  /// Drops the steps that were undone.
  mutating func forgetUndone() {
    redoable = []
  }

  // Bytes of lines to look at: in very long ones, older steps are dropped.
  private static let reach = 32 << 20

  /// Makes a line end that the last line gets part of the steps that began this line, so that it goes with it.
  ///
  /// - Parameter text: the text, whose last line has no end yet.
  mutating func endLastLine(of text: EditedLines, with lineBreak: LineBreak) {
    isClosed = true
    redoable = []
    var (text, left) = (text, Self.reach)
    for index in undoable.indices.reversed() {
      guard left > 0 else { return dropSteps(through: index) }
      left -= undoable[index].endLastLine(of: &text, with: lineBreak.bytes)
    }
  }

  /// Adjusts the steps to edits that were made elsewhere and are no step themselves.
  ///
  /// Steps in other lines of the text are moved. The newest step that touches the same lines is removed, with all before it.
  ///
  /// - Parameters:
  ///   - foreign: the edits in order, each valid while none of them is made.
  ///   - text: the text before them.
  mutating func admit(_ foreign: [TextEdit], in text: EditedLines) {
    isClosed = true
    redoable = []
    guard !undoable.isEmpty, !foreign.isEmpty else { return }
    var changed = text
    var others = Array(foreign.reversed().map { LinewiseEdit($0, in: &changed) }.reversed())
    var (text, left) = (text, Self.reach)
    for index in undoable.indices.reversed() {
      guard left > 0, let step = undoable[index].moved(by: &others, undoing: &text, &left) else {
        return dropSteps(through: index)
      }
      undoable[index] = step
    }
  }

  private mutating func dropSteps(through index: Int) {
    undoable.removeFirst(index + 1)
    hasLostSteps = true
  }
}

extension EditHistory.Step {
  /// Makes a line end part of the edits that began or removed the last line, and undoes the step in a text without it; returns
  /// how many bytes of lines were looked at.
  fileprivate mutating func endLastLine(of text: inout EditedLines, with lineBreak: [UInt8]) -> Int {
    var reach = 0
    for index in edits.indices.reversed() {
      let isOpen = text.hasOpenEnd
      reach += LinewiseEdit(edits[index].inverse, in: &text).reach
      let wasOpen = text.hasOpenEnd
      // Such an edit reaches to the end of the text.
      if isOpen, !wasOpen { edits[index].inserted += lineBreak }
      if wasOpen, !isOpen { edits[index].removed += lineBreak }
    }
    return reach
  }

  /// Exchanges the order of a step and foreign edits: the step in a text with these, and the edits in a text before the step;
  /// `nil` if both touch the same lines.
  fileprivate func moved(
    by foreign: inout [LinewiseEdit], undoing text: inout EditedLines, _ left: inout Int
  ) -> EditHistory.Step? {
    let last = foreign
    var moved = edits
    for index in edits.indices.reversed() {
      let own = LinewiseEdit(edits[index].inverse, in: &text).inverse
      left -= own.reach
      moved[index] = own.edit
      for other in foreign.indices {
        if own.first + own.inserted <= foreign[other].first {
          foreign[other].move(
            byLines: own.removed - own.inserted, bytes: own.edit.removed.count - own.edit.inserted.count)
        } else if own.first >= foreign[other].first + foreign[other].removed {
          moved[index].offset += foreign[other].edit.inserted.count - foreign[other].edit.removed.count
        } else {
          return nil
        }
      }
    }
    return EditHistory.Step(
      kind: kind, edits: moved, before: before.moved(by: foreign), after: after.moved(by: last))
  }
}

extension EditHistory.Place {
  /// The offset in a text with other edits made, which are in order.
  fileprivate func moved(by edits: [LinewiseEdit]) -> EditHistory.Place {
    edits.reversed().reduce(self) { $0.moved(by: $1.edit) }
  }

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
    let end = edit.offset + edit.removed.count
    // The end of the last line stays it.
    if offset == end, edit.addedLineEnd > 0 { return edit.offset + edit.inserted.count - edit.addedLineEnd }
    if offset >= end { return offset + edit.inserted.count - edit.removed.count }
    return edit.offset
  }
}
