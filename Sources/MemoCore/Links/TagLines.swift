/// The tags in a memo's text, and the lines that hold nothing else.
struct TagLines: InlineVisitor {
  private let bytes: UnsafeRawBufferPointer
  /// Lines of tags alone, each from its first to its last one.
  private(set) var own: [Range<Int>] = []
  /// The names of all tags, by the lines of `own` or for themselves.
  private var words: [Word] = []

  private struct Word {
    let name: Range<Int>
    /// Where the tag ends: behind the `#` that closes it in Bear, if it has one.
    let end: Int
    /// The line of tags that it is in.
    let own: Int?
    /// What goes with it in any other line.
    let removed: Range<Int>

    /// The `#` behind a word that stays.
    var closing: Range<Int>? {
      removed.upperBound == name.lowerBound && end > name.upperBound ? name.upperBound..<end : nil
    }
  }

  init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    self.bytes = bytes
    MarkupTree.read(bytes, from: start, visitor: &self)
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    let tags = inlines.filter { $0.kind == .tag }
    guard !tags.isEmpty else { return }
    var rest = tags[...]
    while let first = rest.first {
      let end = min(bytes.lineEnd(from: first.content.lowerBound), leaf.content.upperBound)
      let line = rest.prefix { $0.content.lowerBound < end }
      rest = rest.dropFirst(line.count)
      let tags = line.map { $0.content.lowerBound..<closedEnd(of: $0.content) }
      let isOwn = leaf.kind == .paragraph && isAlone(tags, before: end, in: leaf)
      if isOwn, let last = tags.last { own.append(first.content.lowerBound - 1..<last.upperBound) }
      let textStart = max(leaf.content.lowerBound, leaf.holes.textStart(ofLineAt: bytes.lineStart(of: end)))
      let sentence = TaggedLine(bytes, textStart..<max(textStart, end), tags: tags)
      words += zip(line, zip(tags, sentence.removals)).map { tag, place in
        Word(name: tag.content, end: place.0.upperBound, own: isOwn ? own.count - 1 : nil, removed: place.1)
      }
    }
  }

  /// Where a tag ends that may be closed as in Bear: `#tag#`. In `#a#b` the second `#` closes nothing.
  private func closedEnd(of name: Range<Int>) -> Int {
    let end = name.upperBound
    guard end < bytes.count, bytes[end] == UInt8(ascii: "#") else { return end }
    guard end + 1 < bytes.count else { return end + 1 }
    let (next, _) = bytes.scalar(at: end + 1)
    switch ScalarClass(next) {
    case .space: return end + 1
    case .other: return "#_-/".utf8.contains { UInt32($0) == next } ? end : end + 1
    case .letter, .ideograph, .digit, .mark: return end
    }
  }

  /// Whether tags are all of a line that ends there.
  private func isAlone(_ tags: [Range<Int>], before end: Int, in leaf: MarkupLeaf) -> Bool {
    let line = bytes.lineStart(of: end)
    let start = max(leaf.content.lowerBound, leaf.holes.textStart(ofLineAt: line))
    // The bullet of an item stays with the lines below.
    let isFirst = bytes[line..<start].allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
    let letters = (start..<end).count { !bytes.isBlank(at: $0) }
    return (isFirst || end == leaf.content.upperBound) && letters == tags.reduce(0) { $0 + $1.count + 1 }
  }

  /// What takes the tags away whose names are chosen.
  func removals(_ isChosen: (Range<Int>) -> Bool) -> [ByteEdit] {
    var chosen: [Word] = []
    // The first tag that stays on each line of tags.
    var kept: [Int: Range<Int>] = [:]
    for word in words {
      if isChosen(word.name) {
        chosen.append(word)
      } else if let line = word.own, kept[line] == nil {
        kept[line] = word.name
      }
    }
    var edits: [ByteEdit] = []
    for word in chosen {
      guard let line = word.own else {
        edits.append(ByteEdit(removal(of: word, behind: edits.last?.range.upperBound ?? 0), []))
        if let closing = word.closing { edits.append(ByteEdit(closing, [])) }
        continue
      }
      let mark = word.name.lowerBound - 1
      guard let kept = kept[line] else {
        if own[line].lowerBound == mark { edits.append(ByteEdit(wholeLine(own[line]), [])) }
        continue
      }
      // With the blanks before it; those behind it where no tag stays before it.
      let before = (0..<mark).reversed().prefix { bytes.isBlank(at: $0) }.last ?? mark
      let isFirst = kept.lowerBound > mark
      edits.append(
        ByteEdit(isFirst ? mark..<bytes.skippingBlanks(from: word.end) : before..<word.end, []))
    }
    return edits
  }

  /// What goes with a tag; where the blank before it has gone with the tag before, the one behind it goes.
  private func removal(of word: Word, behind last: Int) -> Range<Int> {
    guard last > word.removed.lowerBound else { return word.removed }
    let end = word.end
    return last..<(end < bytes.count && bytes.isBlank(at: end) ? end + 1 : end)
  }

  /// A line with its end, and a blank one below it where there is one above it, too.
  private func wholeLine(_ range: Range<Int>) -> Range<Int> {
    let start = bytes.lineStart(of: range.lowerBound)
    let end = bytes.nextLineStart(from: range.upperBound)
    let below = end..<bytes.lineEnd(from: end)
    let isBlankBelow = end < bytes.count && bytes.trimmed(below).isEmpty
    let isBlankAbove = bytes[bytes.lineStart(of: bytes.lineEnd(above: start))..<start].allSatisfy { $0 <= 0x20 }
    return start..<(isBlankBelow && isBlankAbove ? bytes.lineStart(after: below.upperBound) : end)
  }
}

