/// A word or phrase as it is looked for in folded texts, in every form that it may stand in.
///
/// Lone Hangul consonants of a word also match the syllables they start; a phrase is taken as it is written. A text without
/// any of the forms may hold one that is forgiven: see `ForgivingForm`.
public struct WordPattern: Sendable {
  /// The word as it was written.
  public let word: String
  /// Its number among the words of a query.
  var number = 0
  private let forms: [TextForm]
  private let rejects: [RawReject?]
  private var forgiving: [ForgivingForm] = []
  /// The syllables that were meant, where others with their initials are found for them.
  private var slips: SyllableSlips?
  /// Whether it has a mark or blank in it that names have between words, which those of a file and of its memo may not share.
  let hasJoint: Bool
  /// The word with a blank for all that is between two words, and its longest part, if all forms have it as it is.
  private let spelling: (bytes: [UInt8], part: ByteFinder)?

  /// Prepares a word; `nil` for an empty one.
  ///
  /// - Parameters:
  ///   - openLastSyllable: whether the word is still being typed, so that its last Hangul syllable may grow.
  ///   - isForgiving: whether it may be forgiven how a text writes it.
  public init?(word: String, openLastSyllable: Bool = false, isForgiving: Bool = false) {
    let scalars = Self.foldedScalars(word)
    guard !scalars.isEmpty else { return nil }
    var spellings = [scalars]
    let apart = scalars.flatMap { scalar in
      Hangul.parts(ofCluster: scalar).map { [$0.first, $0.second] } ?? [scalar]
    }
    if apart != scalars { spellings.append(apart) }
    var forms = spellings.map { $0.map(Self.element) }
    if openLastSyllable, let last = scalars.last { forms = Self.opened(forms[0], last: last) + forms.dropFirst() }
    self.init(word: word, forms: forms)
    if isForgiving { forgiving = forms.compactMap { ForgivingForm($0) } }
  }

  /// Prepares a word to be found with wrong vowels and finals; `nil` for one without two syllables of Hangul.
  init?(misspelt word: String) {
    let scalars = Self.foldedScalars(word)
    guard let slips = SyllableSlips(scalars) else { return nil }
    let elements = scalars.map { scalar in
      Hangul.initial(of: scalar).flatMap { HangulSet(consonant: Hangul.initials[$0]) }.map {
        TextForm.Element.anyOf($0)
      }
        ?? .scalar(scalar)
    }
    self.init(word: word, forms: [elements])
    self.slips = slips
  }

  /// Prepares a phrase, matched as it is written; `nil` for an empty one.
  public init?(phrase: String) {
    let scalars = Self.foldedScalars(phrase)
    guard !scalars.isEmpty else { return nil }
    self.init(word: phrase, forms: [scalars.map { .scalar($0) }])
  }

  /// Buckets of grams that a text holds where it holds the word, for each form.
  var grams: [[Int]] { forms.map(\.grams) }

  /// Whether it may be forgiven how a text writes it.
  var isForgiving: Bool { !forgiving.isEmpty }

  /// Whether it is found with other vowels and finals.
  var isMisspelt: Bool { slips != nil }

  /// The grams that a text needs to hold it in a forgiven form, for each form.
  var forgivingGrams: [ForgivingGrams] { forgiving.map(\.grams) }

  /// The bit of a number, for `GramQuery.Forgiven`.
  static func bit(of number: Int) -> GramQuery.Forgiven { 1 << UInt64(min(number, 63)) }

  /// Whether the word is somewhere in a text.
  public func occurs(in text: String) -> Bool {
    Folding.fold(text).withUnsafeBytes { firstMatch(in: $0) != nil }
  }

  /// Whether the word is somewhere in a name. Three and more initials may be those of several words, as in phone books:
  /// ㅈㅂㄱㅁㄹ of 장보기 목록. In whole texts that would find next to everything.
  public func occurs(inName name: String) -> Bool {
    if occurs(in: name) { return true }
    guard word.unicodeScalars.count >= 3, Hangul.isInitials(word) else { return false }
    return occurs(in: name.filter { !$0.isWhitespace })
  }

  /// Where the word first is in a folded text.
  func firstMatch(in folded: UnsafeRawBufferPointer) -> Range<Int>? {
    if forms.count == 1 { return match(of: forms[0], in: folded, from: 0) }
    return forms.compactMap { match(of: $0, in: folded, from: 0) }.min { $0.lowerBound < $1.lowerBound }
  }

  private func match(of form: TextForm, in folded: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    guard let slips else { return form.firstMatch(in: folded, from: start) }
    var start = start
    while let match = form.firstMatch(in: folded, from: start) {
      if slips.explain(folded.part(match)) { return match }
      start = match.lowerBound + 1
    }
    return nil
  }

