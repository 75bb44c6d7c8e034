import MemoCore
import MemoWords

/// Where a jump began.
struct ViJump: Sendable {
  /// The editing session.
  let pane: Int
  let position: LinePosition
}

/// Moves of the cursor with the keys of vi.
enum ViMoving {
  private static let mostJumps = 100

  static func move(_ motion: ViMotion, _ count: Int?, _ state: inout BrowserState) {
    state.pane?.hasCursor = true
    guard let motion = found(motion, count, &state) else { return }
    if motion.isJump { noteJump(&state) }
    state.pane?.edit { editor in
      switch motion {
      case .up, .down: moveByRows(motion == .up ? .up : .down, lines: count, in: &editor)
      default:
        let target = ViText(buffer: editor.buffer).target(of: motion, count, from: editor.buffer.cursor)
        editor.edit { $0.move(to: target) }
      }
    }
  }

  /// A motion to a character, remembered or made of the one before; `nil`, with a message, if that is not in the line.
  static func found(_ motion: ViMotion, _ count: Int?, _ state: inout BrowserState) -> ViMotion? {
    var motion = motion
    if case .findAgain(let isReversed) = motion {
      guard let find = state.vi.find else {
        state.message = ViMessages.nothingFound[state.language]
        return nil
      }
      motion = .find(find.again(isReversed: isReversed))
    } else if case .find(let find) = motion {
      state.vi.find = find
    }
    guard let buffer = state.pane?.editor.buffer,
      ViText(buffer: buffer).hasTarget(of: motion, count, from: buffer.cursor)
    else {
      state.message = BrowserMessages.notFound[state.language]
      return nil
    }
    return motion
  }

  /// Moves by a row, or with a count by as many lines: a memo's lines are paragraphs. What is folded is skipped.
  private static func moveByRows(_ move: RowMove, lines count: Int?, in editor: inout TextEditor) {
    guard var left = count else { return editor.move(move) }
    while left > 0 {
      let before = editor.buffer.cursor
      editor.move(move)
      let after = editor.buffer.cursor
      if after == before { return }
      if after.line != before.line { left -= 1 }
    }
  }

  // MARK: Scrolling

  /// Scrolls by half a page, or by so many lines, which later keys then scroll, too.
  static func scroll(isDown: Bool, _ lines: Int?, _ state: inout BrowserState) {
    guard let rows = state.layout.memo?.rows else { return }
    state.vi.scrolledLines = lines ?? state.vi.scrolledLines
    guard let lines = state.vi.scrolledLines else {
      state.pane?.go(isDown ? .halfPageDown : .halfPageUp, rows: rows)
      return
    }
    state.pane?.hasCursor = true
    let before = state.pane?.editor.cursorCell.row ?? 0
    state.pane?.edit { moveByRows(isDown ? .down : .up, lines: lines, in: &$0) }
    let after = state.pane?.editor.cursorCell.row ?? 0
    state.pane?.scroll(by: after - before, rows: rows)
  }

  // MARK: Jumps

  /// Remembers the cursor, which is about to jump.
  static func noteJump(_ state: inout BrowserState) {
    guard let pane = state.pane else { return }
    noteJump(from: pane.editor.buffer.cursor, &state)
  }

  /// Remembers where a jump began.
  static func noteJump(from position: LinePosition, _ state: inout BrowserState) {
    guard let pane = state.pane else { return }
    state.vi.jumps.removeAll { $0.pane != pane.id || $0.position == position }
    state.vi.jumps.append(ViJump(pane: pane.id, position: position))
    state.vi.jumps.removeFirst(max(0, state.vi.jumps.count - mostJumps))
  }

  /// Goes back to where the last jump in the text began, else to the memo from which a link was followed.
  static func jumpBack(_ state: inout BrowserState) -> [BrowserEffect] {
    while let jump = state.vi.jumps.popLast() {
      guard let pane = state.pane, pane.id == jump.pane, pane.editor.buffer.cursor != jump.position else { continue }
      state.pane?.hasCursor = true
      state.pane?.edit { $0.edit { $0.move(to: jump.position) } }
      return []
    }
    guard !state.trail.isEmpty else { return ViReading.report(ViMessages.noJump, &state) }
    return state.effectsOfLeaving + state.goBack()
  }
}
