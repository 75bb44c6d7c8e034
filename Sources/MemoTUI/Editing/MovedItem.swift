import MemoCore

/// An item of a numbered list that is indented or outdented, and the items below it whose numbers follow. Where the numbers
/// do not count the items, as days do not, all stay.
struct MovedItem {
  // Each line costs little, but a key must not go through a whole memo.
  private static let reach = 2_000

  /// The lines from the item to the last one that changes, with their new bytes.
  private(set) var lines: [[UInt8]] = []

  /// The item at its old and at its new level.
  private let old: ListItem
  private let new: ListItem
  /// The numbers of the next items at the deeper and the higher one of both levels; `nil` where numbers stay.
  private var deep: Int?
  private var high: Int?
  /// A number that shows, if the next item has it too, that all of the old list have it.
  private var repeated: Int?

  /// - Parameters:
  ///   - line: the line of the item.
  ///   - bytes: the line with its new indentation.
  init?(_ line: Int, to bytes: [UInt8], in text: EditedLines) {
    guard let old = ListItem(text[line].bytes), let new = ListItem(bytes), let number = old.number,
      old.depth != new.depth, !old.prefix.contains(UInt8(ascii: ">"))
    else { return nil }
    (self.old, self.new, repeated) = (old, new, number)
    let above = Self.numbers(above: new, onLine: line, in: text)
    let below = text[line + 1..<min(text.count, line + 1 + Self.reach)].map(\.bytes)
    let siblings = (above ?? []).reversed() + Self.numbers(below: below, new)
    let oldAbove = Self.numbers(above: old, onLine: line, in: text) ?? []
    let oldList = oldAbove.reversed() + [number] + Self.numbers(below: below, old)
    // One that is alone may be a day that was moved away from the others.
    let isDay = oldList.count == 1 && number > (above?.first ?? number) && Self.haveGaps(siblings + [number])
    if isDay || Self.haveGaps(siblings) || Self.haveGaps(oldList) {
      lines = [bytes]
      return
    }
    // All items of a list may have the same number.
    var next = above.map { $0.count > 1 && $0[0] == $0[1] ? $0[0] : ($0.first ?? 0) + 1 } ?? number
    let isUniform = (above?.count ?? 0) > 1 && above?.first == next
    if isNested {
      (deep, high) = (isUniform ? nil : next + 1, number)
    } else {
      (deep, high) = (1, isUniform ? nil : next + 1)
    }
    if !isNested, let last = above?.first, Self.numbers(below: below, new).first == last {
      (next, high) = (last, nil)
    }
    lines = [ListItem.numbered(next, bytes)]
    renumber(below)
  }

  private var isNested: Bool { new.depth > old.depth }

  /// Changes the numbers of the items below that belong to the old or the new list.
  private mutating func renumber(_ below: [[UInt8]]) {
    var (read, changed) = (lines, 1)
    let (lower, upper) = (max(old.depth, new.depth), min(old.depth, new.depth))
    for (bytes, item) in Self.items(below, within: upper) {
      read.append(bytes)
      guard let item, item.depth <= lower else { continue }
      let isDeep = item.depth == lower
      if item.mark != new.mark || item.number == nil || item.depth != upper && !isDeep {
        if item.depth == upper { break }
        deep = nil
        continue
      }
      if !isDeep { deep = nil }
      if isDeep != isNested, let last = repeated {
        repeated = nil
        if item.number == last { if isDeep { deep = nil } else { high = nil } }
      }
      guard let number = isDeep ? deep : high else { continue }
      if isDeep { deep = number + 1 } else { high = number + 1 }
      if item.number == number { continue }
      read[read.count - 1] = ListItem.numbered(number, bytes)
      changed = read.count
    }
    lines = Array(read.prefix(changed))
  }

  /// Whether the numbers of a list are days or the like, which do not follow one another.
  private static func haveGaps(_ numbers: [Int]) -> Bool {
    numbers.contains { $0 != numbers[0] } && !ItemNumbers.count(numbers)
  }

  /// The numbers of the items above at the level of an item, the last one first; none for the first one of a list, and `nil`
  /// where nothing above is a list.
  private static func numbers(above item: ListItem, onLine line: Int, in text: EditedLines) -> [Int]? {
    var numbers: [Int] = []
    for above in text[max(0, line - reach)..<line].reversed() {
      guard let other = Self.item(above.bytes) else {
        // Only blank lines and indented text belong to an item.
        guard above.bytes.first?.isBlank ?? true else { break }
        continue
      }
      if other.depth > item.depth { continue }
      // One that starts in the columns of the marker is on the same level; further to the right it is below.
      let marker = other.mark.count + 1 + (other.number.map { "\($0)".utf8.count } ?? 0)
      let isSibling = item.depth < other.depth + marker && other.mark == item.mark
      guard isSibling, let number = other.number else { return numbers }
      numbers.append(number)
    }
    return numbers.isEmpty ? nil : numbers
  }

  /// The numbers of the items below that belong to the list of another one.
  private static func numbers(below: [[UInt8]], _ item: ListItem) -> [Int] {
    let level = items(below, within: item.depth).compactMap(\.item).filter { $0.depth == item.depth }
    return level.prefix { $0.mark == item.mark && $0.number != nil }.compactMap(\.number)
  }

  /// The item that a line is, outside of quotes.
  private static func item(_ line: [UInt8]) -> ListItem? {
    guard let item = ListItem(line), item.hasMark, !item.prefix.contains(UInt8(ascii: ">")) else { return nil }
    return item
  }

  /// The lines below up to the end of a list at a depth, and which of them are items; code holds none.
  private static func items(_ below: [[UInt8]], within depth: Int) -> [(bytes: [UInt8], item: ListItem?)] {
    var fence: UInt8?
    var found: [(bytes: [UInt8], item: ListItem?)] = []
    for bytes in below {
      let text = bytes.drop(while: \.isBlank)
      if let mark = text.first, text.prefix(3).elementsEqual([mark, mark, mark]), "`~".utf8.contains(mark) {
        fence = fence == nil ? mark : fence == mark ? nil : fence
      }
      let item = fence == nil ? Self.item(bytes) : nil
      let indentation = ListItem.depth(of: bytes[..<text.startIndex])
      guard text.isEmpty || (item == nil ? indentation > depth : indentation >= depth) else { break }
      found.append((bytes, item))
    }
    return found
  }
}

extension EditBuffer {
  /// Gives the item of the cursor another indentation, as one step of undo; the cursor stays at its text. Returns false for a
  /// line that is not an item with a number.
  mutating func moveItem(to bytes: [UInt8]) -> Bool {
    let place = cursor
    guard let moved = MovedItem(place.line, to: bytes, in: lines) else { return false }
    let grown = moved.lines[0].count - lines[place.line].bytes.count
    replaceLines(
      place.line..<place.line + moved.lines.count, with: moved.lines,
      cursor: LinePosition(line: place.line, offset: max(0, place.offset + grown)))
    return true
  }
}
