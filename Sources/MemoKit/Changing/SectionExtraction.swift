public import MemoCore
public import MemoIndex
public import MemoStore

/// The changes for a section that becomes a memo of its own, in the folder of its memo: a link is left in its place, and
/// every link to a heading or block of the section, and every card of a canvas, leads to the new memo. A footnote goes
/// into each of the two that names it, and so does the definition of a link.
/// Nothing is written before `carryOut`.
public struct SectionExtraction: Sendable {
  /// The new memo.
  public let newPath: VaultPath
  /// The title that it was to get, whatever its file's name holds of it.
  public let title: String
  /// Its text.
  public let newContents: [UInt8]
  /// The memos whose texts change, that with the section first, and canvases.
  public let rewrites: [MemoRewrite]
  /// Links that will be broken.
  public let lostLinks: [Relocation.LostLink]

  /// Finds out what has to change.
  ///
  /// - Parameters:
  ///   - heading: as links name it, `Heading` or `Part#Heading`; one that is spelled so comes first.
  ///   - title: the new memo's; `nil` for the heading's text.
  ///   - fallbackName: the file name, such as `untitled`, for a title that leaves none.
  /// - Throws: `RenamingError` for a heading or a title that does not do, `RearrangingError`.
  public init(
    of heading: String, in memo: ReadMemo, titled title: String?, fallbackName: String, in index: VaultIndex,
    of vault: Vault
  ) throws {
    let (headings, place) = try memo.headings(named: heading)
    try self.init(at: place, of: headings, in: memo, titled: title, fallbackName: fallbackName, in: index, of: vault)
  }

  /// The same for a heading by its place in the order of the text: its text may name another one.
  package init(
    at place: Int, in memo: ReadMemo, titled title: String?, fallbackName: String, in index: VaultIndex,
    of vault: Vault
  ) throws {
    let headings = memo.headings
    // Whoever found the place may have read another state of the memo.
    guard headings.indices.contains(place) else { throw OperationError.changed([memo.path]) }
    try self.init(at: place, of: headings, in: memo, titled: title, fallbackName: fallbackName, in: index, of: vault)
  }

  private init(
    at place: Int, of headings: [MemoHeading], in memo: ReadMemo, titled title: String?, fallbackName: String,
    in index: VaultIndex, of vault: Vault
  ) throws {
    let title = title.map { MemoText.oneLine($0) }.flatMap { $0.isEmpty ? nil : $0 }
    let section = try Section(at: place, of: headings, in: memo, titled: title)
    self.title = title ?? section.title
    let wanted = WantedPath(
      title: self.title, in: memo.path.parent, by: try vault.nameRule(), fallback: fallbackName)
    var placer = MemoPlacer(vault: vault, repetition: .makesAnother, draft: nil)
    newPath = try placer.place([], at: wanted, modified: nil).path
    let left = RearrangedText(
      path: memo.path,
      parts: section.parts(0..<section.range.lowerBound)
        + [.link(to: newPath, before: section.gapBefore, after: section.gapAfter)]
        + section.parts(section.range.upperBound..<section.footer.lowerBound) + section.ending(.named)
        + section.parts(section.footer))
    let new = RearrangedText(path: newPath, parts: section.ownParts + section.ending(.naming))
    let edits = [memo.path: section.levelEdits]
    let change = try Rearrangement([left, new], of: [memo], edits: edits, in: index, of: vault)
    newContents = change.contents[1]
    let cards = Canvases.rewrites(in: vault, newPlace: change.newPlace)
    rewrites = [MemoRewrite(memo: memo, contents: change.contents[0], keepsTime: false)] + change.rewrites + cards
    lostLinks = change.lostLinks
  }

  /// Makes the changes as one operation; returns it.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  public func carryOut(_ name: String, by history: OperationHistory, at time: Int64) throws -> PastOperation? {
    let draft = try history.begin(name, at: time)
    try draft.create(newPath, contents: newContents)
    try draft.replace(rewrites)
    return try draft.commit()
  }
}

extension ReadMemo {
  /// The lines of a section, from its heading to where the next section of its level begins.
  ///
  /// - Parameter heading: as links name it, `Heading` or `Part#Heading`; one that is spelled so comes first.
  /// - Throws: `RenamingError.noHeading`.
  public func lines(ofSection heading: String) throws -> Range<Int> {
    let (headings, place) = try headings(named: heading)
    return lines(of: headings[place])
  }

  /// The line of a section's heading, from 1; named and thrown alike.
  public func line(ofSection heading: String) throws -> Int {
    let (headings, place) = try headings(named: heading)
    return headings[place].line
  }

  /// All headings in the order of the text.
  var headings: [MemoHeading] {
    bytes.withUnsafeBytes { MarkupTree(ofMemo: $0).headings }
  }

  /// All headings, and the place of that of a name.
  func headings(named name: String) throws -> (all: [MemoHeading], place: Int) {
    let all = headings
    guard let place = bytes.withUnsafeBytes({ MemoAnchors(of: $0).heading(spelled: name) }) else {
      throw RenamingError.noHeading(name, path, others: all.map(\.text))
    }
    return (all, place)
  }

