/// The fast road of folding: ASCII eight bytes at a time, and scalars of the `PlainScalars` table.
enum PlainRun {
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Where a run of ASCII and plain scalars that starts at an index ends.
  static func end(of text: UnsafeRawBufferPointer, from start: Int, plain: UnsafeBufferPointer<UInt64>) -> Int {
    var index = start
    while index < text.count {
      if text[index] < 0x80 {
        index = endOfASCII(text, from: index)
      } else {
        let length = plainLength(text, at: index, plain: plain)
        if length == 0 { return index }
        index += length
      }
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
    var index = 0
    while index + 8 <= text.count {
      let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      text.storeBytes(of: lowercase(word), toByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < text.count {
      if text[index] &- 0x41 < 26 { text[index] |= 0x20 }
      index += 1
    }
  }

  /// Eight bytes with ASCII capitals made small: a bit trick, as no byte carries into the next.
  @inline(__always)
  private static func lowercase(_ word: UInt64) -> UInt64 {
    let low = word & ~highBits
    let fromA = low &+ 0x3F3F_3F3F_3F3F_3F3F
    let pastZ = low &+ 0x2525_2525_2525_2525
    let isCapital = ~word & highBits & (fromA ^ pastZ)
    return word | isCapital >> 2
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
    guard LossyUTF8.isContinuation(second) else { return 0 }
    if lead & 0xE0 == 0xC0 {
      return isSet(plain, UInt32(lead & 0x1F) << 6 | UInt32(second & 0x3F)) ? 2 : 0
    }
    let third = index + 2 < text.count ? text[index + 2] : 0
    guard LossyUTF8.isContinuation(third) else { return 0 }
    if lead & 0xF0 == 0xE0 {
      let value = UInt32(lead & 0xF) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F)
      // Overlong forms are below U+0800 and no scalars.
      return value >= 0x800 && isSet(plain, value) ? 3 : 0
    }
    // Emoji, U+1F300 to U+1FAFF.
    let fourth = index + 3 < text.count ? text[index + 3] : 0
    let isEmoji = lead == 0xF0 && second == 0x9F && (0x8C...0xAB).contains(third) && LossyUTF8.isContinuation(fourth)
    return isEmoji ? 4 : 0
  }

  @inline(__always)
  private static func isSet(_ plain: UnsafeBufferPointer<UInt64>, _ value: UInt32) -> Bool {
    plain[Int(value >> 6)] >> UInt64(value & 63) & 1 == 1
  }
}
