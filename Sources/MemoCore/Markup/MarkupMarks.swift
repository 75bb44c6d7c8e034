/// Finds the bytes that mean something in a line's text: line breaks, `#`, `[`, `\`, `]`, `<` and a backtick.
enum MarkupMarks {
  // Vectors are compared with vectors: Swift 6.3 turns a comparison with a single byte into a loop over the lanes.
  // Computed, because a stored global is initialised behind a call at each use.
  private static var newline: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "\n")) }
  private static var carriageReturn: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "\r")) }
  private static var hash: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "#")) }
  private static var bracket: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "[")) }
  private static var three: SIMD16<UInt8> { SIMD16(repeating: 3) }
  private static var backtick: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "`")) }
  private static var angle: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "<")) }

  /// The first such byte from `start`, or the end.
  @inline(__always)
  static func next(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 16 <= bytes.count {
      let block = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      let breaks = (block .== newline) .| (block .== carriageReturn)
      // `[`, `\` and `]` are neighbours.
      let marks = ((block &- bracket) .< three) .| (block .== hash) .| (block .== backtick) .| (block .== angle)
      let halves = unsafeBitCast(breaks .| marks, to: SIMD2<UInt64>.self)
      if halves[0] != 0 { return index + UInt64(littleEndian: halves[0]).trailingZeroBitCount / 8 }
      if halves[1] != 0 { return index + 8 + UInt64(littleEndian: halves[1]).trailingZeroBitCount / 8 }
      index += 16
    }
    while index < bytes.count, !isMark(bytes[index]) { index += 1 }
    return index
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "\\"),
      UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "`"):
      true
    default: false
    }
  }
}
