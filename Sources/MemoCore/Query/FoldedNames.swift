/// The names of many memos, folded, in one run of bytes, so that all of them can be searched as fast as one text.
package struct FoldedNames: Sendable {
  /// How a memo answers to what is typed, from best to worst.
  package enum Answer: Int, CaseIterable, Sendable {
    /// A name is what was typed.
    case exact
    /// The title begins so.
    case titleStart
    /// Another name begins so.
    case nameStart
    /// The words are all in its names.
    case words
    /// They are where words are forgiven.
    case forgiven
  }

  // A mark, the title, and for each other name a mark with it. No UTF-8 holds these marks, so that no match reaches across.
  private static let titleMark = SearchText.namesEnd
  private static let nameMark = SearchText.nameMark
  /// Words are looked for in so many memos at a time, after which there may be enough.
  private static let stride = 2048

  private var bytes: [UInt8] = []
  /// Where the names of each memo end.
  private var ends: [UInt32] = []
  /// Memos in whose names a word of plain letters can be forgiven: with marks on letters, or of Markdown.
  private var marked: [Int] = []
  private var folded = FoldedText()

  /// Makes an empty run.
  package init() {}

  /// Adds the names of the next memo.
  package mutating func append(title: UnsafeRawBufferPointer, others: [UnsafeRawBufferPointer]) {
    let start = bytes.count
    bytes.append(Self.titleMark)
    folded.fold(title)
    bytes += folded.bytes
    for other in others where !other.elementsEqual(title) {
      bytes.append(Self.nameMark)
      folded.fold(other)
      bytes += folded.bytes
    }
    if bytes[start...].contains(where: Self.maybeMarked) { marked.append(ends.count) }
    ends.append(UInt32(bytes.count))
  }

  /// Whether a byte may be of a letter with marks, all of which are below U+2000, or a mark of Markdown.
  private static func maybeMarked(_ byte: UInt8) -> Bool {
    WordGap.isMark(byte) || (0xC3...0xE1).contains(byte)
  }

  /// Joins runs, with no more memory than they need.
  package init(joining runs: [FoldedNames]) {
    bytes.reserveCapacity(runs.reduce(0) { $0 + $1.bytes.count })
    ends.reserveCapacity(runs.reduce(0) { $0 + $1.ends.count })
    for run in runs {
      let start = UInt32(bytes.count)
      bytes += run.bytes
      marked += run.marked.map { $0 + ends.count }
      ends += run.ends.map { $0 + start }
    }
  }

  /// The memos that answer to what is typed, by how they do, each time in their order.
  ///
  /// - Parameters:
  ///   - limit: the most that are wanted; of those that hold the words, no more are looked for.
  ///   - isSkipped: whether a memo does not count.
  package func find(_ typed: TypedNames, limit: Int, isSkipped: (Int) -> Bool) -> [Answer: [Int]] {
    var found: [Answer: [Int]] = [:]
    var known: Set<Int> = []
    func take(_ memo: Int, _ answer: Answer) {
      guard !isSkipped(memo), found[answer, default: []].count < limit, known.insert(memo).inserted else { return }
      found[answer, default: []].append(memo)
    }
    bytes.withUnsafeBytes { bytes in
      let starts = starts(of: typed, in: bytes)
      for (memo, answer) in starts where answer == .exact { take(memo, answer) }
      for (memo, answer) in starts where answer != .exact { take(memo, answer) }
      for memos in strides where known.count < limit {
        for memo in self.memos(in: memos, with: typed, false, bytes) { take(memo, .words) }
      }
      if typed.isPlain {
        for memo in marked where known.count < limit && has(typed, memo, bytes) { take(memo, .forgiven) }
      } else {
        for memos in strides where known.count < limit {
          for memo in self.memos(in: memos, with: typed, true, bytes) { take(memo, .forgiven) }
        }
      }
    }
    return found
  }

  /// The memos of which a name begins as is typed.
  private func starts(of typed: TypedNames, in bytes: UnsafeRawBufferPointer) -> [(memo: Int, answer: Answer)] {
    var found: [(memo: Int, answer: Answer)] = []
    for mark in [Self.titleMark, Self.nameMark] {
      let finder = ByteFinder([mark] + typed.key)
      var (memo, index) = (0, 0)
      while let start = finder.firstIndex(in: bytes, from: index) {
        index = start + finder.bytes.count
        while Int(ends[memo]) <= start { memo += 1 }
        let isWhole = index == bytes.count || bytes[index] >= Self.nameMark
        found.append((memo, isWhole ? .exact : mark == Self.titleMark ? .titleStart : .nameStart))
      }
    }
    return found
  }

  /// Those of some memos that have all the words in their names.
  private func memos(
    in memos: Range<Int>, with typed: TypedNames, _ isForgiving: Bool, _ bytes: UnsafeRawBufferPointer
  ) -> [Int] {
    guard let word = typed.words.first else { return [] }
    let start = start(of: memos.lowerBound)
    let part = bytes.part(start..<Int(ends[memos.upperBound - 1]))
    var (found, memo) = ([Int](), memos.lowerBound)
    func end(after offset: Int) -> Int {
      while Int(ends[memo]) - start < offset { memo += 1 }
      return Int(ends[memo]) - start
    }
    func check(_ match: Range<Int>) {
      let memoEnd = end(after: match.upperBound)
      let names = part.part(self.start(of: memo) - start..<memoEnd)
      if typed.words.dropFirst().allSatisfy({ $0.occurs(inNames: names, isForgiving) }) { found.append(memo) }
    }
    if let first = word.firstMatch(in: part) {
      word.forEachMatch(in: part, startingWith: first, endOfUnit: end, check)
    }
    guard isForgiving else { return found }
    memo = memos.lowerBound
    word.forEachForgivenMatch(in: part, whereInitials: { _ in true }, endOfUnit: end, check)
    return found
  }

  /// Where the names of a memo start.
  private func start(of memo: Int) -> Int { memo == 0 ? 0 : Int(ends[memo - 1]) }

  private var strides: [Range<Int>] {
    Swift.stride(from: 0, to: ends.count, by: Self.stride).map { $0..<min(ends.count, $0 + Self.stride) }
  }

  /// Whether a memo has all the words in its names, where they may have to be forgiven.
  private func has(_ typed: TypedNames, _ memo: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let names = bytes.part(start(of: memo)..<Int(ends[memo]))
    return typed.words.allSatisfy { $0.occurs(inNames: names, true) }
  }
}

