/// A memo as a search looks at it. It borrows the bytes: they must outlive it.
public struct SearchDocument {
  /// The title, as shown.
  public let title: String
  /// The rule by which the title was found.
  public let titles: TitleRule
  /// That of its file, without ending, and its aliases.
  public let names: [String]
  /// Tags without `#`.
  public let tags: [String]
  /// The fields of its front matter.
  public let fields: [MemoField]
  /// The place in the vault.
  public let path: VaultPath
  /// The whole text, without a byte order mark.
  let text: UnsafeRawBufferPointer

  /// Puts together a document.
  ///
  /// - Parameters:
  ///   - titles: the rule by which the title was found.
  ///   - names: that of its file, without ending, and its aliases.
  ///   - bytes: the whole file as far as search covers it, front matter included.
  public init(
    title: String, by titles: TitleRule = .firstLine, names: [String] = [], tags: [String], fields: [MemoField] = [],
    path: VaultPath, bytes: UnsafeRawBufferPointer
  ) {
    (self.title, self.titles, self.names) = (title, titles, names)
    (self.tags, self.fields) = (tags, fields)
    self.path = path
    text = Self.withoutMark(bytes)
  }

  /// The bytes of a file after its byte order mark, if it has one.
  public static func withoutMark(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    bytes.part(bytes.byteOrderMarkLength...)
  }
}

/// What a search may ask of a memo besides its folded text; asked only where the query needs it.
public protocol SearchedMemo {
  /// The place in the vault.
  var path: VaultPath { get }
  /// The title, as shown.
  var title: String { get }
  /// The rule by which the title was found.
  var titles: TitleRule { get }
  /// That of its file, without ending, and its aliases.
  var names: [String] { get }
  /// Tags without `#`.
  var tags: [String] { get }
  /// The fields of its front matter.
  var fields: [MemoField] { get }

  /// Hands over the text as it is in the file, as far as search covers it and without a byte order mark; not called
  /// back where the file is gone.
  func withText(_ body: (UnsafeRawBufferPointer) -> Void)
}

extension SearchedMemo {
  /// Whether the title may hold what its text does not: it is the file's name, or comes from front matter, where it can be
  /// written with escapes.
  func mayHaveTitle(apartFrom text: UnsafeRawBufferPointer) -> Bool {
    titles != .firstLine || text.starts(with: "---".utf8)
  }
}

extension SearchDocument: SearchedMemo {
  /// Hands over the text.
  public func withText(_ body: (UnsafeRawBufferPointer) -> Void) { body(text) }
}

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

  /// What a word finds in the text where it is forgiven.
  ///
  /// - Parameter passes: where matches of initials across blanks count, as bytes of the original.
  mutating func forgivenFindings(
    _ word: WordPattern, in text: UnsafeRawBufferPointer, whereInitials passes: (Range<Int>) -> Bool
  ) -> [TextFinding] {
    var findings: [TextFinding] = []
    var quota = MatchQuota()
    fold(text)
    folded.bytes.withUnsafeBytes { bytes -> Void in
      word.forEachForgivenMatch(
        in: bytes, whereInitials: { passes(folded.originalRange(of: $0)) }, endOfUnit: folded.end(ofUnitBefore:)
      ) {
        if quota.takes($0, in: bytes) { findings.append(Self.finding($0, bytes, folded)) }
      }
    }
    return findings
  }

  /// Whether a matcher finds something in the text.
  mutating func holds(
    _ matcher: TextMatcher, in text: UnsafeRawBufferPointer, isForgiving: Bool, _ budget: RegexBudget
  ) -> Bool {
    if !findings(matcher, in: text, budget).isEmpty { return true }
    guard isForgiving, case .word(let word) = matcher else { return false }
    return !forgivenFindings(word, in: text, whereInitials: { _ in false }).isEmpty
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
