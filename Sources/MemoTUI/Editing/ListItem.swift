import MemoCore

/// What a line starts with that the next one repeats: the marks of quotes and the marker of a list item.
struct ListItem: Equatable {
  /// The blanks and the marks of quotes before the marker.
  let prefix: [UInt8]
  /// The number of a numbered item.
  let number: Int?
  /// The marker without its number; empty for a quoted line that is not an item.
  let mark: [UInt8]
  /// Whether there is a checkbox.
  let hasBox: Bool
  /// The bytes of prefix, marker and checkbox.
  let markLength: Int
  /// Whether there is no text.
  let isEmpty: Bool

  /// Reads a line; `nil` if it is neither an item nor quoted.
  init?(_ line: [UInt8]) {
    let prefix = line.prefix { " \t>".utf8.contains($0) }
    let digits = line[prefix.count...].prefix(while: \.isDigit)
    var rest = line[(prefix.count + digits.count)...]
    let marks = digits.isEmpty ? "-*+" : ".)"
    let isDate = !digits.isEmpty && ItemNumbers.isDate(digits: digits.count, before: rest.dropFirst())
    let isMarked = !isDate && rest.first.map { marks.utf8.contains($0) } ?? false
    self.prefix = Array(prefix)
    if isMarked, rest.dropFirst().first == UInt8(ascii: " ") {
      mark = Array(rest.prefix(1))
      number = Int(String(decoding: digits, as: UTF8.self))
      rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
      hasBox = [" ", "x", "X"].contains {
        rest.starts(with: "[\($0)] ".utf8) || Array(rest) == Array("[\($0)]".utf8)
      }
      if hasBox { rest = rest.dropFirst(3).drop { $0 == UInt8(ascii: " ") } }
    } else {
      guard prefix.contains(UInt8(ascii: ">")) else { return nil }
      (mark, number, hasBox) = ([], nil, false)
      rest = line[prefix.count...]
    }
    markLength = rest.startIndex
    isEmpty = rest.isEmpty
  }

  /// The columns before the marker.
  var depth: Int { Self.depth(of: prefix[...]) }

  /// The columns of blanks and marks of quotes.
  static func depth(of prefix: ArraySlice<UInt8>) -> Int {
    prefix.reduce(0) { $1 == UInt8(ascii: "\t") ? ($0 / 4 + 1) * 4 : $0 + 1 }
  }

  /// Whether the nearest item above it can hold it, were it indented.
  func hasParent(above line: Int, in lines: EditedLines) -> Bool {
    for above in lines[max(0, line - Self.reach)..<line].reversed() {
      if let other = ListItem(above.bytes), other.hasMark { return other.depth >= depth }
      // Only blank lines and indented text belong to an item.
      guard above.bytes.first.map({ " \t>".utf8.contains($0) }) ?? true else { return false }
    }
    return false
  }

  // An item of more lines is none to go below with a key.
  private static let reach = 200

  /// Whether it is an item, not a quoted line only.
  var hasMark: Bool { !mark.isEmpty }

  /// The start of the next line.
  var next: String { start(number.map { $0 + 1 }) }

  /// A line that is an item, with another number.
  static func numbered(_ number: Int, _ line: [UInt8]) -> [UInt8] {
    let prefix = line.prefix { " \t>".utf8.contains($0) }
    let digits = line[prefix.endIndex...].prefix(while: \.isDigit)
    return prefix + Array("\(number)".utf8) + line[digits.endIndex...]
  }

  fileprivate func start(_ number: Int?) -> String {
    let start = String(decoding: prefix, as: UTF8.self) + (number.map { "\($0)" } ?? "")
    return start + String(decoding: mark, as: UTF8.self) + (hasMark ? hasBox ? " [ ] " : " " : "")
  }
}

/// The numbers of the items that follow a new one in a list, or one that is taken out of it.
struct ListNumbers {
  // Each line costs little, but a key must not go through a whole memo.
  private static let reach = 2_000

