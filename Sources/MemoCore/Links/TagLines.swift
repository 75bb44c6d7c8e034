/// The tags in a memo's text, and the lines that hold nothing else.
struct TagLines: InlineVisitor {
  private let bytes: UnsafeRawBufferPointer
  /// Lines of tags alone, each from its first to its last one.
  private(set) var own: [Range<Int>] = []
  /// The names of all tags, by the lines of `own` or for themselves.
  private var words: [Word] = []

  private struct Word {
    let name: Range<Int>
    /// The line of tags that it is in.
    let own: Int?
    /// What goes with it in any other line.
    let removed: Range<Int>
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
      let isOwn = leaf.kind == .paragraph && isAlone(line, before: end, in: leaf)
      if isOwn, let last = line.last { own.append(first.content.lowerBound - 1..<last.content.upperBound) }
      let textStart = max(leaf.content.lowerBound, leaf.holes.textStart(ofLineAt: bytes.lineStart(of: end)))
      let sentence = TaggedLine(bytes, textStart..<max(textStart, end), tags: line.map(\.content))
      words += zip(line, sentence.removals).map { tag, removed in
        Word(name: tag.content, own: isOwn ? own.count - 1 : nil, removed: removed)
      }
    }
  }

  /// Whether tags are all of a line that ends there.
  private func isAlone(_ tags: ArraySlice<Inline>, before end: Int, in leaf: MarkupLeaf) -> Bool {
    let line = bytes.lineStart(of: end)
    let start = max(leaf.content.lowerBound, leaf.holes.textStart(ofLineAt: line))
    // The bullet of an item stays with the lines below.
    let isFirst = bytes[line..<start].allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
    let letters = (start..<end).count { !bytes.isBlank(at: $0) }
    return (isFirst || end == leaf.content.upperBound) && letters == tags.reduce(0) { $0 + $1.content.count + 1 }
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
        continue
      }
      let (name, mark) = (word.name, word.name.lowerBound - 1)
      guard let kept = kept[line] else {
        if own[line].lowerBound == mark { edits.append(ByteEdit(wholeLine(own[line]), [])) }
        continue
      }
      // With the blanks before it; those behind it where no tag stays before it.
      let before = (0..<mark).reversed().prefix { bytes.isBlank(at: $0) }.last ?? mark
      let isFirst = kept.lowerBound > mark
      edits.append(
        ByteEdit(isFirst ? mark..<bytes.skippingBlanks(from: name.upperBound) : before..<name.upperBound, []))
    }
    return edits
  }

  /// What goes with a tag; where the blank before it has gone with the tag before, the one behind it goes.
  private func removal(of word: Word, behind last: Int) -> Range<Int> {
    guard last > word.removed.lowerBound else { return word.removed }
    let end = word.name.upperBound
    return last..<(end < bytes.count && bytes.isBlank(at: end) ? end + 1 : end)
  }

  /// A line with its end, and a blank one below it where there is one above it, too.
  private func wholeLine(_ range: Range<Int>) -> Range<Int> {
    let start = bytes.lineStart(of: range.lowerBound)
    let end = bytes.lineStart(after: bytes.lineEnd(from: range.upperBound))
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
  ///   - tags: the names of its tags, in order.
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
