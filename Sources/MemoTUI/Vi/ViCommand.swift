extension ViKeys {
  /// What keys come to.
  indirect enum Command: Equatable, Sendable {
    /// Go where a motion leads; with a count if one was typed.
    case move(ViMotion, Int?)
    case apply(Operator, ViMotion, Int?)
    /// Apply an operator to the line of the cursor and those below, as many in all.
    case applyToLines(Operator, Int)
    case deleteCharacters(Int)
    case replaceCharacters(String, Int)
    case changeCase(Int)
    /// Join so many lines, by a blank each or as they are.
    case joinLines(Int, hasBlanks: Bool)
    /// Change as much as was selected.
    case changeSelected(ViSelectedChange, ViSelectionSize)
    /// Write; what is written comes so often.
    case write(Place, Int)
    /// Do the last change again, with another count if one was typed.
    case repeatChange(Int?)
    case scroll(Scroll)
    case fold(Fold)
    case paste(isBefore: Bool, Int)
    /// Copy, delete or paste what has a name.
    case inRegister(String, Command)
    case undo(Int)
    case redo(Int)
    case select(isByLines: Bool)
    /// Select what was selected last.
    case selectAgain
    /// Record the keys that follow under a name.
    case record(String)
    /// Play what was recorded, so often.
    case play(String, Int)
    /// Give the cursor's place a name.
    case setMark(String)
    /// Find what is typed next; keys before it, such as an operator, wait for that.
    case find(isBackward: Bool)
    /// Find the word at the cursor.
    case findWord(isBackward: Bool)
    /// The next match in the direction of the search, or against it, or a later one.
    case findAgain(isNext: Bool, Int)
    /// Scroll by half a page, or so many lines.
    case halfPage(isDown: Bool, Int?)
    /// Scroll by so many rows, and leave the cursor where it is while it is in view.
    case scrollRows(Int)
    /// Show the file, the line and the words.
    case showPlace
    /// Go back to where a jump began.
    case jumpBack
    case tick
    /// More keys are needed.
    case waits
    /// What was typed is dropped.
    case cancelled
    /// Esc, with nothing to drop.
    case rest
    /// Keys that have no meaning together.
    case unknown(String)
    /// A key behind those, which may be a part of what was meant.
    case dropped(after: String)
  }
}

extension ViKeys.Command {
  /// Whether a name before it counts.
  var usesRegister: Bool {
    switch self {
    case .apply, .applyToLines, .deleteCharacters, .paste: true
    default: false
    }
  }

  /// Whether text is written behind it.
  var isChange: Bool {
    switch self {
    case .inRegister(_, let command): command.isChange
    case .apply(.change, _, _), .applyToLines(.change, _): true
    default: false
    }
  }

  /// Whether `.` does it again.
  var isRepeatable: Bool {
    switch self {
    case .apply(let key, _, _), .applyToLines(let key, _): key != .yank
    case .inRegister(_, let command): command.isRepeatable
    case .deleteCharacters, .replaceCharacters, .changeCase, .joinLines, .write, .paste, .changeSelected, .tick: true
    default: false
    }
  }

  /// The same with another count.
  func counted(_ count: Int) -> ViKeys.Command {
    switch self {
    case .apply(let key, let motion, _): .apply(key, motion, count)
    case .applyToLines(let key, _): .applyToLines(key, count)
    case .deleteCharacters: .deleteCharacters(count)
    case .replaceCharacters(let text, _): .replaceCharacters(text, count)
    case .changeCase: .changeCase(count)
    case .joinLines(_, let hasBlanks): .joinLines(max(2, count), hasBlanks: hasBlanks)
    case .write(let place, _): .write(place, count)
    case .paste(let isBefore, _): .paste(isBefore: isBefore, count)
    case .inRegister(let name, let command): .inRegister(name, command.counted(count))
    default: self
    }
  }
}
