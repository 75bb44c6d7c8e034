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

  /// Whether the first side's lines come after the second's, as they end in the middle of a block.
  private let isFirstCut: Bool

  /// Weaves lines of both sides; `nil` where each ends in the middle of a block of code or the like that the other has not, or
  /// where lines would come below the one in which a side ends.
  ///
  /// - Parameter numbers: those of all lines of each side, equal for equal lines.
  init?(
    _ first: TextBlocks, _ firstLines: Range<Int>, _ second: TextBlocks, _ secondLines: Range<Int>,
    numbers: (first: [Int32], second: [Int32])
  ) {
    (self.first, self.second) = (first, second)
    var (one, other) = (Self.entries(first, firstLines), Self.entries(second, secondLines))
    isFirstCut = Self.isCut(one, first)
    let isSecondCut = Self.isCut(other, second)
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
    if isFirstCut, isSecondCut, one.last?.number != other.last?.number { return nil }
    weave(one[...], other[...])
    let ends = [lines.last, twin]
    if isFirstCut, !ends.contains(.first(firstLines.upperBound - 1)) { return nil }
    if isSecondCut, !ends.contains(.second(secondLines.upperBound - 1)) { return nil }
    // Blank lines with nothing below them, as the side has them whose line is the last one, if none is missing then.
    let tails: [[Line]] = [
      ((one.last?.lines.upperBound ?? firstLines.lowerBound)..<firstLines.upperBound).map { .first($0) },
      ((other.last?.lines.upperBound ?? secondLines.lowerBound)..<secondLines.upperBound).map { .second($0) },
    ]
    let blanks = max(firstLines.count { first.lines[$0].isBlank }, secondLines.count { second.lines[$0].isBlank })
    let longest = tails[0].count < tails[1].count ? tails[1] : tails[0]
    switch lines.last {
    case .first where twin == nil && blankCount + tails[0].count >= blanks: lines += tails[0]
    case .second where twin == nil && blankCount + tails[1].count >= blanks: lines += tails[1]
    default: lines += longest
    }
  }

  /// How many lines of the result are blank.
  private var blankCount: Int {
    lines.count { line in
      switch line {
      case .first(let line): first.lines[line].isBlank
      case .second(let line): second.lines[line].isBlank
      case .blank: false
      }
    }
  }

  private static func entries(_ text: TextBlocks, _ lines: Range<Int>) -> [Entry] {
    var entries: [Entry] = []
    var blanks = lines.lowerBound
    for line in lines {
      let block = text.lines[line]
      if block.isBlank { continue }
      var depth = block.depth
      if block.goesOn {
        guard let last = entries.last, last.depth < TextBlocks.deepest else {
          // The block is one of the base, or text that a line below it makes a heading together with text of the base.
          let depth = block.mark == .underlined ? block.depth : TextBlocks.deepest
          entries.append(Entry(lines: line..<line + 1, start: line, depth: depth))
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
    return entries
  }

  /// Whether a block begins among lines and does not end there.
  private static func isCut(_ entries: [Entry], _ text: TextBlocks) -> Bool {
    guard let last = entries.last, last.depth < TextBlocks.deepest else { return false }
    return text.lines[last.lines.upperBound - 1].isOpen
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

  /// Weaves trees of one depth; the first side's come before the second's. Trees in a row that a side has whole among others, but
  /// at another place, are there once.
  private mutating func weave(_ ones: [ArraySlice<Entry>], _ others: [ArraySlice<Entry>]) {
    let hunks = LineDifference(
      from: ones.map { $0[$0.startIndex].number }, to: others.map { $0[$0.startIndex].number }
    ).hunks
    let runs = AddedRuns(
      hunks.map { ones[$0.old].joined().map(\.number) }, hunks.map { others[$0.new].joined().map(\.number) })
    var (one, other) = (0, 0)
    for (index, hunk) in hunks.enumerated() {
      for place in one..<hunk.old.lowerBound { join(ones[place], others[other + place - one]) }
      let first = runs.repeatedByFirst.contains(index) ? [] : ones[hunk.old]
      let second = runs.repeatedBySecond.contains(index) ? [] : others[hunk.new]
      if isFirstCut { append(second, isFirst: false) }
      append(first, isFirst: true)
      if !isFirstCut { append(second, isFirst: false) }
      (one, other) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    for place in one..<ones.count { join(ones[place], others[other + place - one]) }
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

  private mutating func append(_ trees: ArraySlice<ArraySlice<Entry>>, isFirst: Bool) {
    for entry in trees.joined() { append(entry, isFirst: isFirst) }
  }

  private mutating func append(_ entry: Entry, isFirst: Bool) {
    func line(_ number: Int) -> Line { isFirst ? .first(number) : .second(number) }
    let start = (isFirst ? first : second).lines[entry.start]
    let isBelowItsOwn = [lines.last, twin].contains(line(entry.start - 1))
    let isStart = !start.goesOn || start.mark == .underlined
    if entry.start == entry.lines.lowerBound, isStart, !isBelowItsOwn, isBound(start.mark) {
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
    case .row, .html, .underlined: return !last.isBlank
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
    /// The text of a heading with a line below it, or such a line without a text: text right above it is a part of the heading.
    case underlined
  }

  /// A line.
  struct Line {
    let isBlank: Bool
    /// The level of a heading; more for other lines, the more the further they are indented.
    fileprivate(set) var depth: Int
    /// Whether it is another line of the block that the line above is in.
    fileprivate(set) var goesOn: Bool
    fileprivate(set) var mark: Mark?
    /// Whether it is in a block that needs a line to end it, and is not that line.
    let isOpen: Bool
    /// Whether it is text whatever is above it, but for a block of code or the like.
    fileprivate let isText: Bool
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
        if let level = Self.underlineLevel(bytes, range), !next.goesOn { underline(level) }
      }
    }
  }

  /// Whether the block that a line is in goes on below it.
  func isInBlock(below line: Int) -> Bool { line + 1 < lines.count && lines[line + 1].goesOn }

  /// The level of the heading that a line makes of text above it. Whether it does also depends on the lines above that text, but
  /// these are not the same ones on both sides and in what comes of them.
  private static func underlineLevel(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Int? {
    guard line.count > 1, let mark = line.first.map({ bytes[$0] }),
      mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-"),
      line.allSatisfy({ bytes[$0] == mark })
    else { return nil }
    return mark == UInt8(ascii: "=") ? 1 : 2
  }

  /// Makes the text above the last line a heading; if there is none, this line must not get any.
  private mutating func underline(_ level: Int) {
    var line = lines.count - 1
    if line == 0 || !lines[line - 1].isText { lines[line].mark = .underlined }
    while line > 0, lines[line - 1].isText {
      lines[line].goesOn = true
      line -= 1
      (lines[line].depth, lines[line].mark) = (level, .underlined)
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
      case .underlined, nil: isInBlock
      }
    return Line(
      isBlank: cursor.isBlank && !isInBlock, depth: depth, goesOn: goesOn, mark: mark, isOpen: isOpen,
      isText: cursor.indent == 0 && BlockState.startsText(cursor.first) && !isInBlock && mark == nil)
  }
}