/// A line of text with tags in it: those behind its last word are none of its words.
private struct TaggedLine {
  private let bytes: UnsafeRawBufferPointer
  private let line: Range<Int>
  private let tags: [Range<Int>]
  private let isTask: Bool

  /// - Parameters:
  ///   - line: its text, without the marks of quotes, lists and headings.
  ///   - tags: the names of its tags with the marks that close them, in order.
  init(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>, tags: [Range<Int>]) {
    (self.bytes, self.tags) = (bytes, tags)
    let box = Self.boxEnd(bytes, line)
    self.line = (box ?? line.lowerBound)..<line.upperBound
    isTask = box != nil
  }

  /// What goes with each tag.
  var removals: [Range<Int>] {
    let pieces = pieces
    let start = bytes.trimmed(line).lowerBound
    let hasOtherText = pieces.contains(where: hasText)
    var tail = TagTail(isTask: isTask)
    // From the last to the first, so that each word is read once, and not for each tag before it.
    let removals = zip(tags, pieces.dropFirst()).reversed().map { name, piece in
      for word in words(in: piece).reversed() { tail.prepend(word) }
      return removal(of: name, isFirst: start == name.lowerBound - 1, isWord: !hasOtherText || !tail.isComplete)
    }
    return removals.reversed()
  }

  /// What goes with a tag: all of it and a blank beside it, or only its mark where it is a word.
  private func removal(of name: Range<Int>, isFirst: Bool, isWord: Bool) -> Range<Int> {
    let mark = name.lowerBound - 1
    guard !isWord, isFirst || bytes.isBlank(at: mark - 1) else { return mark..<name.lowerBound }
    guard isFirst else { return mark - 1..<name.upperBound }
    let isApart = name.upperBound < line.upperBound && bytes.isBlank(at: name.upperBound)
    return mark..<name.upperBound + (isApart ? 1 : 0)
  }

  /// Whether a piece says something: a line of marks alone would be a rule or an empty item.
  private func hasText(_ piece: Range<Int>) -> Bool {
    bytes[piece].contains { $0 >= 0x80 || TagTail.isLetterOrDigit(Unicode.Scalar($0)) }
  }

  private func words(in piece: Range<Int>) -> [String] {
    bytes.text(piece).unicodeScalars.split { $0 == " " || $0 == "\t" }.map { String($0) }
  }

  /// What is before the first tag, between the tags, and behind the last one.
  private var pieces: [Range<Int>] {
    let ends = tags.map { $0.lowerBound - 1 } + [line.upperBound]
    return zip([line.lowerBound] + tags.map(\.upperBound), ends).map { $0..<max($0, $1) }
  }

