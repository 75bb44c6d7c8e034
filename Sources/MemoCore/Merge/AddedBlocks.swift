/// The lines that both sides of a merge added in one place, woven block by block.
///
/// A line belongs to the nearest line above it that is less deep: to a heading, to the item that it is indented below, to the
/// first row of its table. A block of code, math, HTML, a comment or a quote is like one line, and blank lines are part of the
/// line below them. Lines of both sides are there once only if the lines that they belong to are, too. Deeper ones come first:
/// below the other side's headings, lines without a heading would belong to those.
struct AddedBlocks {
  /// A line of the result.
  enum Line: Equatable {
    case first(Int)
    case second(Int)
    /// Keeps two blocks apart that would become one.
    case blank
  }

  /// A line or a block of a side.
  private struct Entry {
    /// With the blank lines above it.
    var lines: Range<Int>
    /// Where it starts, below the blank lines.
    let start: Int
    let depth: Int
    /// Equal for equal lines and blocks.
    var number: Int32 = 0
  }

  /// What came out.
  private(set) var lines: [Line] = []

  private let first: TextBlocks
  private let second: TextBlocks
  /// The line of the other side that is the same as the last one.
  private var twin: Line?

  /// Weaves lines of both sides; `nil` where a block of code or the like begins among them and does not end.
  ///
  /// - Parameter numbers: those of all lines of each side, equal for equal lines.
  init?(
    _ first: TextBlocks, _ firstLines: Range<Int>, _ second: TextBlocks, _ secondLines: Range<Int>,
    numbers: (first: [Int32], second: [Int32])
  ) {
    (self.first, self.second) = (first, second)
    guard var one = Self.entries(first, firstLines), var other = Self.entries(second, secondLines) else { return nil }
    // A block has a number that no line has.
    var blocks: [ArraySlice<Int32>: Int32] = [:]
    func number(_ entry: Entry, _ numbers: [Int32]) -> Int32 {
      let lines = numbers[entry.start..<entry.lines.upperBound]
      if lines.count == 1 { return numbers[entry.start] }
      let number = blocks[lines] ?? -1 - Int32(blocks.count)
      blocks[lines] = number
      return number
    }
    for index in one.indices { one[index].number = number(one[index], numbers.first) }
    for index in other.indices { other[index].number = number(other[index], numbers.second) }
    weave(one[...], other[...])
    // Blank lines with nothing below them.
    let tails = (
      (one.last?.lines.upperBound ?? firstLines.lowerBound)..<firstLines.upperBound,
      (other.last?.lines.upperBound ?? secondLines.lowerBound)..<secondLines.upperBound
    )
    lines += tails.0.count < tails.1.count ? tails.1.map { .second($0) } : tails.0.map { .first($0) }
  }

  private static func entries(_ text: TextBlocks, _ lines: Range<Int>) -> [Entry]? {
    var entries: [Entry] = []
    var blanks = lines.lowerBound
    for line in lines {
      let block = text.lines[line]
      if block.isBlank { continue }
      var depth = block.depth
      if block.goesOn {
        guard let last = entries.last, last.depth < TextBlocks.deepest else {
          // The block is one of the base.
          entries.append(Entry(lines: line..<line + 1, start: line, depth: TextBlocks.deepest))
          blanks = line + 1
          continue
        }
        guard block.mark == .row else {
          entries[entries.count - 1].lines = last.lines.lowerBound..<line + 1
          blanks = line + 1
          continue
        }
        depth = TextBlocks.row
      } else if depth == 1, entries.isEmpty ? lines.lowerBound == 0 : entries.last?.depth == TextBlocks.title {
        depth = TextBlocks.title
      }
      entries.append(Entry(lines: blanks..<line + 1, start: line, depth: depth))
      blanks = line + 1
    }
    let isCut = entries.last.map { $0.depth < TextBlocks.deepest && text.lines[$0.lines.upperBound - 1].isOpen }
    return isCut == true ? nil : entries
  }

  // MARK: Weaving

  private mutating func weave(_ one: ArraySlice<Entry>, _ other: ArraySlice<Entry>) {
    let (ones, others) = (Self.trees(one), Self.trees(other))
    // Each one is no deeper than the one above it.
    for depth in Set((ones + others).map { $0[$0.startIndex].depth }).sorted(by: >) {
      weave(ones.filter { $0[$0.startIndex].depth == depth }, others.filter { $0[$0.startIndex].depth == depth })
    }
  }

  /// Entries that belong to no other one, each with those that belong to it.
  private static func trees(_ entries: ArraySlice<Entry>) -> [ArraySlice<Entry>] {
    var trees: [ArraySlice<Entry>] = []
    var start = entries.startIndex
    for index in entries.indices.dropFirst() where entries[index].depth <= entries[start].depth {
      trees.append(entries[start..<index])
      start = index
    }
    return start < entries.endIndex ? trees + [entries[start...]] : trees
  }

