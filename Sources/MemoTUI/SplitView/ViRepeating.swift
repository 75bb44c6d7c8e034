import MemoCore

/// A change that `.` does again.
struct ViChange: Sendable {
  let command: ViKeys.Command
  /// What was written after it.
  let written: [UInt8]
}

/// What is being written since a key of vi.
struct ViInsertion: Sendable {
  let command: ViKeys.Command
  /// The cursor before the key.
  let origin: LinePosition
  /// The steps of undo before the key.
  let steps: Int
  /// The steps of undo before what is written: behind what the key changed, or a move of the cursor.
  var writtenSteps: Int
}

/// The last change of a text and its repetition. All that one key changes, and what is written after it, is one step of undo.
enum ViRepeating {
  /// A text before a command.
  struct Before {
    let revision: Int?
    let cursor: LinePosition
    fileprivate let steps: Int

    init(_ state: BrowserState) {
      revision = state.pane?.editor.buffer.revision
      steps = state.pane?.editor.buffer.history.undoable.count ?? 0
      cursor = state.pane?.editor.buffer.cursor ?? .start
    }
  }

  /// Remembers a command that has changed the text, or begun to write.
  static func note(_ command: ViKeys.Command, since before: Before, _ state: inout BrowserState) {
    guard command.isRepeatable, let buffer = state.pane?.editor.buffer else { return }
    if case .writing = state.mode {
      state.pane?.edit { $0.edit { $0.endStep() } }
      let steps = min(before.steps, buffer.history.undoable.count)
      state.vi.insertion = ViInsertion(
        command: command, origin: before.cursor, steps: steps, writtenSteps: buffer.history.undoable.count)
    } else if buffer.revision != before.revision {
      state.vi.change = ViChange(command: command, written: [])
    }
  }

  /// Notes that the cursor was moved while writing: what is written from there on is repeated, once.
  static func noteMove(_ state: inout BrowserState) {
    state.vi.typedFrom = state.pane?.editor.buffer.cursor
    guard let insertion = state.vi.insertion, let buffer = state.pane?.editor.buffer else { return }
    state.pane?.edit { $0.edit { $0.endStep() } }
    state.vi.insertion = ViInsertion(
      command: insertion.command.counted(1), origin: insertion.origin, steps: insertion.steps,
      writtenSteps: buffer.history.undoable.count)
  }

  /// Ends what is written since a key: it comes as often as the count says. Returns whether the cursor is behind it; an item
  /// in which nothing was written is taken back.
  static func endInsertion(_ state: inout BrowserState) -> Bool {
    guard let insertion = state.vi.insertion, let buffer = state.pane?.editor.buffer else { return true }
    state.vi.insertion = nil
    let written = written(since: insertion.writtenSteps, in: buffer)
    if written.isEmpty, isEmptyItem(insertion, buffer) {
      state.pane?.edit { editor in
        editor.edit { $0.takeBack(after: insertion.steps) }
        editor.edit { $0.move(to: insertion.origin) }
      }
      state.trackDraft()
      return false
    }
    if case .write(let place, let count) = insertion.command, count > 1, !written.isEmpty {
      for _ in 1..<count {
        if place == .lineBelow || place == .lineAbove { _ = ViReading.write(place, &state) }
        insert(written, &state)
      }
    }
    state.pane?.edit { $0.edit { $0.history.join(after: insertion.steps) } }
    state.vi.change = ViChange(command: insertion.command, written: written)
    state.trackDraft()
    return true
  }

  /// Does the last change again.
  static func repeatChange(_ count: Int?, _ state: inout BrowserState) -> [BrowserEffect] {
    guard let change = state.vi.change, let buffer = state.pane?.editor.buffer else {
      return ViReading.report(ViMessages.nothingToRepeat, &state)
    }
    let steps = buffer.history.undoable.count
    let command = count.map(change.command.counted) ?? change.command
    var effects = ViReading.carryOut(command, &state)
    if case .writing = state.mode {
      insert(change.written, &state)
      ViReading.leaveWriting(&state)
      effects += state.endWriting()
    }
    state.pane?.edit { $0.edit { $0.history.join(after: steps) } }
    state.vi.change = ViChange(command: command, written: change.written)
    return effects
  }

  private static func insert(_ text: [UInt8], _ state: inout BrowserState) {
    state.pane?.edit { $0.edit { $0.replace($0.cursor..<$0.cursor, with: text, as: .other) } }
  }

  /// Whether a key has begun an item of a list in which nothing was written.
  private static func isEmptyItem(_ insertion: ViInsertion, _ buffer: EditBuffer) -> Bool {
    guard case .write(.lineBelow, _) = insertion.command, buffer.history.undoable.count > insertion.steps,
      let item = ListItem(buffer.lines[buffer.cursor.line].bytes)
    else { return false }
    return item.hasMark && item.isEmpty
  }

  /// What was written in the steps behind the first so many, up to the cursor.
  private static func written(since steps: Int, in buffer: EditBuffer) -> [UInt8] {
    var range: Range<Int>?
    for edit in buffer.history.undoable.dropFirst(steps).flatMap(\.edits) {
      let end = edit.offset + edit.removed.count
      let all = range.map { min($0.lowerBound, edit.offset)..<max($0.upperBound, end) } ?? edit.offset..<end
      range = all.lowerBound..<max(all.lowerBound, all.upperBound - edit.removed.count + edit.inserted.count)
    }
    guard let start = range?.lowerBound else { return [] }
    let first = buffer.lines.position(at: start)
    return first < buffer.cursor ? buffer.lines.bytes(in: first..<buffer.cursor) : []
  }
}