  /// Hands every match that is forgiven in a folded text to `body`, in order and none within another; returns whether there
  /// is one.
  ///
  /// - Parameter passes: where the matches of initials across blanks count; elsewhere they would be next to everywhere.
  @discardableResult
  func forEachForgivenMatch(
    in folded: UnsafeRawBufferPointer, whereInitials passes: (Range<Int>) -> Bool, endOfUnit: (Int) -> Int = { $0 },
    _ body: (Range<Int>) -> Void
  ) -> Bool {
    // Most words have one form; a search asks this of every text without the word, so nothing is kept in a list for it.
    if forgiving.count == 1, let form = forgiving.first {
      var isFound = false
      var next = form.firstMatch(in: folded, from: 0, whereInitials: passes)
      while let match = next {
        isFound = true
        body(match)
        next = form.firstMatch(in: folded, from: endOfUnit(match.upperBound), whereInitials: passes)
      }
      return isFound
    }
    let firsts = forgiving.map { $0.firstMatch(in: folded, from: 0, whereInitials: passes) }
    Self.forEachMatch(
      ofForms: firsts, endOfUnit: endOfUnit,
      next: { forgiving[$0].firstMatch(in: folded, from: $1, whereInitials: passes) }, body)
    return firsts.contains { $0 != nil }
  }

  /// Whether unfolded bytes prove that the word is not in them; cheap, and false where unsure.
  func isAbsent(fromUnfolded text: UnsafeRawBufferPointer) -> Bool {
    rejects.allSatisfy { $0?.isAbsent(from: text) ?? false }
  }

  /// Hands every match in a folded text to `body`, in order and none within another: the first, and of those the longest.
  func forEachMatch(in text: FoldedText, _ body: (Range<Int>) -> Void) {
    text.bytes.withUnsafeBytes { folded in
      guard let first = firstMatch(in: folded) else { return }
      forEachMatch(in: folded, startingWith: first, endOfUnit: text.end(ofUnitBefore:), body)
    }
  }

  /// The same where it is not known what was folded together.
  ///
  /// - Parameter first: what `firstMatch` found.
  func forEachMatch(in folded: UnsafeRawBufferPointer, startingWith first: Range<Int>, _ body: (Range<Int>) -> Void) {
    forEachMatch(in: folded, startingWith: first, endOfUnit: { $0 }, body)
  }

  /// The same from unit to unit: the next match starts no sooner than where a unit ends.
  func forEachMatch(
    in folded: UnsafeRawBufferPointer, startingWith first: Range<Int>, endOfUnit: (Int) -> Int,
    _ body: (Range<Int>) -> Void
  ) {
    if forms.count == 1, let form = forms.first {
      var next: Range<Int>? = first
      while let match = next {
        body(match)
        next = self.match(of: form, in: folded, from: endOfUnit(match.upperBound))
      }
      return
    }
    Self.forEachMatch(
      ofForms: forms.map { $0.firstMatch(in: folded, from: first.lowerBound) }, endOfUnit: endOfUnit,
      next: { forms[$0].firstMatch(in: folded, from: $1) }, body)
  }

  /// Hands the matches of several forms to `body`, in order and none within another: the first, and of those the longest.
  ///
  /// - Parameters:
  ///   - firsts: the first match of each form.
  ///   - next: the first match of a form, by its number, that starts at or after a place.
  private static func forEachMatch(
    ofForms firsts: [Range<Int>?], endOfUnit: (Int) -> Int, next: (Int, Int) -> Range<Int>?,
    _ body: (Range<Int>) -> Void
  ) {
    var nexts = firsts
    while let match = nexts.compactMap(\.self).min(by: { ($0.lowerBound, -$0.count) < ($1.lowerBound, -$1.count) }) {
      body(match)
      let start = endOfUnit(match.upperBound)
      // Only a form that was passed over is looked for again, so each form reads the text once.
      for index in nexts.indices where (nexts[index]?.lowerBound ?? .max) < start { nexts[index] = next(index, start) }
    }
  }

  /// Hands every match that is forgiven in a memo to `body`; returns whether there is one.
  func forEachForgivenMatch(in view: SearchTextView, isTitleOnly: Bool, _ body: (Range<Int>) -> Void) -> Bool {
    let bytes = isTitleOnly ? view.title : view.bytes
    guard forgiving.contains(where: \.isOfInitials) else {
      return forEachForgivenMatch(in: bytes, whereInitials: { _ in true }, body)
    }
    // Only there they count.
    var isFound = false
    for line in view.headlines where line.upperBound <= bytes.count {
      let part = bytes.part(line)
      let isHere = forEachForgivenMatch(
        in: part, whereInitials: { _ in true },
        { body((line.lowerBound + $0.lowerBound)..<(line.lowerBound + $0.upperBound)) })
      isFound = isFound || isHere
    }
    return isFound
  }