  /// The lines of a section.
  func lines(of heading: MemoHeading) -> Range<Int> {
    bytes.withUnsafeBytes { bytes in
      let end = heading.section.upperBound
      let start = bytes.lineStart(of: heading.range.lowerBound)
      return start..<(end < bytes.count ? bytes.lineStart(of: end) : bytes.count)
    }
  }

  /// The lines of a section without those that a program keeps at the end of the memo.
  func ownLines(of heading: MemoHeading) -> Range<Int> {
    let lines = lines(of: heading)
    let footer = bytes.withUnsafeBytes { ProgramFooter.start(in: $0, from: lines.lowerBound) }
    return footer.map { lines.clamped(to: lines.lowerBound..<$0) } ?? lines
  }
}

/// A section of a memo.
private struct Section {
  let title: String
  /// Whole lines, without the blank ones at the end.
  let range: Range<Int>
  /// The same without what goes to the other text from its end, and the blank lines before that.
  let ownRange: Range<Int>
  /// What a program keeps at the end of the memo.
  let footer: Range<Int>
  /// What sets the link apart from what is around it.
  let gapBefore: [UInt8]
  let gapAfter: [UInt8]

  private let memo: ReadMemo
  private let lineBreak: [UInt8]
  private let headings: ArraySlice<MemoHeading>
  private let definitions: [SectionDefinition]
  private let footnotes: SectionFootnotes
  /// The lines of both that go to the other text, in order.
  private let movedLines: [Range<Int>]
  /// The change of the heading's text; `nil` where it stays.
  private let retitling: ByteEdit?

  /// - Parameter title: the heading's new text; `nil` for its own.
  init(at place: Int, of all: [MemoHeading], in memo: ReadMemo, titled newTitle: String?) throws {
    self.memo = memo
    let (bytes, heading) = (memo.bytes, all[place])
    guard heading.depth == 0 else { throw RearrangingError.nested(heading.text, memo.path) }
    let isTitle = bytes.withUnsafeBytes { bytes in
      MemoLayout(bytes, titledBy: memo.titleSource).titleLine?.overlaps(heading.range) ?? false
    }
    guard !isTitle else { throw RearrangingError.title(memo.path) }
    title = heading.text
    let lines = memo.ownLines(of: heading)
    let (start, end, isBlankAfter) = bytes.withUnsafeBytes { bytes in
      let end = Self.withoutBlankLines(lines, in: bytes).upperBound
      return (lines.lowerBound, end, end < lines.upperBound)
    }
    range = start..<end
    let footer = bytes.withUnsafeBytes { ProgramFooter.start(in: $0, from: end) } ?? bytes.count
    self.footer = footer..<bytes.count
    headings = all[place...].prefix { $0.range.lowerBound < end }
    lineBreak = LineInsertion.lineBreak(of: bytes)
    let isEnded = bytes[start..<end].last.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? false
    gapBefore = bytes.withUnsafeBytes { Self.isBlankLine(before: start, in: $0) } ? [] : lineBreak
    gapAfter = (isEnded ? lineBreak : []) + (isBlankAfter || end == bytes.count ? [] : lineBreak)
    let retitling = try newTitle.flatMap { try Self.retitling(of: heading, to: $0, in: memo) }
    self.retitling = retitling
    // What the heading named is not needed by another one.
    (footnotes, definitions) = (retitling.map { bytes.masking($0.range) } ?? bytes).withUnsafeBytes { bytes in
      let footnotes = SectionFootnotes(in: bytes, section: start..<end)
      return (footnotes, SectionDefinition.all(in: bytes, section: start..<end, footnotes))
    }
    let movedLines = (definitions.compactMap(\.movedLines) + footnotes.movedLines).sorted {
      $0.lowerBound < $1.lowerBound
    }
    self.movedLines = movedLines
    ownRange = bytes.withUnsafeBytes { Self.withoutLastLines(movedLines, of: start..<end, in: $0) }
  }

