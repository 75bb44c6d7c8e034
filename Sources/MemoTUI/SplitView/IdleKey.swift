import MemoWords

/// Explains keys that do nothing where they are typed.
enum IdleKey {
  private static let textKeys: Set<String> = ["a", "A", "I", "N", "x", "v", "y", "p"]

  /// What a key would need to do something; `nil` for one that has a meaning in the list or the text.
  static func explanation(of event: TerminalEvent, in focus: BrowserState.Focus) -> Text? {
    switch event {
    case .text(let text):
      if let motion = Motion(text) {
        return motion.isOnlyInText && focus == .list ? ListMessages.onlyInText(text) : nil
      }
      if text.unicodeScalars.contains(where: isHangul) { return ListMessages.composed(text) }
      return focus == .list && textKeys.contains(text) ? ListMessages.onlyInText(text) : ListMessages.noMeaning(text)
    case .key(let key, let modifiers):
      guard Motion(key, modifiers) == nil, let name = name(of: key) else { return nil }
      return ListMessages.noMeaning(name)
    case .paste: return ListMessages.nowhereToPaste
    case .mouse, .resize: return nil
    }
  }

  /// What is said of a key that has nothing to undo or redo in the text that is written; `nil` for other keys.
  static func explanation(of event: TerminalEvent, in history: EditHistory?) -> Text? {
    guard case .key(.control(let key), _) = event, let history else { return nil }
    switch key {
    case "z" where history.undoable.isEmpty:
      return history.hasLostSteps ? BrowserMessages.cannotUndoMore : BrowserMessages.nothingToUndo
    case "y" where history.redoable.isEmpty: return BrowserMessages.nothingToRedo
    default: return nil
    }
  }

  /// The name of a key; `nil` for one that has a meaning everywhere.
  private static func name(of key: Key) -> String? {
    switch key {
    case .escape, .control("g"), .control("l"): nil
    case .control(let letter): "^\(letter.uppercased())"
    case .alt("\u{7F}"): "Alt+Backspace"
    case .alt("\r"): "Alt+Enter"
    case .alt("\t"): "Alt+Tab"
    case .alt(let letter): "Alt+\(letter)"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
    case .function(let number): "F\(number)"
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backTab: nil
    }
  }

  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    default: false
    }
  }
}

extension Motion {
  /// Whether it does nothing in the list.
  fileprivate var isOnlyInText: Bool {
    switch self {
    case .wordLeft, .wordRight, .lineStart, .lineEnd, .paragraphStart, .paragraphEnd: true
    case .up, .down, .left, .right, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last, .rowStart, .rowEnd:
      false
    }
  }
}
