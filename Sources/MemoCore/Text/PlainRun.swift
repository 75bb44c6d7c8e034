/// The fast road of folding: ASCII eight bytes at a time, and scalars of the `PlainScalars` table.
enum PlainRun {
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Where a run of ASCII and plain scalars that starts at an index ends.
  static func end(of text: UnsafeRawBufferPointer, from start: Int, plain: UnsafeBufferPointer<UInt64>) -> Int {
    var index = start
    // Blocks that start before it were looked at.
    var blockStart = start
    while index < text.count {
      if index >= blockStart, index + PlainBlock.size + PlainBlock.lookahead <= text.count {
        let length = PlainBlock.length(text, at: index)
        index += length
        if length > 0 { continue }
        blockStart = index + PlainBlock.size
      }
      index = endOfASCII(text, from: index)
      guard index < text.count else { break }
      let length = plainLength(text, at: index, plain: plain)
      if length == 0 { return index }
      index += length
    }
    return index
  }

  /// The bytes of the ASCII or plain scalar at an index; 0 where there is another.
  static func scalarLength(of text: UnsafeRawBufferPointer, at index: Int) -> Int {
    if text[index] < 0x80 { return 1 }
    return PlainScalars.table.words.withUnsafeBufferPointer { plainLength(text, at: index, plain: $0) }
  }

  /// Makes ASCII capitals small, in place.
  static func lowercase(_ text: UnsafeMutableRawBufferPointer) {
    let (capital, count) = (SIMD16(repeating: UInt8(ascii: "A")), SIMD16<UInt8>(repeating: 26))
    let (difference, none) = (SIMD16<UInt8>(repeating: 0x20), SIMD16<UInt8>(repeating: 0))
    var index = 0
    while index + 16 <= text.count {
      let block = text.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      let small = block | none.replacing(with: difference, where: (block &- capital) .< count)
      text.storeBytes(of: small, toByteOffset: index, as: SIMD16<UInt8>.self)
      index += 16
    }
    while index < text.count {
      text[index] = text[index].lowercasedASCII
      index += 1
    }
  }

  @inline(__always)
  private static func endOfASCII(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 8 <= text.count {
      let high = text.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian & highBits
      if high != 0 { return index + high.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < text.count, text[index] < 0x80 { index += 1 }
    return index
  }

  /// The bytes of the plain scalar at an index; 0 where there is none.
  @inline(__always)
  private static func plainLength(
    _ text: UnsafeRawBufferPointer, at index: Int, plain: UnsafeBufferPointer<UInt64>
  ) -> Int {
    let lead = text[index]
    let second = index + 1 < text.count ? text[index + 1] : 0
    guard UTF8.isContinuation(second) else { return 0 }
    if lead & 0xE0 == 0xC0 {
      return isSet(plain, UInt32(lead & 0x1F) << 6 | UInt32(second & 0x3F)) ? 2 : 0
    }
    let third = index + 2 < text.count ? text[index + 2] : 0
    guard UTF8.isContinuation(third) else { return 0 }
    if lead & 0xF0 == 0xE0 {
      let value = UInt32(lead & 0xF) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F)
      // Overlong forms are below U+0800 and no scalars.
      return value >= 0x800 && isSet(plain, value) ? 3 : 0
    }
    // Emoji, U+1F300 to U+1FAFF.
    let fourth = index + 3 < text.count ? text[index + 3] : 0
    let isEmoji = lead == 0xF0 && second == 0x9F && (0x8C...0xAB).contains(third) && UTF8.isContinuation(fourth)
    return isEmoji ? 4 : 0
  }

  @inline(__always)
  private static func isSet(_ plain: UnsafeBufferPointer<UInt64>, _ value: UInt32) -> Bool {
    plain[Int(value >> 6)] >> UInt64(value & 63) & 1 == 1
  }
}

/// Sixteen bytes of ASCII, Hangul and ideographs from U+5000 on, which folding leaves alone but for capitals.
///
/// Scalar by scalar, looking for them took a twelfth of a first index.
private enum PlainBlock {
  private typealias Bytes = SIMD16<UInt8>

  static let size = 16
  /// Bytes that have to follow the sixteen: those of a scalar that starts in the last one.
  static let lookahead = 2