  /// Where the text of a task starts; `nil` for any other line.
  private static func boxEnd(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Int? {
    let start = bytes.lineStart(of: line.lowerBound)
    // The box is text of the item, whose mark is before it on the line.
    guard bytes[start..<line.lowerBound].contains(where: { $0 > 0x20 && $0 != UInt8(ascii: ">") }),
      line.count > 3, bytes[line.lowerBound] == UInt8(ascii: "[")
    else { return nil }
    let end = bytes[line].prefix(6).firstIndex(of: UInt8(ascii: "]"))
    guard let end, end > line.lowerBound + 1, bytes.isBlank(at: end + 1),
      bytes.text(line.lowerBound + 1..<end).unicodeScalars.count == 1
    else { return nil }
    return end + 1
  }
}

/// What may follow the last word of a line: punctuation that closes, the anchor of a block, and the dates and priorities
/// that tasks have in Obsidian.
private struct TagTail {
  let isTask: Bool

  /// What the words behind a mark are.
  private enum Expected: CaseIterable {
    case nothing, date, name, rule, field
  }

  /// What may be expected before the words so far, so that these are no words of a sentence.
  private var starts = Set(Expected.allCases).subtracting([.field])
  private var isLast = true

  init(isTask: Bool) {
    self.isTask = isTask
  }

  private static let dates = Set("📅⏳🛫✅➕❌".unicodeScalars)
  private static let priorities = Set("🔺⏫🔼🔽⏬\u{FE0F}".unicodeScalars)
  private static let names = Set("🆔⛔🏁".unicodeScalars)
  private static let brackets = Set("])".unicodeScalars)
  private static let closing = Set(".,;:!?…)]}\"'»”’。、，！？；：）」』】》".unicodeScalars)

  /// Whether the words so far are no words of a sentence.
  var isComplete: Bool { starts.contains(.nothing) }

  /// Puts a word before those so far.
  mutating func prepend(_ word: String) {
    let (text, marked) = unmarked(word)
    let rest = starts
    starts = Set(
      Expected.allCases.filter { expected in
        self.expected(behind: text, marked ?? expected).map(rest.contains) ?? false
      })
    isLast = false
  }

  /// What is expected behind a word; `nil` where it is one of a sentence.
  private func expected(behind text: Substring.UnicodeScalarView, _ expected: Expected) -> Expected? {
    if text.allSatisfy(Self.closing.contains) { return expected }
    switch expected {
    case .rule: return .rule
    case .name: return .nothing
    case .date:
      return text.allSatisfy { "0"..."9" ~= $0 || $0 == "-" || Self.closing.contains($0) } ? .nothing : nil
    case .field: return text.last.map(Self.brackets.contains) ?? false ? .nothing : .field
    case .nothing:
      let isAnchor =
        isLast && text.first?.value == UInt32(UInt8(ascii: "^"))
        && text.dropFirst().allSatisfy { $0.isASCII && (Self.isLetterOrDigit($0) || $0 == "-") }
      let isSign = isTask && !text.contains(where: Self.isLetterOrDigit)
      return isAnchor || isSign ? .nothing : nil
    }
  }

  static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
  }

  /// A word without the marks of a task at its start, and what they say of the words that follow, if anything.
  private func unmarked(_ word: String) -> (text: Substring.UnicodeScalarView, expected: Expected?) {
    var text = word.unicodeScalars[...]
    var expected: Expected?
    while let first = text.first {
      if Self.dates.contains(first) {
        expected = .date
      } else if Self.priorities.contains(first) {
        if first != "\u{FE0F}" { expected = .nothing }
      } else if isTask, Self.names.contains(first) {
        expected = .name
      } else if isTask, first == "🔁" {
        expected = .rule
      } else {
        break
      }
      text.removeFirst()
    }
    // `[due:: 2026-11-30]`
    let isOpened = text.first.map { $0 == "[" || $0 == "(" } ?? false
    if isTask, isOpened, zip(text, text.dropFirst()).contains(where: { $0 == ":" && $1 == ":" }) {
      expected = .field
    }
    return (text, expected)
  }
}
