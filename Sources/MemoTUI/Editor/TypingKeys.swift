/// Keys while a text is being written.
extension TextEditor {
  /// Applies a key or text; returns whether the clipboard changed.
  ///
  /// - Parameters:
  ///   - page: rows of a page.
  ///   - clipboard: the text that was cut or copied last.
  mutating func type(_ event: TerminalEvent, page: Int, clipboard: inout [UInt8]) -> Bool {
    // Whoever goes away and comes back means what is typed then.
    if case .key = event { continuation = nil }
    noteTable()
    defer {
      typedTable.revision = buffer.revision
      leaveTable()
    }
    switch event {
    case .text(let text): insertTyped(text)
    case .key(.control("x"), _):
      clipboard = edit { $0.cut() }
      return !clipboard.isEmpty
    case .key(.control("c"), _):
      let selected = buffer.selectedBytes
      guard !selected.isEmpty else { return false }
      clipboard = selected
      return true
    case .key(let key, let modifiers): if !change(key, modifiers) { move(key, modifiers, page) }
    case .paste, .mouse, .resize: break
    }
    return false
  }

  /// Applies a key that changes the text; returns false for other keys.
  private mutating func change(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
    let isByWord = !modifiers.isDisjoint(with: [.control, .alt])
    switch key {
    case .enter: if !goToRowBelow() { breakLine() }
    // A line break alone, without the marker of a list: many terminals are set to send this for Shift+Enter.
    case .alt("\r"): edit { $0.insertLineBreak() }
    case .tab: if !goToCell(isNext: true), !beginTable() { indent() }
    case .backTab: if !goToCell(isNext: false) { outdent() }
    case .backspace where !isByWord && removeEmptyMarker(): break
    case .backspace: edit { isByWord ? $0.deleteWordBackward() : $0.deleteBackward() }
    case .delete: edit { isByWord ? $0.deleteWordForward() : $0.deleteForward() }
    case .control("w"), .alt("\u{7F}"): edit { $0.deleteWordBackward() }
    case .alt("d"): edit { $0.deleteWordForward() }
    case .control("d"): edit { $0.deleteForward() }
    case .control("u"): edit { $0.deleteToLineStart() }
    case .control("k"): edit { $0.deleteToLineEnd() }
    case .control("z"), .control("y"):
      edit { key == .control("z") ? $0.undo() : $0.redo() }
      forgetTable()
    default: return false
    }
    return true
  }

  private mutating func move(_ key: Key, _ modifiers: KeyModifiers, _ page: Int) {
    let isSelecting = modifiers.contains(.shift)
    let isFar = !modifiers.isDisjoint(with: [.control, .alt])
    switch key {
    case .left: edit { $0.move(isFar ? .wordLeft : .left, selecting: isSelecting) }
    case .right: edit { $0.move(isFar ? .wordRight : .right, selecting: isSelecting) }
    case .alt("b"): edit { $0.move(.wordLeft) }
    case .alt("f"): edit { $0.move(.wordRight) }
    case .home where isFar: edit { $0.move(.textStart, selecting: isSelecting) }
    case .end where isFar: edit { $0.move(.textEnd, selecting: isSelecting) }
    case .control("a"): edit { $0.selectAll() }
    case .up: move(.up, selecting: isSelecting)
    case .down: move(.down, selecting: isSelecting)
    case .home: move(.rowStart, selecting: isSelecting)
    case .end, .control("e"): move(.rowEnd, selecting: isSelecting)
    case .pageUp: move(.upRows(page), selecting: isSelecting)
    case .pageDown: move(.downRows(page), selecting: isSelecting)
    default: break
    }
  }
}
