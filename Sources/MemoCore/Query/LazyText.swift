/// A match in a text: original bytes, and whether it is a whole word.
struct TextFinding {
  /// Bytes of the original.
  let range: Range<Int>
  /// Whether the match is a whole word.
  let isWholeWord: Bool
}

/// A text of a memo, folded when it is first asked for: fully for words, only normalized for regular expressions.
struct LazyText {
  private var folded = FoldedText()
  private var normalized = FoldedText()
  private var isFolded = false
  private var isNormalized = false

  /// Forgets the text, but not the memory it took.
  mutating func reset() {
    isFolded = false
    isNormalized = false
  }

  /// What a matcher finds in the text, as much as `MatchQuota` allows. The text is the same until the next reset.
  mutating func findings(
    _ matcher: TextMatcher, in text: UnsafeRawBufferPointer, _ budget: RegexBudget
  ) -> [TextFinding] {
    var findings: [TextFinding] = []
    var quota = MatchQuota()
    switch matcher {
    case .word(let word):
      fold(text)
      folded.bytes.withUnsafeBytes { bytes in
        word.forEachMatch(in: folded) {
          if quota.takes($0, in: bytes) { findings.append(Self.finding($0, bytes, folded)) }
        }
      }
    case .regex(let regex):
      normalize(text)
      normalized.bytes.withUnsafeBytes { bytes in
        regex.forEachMatch(in: bytes, budget: budget) {
          if quota.takes($0, in: bytes) { findings.append(Self.finding($0, bytes, normalized)) }
          return true
        }
      }
    }
    return findings
  }

  private mutating func fold(_ text: UnsafeRawBufferPointer) {
    if !isFolded { folded.fold(text) }
    isFolded = true
  }

  private mutating func normalize(_ text: UnsafeRawBufferPointer) {
    if !isNormalized { normalized.fold(text, by: .normalization) }
    isNormalized = true
  }

  private static func finding(_ match: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ text: FoldedText) -> TextFinding {
    let isWholeWord = !match.isEmpty && WordKind.isWholeWord(match, in: bytes)
    return TextFinding(range: text.originalRange(of: match), isWholeWord: isWholeWord)
  }
}
