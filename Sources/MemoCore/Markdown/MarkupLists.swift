/// The numbers at the starts of lines. Some count the items of a list, and memo keeps these in order; others are years, days
/// and dates, which Markdown takes for lists as well and which never change.
public enum ItemNumbers {
  /// Longer numbers are years.
  public static let mostDigits = 3

  /// Whether a number of some digits is a year, or with the text behind its mark part of a date: `3. 10. 회의`.
  public static func isDate(digits: Int, before text: some Collection<UInt8>) -> Bool {
    let rest = text.drop(while: \.isBlank)
    let behind = rest.drop(while: \.isASCIIDigit)
    let beginsWithNumber =
      behind.startIndex != rest.startIndex && behind.first == UInt8(ascii: ".")
      && behind.dropFirst().first?.isASCIIDigit != true
    return digits > mostDigits || beginsWithNumber
  }

  /// Whether numbers count the items of a list: from 0 or 1 on, or from any number on without gaps. Others may be days. Where
  /// all are the same, Markdown counts by itself.
  public static func count(_ numbers: [Int]) -> Bool {
    guard let first = numbers.first, numbers.contains(where: { $0 != first }) else { return false }
    return first < 2 || zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 || $1 == $0 + 1 }
  }
}

/// A list: items that follow one another and have the same mark.
public struct MarkupList: Equatable, Sendable {
  /// An item of a list.
  public struct Item: Equatable, Sendable {
    /// From its mark to the end of its last line with text.
    public let range: Range<Int>
    /// `-`, `*`, `+`, `1.`, `1)`
    public let mark: Range<Int>
    /// Its number; `nil` for a bullet.
    public let number: Int?
  }

  /// The items in the order of the text.
  public internal(set) var items: [Item]
  /// How many containers are around it.
  public let depth: Int

  fileprivate let delimiter: UInt8
}

extension MarkupTree {
  /// The lists in the order of the text, outer ones before those in them.
  public var lists: [MarkupList] {
    var lists: [MarkupList] = []
    // By depth, the list that the next item may go on with.
    var open: [Int?] = []
    for block in blocks {
      open.removeLast(max(open.count - block.depth - 1, 0))
      open += Array(repeating: nil, count: max(block.depth + 1 - open.count, 0))
      guard block.kind == .item, let item = MarkupList.Item(block.range, in: bytes), !item.isBehindNumber(in: bytes)
      else {
        open[block.depth] = nil
        continue
      }
      let delimiter = bytes[item.mark.upperBound - 1]
      if let place = open[block.depth], lists[place].delimiter == delimiter {
        lists[place].items.append(item)
      } else {
        open[block.depth] = lists.count
        lists.append(MarkupList(items: [item], depth: block.depth, delimiter: delimiter))
      }
    }
    return lists
  }
}

extension MarkupList.Item {
  /// Reads the mark of an item.
  fileprivate init?(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) {
    var end = range.lowerBound
    while end < range.upperBound, bytes[end].isASCIIDigit { end += 1 }
    guard end < range.upperBound || end < bytes.count else { return nil }
    let digits = range.lowerBound..<end
    self.init(
      range: range.lowerBound..<max(range.upperBound, end + 1), mark: range.lowerBound..<end + 1,
      number: digits.isEmpty ? nil : Int(bytes.text(digits)))
  }

  /// Whether it begins behind the number of another item, as the day of a date does: `3. 10. 회의`.
  fileprivate func isBehindNumber(in bytes: UnsafeRawBufferPointer) -> Bool {
    let before = bytes[bytes.trimmed(bytes.lineStart(of: mark.lowerBound)..<mark.lowerBound)]
    return before.last.map { ".)".utf8.contains($0) } ?? false
  }

  /// Whether its number is a year or a part of a date.
  fileprivate func isDate(in bytes: UnsafeRawBufferPointer) -> Bool {
    let text = mark.upperBound..<bytes.lineEnd(from: mark.upperBound)
    return number != nil && ItemNumbers.isDate(digits: mark.count - 1, before: bytes[text])
  }