  /// The changes that make the section's heading that of a memo, and those below it as much higher.
  var levelEdits: [ByteEdit] {
    guard let first = headings.first, first.level > 1 else { return [] }
    return headings.map { heading in
      let start = heading.range.lowerBound
      guard heading.isUnderlined else { return ByteEdit(start..<start + first.level - 1, []) }
      // A line of `-` below the text, which becomes one of `=`.
      let line = memo.bytes.withUnsafeBytes { $0.lineStart(of: heading.range.upperBound) }..<heading.range.upperBound
      return ByteEdit(line, memo.bytes[line].map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "=") : $0 })
    }
  }

  /// The change of a heading's text to a title, which keeps the name that links to the heading's block use; `nil` where it is
  /// the same.
  private static func retitling(of heading: MemoHeading, to title: String, in memo: ReadMemo) throws -> ByteEdit? {
    let title = BlockAnchor.keepingName(of: String(decoding: memo.bytes[heading.content], as: UTF8.self), in: title)
    guard !title.utf8.elementsEqual(heading.text.utf8) else { return nil }
    let written = heading.isUnderlined ? "\(title)\n===\n" : "# \(title)\n"
    let read = Array(written.utf8).withUnsafeBytes { MarkupTree($0).headings }
    guard read.count == 1, read[0].isUnderlined == heading.isUnderlined else { throw RenamingError.badHeading(title) }
    return ByteEdit(heading.content, Array(title.utf8))
  }

  // MARK: Parts

  /// A range of the memo, without the definitions and footnotes that go to the other text.
  func parts(_ range: Range<Int>) -> [RearrangedText.Part] {
    var (parts, start): ([RearrangedText.Part], Int) = ([], range.lowerBound)
    for lines in movedLines where range.contains(lines.lowerBound) {
      parts.append(.moved(memo.path, start..<lines.lowerBound))
      start = lines.upperBound
    }
    return parts + [.moved(memo.path, start..<range.upperBound)]
  }

  /// What the section is in the other text.
  var ownParts: [RearrangedText.Part] {
    guard let retitling else { return parts(ownRange) }
    let start = parts(ownRange.lowerBound..<retitling.range.lowerBound)
    let heading = RearrangedText.Part.replaced(memo.path, retitling.range, by: retitling.bytes)
    return start + [heading] + parts(retitling.range.upperBound..<ownRange.upperBound)
  }

  enum Use {
    /// What is written elsewhere and the section names.
    case naming
    /// What is written in the section and named elsewhere.
    case named
  }

  /// The definitions of links and the footnotes that a text lacks without the other, to be added at its end.
  func ending(_ use: Use) -> [RearrangedText.Part] {
    memo.bytes.withUnsafeBytes { bytes in
      let definitions = definitions.filter { $0.isInside == (use == .named) && $0.isUsedElsewhere }
      var parts = definitions.flatMap { definition -> [RearrangedText.Part] in
        guard let lines = definition.movedLines else { return [.new(definition.text + lineBreak)] }
        return [.moved(memo.path, lines), .new(Self.isBreak(bytes, lines.upperBound) ? [] : lineBreak)]
      }
      let notes = footnotes(use, in: bytes)
      if !notes.isEmpty { parts += [.new(parts.isEmpty ? [] : lineBreak)] + notes }
      guard !parts.isEmpty else { return [] }
      if use == .named, !footer.isEmpty {
        let gap = Self.isBlankLine(before: footer.lowerBound, in: bytes) ? [] : lineBreak
        return [.new(gap)] + parts + [.new(lineBreak)]
      }
      let before = use == .naming ? ownRange.upperBound : bytes.count
      return [.new((before > 0 && Self.isBreak(bytes, before) ? [] : lineBreak) + lineBreak)] + parts
    }
  }

  private func footnotes(_ use: Use, in bytes: UnsafeRawBufferPointer) -> [RearrangedText.Part] {
    let lacking = footnotes.notes.filter { $0.isInside == (use == .named) && ($0.isMoved || $0.isCopied) }
    return lacking.flatMap { note -> [RearrangedText.Part] in
      let ending = Self.isBreak(bytes, note.lines.upperBound) ? [] : lineBreak
      return note.isMoved ? [.moved(memo.path, note.lines), .new(ending)] : [.new(bytes[note.lines] + ending)]
    }
  }

  // MARK: Lines

  /// Lines without the blank ones at their end.
  private static func withoutBlankLines(_ lines: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    var end = lines.upperBound
    while end > lines.lowerBound {
      let begin = bytes.lineStart(of: lastOfLine(bytes, end))
      guard bytes[begin..<end].allSatisfy({ $0 <= 0x20 }) else { break }
      end = begin
    }
    return lines.lowerBound..<end
  }

  /// Lines without those of some ranges, which are in order, at their end, and the blank ones before them.
  private static func withoutLastLines(
    _ ranges: [Range<Int>], of lines: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> Range<Int> {
    ranges.reversed().reduce(lines) { lines, range in
      guard range.upperBound == lines.upperBound, range.lowerBound > lines.lowerBound else { return lines }
      return withoutBlankLines(lines.lowerBound..<range.lowerBound, in: bytes)
    }
  }

  private static func isBreak(_ bytes: UnsafeRawBufferPointer, _ end: Int) -> Bool {
    bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r")
  }

  /// A place on the last line before an end, which may be just behind its line break.
  private static func lastOfLine(_ bytes: UnsafeRawBufferPointer, _ end: Int) -> Int {
    guard isBreak(bytes, end) else { return end }
    let isPair = end > 1 && bytes[end - 1] == UInt8(ascii: "\n") && bytes[end - 2] == UInt8(ascii: "\r")
    return end - (isPair ? 2 : 1)
  }

  private static func isBlankLine(before start: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard start > 0 else { return true }
    return bytes[bytes.lineStart(of: lastOfLine(bytes, start))..<start].allSatisfy { $0 <= 0x20 }
  }
}