  /// The number of the new item.
  let next: Int?
  /// The lines that are renumbered, from the one below the item to the last that changes, with their new bytes.
  private(set) var lines: [[UInt8]] = []

  /// - Parameter line: the line of the item after which the new one comes.
  init(after item: ListItem, onLine line: Int, in text: EditedLines) {
    guard let number = item.number else {
      next = nil
      return
    }
    var (below, expected, changed) = (Self.below(item, onLine: line, in: text), number + 2, 0)
    let siblings = below.compactMap(\.number)
    // A list may have the same number everywhere.
    next = siblings.first == number ? number : number + 1
    guard next != number, ItemNumbers.count([number] + siblings) else { return }
    for (place, sibling) in below.map(\.number).enumerated() {
      guard let sibling else { continue }
      if sibling != expected {
        below[place].line = ListItem.numbered(expected, below[place].line)
        changed = place + 1
      }
      expected += 1
    }
    lines = below.prefix(changed).map(\.line)
  }

  /// - Parameter line: the line of the empty item at which the list is ended: the one below takes its number.
  init(without item: ListItem, onLine line: Int, in text: EditedLines) {
    next = item.number
    guard var expected = item.number else { return }
    var (below, changed) = (Self.below(item, onLine: line, in: text), 0)
    for (place, sibling) in below.map(\.number).enumerated() {
      guard let sibling else { continue }
      // Only numbers that count on follow.
      guard sibling == expected + 1 else { break }
      below[place].line = ListItem.numbered(expected, below[place].line)
      changed = place + 1
      expected += 1
    }
    lines = below.prefix(changed).map(\.line)
  }

  /// The lines of the list below one of its items, with the numbers of those at which items begin.
  private static func below(
    _ item: ListItem, onLine line: Int, in text: EditedLines
  ) -> [(line: [UInt8], number: Int?)] {
    var found: [(line: [UInt8], number: Int?)] = []
    for bytes in text[line + 1..<min(text.count, line + 1 + reach)].map(\.bytes) {
      let number = sibling(of: item, in: bytes)
      guard number != nil || isWithin(item, bytes) else { break }
      found.append((bytes, number))
    }
    return found
  }

  /// The number of a line that is an item of the same list.
  private static func sibling(of item: ListItem, in line: [UInt8]) -> Int? {
    guard let other = ListItem(line), other.prefix == item.prefix, other.mark == item.mark else { return nil }
    return other.number
  }

  /// Whether a line is blank, or part of an item.
  private static func isWithin(_ item: ListItem, _ line: [UInt8]) -> Bool {
    if line.allSatisfy({ " \t>".utf8.contains($0) }) { return true }
    return line.starts(with: item.prefix)
      && line.dropFirst(item.prefix.count).first?.isBlank ?? false
  }
}

extension EditBuffer {
  /// Breaks the line of an item: what follows the cursor is the next one's text, and the numbers below follow. One step.
  mutating func breakItem(_ item: ListItem) {
    let numbers = ListNumbers(after: item, onLine: cursor.line, in: lines)
    let start = Array(item.start(numbers.next).utf8)
    let lineBreak = nearbyLineBreak.bytes
    var bytes = lineBreak + start
    var end = cursor
    if !numbers.lines.isEmpty {
      let last = cursor.line + numbers.lines.count
      bytes += lines[cursor.line].bytes[cursor.offset...]
      for (line, new) in zip(lines[cursor.line..<last], numbers.lines) { bytes += line.lineBreak.bytes + new }
      end = lines.lineEnd(last)
    }
    history.close()
    let next = LinePosition(line: cursor.line + 1, offset: start.count)
    replace(cursor..<end, with: bytes, as: .other, cursor: next)
    history.close()
  }

