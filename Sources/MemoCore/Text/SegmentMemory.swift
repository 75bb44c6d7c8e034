/// Remembers what scalars with the marks on them were folded to: a text has few different ones, and asking the system to
/// normalize each took nine tenths of the time in which a text of Bengali or Thai is read.
struct SegmentMemory: Sendable {
  /// The bytes of a segment as one number; two segments have never the same.
  struct Key {
    fileprivate let bytes: UInt128

    /// `nil` for a segment that is too long.
    @inline(__always)
    init?(_ text: UnsafeRawBufferPointer, _ segment: Range<Int>) {
      guard segment.count <= SegmentMemory.longest else { return nil }
      if segment.lowerBound + SegmentMemory.longest <= text.count {
        let unused = UInt128(8 * (SegmentMemory.longest - segment.count))
        let word = text.loadUnaligned(fromByteOffset: segment.lowerBound, as: UInt128.self).littleEndian
        bytes = (word << unused) >> unused
      } else {
        bytes = text[segment].reversed().reduce(0) { $0 << 8 | UInt128($1) }
      }
    }
  }

  /// What became of a segment.
  struct Folded {
    fileprivate var bytes: UInt128 = 0
    fileprivate var count: UInt8 = 0
    /// Whether its bytes belong together; where they do not, each comes from the one at its place.
    fileprivate(set) var isUnit = false

    /// How many bytes it has.
    var length: Int { Int(count) }

    /// Writes its bytes, and zeros up to the longest.
    @inline(__always)
    func store(in text: UnsafeMutableRawBufferPointer, at index: Int) {
      text.storeBytes(of: bytes.littleEndian, toByteOffset: index, as: UInt128.self)
    }

    /// Adds its bytes to others.
    @inline(__always)
    func append(to text: inout [UInt8]) {
      var rest = bytes
      for _ in 0..<count {
        text.append(UInt8(truncatingIfNeeded: rest))
        rest >>= 8
      }
    }
  }

  private static let longest = 16

  /// Made with the first segment, as most texts have none, and made anew with more room where that does not do.
  private var entries: [(key: UInt128, folded: Folded)] = []
  private var misses = 0
  private var rules = Folding.matching

  private static let sizes = (least: 1 << 6, most: 1 << 12)
  private static let factor: UInt64 = 0x9E37_79B1_85EB_CA87

  /// What a segment is folded to, where that is remembered.
  @inline(__always)
  mutating func folded(_ key: Key, by rules: Folding) -> Folded? {
    if entries.isEmpty || rules != self.rules { forget(by: rules, size: Self.sizes.least) }
    let place = place(of: key)
    if entries[place].key == key.bytes { return entries[place].folded }
    return entries[place ^ 1].key == key.bytes ? entries[place ^ 1].folded : nil
  }

  /// Remembers what a segment was folded to by the rules of the last question.
  mutating func remember(_ folded: ArraySlice<UInt8>, isUnit: Bool, for key: Key) {
    guard folded.count <= Self.longest else { return }
    misses += 1
    if misses > entries.count, entries.count < Self.sizes.most { forget(by: rules, size: entries.count * 4) }
    let bytes = folded.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    let place = place(of: key)
    // Two of one place would take it from each other for ever.
    entries[place ^ 1] = entries[place]
    entries[place] = (key.bytes, Folded(bytes: bytes, count: UInt8(folded.count), isUnit: isUnit))
  }

  private mutating func forget(by rules: Folding, size: Int) {
    entries = Array(repeating: (0, Folded()), count: size)
    (self.rules, misses) = (rules, 0)
  }

  /// The highest bits of a product are the best spread; a size is a power of two.
  @inline(__always)
  private func place(of key: Key) -> Int {
    let word = UInt64(truncatingIfNeeded: key.bytes) ^ UInt64(truncatingIfNeeded: key.bytes >> 64) &* 31
    return Int((word &* Self.factor) >> 48) & (entries.count - 1)
  }
}
