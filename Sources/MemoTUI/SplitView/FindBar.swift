import MemoWords

/// The line in which a person types what to find in the memo that is written, and what to put in its place.
struct FindBar: Sendable {
  /// What a key came to.
  enum Outcome: Equatable {
    case goesOn, ends, notFound, fromStart, fromEnd
    case replaced(Int)
    /// The last match.
    case replacedLast
  }

  private(set) var query: LineInput
  private(set) var replacement: LineInput
  /// Whether the replacement is typed.
  private(set) var isReplacing: Bool
  /// Whether Enter leads from the query to what replaces it.
  private let isForReplacing: Bool
  /// Where the search begins while the query is typed.
  private let start: LinePosition

  /// Begins at the cursor. What is selected in a line is searched for, unless something else is typed; to replace it, Enter
  /// goes on to the replacement, so that the words before the line are read first.
  init(in editor: TextEditor, isReplacing: Bool) {
    let selected = String(decoding: editor.buffer.selectedBytes, as: UTF8.self)
    query = LineInput(selected.utf8.contains { $0 == 0x0A || $0 == 0x0D } ? "" : selected, isSelected: true)
    (replacement, self.isReplacing, isForReplacing) = (LineInput(), false, isReplacing)
    start = editor.buffer.selection?.lowerBound ?? editor.buffer.cursor
  }

  /// Whether an event opens it; `nil` if not, else whether to replace.
  static func opens(with event: TerminalEvent) -> Bool? {
    switch event {
    case .key(.control("f"), _): false
    case .key(.control("r"), _): true
    default: nil
    }
  }

  /// Applies an event: matches are selected in the text.
  mutating func update(_ event: TerminalEvent, in editor: inout TextEditor) -> Outcome {
    switch event {
    case _ where event.isCancel: return .ends
    case .key(.up, _), .key(.control("p"), _): return show(isNext: false, in: &editor)
    case .key(.down, _), .key(.control("n"), _), .key(.control("f"), _): return show(isNext: true, in: &editor)
    case .key(.enter, _) where isReplacing: return replace(in: &editor)
    case .key(.enter, _) where isForReplacing && !query.text.isEmpty: isReplacing = true
    case .key(.enter, _): return show(isNext: true, in: &editor)
    case .key(.control("a"), _) where isReplacing: return replaceAll(in: &editor)
    case .key(.tab, _), .key(.backTab, _), .key(.control("r"), _):
      isReplacing = !isReplacing && !query.text.isEmpty
    case _ where isReplacing: _ = replacement.update(event)
    default:
      guard query.update(event) else { return .goesOn }
      return find(from: start, in: &editor)
    }
    return .goesOn
  }

  private func find(from position: LinePosition, in editor: inout TextEditor) -> Outcome {
    guard let pattern = ExactPattern(query.text) else {
      editor.edit { $0.move(to: position) }
      return .goesOn
    }
    // The text may have become shorter since the search began: another process has changed it.
    let position = editor.buffer.snapped(position)
    guard let match = pattern.next(in: editor.buffer.lines, from: position) else { return .notFound }
    editor.edit { $0.select(match) }
    return match.lowerBound < position ? .fromStart : .goesOn
  }

  private func show(isNext: Bool, in editor: inout TextEditor) -> Outcome {
    let buffer = editor.buffer
    if isNext { return find(from: buffer.cursor, in: &editor) }
    let place = buffer.selection?.lowerBound ?? buffer.cursor
    guard let match = ExactPattern(query.text)?.previous(in: buffer.lines, before: place) else { return .notFound }
    editor.edit { $0.select(match) }
    return match.lowerBound >= place ? .fromEnd : .goesOn
  }

  /// Replaces the match that is selected, and goes to the next one.
  private func replace(in editor: inout TextEditor) -> Outcome {
    guard let pattern = ExactPattern(query.text) else { return .notFound }
    guard let selection = editor.buffer.selection,
      pattern.next(in: editor.buffer.lines, from: selection.lowerBound) == selection
    else { return show(isNext: true, in: &editor) }
    editor.edit { $0.replaceSelectionAsStep(with: Array(replacement.text.utf8)) }
    let next = find(from: editor.buffer.cursor, in: &editor)
    if next == .notFound { return .replacedLast }
    return next == .fromStart ? next : .replaced(1)
  }

  private func replaceAll(in editor: inout TextEditor) -> Outcome {
    guard let pattern = ExactPattern(query.text) else { return .notFound }
    let count = editor.edit { $0.replaceAll(pattern, with: Array(replacement.text.utf8)).count }
    return count > 0 ? .replaced(count) : .notFound
  }
}

extension FindBar {
  /// The words before the line.
  var label: Text { isReplacing ? BrowserMessages.replaceWith(query.text) : BrowserMessages.find }

  /// The line that is typed.
  var input: LineInput { isReplacing ? replacement : query }

  /// The keys.
  var keys: Text { isReplacing ? BrowserMessages.replaceKeys : BrowserMessages.findKeys }
}

extension FindBar.Outcome {
  /// What to show about it.
  var message: Text? {
    switch self {
    case .goesOn, .ends, .replaced(1): nil
    case .notFound: BrowserMessages.notFound
    case .fromStart: BrowserMessages.fromStart
    case .fromEnd: BrowserMessages.fromEnd
    case .replacedLast: BrowserMessages.replacedLast
    case .replaced(let count): BrowserMessages.replaced(count)
    }
  }
}
