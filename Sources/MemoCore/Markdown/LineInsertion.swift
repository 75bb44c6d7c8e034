/// Adds lines to a memo without touching what it holds: its line breaks, byte order mark and invalid bytes stay, and a
/// memo without a last line break still has none afterwards, unless the text brings one.
///
/// Text next to a list, a quote, a table, a footnote or HTML would become part of it, next to a line of plain text a rule would
/// make that a heading and a definition of a link would be none, and `^name` names a block only at its end: a blank line comes
/// between, unless the text goes on with what is there.
public enum LineInsertion {
  /// The memo with a text below everything else but what a program keeps at the end.
  public static func appending(_ text: [UInt8], to memo: [UInt8]) -> [UInt8] {
    guard let place = memo.withUnsafeBytes(textEnd), !text.isEmpty else {
      return memo + tail(text, behind: end(of: memo[...]))
    }
    let isApart = memo.withUnsafeBytes { $0.trimmed(place..<$0.lineEnd(from: place)).isEmpty }
    return inserting(text, at: place, in: memo, isApartFromAbove: false, isApartFromBelow: !isApart)
  }

  /// Where the lines end that are above what a program keeps at the end, without blank ones; `nil` where there is no such thing.
  private static func textEnd(in memo: UnsafeRawBufferPointer) -> Int? {
    let start = FrontMatter(memo).range.upperBound
    guard let footer = ProgramFooter.start(in: memo, from: start) else { return nil }
    guard let last = memo[start..<footer].lastIndex(where: { $0 > 0x20 }) else { return start }
    return memo.nextLineStart(from: last)
  }

  /// What a text adds to the end of a memo.
  public static func tail(_ text: [UInt8], behind end: TextEnd) -> [UInt8] {
    let lineBreak = end.lineBreak ?? [UInt8(ascii: "\n")]
    let text = spelled(text, end)
    let gap = end.takesIn(text) ? lineBreak : []
    return gap + (end.endsLine || end.isEmpty ? ended(text, with: lineBreak) : lineBreak + text)
  }

  private static func end(of memo: ArraySlice<UInt8>) -> TextEnd {
    var end = TextEnd()
    memo.withUnsafeBytes { end.read($0) }
    return end
  }

  /// The memo with a text above its body: below front matter, title line and the blank lines that follow it.
  ///
  /// Where the file's name is the title, a heading of level 1 at the start that repeats it is a title line, too.
  public static func prepending(
    _ text: [UInt8], to memo: [UInt8], titledBy source: TitleSource = .firstLine
  ) -> [UInt8] {
    let memoEnd = end(of: memo[...])
    let lineBreak = lineBreak(of: memo)
    let text = spelled(text, memoEnd)
    let (start, end, isBehindBlock) = memo.withUnsafeBytes { bodyStart($0, source) }
    let (head, body) = (Array(memo[..<end]), memo[end...])
    // A title is set apart from what follows it, as it was or as a new memo has it.
    let isFirst = start == end && (body.isEmpty || isBehindBlock) && !memoEnd.isEmpty
    let gap = isFirst ? (memoEnd.endsLine || !body.isEmpty ? lineBreak : lineBreak + lineBreak) : []
    let isWhole = !body.isEmpty || memoEnd.endsLine || memoEnd.isEmpty
    let space = self.end(of: text[...]).takesIn(body) ? lineBreak : []
    return head + gap + (isWhole ? ended(text, with: lineBreak) : text) + space + body
  }

  /// The memo with a text between two of its lines, set apart by blank lines where asked or needed.
  ///
  /// - Parameter place: where a line starts, or the end.
  public static func inserting(
    _ text: [UInt8], at place: Int, in memo: [UInt8], isApartFromAbove: Bool, isApartFromBelow: Bool
  ) -> [UInt8] {
    let memoEnd = end(of: memo[...])
    let lineBreak = lineBreak(of: memo)
    let text = spelled(text, memoEnd)
    // A last line without a line break lends its own to the text.
    let isOpen = place == memo.count && !memoEnd.endsLine && !memoEnd.isEmpty
    let isApartFromAbove = isApartFromAbove || self.end(of: memo[..<place]).takesIn(text)
    let isApartFromBelow = isApartFromBelow || self.end(of: text[...]).takesIn(memo[place...])
    let lines = (isOpen ? lineBreak : []) + (isApartFromAbove ? lineBreak : [])
    let end = isOpen ? text : ended(text, with: lineBreak)
    return memo[..<place] + lines + end + (isApartFromBelow ? lineBreak : []) + memo[place...]
  }

  /// The line break that a memo uses: that of its first line, else LF.
  package static func lineBreak(of memo: [UInt8]) -> [UInt8] {
    end(of: memo[...]).lineBreak ?? [UInt8(ascii: "\n")]
  }

  /// Where a memo's body starts, where it does without the blank lines at its start, and whether that is behind a block whose
  /// first line is the title.
  private static func bodyStart(_ memo: UnsafeRawBufferPointer, _ source: TitleSource) -> (Int, Int, Bool) {
    let front = tomlEnd(of: memo)
    let block = front == nil ? blockEnd(of: memo, MemoLayout(memo, titledBy: source)) : nil
    let start = front ?? block ?? titleEnd(of: memo, source)
    var end = start
    while end < memo.count {
      let line = end..<memo.lineEnd(from: end)
      // Of a body that is all blank nothing is left out, or a second text would come above the first.
      guard memo.trimmed(line).isEmpty, line.upperBound < memo.count else { break }
      end = memo.lineStart(after: line.upperBound)
    }
    return (start, end, block != nil)
  }