  /// The changes that give it another number. Lines of it that are indented as far as its text stay so.
  public func edits(numbering number: Int, in bytes: UnsafeRawBufferPointer) -> [ByteEdit] {
    let digits = mark.lowerBound..<mark.upperBound - 1
    let written = Array(String(number).utf8)
    guard self.number != nil, !bytes[digits].elementsEqual(written) else { return [] }
    let growth = written.count - digits.count
    let indent = mark.lowerBound - bytes.lineStart(of: mark.lowerBound)
    var edits = [ByteEdit(digits, written)]
    var line = bytes.nextLineStart(from: mark.lowerBound)
    while growth != 0, line < range.upperBound {
      let start = line + indent
      let end = start + mark.count
      // A line that is indented less goes on with a paragraph all the same.
      if end <= range.upperBound, bytes[start..<end].allSatisfy({ $0 == UInt8(ascii: " ") }),
        bytes[line..<start].allSatisfy({ $0.isBlank || $0 == UInt8(ascii: ">") })
      {
        let blanks = Array(repeating: UInt8(ascii: " "), count: max(growth, 0))
        edits.append(ByteEdit(start..<start + max(-growth, 0), blanks))
      }
      line = bytes.nextLineStart(from: line)
    }
    return edits
  }
}

extension MarkupList {
  /// Whether its numbers count its items, so that they follow where these change.
  private func isCounted(in bytes: UnsafeRawBufferPointer) -> Bool {
    ItemNumbers.count(items.compactMap(\.number)) && !items.contains { $0.isDate(in: bytes) }
  }

  /// The changes that number its items one after the other, from its first number on, where the numbers count them.
  public func numbering(in bytes: UnsafeRawBufferPointer) -> [ByteEdit] {
    guard let first = items.first?.number, isCounted(in: bytes) else { return [] }
    return items.enumerated().flatMap { $1.edits(numbering: first + $0, in: bytes) }
  }

  /// The changes that number the items behind a new one, from its number on, where the numbers of the others count them.
  public func numbering(after new: Int, in bytes: UnsafeRawBufferPointer) -> [ByteEdit] {
    var others = self
    others.items.remove(at: new)
    guard let number = items[new].number, others.isCounted(in: bytes) else { return [] }
    return items[(new + 1)...].enumerated().flatMap { $1.edits(numbering: number + 1 + $0, in: bytes) }
  }

  /// The change that brings its items into the order of their texts, numbers by their values; `nil` where they are, and
  /// where an item is not on lines of its own. Numbers that count the items stay where they are; others, such as years and
  /// days, move with their items, and these are in their order.
  public func sorting(in bytes: UnsafeRawBufferPointer) -> ByteEdit? {
    // A fence or comment that nothing closes holds the blank lines below, too, and these set the next block apart.
    let lines = items.map { item in
      bytes.lineStart(of: item.mark.lowerBound)..<bytes.lineEnd(from: bytes.trimmed(item.range).upperBound)
    }
    guard items.count > 1, zip(items, lines).allSatisfy({ bytes[$1.lowerBound..<$0.mark.lowerBound].isBlank }),
      zip(lines, lines.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound })
    else { return nil }
    let isCounted = isCounted(in: bytes)
    let keys = items.map { item in
      let key = isCounted ? key(of: item, in: bytes) : wholeKey(of: item, in: bytes)
      return Array(NaturalOrder.text(String(decoding: key, as: UTF8.self)).utf8)
    }
    let order = items.indices.sorted {
      keys[$0] == keys[$1] ? $0 < $1 : keys[$0].lexicographicallyPrecedes(keys[$1])
    }
    var sorted: [UInt8] = []
    for (place, number) in order.enumerated() {
      let start = lines[number].lowerBound
      let newNumber = isCounted ? items[place].number : nil
      let edits = (newNumber.map { items[number].edits(numbering: $0, in: bytes) } ?? []).map {
        ByteEdit($0.range.lowerBound - start..<$0.range.upperBound - start, $0.bytes)
      }
      sorted += ByteEdit.apply(edits, to: bytes.part(lines[number]))
      if place + 1 < lines.count { sorted += bytes[lines[place].upperBound..<lines[place + 1].lowerBound] }
    }
    let range = lines[0].lowerBound..<lines[lines.count - 1].upperBound
    return bytes[range].elementsEqual(sorted) ? nil : ByteEdit(range, sorted)
  }

  /// What an item is sorted by that keeps its number: this, and what the others are sorted by.
  private func wholeKey(of item: Item, in bytes: UnsafeRawBufferPointer) -> [UInt8] {
    Array((item.number.map { "\($0). " } ?? "").utf8) + key(of: item, in: bytes)
  }

  /// What an item is sorted by: its first line without mark and box.
  private func key(of item: Item, in bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var start = item.mark.upperBound
    let end = bytes.lineEnd(from: start)
    while start < end, bytes[start].isBlank { start += 1 }
    if let box = TaskBox(bytes, at: start) { start = min(box.mark.upperBound + 1, end) }
    return Folding.matchKey(bytes.text(bytes.trimmed(start..<end)))
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var isBlank: Bool { allSatisfy(\.isBlank) }
}
