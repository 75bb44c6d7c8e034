/// Marks the grams of a text in buckets.
///
/// Only where letters stand is anything marked: asked of each place whether a gram starts there, marking took a quarter
/// of a first index; so it takes a sixth.
struct GramMarker {
  let buckets: UnsafeMutablePointer<UInt8>
  let bit: UInt8
  private var initials = InitialRun()
  private var bases = BaseRun()

  init(buckets: UnsafeMutablePointer<UInt8>, bit: UInt8) {
    self.buckets = buckets
    self.bit = bit
  }

  @inline(__always)
  func mark(_ gram: UInt64) {
    buckets[TextGrams.bucket(gram)] |= bit
  }

  /// Marks the grams that start in a block of text.
  @inline(__always)
  mutating func mark(_ block: GramBlock, _ text: UnsafeRawBufferPointer, at index: Int) {
    var letters = block.words
    while letters != 0 {
      let place = letters.trailingZeroBitCount
      letters &= letters &- 1
      let word = text.loadUnaligned(fromByteOffset: index &+ place, as: UInt64.self).littleEndian
      mark(word & TextGrams.three)
      if block.longWords >> UInt32(place) & 1 == 1 { mark(word & TextGrams.four) }
    }
    var pairs = block.pairs
    while pairs != 0 {
      let place = pairs.trailingZeroBitCount
      pairs &= pairs &- 1
      let word = text.loadUnaligned(fromByteOffset: index &+ place, as: UInt64.self).littleEndian
      mark(TextGrams.gram(ofPair: word))
      if WordGap.isPart(UInt8(truncatingIfNeeded: word >> 16)) { markGap(text, from: index &+ place &+ 2) }
    }
    var syllables = block.syllables
    while syllables != 0 {
      let place = syllables.trailingZeroBitCount
      syllables &= syllables &- 1
      let word = text.loadUnaligned(fromByteOffset: index &+ place, as: UInt64.self).littleEndian
      mark(word & TextGrams.three)
      if word >> 24 & 0xF0 == 0xE0 { mark(word & TextGrams.six) }
      if let gram = initials.take(Hangul.initial(ofUTF8: word), at: index &+ place) { mark(gram) }
      if WordGap.isPart(UInt8(truncatingIfNeeded: word >> 24)) { markGap(text, from: index &+ place &+ 3) }
      if index &+ place > 1, WordGap.mayEnd(with: text[index &+ place &- 1]), text[index &+ place &- 2] < 0x80 {
        markGap(text, before: index &+ place)
      }
    }
    var marks = block.marks
    while marks != 0 {
      let place = index &+ marks.trailingZeroBitCount
      marks &= marks &- 1
      if place > 0, !WordGap.isPart(text[place &- 1]) { markGap(text, from: place) }
    }
  }

  /// Marks the grams that start with the scalars from a place whose block has letters that may have marks; returns where
  /// the last one ends, behind which no letter is part of a word that is marked without its marks.
  mutating func markScalars(_ text: UnsafeRawBufferPointer, from start: Int, of textEnd: Int) -> Int {
    // At its end a text may be of ASCII, for which the bases are not made.
    guard textEnd &- start >= GramBlock.size else {
      return markScalars(text, from: start, until: textEnd, of: textEnd) { LetterBase.entry(of: $0) }
    }
    // Where one such block comes after the other, more of them will.
    let end = min(start &+ (bases.end == start ? 8 : 1) &* GramBlock.size, textEnd)
    return LetterBase.table.withUnsafeBufferPointer { bases in
      // A text from a damaged cache may hold anything.
      markScalars(text, from: start, until: end, of: textEnd) { bases[Int($0 & (LetterBase.limit &- 1))] }
    }
  }