  /// Where code, a comment, a quote or a table ends whose first line is the title: lines between its own would be read as a part
  /// of it, or leave nothing of it. `nil` for any other title.
  private static func blockEnd(of memo: UnsafeRawBufferPointer, _ layout: MemoLayout) -> Int? {
    guard let title = layout.titleLine else { return nil }
    let tree = MarkupTree(memo, from: layout.text.lowerBound)
    guard let block = tree.blocks.first, block.range.upperBound > title.upperBound else { return nil }
    let isWhole =
      switch block.kind {
      case .quote: true
      case .item, .definition: false
      case .leaf(let leaf):
        switch leaf.kind {
        case .code, .html, .opaque: true
        case .paragraph: TableLayout.rows(ofTableAt: title.lowerBound, in: tree) != nil
        case .heading, .rule: false
        }
      }
    return isWhole ? memo.nextLineStart(from: block.range.upperBound) : nil
  }

  private static func titleEnd(of memo: UnsafeRawBufferPointer, _ source: TitleSource) -> Int {
    let layout = MemoLayout(memo, titledBy: source)
    if layout.isTitledByFile, let heading = TitleEdit.openingHeading(of: memo, layout) {
      return memo.nextLineStart(from: heading.upperBound)
    }
    return underline(of: layout, in: memo).map { memo.lineStart(after: $0.upperBound) } ?? layout.body.lowerBound
  }

  /// Where front matter in TOML, between lines of `+++`, ends, which is text to memo and data to others; `nil` for none.
  static func tomlEnd(of memo: UnsafeRawBufferPointer) -> Int? {
    let mark = Array("+++".utf8)
    let start = memo.byteOrderMarkLength
    var line = start..<memo.lineEnd(from: start)
    guard memo[line].elementsEqual(mark) else { return nil }
    repeat {
      let next = memo.lineStart(after: line.upperBound)
      guard next < memo.count else { return nil }
      line = next..<memo.lineEnd(from: next)
    } while !memo[line].elementsEqual(mark)
    return memo.lineStart(after: line.upperBound)
  }

  /// The line of `=` or `-` that makes a title without a mark a heading; `nil` for none.
  static func underline(of layout: MemoLayout, in memo: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let title = layout.titleLine, layout.titleText == memo.trimmed(title) else { return nil }
    return underline(below: title, in: memo)
  }

  /// The line below another one that makes it a heading; `nil` for none.
  static func underline(below title: Range<Int>, in memo: UnsafeRawBufferPointer) -> Range<Int>? {
    let start = memo.lineStart(after: title.upperBound)
    let line = start..<memo.lineEnd(from: start)
    let tree = MarkupTree(memo.part(title.lowerBound..<max(title.upperBound, line.upperBound)))
    guard case .leaf(let leaf)? = tree.blocks.first?.kind, leaf.kind.isHeading,
      leaf.range.upperBound > title.count
    else { return nil }
    return line
  }

  /// A text with the line break of the line that a place of a memo is in; of the memo's first line where that line has none.
  package static func spelled(_ text: [UInt8], at place: Int, in memo: [UInt8]) -> [UInt8] {
    let here = end(of: memo[place...])
    return spelled(text, here.lineBreak == nil ? end(of: memo[...]) : here)
  }

  /// A text with the line breaks that a memo uses, if it uses any.
  private static func spelled(_ text: [UInt8], _ end: TextEnd) -> [UInt8] {
    guard let lineBreak = end.lineBreak else { return text }
    var spelled: [UInt8] = []
    for (index, byte) in text.enumerated() {
      let isPaired = byte == UInt8(ascii: "\n") && index > 0 && text[index - 1] == UInt8(ascii: "\r")
      if isPaired { continue }
      spelled += byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") ? lineBreak : [byte]
    }
    return spelled
  }

  private static func ended(_ text: [UInt8], with lineBreak: [UInt8]) -> [UInt8] {
    text.isEmpty || endsLine(text) ? text : text + lineBreak
  }

  private static func endsLine(_ text: [UInt8]) -> Bool {
    text.last == UInt8(ascii: "\n") || text.last == UInt8(ascii: "\r")
  }
}

/// Bytes that take the place of others.
public struct ByteEdit: Equatable, Sendable {
  /// What goes.
  public let range: Range<Int>
  /// What comes.
  public let bytes: [UInt8]

  /// Puts together an edit.
  public init(_ range: Range<Int>, _ bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  /// The one edit that makes a text of another: of what is between the bytes that both have at their start and their end.
  public init(from old: [UInt8], to new: [UInt8]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    self.init(start..<(old.count - end), Array(new[start..<(new.count - end)]))
  }

  /// A text with edits made, which are in order and do not overlap.
  public static func apply(_ edits: [ByteEdit], to text: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for edit in edits {
      result.append(contentsOf: text[end..<edit.range.lowerBound])
      result.append(contentsOf: edit.bytes)
      end = edit.range.upperBound
    }
    result.append(contentsOf: text[end...])
    return result
  }

  /// The same of an array.
  public static func apply(_ edits: [ByteEdit], to text: [UInt8]) -> [UInt8] {
    text.withUnsafeBytes { apply(edits, to: $0) }
  }
}

extension Range<Int> {
  /// The range that many places further on.
  func moved(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
