import MemoCore
import MemoWords

/// Copying and pasting with the keys of vi.
enum ViPasting {
  /// A paste that waits for the clipboard of the system.
  struct Awaited: Sendable {
    let isBefore: Bool
    let count: Int
  }

  /// Keeps a text that a command takes.
  static func keep(_ text: [UInt8], isCopied: Bool, _ state: inout BrowserState) {
    if let kept = state.vi.registers.keep(text, isCopied: isCopied) { state.clipboard = kept }
  }

  /// Puts what was copied or deleted into the text: whole lines below or above the line of the cursor.
  static func paste(isBefore: Bool, _ count: Int, _ state: inout BrowserState) -> [BrowserEffect] {
    guard !ViRegisters.isOfSystem(state.vi.registers.chosen) else {
      state.vi.awaitedPaste = Awaited(isBefore: isBefore, count: count)
      return [.paste(nil)]
    }
    return paste(state.vi.registers.text(orElse: state.clipboard), isBefore: isBefore, count, &state)
  }

  /// Pastes what the clipboard of the system has; `nil` if no key of vi has asked for it.
  static func takePaste(_ text: [UInt8], _ state: inout BrowserState) -> [BrowserEffect]? {
    guard let awaited = state.vi.awaitedPaste else { return nil }
    state.vi.awaitedPaste = nil
    let command = ViKeys.Command.paste(isBefore: awaited.isBefore, awaited.count)
    state.vi.change = ViChange(command: .inRegister("+", command), written: [])
    return paste(text, isBefore: awaited.isBefore, awaited.count, &state)
  }

  private static func paste(
    _ text: [UInt8], isBefore: Bool, _ count: Int, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    guard !text.isEmpty else { return ViReading.report(ViMessages.nothingToPaste, &state) }
    let text = [UInt8](repeatElement(text, count: count).joined())
    return ViReading.change(&state) { editor in
      let lines = editor.withFolded(editor.buffer.cursor.line...editor.buffer.cursor.line)
      editor.edit { buffer in
        if ViRegisters.isByLines(text) {
          pasteLines(text, at: isBefore ? lines.lowerBound : lines.upperBound + 1, in: &buffer)
        } else {
          pasteCharacters(text, isBefore, in: &buffer)
        }
      }
    }
  }

  private static func pasteLines(_ text: [UInt8], at line: Int, in buffer: inout EditBuffer) {
    if line < buffer.lines.count {
      // The cursor does not move before: undo restores it.
      let start = LinePosition(line: line, offset: 0)
      let lineBreak = line > 0 ? buffer.lines[line - 1].lineBreak : buffer.nearbyLineBreak
      buffer.endStep()
      let lines = TextLine.lines(of: text).map(\.bytes)
      buffer.replace(start..<start, with: Array(lines.joined(separator: lineBreak.bytes)), as: .other)
      buffer.endStep()
    } else {
      // Below a last line without a line break.
      buffer.move(to: buffer.lines.end)
      let lineBreak = text.suffix(while: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
      buffer.paste(lineBreak + text.dropLast(lineBreak.count))
    }
    buffer.place(ViText(buffer: buffer).lineText(line), anchor: nil)
  }

  private static func pasteCharacters(_ text: [UInt8], _ isBefore: Bool, in buffer: inout EditBuffer) {
    if !isBefore { buffer.moveBehindCharacter() }
    buffer.paste(text)
    let last = buffer.positionBefore(buffer.cursor)
    buffer.place(last, anchor: nil)
  }

  /// Puts what was copied in the place of what was selected, which then can be pasted instead, unless that is kept. The cursor
  /// goes to the last character, or to the first of whole lines.
  static func paste(
    over range: Range<LinePosition>?, isByLines: Bool, keepsRegister: Bool, _ state: inout BrowserState
  ) -> [BrowserEffect] {
    var text = state.vi.registers.text(orElse: state.clipboard)
    guard !text.isEmpty, let range, let buffer = state.pane?.editor.buffer else {
      WaitingKeys.stopPlaying(&state)
      return ViReading.report(ViMessages.nothingToPaste, &state)
    }
    let lineBreak = buffer.nearbyLineBreak.bytes
    // Lines stay lines of their own.
    let hasLines = ViRegisters.isByLines(text)
    switch (isByLines, hasLines) {
    case (true, false): text += lineBreak
    case (false, true): text = lineBreak + text
    default: break
    }
    if !keepsRegister { state.clipboard = buffer.lines.bytes(in: range) }
    return ViReading.change(&state) { editor in
      editor.edit { buffer in
        buffer.place(range.lowerBound, anchor: nil)
        buffer.endStep()
        let lines = TextLine.lines(of: text).map(\.bytes)
        buffer.replace(range, with: Array(lines.joined(separator: lineBreak)), as: .other)
        let line = range.lowerBound.line + (isByLines ? 0 : 1)
        let last = buffer.positionBefore(buffer.cursor)
        buffer.place(isByLines || hasLines ? ViText(buffer: buffer).lineText(line) : last, anchor: nil)
        buffer.endStep()
      }
    }
  }
}

extension [UInt8] {
  /// The bytes at the end that satisfy a condition.
  fileprivate func suffix(while isIncluded: (UInt8) -> Bool) -> [UInt8] {
    Array(reversed().prefix(while: isIncluded).reversed())
  }
}