  /// Weaves trees of one depth; the first side's come before the second's.
  private mutating func weave(_ ones: [ArraySlice<Entry>], _ others: [ArraySlice<Entry>]) {
    let hunks = LineDifference(
      from: ones.map { $0[$0.startIndex].number }, to: others.map { $0[$0.startIndex].number }
    ).hunks
    var (one, other) = (0, 0)
    for hunk in hunks + [LineDifference.Hunk(old: ones.count..<ones.count, new: others.count..<others.count)] {
      for place in 0..<(hunk.old.lowerBound - one) { join(ones[one + place], others[other + place]) }
      for entry in ones[hunk.old].joined() { append(entry, isFirst: true) }
      for entry in others[hunk.new].joined() { append(entry, isFirst: false) }
      (one, other) = (hunk.old.upperBound, hunk.new.upperBound)
    }
  }

  /// What both sides have, with what belongs to it on each.
  private mutating func join(_ one: ArraySlice<Entry>, _ other: ArraySlice<Entry>) {
    guard let own = one.first, let twin = other.first else { return }
    if own.start - own.lines.lowerBound < twin.start - twin.lines.lowerBound {
      append(twin, isFirst: false)
      self.twin = .first(own.lines.upperBound - 1)
    } else {
      append(own, isFirst: true)
      self.twin = .second(twin.lines.upperBound - 1)
    }
    weave(one.dropFirst(), other.dropFirst())
  }

  private mutating func append(_ entry: Entry, isFirst: Bool) {
    func line(_ number: Int) -> Line { isFirst ? .first(number) : .second(number) }
    let start = (isFirst ? first : second).lines[entry.start]
    let isBelowItsOwn = [lines.last, twin].contains(line(entry.start - 1))
    if entry.start == entry.lines.lowerBound, !start.goesOn, !isBelowItsOwn, isBound(start.mark) {
      lines.append(.blank)
    }
    lines += entry.lines.map(line)
    twin = nil
  }

  /// Whether a block would become one with the line above it: a quote with a quote, and a table or HTML with any line above or
  /// below it, as text that begins right below one is a part of it, and what begins right below an item or a text is text.
  private func isBound(_ mark: TextBlocks.Mark?) -> Bool {
    let last: TextBlocks.Line
    switch lines.last {
    case .first(let line): last = first.lines[line]
    case .second(let line): last = second.lines[line]
    case .blank, nil: return false
    }
    switch mark {
    case .quote: return last.mark != nil
    case .row, .html: return !last.isBlank
    case nil: return last.mark == .row || last.mark == .html
    }
  }
}

/// How the lines of a text belong together.
struct TextBlocks {
  /// What a block is that no line of its own ends.
  enum Mark {
    case quote
    case row
    /// HTML that ends at a blank line: a heading right below it is a part of it.
    case html
  }

  /// A line.
  struct Line {
    let isBlank: Bool
    /// The level of a heading; more for other lines, the more the further they are indented.
    let depth: Int
    /// Whether it is another line of the block that the line above is in.
    let goesOn: Bool
    fileprivate(set) var mark: Mark?
    /// Whether it is in a block that needs a line to end it, and is not that line.
    let isOpen: Bool
  }

  /// The lines of the text.
  private(set) var lines: [Line] = []

  /// The depth of lines that go on with a block of the base.
  static let deepest = 100
  /// The depth of headings of level 1 with which a text starts. No line belongs to them: two memos that are alike but for their
  /// titles would be there twice.
  static let title = 95
  /// The depth of the rows of a table below the first one.
  static let row = 90
  /// The depth of lines that are neither headings nor indented.
  private static let text = 7
  /// Lines that are indented further are no deeper; it bounds how deep they nest.
  private static let mostIndent = 60

  /// Reads the lines of a text.
  init(_ text: TextLines) {
    lines.reserveCapacity(text.count)
    text.bytes.withUnsafeBytes { bytes in
      var (state, opened) = (BlockState(), [BlockOpening]())
      for line in 0..<text.count {
        let range = text.content(at: line).indices
        let block = state.read(bytes, range, opened: &opened)
        let next = Self.line(bytes, range, block, state, after: lines.last)
        // A table is one only with the line below its first row.
        if next.mark == .row, let last = lines.indices.last { lines[last].mark = .row }
        lines.append(next)
      }
    }
  }

  private static func line(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ block: BlockLine, _ state: BlockState, after last: Line?
  ) -> Line {
    let cursor = LineCursor(bytes, range)
    var (isOpen, level) = (false, Int?.none)
    if case .heading(let number) = block.kind, state.containers.isEmpty { level = number }
    var mark = state.leaf == .table && cursor.first == UInt8(ascii: "|") ? Mark.row : nil
    if block.quote == cursor.text, !cursor.isBlank { mark = .quote }
    if mark != .quote {
      switch state.leaf {
      case .fenced, .opaque: isOpen = true
      case .html(let html):
        isOpen = !html.endsAtBlankLine
        if !isOpen { mark = .html }
      case .none, .paragraph, .table, .indented: break
      }
    }
    let isInBlock = last?.isOpen == true && !block.startsBlock && block.kind != .blank
    let depth = level ?? Self.text + min(cursor.indent, Self.mostIndent)
    let goesOn =
      switch mark {
      case .row: true
      // Less indented, it is a quote below the item with the other one.
      case .quote: isInBlock || last?.mark == .quote && last?.depth == depth
      case .html: !block.startsBlock
      case nil: isInBlock
      }
    return Line(
      isBlank: cursor.isBlank && !isInBlock, depth: depth, goesOn: goesOn, mark: mark, isOpen: isOpen)
  }
}
