import MemoCore

/// A line that is typed, such as a query or a title.
public struct LineInput: Equatable, Sendable {
  /// The text.
  public private(set) var text: String
  /// The characters before the cursor.
  public private(set) var cursor: Int

  /// Whether all of it is selected: what is typed first replaces it, every other key leaves it to be changed.
  private(set) var isSelected = false

  /// A line with the cursor at its end.
  init(_ text: String = "", isSelected: Bool = false) {
    self.text = text
    self.isSelected = isSelected && !text.isEmpty
    cursor = text.count
  }

  /// The text before the cursor.
  var beforeCursor: Substring { text.prefix(cursor) }

  /// Applies an event; returns whether the text changed.
  mutating func update(_ event: TerminalEvent) -> Bool {
    defer { isSelected = false }
    switch event {
    case .text(let new), .paste(let new):
      if isSelected { (text, cursor) = ("", 0) }
      return insert(Self.oneLine(new))
    case .key(.backspace, _) where isSelected, .key(.delete, _) where isSelected: return remove(0..<text.count)
    case .key(let key, let modifiers): return update(key, isByWord: !modifiers.isDisjoint(with: [.control, .alt]))
    case .mouse, .resize: return false
    }
  }

  private mutating func update(_ key: Key, isByWord: Bool) -> Bool {
    switch key {
    case .backspace: return remove(isByWord ? wordStart..<cursor : cursor - 1..<cursor)
    case .control("w"), .alt("\u{7F}"): return remove(wordStart..<cursor)
    case .control("u"): return remove(0..<cursor)
    case .control("k"): return remove(cursor..<text.count)
    case .delete: return remove(cursor..<cursor + 1)
    case .left: cursor = isByWord ? wordStart : max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    default: break
    }
    return false
  }

  private mutating func insert(_ new: String) -> Bool {
    guard !new.isEmpty else { return false }
    let rest = String(text.dropFirst(cursor))
    let start = beforeCursor + new
    text = start + rest
    // Counted together: typed text may join the character before it.
    cursor = text.count - rest.count
    return true
  }

  private mutating func remove(_ range: Range<Int>) -> Bool {
    let range = range.clamped(to: 0..<text.count)
    guard !range.isEmpty else { return false }
    text = String(text.prefix(range.lowerBound)) + String(text.dropFirst(range.upperBound))
    cursor = range.lowerBound
    return true
  }

  private var wordStart: Int {
    let word = beforeCursor.reversed().drop(while: \.isWhitespace).drop { !$0.isWhitespace }
    return word.count
  }

  /// Turns line breaks of a paste into blanks, and removes controls.
  static func oneLine(_ text: String) -> String {
    let spaced = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    let scalars = String(spaced).unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension CellGrid {
  /// Draws a line with a prompt and the cursor, and returns the column after it.
  ///
  /// Text before the cursor is cut at its start if the row is too short: users type at its end.
  mutating func put(_ input: LineInput, prompt: String, row: Int) -> Int {
    let start = put(
      TerminalText.cut(prompt, to: size.columns / 2), row: row, column: 0, style: CellStyle(isBold: true))
    // The last column stays free for the cursor.
    let before = Self.tail(of: TerminalText.visible(String(input.beforeCursor)), columns: size.columns - start - 1)
    let cursor = put(before, row: row, column: start, style: CellStyle(isReversed: input.isSelected))
    self.cursor = Position(row: row, column: min(cursor, size.columns - 1))
    let after = String(input.text.dropFirst(input.cursor))
    return put(TerminalText.cut(after, to: max(0, size.columns - cursor)), row: row, column: cursor)
  }

  private static func tail(of text: String, columns: Int) -> String {
    if DisplayWidth.columns(of: text) <= columns { return text }
    var width = 1
    let kept = text.reversed().prefix { character in
      width += DisplayWidth.columns(of: character)
      return width <= columns
    }
    return "…" + String(kept.reversed())
  }
}