  @inline(__always)
  private mutating func markScalars(
    _ text: UnsafeRawBufferPointer, from start: Int, until end: Int, of textEnd: Int,
    base: (UInt32) -> LetterBase.Entry
  ) -> Int {
    var index = start
    // Where a block ends inside of a scalar, the rest of it starts no gram.
    while index < end, UTF8.isContinuation(text[index]) { index &+= 1 }
    var bases = self.bases.end == index ? self.bases : BaseRun(before: index, of: text)
    let (buckets, bit) = (buckets, bit)
    while index < end || bases.isOpen && index < textEnd {
      let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let lead = UInt8(truncatingIfNeeded: word)
      let length: Int
      let letter: UInt32
      if lead < 0xE0 {
        length = 1 &+ Int(lead >> 7)
        letter = TextGrams.letter(of: word)
        // Not what is no gram: to change the same byte again and again takes longer than a branch.
        let pair = TextGrams.gram(ofPair: word)
        if pair != 0 { buckets[TextGrams.bucket(pair)] |= bit }
        if WordGap.isMark(lead) { markGap(text, at: index, length) }
        if LetterMarks.contains(letter) { markLetters(text, aroundMarksAt: index) }
      } else if lead == 0xE1, word >> 8 & 0xFC != 0x84 {
        length = 3
        letter = TextGrams.longLetter(of: word)
        mark(word & TextGrams.three)
        if word >> 24 & 0xF0 == 0xE0 { mark(word & TextGrams.six) }
      } else {
        length = markLong(text, at: index)
        letter = 0
      }
      bases.add(base(letter))
      if let three = bases.letters(3) { buckets[three] |= bit }
      if let four = bases.letters(4) { buckets[four] |= bit }
      if let pair = bases.unmarkedPair { buckets[pair] |= bit }
      if WordGap.isPart(text[index &+ length]) { markGap(text, from: index &+ length) }
      index &+= length
    }
    self.bases = bases
    self.bases.end = index
    return index
  }

  /// Marks the grams that start with a scalar of three or four bytes or a mark of a `SearchText`; returns its length.
  private mutating func markLong(_ text: UnsafeRawBufferPointer, at index: Int) -> Int {
    let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
    let length = TextGrams.length(ofLead: UInt8(truncatingIfNeeded: word))
    let (short, long) = TextGrams.grams(of: word, length: length)
    mark(short)
    if long != 0 { mark(long) }
    guard length == 3 else { return length }
    if let gram = initials.take(Hangul.initial(ofUTF8: word), at: index) { mark(gram) }
    markGap(text, at: index, length)
    return length
  }

  // MARK: What is forgiven

  /// Marks the letters around a gap that starts at an index.
  private func markGap(_ text: UnsafeRawBufferPointer, from start: Int) {
    guard let gap = WordGap.end(of: text, from: start), gap.index < text.count else { return }
    if gap.isWide, !WordGap.mayStartSyllable(text[gap.index]), start < 3 || !WordGap.mayStartSyllable(text[start - 3]) {
      return
    }
    markGap(text.scalar(before: start).value, text.scalar(at: gap.index).value, isWide: gap.isWide)
  }

  /// Marks the letters around marks that are scalars of their own, the first of which is at an index, as those around a gap.
  private func markLetters(_ text: UnsafeRawBufferPointer, aroundMarksAt index: Int) {
    // A text may be nothing but marks: only the first one is asked for the end of all.
    guard index > 0 else { return }
    let left = text.scalar(before: index).value
    let end = LetterMarks.contains(left) ? text.count : LetterMarks.end(of: text, from: index)
    guard end < text.count else { return }
    let right = text.scalar(at: end).value
    // No word holds a blank.
    if left > 0x20, right > 0x20 { buckets[TextGrams.bucket(ofGapBetween: left, right)] |= bit }
  }

  /// Marks the letters around a gap before or at a scalar that is a syllable or a mark of Markdown.
  private func markGap(_ text: UnsafeRawBufferPointer, at index: Int, _ length: Int) {
    guard index > 0 else { return }
    if length == 1 {
      if !WordGap.isPart(text[index &- 1]) { markGap(text, from: index) }
    } else if WordGap.mayEnd(with: text[index &- 1]) {
      markGap(text, before: index)
    }
  }

  /// Marks the letters around a gap that ends at an index.
  private func markGap(_ text: UnsafeRawBufferPointer, before end: Int) {
    // Behind other letters it was marked from its start.
    guard let gap = WordGap.start(of: text, before: end), gap.index > 0, text[gap.index - 1] < 0x80 else { return }
    markGap(text.scalar(before: gap.index).value, text.scalar(at: end).value, isWide: gap.isWide)
  }

  private func markGap(_ left: UInt32, _ right: UInt32, isWide: Bool) {
    guard WordGap.joins(left, right, isWide: isWide) else { return }
    buckets[TextGrams.bucket(ofGapBetween: left, right)] |= bit
  }
}

/// The letters before a place in a text, without their marks.
private struct BaseRun {
  /// The last four, the last one lowest.
  private var last: UInt64 = 0
  /// The last letters and digits of ASCII, the last one in the highest byte.
  private var word: UInt64 = 0
  /// What the last of them are, the last one lowest.
  private var kinds: UInt64 = 0
  /// Where they end.
  var end = -1

  init() {}

  /// The letters before a place that has no scalars of two bytes or with marks before it, as blocks have none.
  init(before start: Int, of text: UnsafeRawBufferPointer) {
    for place in max(start - 3, 0)..<start { add(LetterBase.entry(of: text[place] < 0x80 ? UInt32(text[place]) : 0)) }
  }