  /// Removes the marker of an empty item, and the numbers below follow; in a quote the line stays quoted.
  mutating func endItem(_ item: ListItem) {
    let isQuoted = item.hasMark && item.prefix.contains(UInt8(ascii: ">"))
    let start = LinePosition(line: cursor.line, offset: isQuoted ? item.prefix.count : 0)
    let numbers = ListNumbers(without: item, onLine: cursor.line, in: lines)
    let last = cursor.line + numbers.lines.count
    let end = numbers.lines.isEmpty ? LinePosition(line: last, offset: item.markLength) : lines.lineEnd(last)
    let bytes = zip(lines[cursor.line..<last], numbers.lines).flatMap { $0.lineBreak.bytes + $1 }
    history.close()
    replace(start..<end, with: bytes, as: .other, cursor: start)
    history.close()
  }

  /// Replaces bytes of one line as a step of undo; the cursor stays where it is.
  mutating func replaceAsStep(_ range: Range<LinePosition>, with text: String) {
    history.close()
    replace(range, with: Array(text.utf8), as: .other, cursor: cursor)
    history.close()
  }
}

extension EditBuffer {
  private static let tab = "\t"

  /// Indents the selected lines; without a selection inserts a tab.
  public mutating func indent() {
    guard let lines = selectedLines else { return insert(Self.tab) }
    indent(lines)
  }

  /// Indents the item of the cursor, which stays at its text; its number and those below follow.
  mutating func indentItem() {
    let step = IndentStep(near: cursor.line, in: lines)
    if !moveItem(to: step.bytes + lines[cursor.line].bytes) { indent(cursor.line..<cursor.line + 1) }
  }

  /// Indents lines by a step, as the text has it. An item with no parent item stays one: further in, it would be code.
  mutating func indent(_ range: Range<Int>) {
    var step = IndentStep(near: range.lowerBound, in: lines)
    let item = ListItem(lines[range.lowerBound].bytes)
    if let item, item.hasMark, !item.hasParent(above: range.lowerBound, in: lines) {
      step = .usual
      if item.depth + step.bytes.count > IndentStep.mostOfText { return }
    }
    editLines(range) { step.added(to: $0) }
  }

  /// Removes a step of indentation from the selected lines, or the line of the cursor.
  public mutating func outdent() {
    outdent(selectedLines ?? cursor.line..<cursor.line + 1)
  }

  /// Removes a step of indentation from the item of the cursor, as `indentItem` adds it; returns false where there is none
  /// with a number.
  mutating func outdentItem() -> Bool {
    let (step, line) = (IndentStep(near: cursor.line, in: lines), lines[cursor.line].bytes)
    return selection == nil && moveItem(to: Array(line.dropFirst(step.count(in: line))))
  }

  /// Removes a step of indentation from lines.
  mutating func outdent(_ range: Range<Int>) {
    let step = IndentStep(near: range.lowerBound, in: lines)
    editLines(range) { step.removed(from: $0) }
  }

  /// The lines of the selection.
  private var selectedLines: Range<Int>? {
    guard let selection else { return nil }
    let (first, last) = (selection.lowerBound.line, selection.upperBound)
    return first..<(last.offset == 0 && last.line > first ? last.line : last.line + 1)
  }

  /// Changes lines as one step of undo, and selects all of them.
  private mutating func editLines(_ range: Range<Int>, _ change: ([UInt8]) -> [UInt8]) {
    let wasSelected = selection != nil
    let (place, old) = (cursor, lines[range])
    let new = old.map { change($0.bytes) }
    guard new != old.map(\.bytes) else { return }
    let grown = zip(range, zip(old, new)).first { $0.0 == place.line }.map { $0.1.1.count - $0.1.0.bytes.count } ?? 0
    replaceLines(range, with: new)
    if wasSelected {
      select(lines.range(ofLines: range))
    } else {
      move(to: LinePosition(line: place.line, offset: max(0, place.offset + grown)))
    }
  }
}
