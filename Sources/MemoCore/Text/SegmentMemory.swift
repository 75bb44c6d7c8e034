/// Folds scalars with the marks on them, and remembers what became of them: a text has few different ones, and asking the
/// system to normalize each took nine tenths of the time in which a text of Bengali or Thai is read.
struct SegmentMemory: Sendable {
  /// What became of a segment.
  struct Folded {
    /// The folded scalars.
    let scalars: [Unicode.Scalar]
    /// Whether each comes from the scalar at its place, so that marks keep their own places.
    let isByScalar: Bool
  }

  private struct Entry {
    var key: UInt64 = 0
    var folded = Folded(scalars: [], isByScalar: false)
  }

  /// Made with the first segment, as most texts have none, and made anew with more room where that does not do.
  private var entries: [Entry] = []
  private var misses = 0
  private var rules = Folding.matching

  private static let sizes = (least: 1 << 6, most: 1 << 12)
  private static let factor: UInt64 = 0x9E37_79B1_85EB_CA87

  /// What a segment is folded to.
  mutating func folded(_ segment: [Unicode.Scalar], by rules: Folding) -> Folded {
    guard let key = Self.key(of: segment) else { return Self.fold(segment, by: rules) }
    if entries.isEmpty || rules != self.rules { forget(by: rules, size: Self.sizes.least) }
    var place = place(of: key)
    if entries[place].key != key {
      misses += 1
      if misses > entries.count, entries.count < Self.sizes.most { forget(by: rules, size: entries.count * 4) }
      place = self.place(of: key)
      entries[place] = Entry(key: key, folded: Self.fold(segment, by: rules))
    }
    return entries[place].folded
  }

  private mutating func forget(by rules: Folding, size: Int) {
    entries = Array(repeating: Entry(), count: size)
    (self.rules, misses) = (rules, 0)
  }

  /// The highest bits of a product are the best spread; a size is a power of two.
  private func place(of key: UInt64) -> Int {
    Int((key &* Self.factor) >> 48) & (entries.count - 1)
  }

  /// The scalars as one number, which is not 0; `nil` where they are too many.
  private static func key(of segment: [Unicode.Scalar]) -> UInt64? {
    guard segment.count <= 3, segment[0].value > 0 else { return nil }
    return segment.reduce(0) { $0 << 21 | UInt64($1.value) }
  }

  private static func fold(_ segment: [Unicode.Scalar], by rules: Folding) -> Folded {
    if let syllable = Hangul.composed(segment[...]) { return Folded(scalars: [syllable], isByScalar: false) }
    let composed = Folding.composed(segment)
    let small = composed.flatMap(rules.lowercase)
    let folded = small == composed ? composed : Folding.composed(small)
    let isByScalar =
      segment.count > 1 && composed == segment && folded.count == segment.count
      && zip(segment, folded).allSatisfy { rules.lowercase($0) == [$1] }
    return Folded(scalars: folded, isByScalar: isByScalar)
  }
}
