import CSystem

/// Finds one byte string in others, sixteen places at a time by two of its rarer bytes.
struct ByteFinder: Sendable {
  /// What is looked for; not empty.
  let bytes: [UInt8]
  private let ignoresCase: Bool
  private let first: Probe
  private let second: Probe

  /// A byte of the string, its place in it, and the bit that makes letters small before they are compared.
  private struct Probe: Sendable {
    let place: Int
    let pattern: UInt8
    let small: UInt8
  }

  /// Prepares a search for small-letter bytes; capitals of ASCII match too where `ignoresCase`.
  init(_ bytes: [UInt8], ignoresCase: Bool = false) {
    precondition(!bytes.isEmpty, "an empty string is found nowhere and everywhere")
    self.bytes = bytes
    self.ignoresCase = ignoresCase
    let places = bytes.indices.sorted { (Self.frequency(bytes[$0]), $0) < (Self.frequency(bytes[$1]), $1) }
    first = Self.probe(bytes, at: places[0], ignoresCase: ignoresCase)
    second = Self.probe(bytes, at: places[places.count > 1 ? 1 : 0], ignoresCase: ignoresCase)
  }

  /// The first place at or after an index where the string stands.
  func firstIndex(in text: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    let last = text.count - bytes.count
    var index = start
    while index + 15 <= last {
      let places = matches(text, index, first) .& matches(text, index, second)
      var rest = ByteMask.bits(places)
      while rest != 0 {
        let candidate = index + rest.trailingZeroBitCount
        if stands(at: candidate, in: text) { return candidate }
        rest &= rest - 1
      }
      index += 16
    }
    while index <= last {
      if stands(at: index, in: text) { return index }
      index += 1
    }
    return nil
  }

  /// Whether the string is at an index, with room for it.
  @inline(__always)
  func stands(at index: Int, in text: UnsafeRawBufferPointer) -> Bool {
    for place in bytes.indices {
      let byte = text[index + place]
      let isCapital = ignoresCase && byte &- 0x41 < 26
      guard (isCapital ? byte | 0x20 : byte) == bytes[place] else { return false }
    }
    return true
  }

  /// The places from an index on where the byte of a probe is.
  @inline(__always)
  private func matches(_ text: UnsafeRawBufferPointer, _ index: Int, _ probe: Probe) -> SIMDMask<SIMD16<Int8>> {
    let block = text.loadUnaligned(fromByteOffset: index &+ probe.place, as: SIMD16<UInt8>.self)
    return (block | SIMD16(repeating: probe.small)) .== SIMD16(repeating: probe.pattern)
  }

  private static func probe(_ bytes: [UInt8], at place: Int, ignoresCase: Bool) -> Probe {
    let byte = bytes[place]
    let isLetter = ignoresCase && byte &- 0x61 < 26
    return Probe(place: place, pattern: byte, small: isLetter ? 0x20 : 0)
  }

  /// A guess of how often a byte occurs in memos: leads of multi-byte scalars and spaces most, digits and signs least.
  private static func frequency(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC0...: 9
    case UInt8(ascii: " "), UInt8(ascii: "e"): 8
    case 0x80..<0xC0: 4
    default: "taoinsrhldcu".utf8.contains(byte) ? 6 : "mfpgwyb".utf8.contains(byte) ? 3 : 1
    }
  }
}

// Vectors are compared with vectors: Swift 6.3 turns a comparison with a single byte into a loop over the lanes.
extension SIMD16<UInt8> {
  /// Sixteen times the same byte.
  @inline(__always)
  static func all(_ byte: UInt8) -> Self { Self(repeating: byte) }

  /// Which bytes are among the `count` values from `first` on.
  @inline(__always)
  func has(from first: UInt8, count: UInt8) -> SIMDMask<SIMD16<Int8>> {
    (self &- Self.all(first)) .< Self.all(count)
  }
}

/// Which of sixteen bytes a comparison of vectors found.
enum ByteMask {
  /// A bit for each byte, the first one's lowest.
  @inline(__always)
  static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt32 {
    csystem_high_bits(unsafeBitCast(mask, to: SIMD16<Int8>.self))
  }

  /// The highest bit of each byte, the first one's lowest.
  @inline(__always)
  static func highBits(of block: SIMD16<UInt8>) -> UInt32 {
    csystem_high_bits(unsafeBitCast(block, to: SIMD16<Int8>.self))
  }
}