  /// Whether what follows may be in a gram with what is held.
  @inline(__always)
  var isOpen: Bool { kinds & LetterBase.Entry.kinds(3, LetterBase.Entry.letter | LetterBase.Entry.marked) != 0 }

  @inline(__always)
  mutating func add(_ base: LetterBase.Entry) {
    last = last << 16 | UInt64(base.letter)
    word = word >> 8 | UInt64(base.letter) << 56
    kinds = kinds << LetterBase.Entry.kindBits | UInt64(base.kinds)
  }

  /// The bucket of the last letters of ASCII, three or four: of those without marks, if one had some.
  @inline(__always)
  func letters(_ count: UInt64) -> Int? {
    let all = LetterBase.Entry.kinds(count, LetterBase.Entry.letter)
    guard kinds & all == all else { return nil }
    let gram = word >> (64 - 8 * count)
    let isMarked = kinds & LetterBase.Entry.kinds(count, LetterBase.Entry.marked) != 0
    return isMarked ? TextGrams.bucket(ofUnmarked: gram) : TextGrams.bucket(gram)
  }

  /// The bucket of the last two letters without marks, if they take two bytes each and one had some.
  @inline(__always)
  var unmarkedPair: Int? {
    let pair = LetterBase.Entry.kinds(2, LetterBase.Entry.pair)
    guard kinds & pair == pair, kinds & LetterBase.Entry.kinds(2, LetterBase.Entry.marked) != 0 else { return nil }
    let left = TextGrams.bytes(of: last >> 16 & 0xFFFF)
    return TextGrams.bucket(ofUnmarked: left | TextGrams.bytes(of: last & 0xFFFF) << 16)
  }
}

/// Where grams start in sixteen bytes of text: a bit for each place, the first byte's lowest.
struct GramBlock {
  /// How many bytes are looked at.
  static let size = 16
  /// How many of them are known to start a gram or not: four letters have to be seen.
  static let starts = 13

  /// Where three letters or digits stand.
  let words: UInt32
  /// Where four of them stand.
  let longWords: UInt32
  /// Where scalars of two bytes start.
  let pairs: UInt32
  /// Where scalars of three bytes start.
  let syllables: UInt32
  /// Where marks of Markdown may be.
  let marks: UInt32

  /// The block at `start`; `nil` where it holds scalars of four bytes, or letters that may have marks.
  @inline(__always)
  init?(_ text: UnsafeRawBufferPointer, at start: Int) {
    let block = text.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
    // C0 to D4: Latin, Greek and Cyrillic.
    let others =
      block.has(from: 0xC0, count: 0x15) .| block.has(from: 0xF0, count: 8)
      .| block.has(from: 0xE1, count: 1)
    if ByteMask.bits(others) != 0 { return nil }
    let isLetter = block.has(from: UInt8(ascii: "a"), count: 26)
    let isDigit = block.has(from: UInt8(ascii: "0"), count: 10)
    let letters = ByteMask.bits(isLetter .| isDigit)
    let all = UInt32(1) << UInt32(GramBlock.starts) - 1
    self.words = letters & letters >> 1 & letters >> 2 & all
    longWords = self.words & letters >> 3
    pairs = ByteMask.bits(block.has(from: 0xD5, count: 0xB)) & all
    syllables = ByteMask.bits(block.has(from: 0xE0, count: 0x10)) & all
    // From [ to `, with \, ^ and _, which start no gap: one comparison less.
    let isMark =
      block.has(from: UInt8(ascii: "["), count: 6) .| block.has(from: UInt8(ascii: "*"), count: 1)
      .| block.has(from: UInt8(ascii: "="), count: 1)
    marks = ByteMask.bits(isMark .| block.has(from: UInt8(ascii: "~"), count: 1)) & all
  }
}

/// The initials of the scalars before, as far as they stand in a row.
struct InitialRun {
  private var count = 0
  private var last: UInt64 = 0
  // Where the last one ended.
  private var place = -1

  /// Takes the initial of a scalar of three bytes at a place; returns the gram of three that it completes.
  @inline(__always)
  mutating func take(_ initial: Int?, at place: Int) -> UInt64? {
    guard let initial else {
      end()
      return nil
    }
    count = place == self.place ? count &+ 1 : 1
    self.place = place &+ 3
    last = (last << 8 | UInt64(initial)) & TextGrams.three
    // No UTF-8 has such a byte.
    return count >= 3 ? last | 0xFF << 56 : nil
  }

  /// Takes a scalar without an initial.
  @inline(__always)
  mutating func end() { count = 0 }
}