  /// How many bytes to skip from `start`, which starts a scalar: whole scalars; 0 where others are among them.
  @inline(__always)
  static func length(_ text: UnsafeRawBufferPointer, at start: Int) -> Int {
    let block = text.loadUnaligned(fromByteOffset: start, as: Bytes.self)
    if ByteMask.bits(block .>= Bytes.all(0x80)) == 0 { return size }
    let second = text.loadUnaligned(fromByteOffset: start + 1, as: Bytes.self)
    let third = text.loadUnaligned(fromByteOffset: start + 2, as: Bytes.self)
    // U+5000 to U+9FFF, and U+AC00 to U+D77F: EA B0 80 to ED 9D BF.
    let leads = block.has(from: 0xE5, count: 9)
    let isWhole = second.has(from: 0x80, count: 0x40) .& third.has(from: 0x80, count: 0x40)
    let isBelow = (block .== Bytes.all(0xEA)) .& (second .< Bytes.all(0xB0))
    let isAbove = (block .== Bytes.all(0xED)) .& (second .> Bytes.all(0x9D))
    let isOther = (block .>= Bytes.all(0xC0)) .& .!leads
    guard ByteMask.bits(isOther .| isBelow .| isAbove .| (leads .& .!isWhole)) == 0 else { return 0 }
    // A byte that continues nothing is not UTF-8.
    let starts = ByteMask.bits(leads)
    guard ByteMask.bits(block.has(from: 0x80, count: 0x40)) & ~(starts << 1 | starts << 2) == 0 else { return 0 }
    let cut = starts >> 14
    return cut == 0 ? size : cut == 1 ? size - 2 : size - 1
  }
}

/// The second road of folding: letters of the scripts from Hebrew to Khmer with the marks on them, which folding leaves
/// alone where the marks are in canonical order and none may become one scalar with what is before it.
enum MarkedRun {
  private static let scalars: Range<UInt32> = 0x590..<0x1800
  /// Marks what may change.
  private static let unsettled: UInt8 = 255

  /// The canonical combining class of each scalar: 0 for letters, and for marks that stay behind whatever they follow.
  private static let orders: [UInt8] = scalars.map { value in
    guard let scalar = Unicode.Scalar(value), !Folding.mayCompose(scalar), !OptionalMarks.contains(value) else {
      return unsettled
    }
    switch value {
    // Georgian and Cherokee have capitals.
    case 0x10A0...0x10FF, 0x13A0...0x13FF: return unsettled
    default:
      let properties = scalar.properties
      return properties.isFullCompositionExclusion ? unsettled : properties.canonicalCombiningClass.rawValue
    }
  }

  /// Where a run ends that starts at an index, with what joins nothing before it.
  static func end(of text: UnsafeRawBufferPointer, from start: Int) -> Int {
    // D6 90 to E1 9F BF.
    guard start < text.count, (0xD6...0xE1).contains(text[start]) else { return start }
    return orders.withUnsafeBufferPointer { orders in
      var (index, last) = (start, UInt8(0))
      while index < text.count, text[index] >= 0xD6 {
        let (value, length) = text.scalar(at: index)
        guard scalars.contains(value) else { break }
        let order = orders[Int(value - scalars.lowerBound)]
        if order != 0, order < last || order == unsettled { break }
        last = order
        index += length
      }
      return index
    }
  }
}

/// Scalars that folding leaves alone and that never join the scalar before them: one bit each, for U+0080 to U+FFFF.
///
/// Not complete, only right: what is missing takes the slow road to the same result.
struct PlainScalars: Sendable {
  /// Built once: 8 KB.
  static let table = PlainScalars()

  /// Bit `n % 64` of word `n / 64` is the scalar `n`.
  let words: [UInt64]

  private init() {
    var words = [UInt64](repeating: 0, count: 0x1_0000 / 64)
    for range in Self.ranges {
      for value in range { words[Int(value >> 6)] |= 1 << UInt64(value & 63) }
    }
    // Where capital and small letters take turns: Latin of central Europe, Vietnamese.
    for letters in [0x101...0x12F, 0x133...0x137, 0x13A...0x148, 0x14B...0x177, 0x17A...0x17E, 0x1EA1...0x1EFF] {
      for value in stride(from: letters.lowerBound, through: letters.upperBound, by: 2) {
        words[value >> 6] |= 1 << UInt64(value & 63)
      }
    }
    self.words = words
  }

  private static let ranges: [ClosedRange<UInt32>] = [
    // Latin-1 without capitals, µ and ß, its blank and its hyphen
    0xA1...0xAC, 0xAE...0xB4, 0xB6...0xBF, 0xD7...0xD7, 0xE0...0xFF,
    0x1A1...0x1A1, 0x1B0...0x1B0, 0x3AC...0x3AF, 0x3B1...0x3C1, 0x3C3...0x3CE,  // Vietnamese, Greek
    0x430...0x45F, 0x5D0...0x5EA, 0x620...0x63F, 0x641...0x64A,  // Cyrillic, Hebrew, Arabic
    0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF,  // punctuation and currency
    0x2190...0x2328, 0x232B...0x23FF, 0x2460...0x24B5, 0x2500...0x2ADB, 0x2ADD...0x2BFF,  // signs
    0x3001...0x3029, 0x3030...0x303F, 0x3041...0x3096, 0x309B...0x30FF,  // ideographic punctuation and kana
    0x3131...0x318E, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,  // jamo, ideographs, Hangul
  ]
}