/// What is typed to find a memo by its names.
package struct TypedNames: Sendable {
  /// All of it, folded.
  let key: [UInt8]
  let words: [WordPattern]
  /// Whether it is of ASCII alone, so that no blank between letters is forgiven.
  var isPlain: Bool { key.allSatisfy { $0 < 0x80 } }

  /// Prepares it; `nil` for nothing.
  package init?(_ typed: String) {
    self.init(typed) { WordPattern(word: $0, openLastSyllable: $1, isForgiving: true) }
  }

  /// Prepares it for names with other vowels and finals; `nil` where nothing can be misspelt.
  package init?(misspelt typed: String) {
    self.init(typed) { WordPattern(misspelt: $0) ?? WordPattern(word: $0, openLastSyllable: $1) }
    guard words.contains(where: \.isMisspelt) else { return nil }
  }

  private init?(_ typed: String, _ pattern: (_ word: String, _ isLast: Bool) -> WordPattern?) {
    key = Folding.fold(typed)
    let words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return nil }
    self.words = words.enumerated().compactMap { pattern($1, $0 == words.count - 1) }
    guard self.words.count == words.count else { return nil }
  }
}

extension WordPattern {
  fileprivate func occurs(inNames names: UnsafeRawBufferPointer, _ isForgiving: Bool) -> Bool {
    if firstMatch(in: names) != nil { return true }
    return isForgiving && forEachForgivenMatch(in: names, whereInitials: { _ in true }, { _ in })
  }
}