  private init(word: String, forms: [[TextForm.Element]]) {
    self.word = word
    self.forms = forms.map { TextForm($0) }
    rejects = self.forms.map { $0.anchorBytes.flatMap { RawReject($0) } }
    let folded = Self.foldedScalars(word)
    let parts = folded.split { SearchedNames.isJoint($0.value) }
    hasJoint = !parts.isEmpty && folded.contains { SearchedNames.isJoint($0.value) }
    let isFixed = forms.count == 1 && forms[0].allSatisfy { $0.scalar != nil }
    let longest = parts.map { $0.flatMap { Array(String($0).utf8) } }.max { $0.count < $1.count }
    spelling =
      hasJoint && isFixed
      ? longest.map { (SearchedNames.spelling(folded.flatMap { Array(String($0).utf8) }), ByteFinder($0)) } : nil
  }

  /// Whether one of the names of which a memo's text has one may hold the word, apart from marks between their words; cheap,
  /// and true where unsure.
  func mayOccur(inNamesSpelledAs names: UnsafeRawBufferPointer) -> Bool {
    guard let spelling else { return true }
    guard spelling.part.firstIndex(in: names) != nil else { return false }
    return names.indices.contains { SearchedNames.has(spelling.bytes, at: $0, in: names) }
  }

  /// A text folded, without the optional marks before it that have no letter to be left out of, as where it was copied with
  /// a mark of its direction.
  private static func foldedScalars(_ text: String) -> [Unicode.Scalar] {
    let scalars = Array(String(decoding: Folding.fold(text), as: UTF8.self).unicodeScalars)
    let rest = scalars.drop { OptionalMarks.contains($0.value) }
    return rest.isEmpty ? scalars : Array(rest)
  }

  private static func element(_ scalar: Unicode.Scalar) -> TextForm.Element {
    HangulSet(consonant: scalar).map { .anyOf($0) } ?? .scalar(scalar)
  }

  /// The forms of a word whose last syllable may grow: it takes on more, or hands its final to the syllable after it.
  private static func opened(_ word: [TextForm.Element], last: Unicode.Scalar) -> [[TextForm.Element]] {
    guard let open = HangulSet(openSyllable: last) else { return [word] }
    let before = word.dropLast()
    var forms = [before + [.anyOf(open)]]
    if let (rest, carried) = Hangul.carryingFinal(last), let next = HangulSet(consonant: carried) {
      forms.append(before + [.scalar(rest), .anyOf(next)])
    }
    return forms.map { Array($0) }
  }
}

/// Kinds of scalars that make words; where the kind changes, a word ends.
public enum WordKind: Equatable, Sendable {
  /// No part of a word: space, punctuation, symbols.
  case none
  /// Hangul syllables and jamo.
  case hangul
  /// Ideographs.
  case han
  /// Hiragana.
  case hiragana
  /// Katakana.
  case katakana
  /// Letters of every other script, digits, marks and `_`.
  case other

  /// The kind of a scalar.
  public init(_ scalar: Unicode.Scalar) {
    self =
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: .other
      case ..<0x80: .none
      case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7FB: .hangul
      case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF: .han
      case 0x3041...0x309F: .hiragana
      case 0x30A1...0x30FA, 0x30FC...0x30FF: .katakana
      default: Self.isOfWord(scalar) ? .other : .none
      }
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber: true
    default: scalar.properties.isAlphabetic
    }
  }

  /// Whether a match is a whole word of a folded text.
  ///
  /// Korean glues particles to a word: 회의 is a whole word of 회의를 (and not of 회의록). A change of script ends a word
  /// too: `API` is one of `API는`.
  static func isWholeWord(_ match: Range<Int>, in folded: UnsafeRawBufferPointer) -> Bool {
    guard let last = LossyUTF8.scalar(folded, before: match.upperBound).map(WordKind.init) else { return false }
    let first = WordKind(LossyUTF8.decode(folded, at: match.lowerBound).scalar)
    if first != .none, LossyUTF8.scalar(folded, before: match.lowerBound).map(WordKind.init) == first { return false }
    guard last != .none, match.upperBound < folded.count else { return true }
    if last == .hangul { return Particles.fillRest(ofWordAt: match.upperBound, in: folded) }
    return WordKind(LossyUTF8.decode(folded, at: match.upperBound).scalar) != last
  }
}
