/// Finds where lines end: at LF, CRLF or CR.
public enum LineScanner {
  // Vectors are compared with vectors: Swift 6.3 turns a comparison with a single byte into a loop over the lanes.
  private static var newline: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "\n")) }
  private static var carriageReturn: SIMD16<UInt8> { SIMD16(repeating: UInt8(ascii: "\r")) }

  /// All lines of a text without their ends.
  public static func lines(of text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < text.count {
      let line = line(of: text, at: start)
      lines.append(line)
      start = end(of: text, after: line)
    }
    return lines
  }

  /// The line that starts at an offset, without its end.
  static func line(of text: UnsafeRawBufferPointer, at start: Int) -> Range<Int> {
    var end = start
    while end + 16 <= text.count {
      let block = text.loadUnaligned(fromByteOffset: end, as: SIMD16<UInt8>.self)
      let breaks = unsafeBitCast((block .== newline) .| (block .== carriageReturn), to: SIMD2<UInt64>.self)
      if breaks[0] != 0 { return start..<(end + UInt64(littleEndian: breaks[0]).trailingZeroBitCount / 8) }
      if breaks[1] != 0 { return start..<(end + 8 + UInt64(littleEndian: breaks[1]).trailingZeroBitCount / 8) }
      end += 16
    }
    while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
    return start..<end
  }

  /// Where the line after a line starts.
  static func end(of text: UnsafeRawBufferPointer, after line: Range<Int>) -> Int {
    let end = line.upperBound
    guard end < text.count else { return end }
    let isPair = text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A
    return end + (isPair ? 2 : 1)
  }
}
