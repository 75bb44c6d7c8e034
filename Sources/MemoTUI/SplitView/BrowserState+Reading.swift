import MemoCore
import MemoWords

/// Keys that mean something of their own while a text is read.
extension BrowserState {
  /// What a key does in the text alone; `nil` for one that means there what it means everywhere.
  mutating func read(_ event: TerminalEvent) -> [BrowserEffect]? {
    guard focus == .memo, pane?.isEditable == true, case .text(let text) = event else { return nil }
    switch text {
    case "n" where highlighter != nil: showNextMatch()
    case "N" where highlighter != nil: showPreviousMatch()
    case "a": return write(at: { $0.moveBehindCharacter() })
    case "A": return write(at: { $0.move(.lineEnd) })
    case "I": return write(at: { $0.moveToLineText() })
    default: return nil
    }
    return []
  }

  /// Starts to write where a key of vi does.
  private mutating func write(at move: (inout EditBuffer) -> Void) -> [BrowserEffect] {
    pane?.hasCursor = true
    pane?.edit { $0.edit(move) }
    return startWriting()
  }

  // MARK: Matches

  private mutating func showNextMatch() {
    guard let highlighter, let cursor = pane?.editor.buffer.cursor else { return }
    let next = LinePosition(line: cursor.line, offset: cursor.offset + 1)
    guard let match = pane?.editor.match(of: highlighter, from: next) else {
      message = Message.noMatch[language]
      return
    }
    if match.lowerBound <= cursor { message = BrowserMessages.fromStart[language] }
    show(match.lowerBound)
  }

  private mutating func showPreviousMatch() {
    guard let highlighter, let cursor = pane?.editor.buffer.cursor else { return }
    guard let match = pane?.editor.match(of: highlighter, before: cursor) else {
      message = Message.noMatch[language]
      return
    }
    if match.lowerBound >= cursor { message = BrowserMessages.fromEnd[language] }
    show(match.lowerBound)
  }

  /// Puts the cursor somewhere; out of sight, it comes with some of the text around it.
  private mutating func show(_ position: LinePosition) {
    guard let rows = layout.memo?.rows else { return }
    pane?.hasCursor = true
    pane?.edit { $0.edit { $0.move(to: position) } }
    if !showsCursor { pane?.show(position, rows: rows) }
  }
}

extension EditBuffer {
  /// Goes behind the character at the cursor, and not into the next line.
  fileprivate mutating func moveBehindCharacter() {
    if cursor != lines.lineEnd(cursor.line) { move(.right) }
  }

  /// Goes to the first character of the line that is no blank.
  fileprivate mutating func moveToLineText() {
    let blanks = lines[cursor.line].bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    move(to: LinePosition(line: cursor.line, offset: blanks.count))
  }
}
