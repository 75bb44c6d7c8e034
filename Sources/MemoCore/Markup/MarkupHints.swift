/// What a look at a text's bytes shows, so that no line of most memos has to be searched for it.
struct MarkupHints {
  /// Whether `]:` is there.
  private(set) var mayHoldDefinitions = false
  /// Whether `%%` or `$$` is there.
  private(set) var mayHoldOpaqueMarks = false

  /// Looks at a text from `start` on.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    var index = start
    // Two blocks at a time: to look at the result costs as much as to find it.
    while index &+ 33 <= bytes.count {
      let pairs = Self.pairs(bytes, at: index) .| Self.pairs(bytes, at: index &+ 16)
      if ByteMask.bits(pairs) != 0 { readPairs(bytes, index..<index + 32) }
      index &+= 32
    }
    readPairs(bytes, index..<max(index, bytes.count - 1))
  }

  @inline(__always)
  private static func pairs(_ bytes: UnsafeRawBufferPointer, at index: Int) -> SIMDMask<SIMD16<Int8>> {
    let (bracket, colon) = (SIMD16(repeating: UInt8(ascii: "]")), SIMD16(repeating: UInt8(ascii: ":")))
    let (dollar, two) = (SIMD16(repeating: UInt8(ascii: "$")), SIMD16<UInt8>(repeating: 2))
    let first = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    let second = bytes.loadUnaligned(fromByteOffset: index &+ 1, as: SIMD16<UInt8>.self)
    // `$` and `%` are neighbours.
    return (first .== bracket) .& (second .== colon) .| ((first &- dollar) .< two) .& (first .== second)
  }

  private mutating func readPairs(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    for index in range {
      switch (bytes[index], bytes[index + 1]) {
      case (UInt8(ascii: "]"), UInt8(ascii: ":")): mayHoldDefinitions = true
      case (UInt8(ascii: "%"), UInt8(ascii: "%")), (UInt8(ascii: "$"), UInt8(ascii: "$")): mayHoldOpaqueMarks = true
      default: break
      }
    }
  }
}
