/// Validates UTF-8 without making a text, sixteen bytes at a time where they are valid.
struct UTF8Scan {
  private typealias Block = SIMD16<UInt8>

  /// The first byte that is not UTF-8; `nil` if all are.
  private(set) var firstInvalid: Int?
  private(set) var hasZeros = false

  private static let size = 16

  init(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count {
      index = skipBlocks(of: bytes, from: index)
      // One by one: the end, and what surrounds invalid bytes.
      let end = min(index + Self.size, bytes.count)
      while index < end {
        if bytes[index] == 0 { hasZeros = true }
        let (_, length) = bytes.scalar(at: index)
        if length == 1, bytes[index] >= 0x80 {
          if firstInvalid == nil { firstInvalid = index }
          // What follows matters only for its zeros.
          if hasZeros { return }
        }
        index += length
      }
    }
  }

  /// Skips blocks while they are valid; returns the start of the first scalar that is not wholly in them.
  private mutating func skipBlocks(of bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    // A bit for each byte from `index` on that has to continue a scalar which starts before.
    var carried: UInt32 = 0
    // The byte after a block is looked at, too.
    while index + Self.size < bytes.count {
      let block = bytes.loadUnaligned(fromByteOffset: index, as: Block.self)
      let others = Self.bits(block, from: 0x80)
      if others | carried != 0 {
        let (leads, threes, fours) =
          (Self.bits(block, from: 0xC0), Self.bits(block, from: 0xE0), Self.bits(block, from: 0xF0))
        let expected = carried | leads << 1 | threes << 2 | fours << 3
        let second = bytes.loadUnaligned(fromByteOffset: index + 1, as: Block.self)
        guard others & ~leads == expected & 0xFFFF, !Self.hasForbidden(block, second, hasFours: fours != 0) else {
          break
        }
        carried = expected >> 16
      }
      if ByteMask.bits(block .== Block.all(0)) != 0 { hasZeros = true }
      index += Self.size
    }
    if carried != 0 {
      repeat { index -= 1 } while UTF8.isContinuation(bytes[index])
    }
    return index
  }

  /// Whether a block has a byte that UTF-8 never uses, or the start of an overlong form, a surrogate or a scalar past
  /// U+10FFFF.
  @inline(__always)
  private static func hasForbidden(_ block: Block, _ second: Block, hasFours: Bool) -> Bool {
    let longThrees = (block .== Block.all(0xE0)) .& (second .< Block.all(0xA0))
    let surrogates = (block .== Block.all(0xED)) .& (second .>= Block.all(0xA0))
    let longTwos = (block .== Block.all(0xC0)) .| (block .== Block.all(0xC1))
    if ByteMask.bits(longThrees .| surrogates .| longTwos) != 0 { return true }
    guard hasFours else { return false }
    let longFours = (block .== Block.all(0xF0)) .& (second .< Block.all(0x90))
    let beyond = (block .== Block.all(0xF4)) .& (second .>= Block.all(0x90)) .| (block .>= Block.all(0xF5))
    return ByteMask.bits(longFours .| beyond) != 0
  }

  @inline(__always)
  private static func bits(_ block: Block, from first: UInt8) -> UInt32 {
    ByteMask.bits(block .>= Block.all(first))
  }
}
