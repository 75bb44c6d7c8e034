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
        let text = ViText(buffer: editor.buffer)
        let target = text.target(of: motion, count, from: editor.buffer.cursor)
        let isBehind = target.line > text.lastLine
        editor.edit { $0.move(to: isBehind ? text.lastTarget(of: motion) : target) }
      }
    }
    if motion.isFar { showInMiddle(&state) }
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
    } else if case .heading(let isBackward) = motion, let editor = state.pane?.editor {
      motion = .place(editor.heading(isBackward: isBackward, count ?? 1))
    } else if let place = ViFinding.place(of: motion, count ?? 1, state) {
      motion = .place(place)
    } else if case .window(let place) = motion, let pane = state.pane, let rows = state.layout.memo?.rows {
      motion = .line(pane.line(at: place, count ?? 1, rows: rows))
    } else if case .mark(let name, let isByLines) = motion, let pane = state.pane {
      let jump = state.vi.jumps.last { $0.pane == pane.id }?.position
      guard let place = name == "'" ? jump : pane.editor.buffer.mark(name) else {
        state.message = ViMessages.noMark[state.language]
        return nil
      }
      let line = min(place.line, pane.editor.buffer.lines.count - 1)
      let offset = pane.editor.buffer.lines[line].boundary(atOrAfter: place.offset)
      motion = isByLines ? .line(line) : .place(LinePosition(line: line, offset: offset))
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
    var left = count ?? 1
    while left > 0 {
      let (before, row) = (editor.buffer, editor.cursorCell.row)
      editor.move(move)
      keepOnLines(&editor)
      // Without a row to go to, the cursor stays where it is.
      if editor.cursorCell.row == row {
        return editor.edit { buffer in
          buffer.place(before.cursor, anchor: nil)
          buffer.wantedColumn = before.wantedColumn
        }
      }
      if count == nil || editor.buffer.cursor.line != before.cursor.line { left -= 1 }
    }
  }

  /// Takes a cursor behind the last line break, where vi has no line, to the row above; the column that up and down keep
  /// stays.
  static func keepOnLines(_ editor: inout TextEditor) {
    if editor.buffer.cursor.line > ViText(buffer: editor.buffer).lastLine { editor.move(.up) }
  }

  /// Goes to a line, counted from 1.
  static func goToLine(_ number: Int, _ state: inout BrowserState) {
    noteJump(&state)
    state.pane?.hasCursor = true
    state.pane?.edit { editor in
      let text = ViText(buffer: editor.buffer)
      let position = text.lineText(min(max(1, number) - 1, text.lastLine))
      editor.edit { $0.move(to: position) }
    }
    showInMiddle(&state)
  }

  // MARK: Scrolling

  /// Scrolls the row of the cursor to the middle of the window if it is out of view.
  static func showInMiddle(_ state: inout BrowserState) {
    guard let rows = state.layout.memo?.rows else { return }
    state.pane?.fold(usesCursor: true)
    guard let pane = state.pane, !(pane.top..<pane.top + rows).contains(pane.editor.cursorCell.row) else { return }
    state.pane?.scrollCursor(to: .middle, rows: rows)
  }

  /// Scrolls by rows; a cursor that is out of view then goes to the nearest one.
  static func scrollRows(_ count: Int, _ state: inout BrowserState) {
    guard let rows = state.layout.memo?.rows else { return }
    state.pane?.hasCursor = true
    state.pane?.scroll(by: count, rows: rows)
    state.fitCursor()
  }

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

  // MARK: The list

  /// Goes by as many memos of the list as a count says, or to one of them; returns false for other keys.
  static func goInList(_ event: TerminalEvent, _ state: inout BrowserState) -> Bool {
    guard state.looks.keys == .vi, state.focus == .list else { return false }
    let count = state.vi.listCount
    state.vi.listCount = nil
    guard case .text(let text) = event else { return false }
    if let digit = Int(text), text.utf8.count == 1, digit > 0 || count != nil {
      state.vi.listCount = min((count ?? 0) * 10 + digit, ViKeys.largestCount)
      return true
    }
    guard let count else { return false }
    switch text {
    case "j": state.list.select(state.list.selection + count)
    case "k": state.list.select(state.list.selection - count)
    case "G": state.list.select(count - 1)
    default: return false
    }
    return true
  }

  // MARK: Jumps

  /// Remembers where a jump began; `nil` is where the cursor is.
  static func noteJump(from position: LinePosition? = nil, _ state: inout BrowserState) {
    guard let pane = state.pane else { return }
    let position = position ?? pane.editor.buffer.cursor
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
      showInMiddle(&state)
      return []
    }
    guard !state.trail.isEmpty else { return ViReading.report(ViMessages.noJump, &state) }
    return state.effectsOfLeaving + state.goBack()
  }
}
