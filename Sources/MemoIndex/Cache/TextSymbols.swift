import MemoCore

/// What codes of twelve bits represent: the first 256 the byte of their number, the others two to eight bytes that are
/// frequent in the texts of a segment. Text takes a bit more than a third of its space as such codes, and is unpacked
/// at several bytes a nanosecond.
struct TextSymbols: Sendable {
  /// As many codes as there are.
  static let count = 1 << 12
  /// The most bytes that one represents.
  static let longest = 8
  /// Codes are read four at once, as six bytes.
  private static let codesAtOnce = 4

  /// The bytes of each code, the first in the lowest byte; 0 for one that is not used.
  private(set) var bytes = [UInt64](repeating: 0, count: count)
  /// How many bytes each code represents; 1 for one that is not used.
  private(set) var lengths = [UInt8](repeating: 1, count: count)
  /// How many codes are used.
  private(set) var used = 256

  /// The single bytes.
  init() {
    for byte in 0..<256 { bytes[byte] = UInt64(byte) }
  }

  /// Gives the next code to some bytes.
  mutating func add(_ symbol: UInt64, length: Int) {
    (bytes[used], lengths[used]) = (symbol, UInt8(length))
    used += 1
  }

  /// As it is in a segment: for each code from 256 on, its bytes (8) and their number (1), and the checksum of all (8).
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    for code in 256..<Self.count {
      writer.integer(bytes[code])
      writer.byte(lengths[code])
    }
    writer.integer(XXHash64.hash(writer.bytes))
    return writer.bytes
  }

  /// Size of what `encoded` returns.
  static let encodedSize = (count - 256) * 9 + 8

  /// Reads what `encoded` wrote.
  init(decoding encoded: UnsafeRawBufferPointer) throws(CacheDamage) {
    self.init()
    var reader = ByteReader(encoded)
    for _ in 256..<Self.count {
      let symbol = try reader.integer(UInt64.self)
      let length = try reader.integer(UInt8.self)
      guard 1...Self.longest ~= Int(length), symbol >> (8 * UInt64(length)) == 0 else { throw CacheDamage() }
      add(symbol, length: Int(length))
    }
    let checked = UnsafeRawBufferPointer(rebasing: encoded.dropLast(8))
    guard try reader.integer(UInt64.self) == XXHash64.hash(checked) else { throw CacheDamage() }
  }

  /// Unpacks a text.
  ///
  /// - Parameters:
  ///   - packed: its codes.
  ///   - count: of the text, in bytes.
  ///   - text: where it goes, at the start; has more bytes afterwards.
  func unpack(_ packed: UnsafeRawBufferPointer, count: Int, into text: inout [UInt8]) throws(CacheDamage) {
    // No code represents more, so that a count cannot ask for more memory than the codes need.
    guard count <= (packed.count * 8 / 12 + Self.codesAtOnce) * Self.longest else { throw CacheDamage() }
    text.grow(to: count + Self.codesAtOnce * Self.longest)
    let groups = (packed.count + 5) / 6
    var (written, group) = (0, 0)
    text.withUnsafeMutableBytes { text in
      bytes.withUnsafeBufferPointer { bytes in
        lengths.withUnsafeBufferPointer { lengths in
          while written < count, group < groups {
            var codes = packed.word(at: group * 6)
            for _ in 0..<Self.codesAtOnce {
              let code = Int(truncatingIfNeeded: codes & 0xFFF)
              text.storeBytes(of: bytes[code].littleEndian, toByteOffset: written, as: UInt64.self)
              written &+= Int(lengths[code])
              codes &>>= 12
            }
            group += 1
          }
        }
      }
    }
    guard written >= count else { throw CacheDamage() }
  }
}

extension TextSymbols {
  /// Unpacks a text that ends with its last code.
  func unpack(_ packed: UnsafeRawBufferPointer) throws(CacheDamage) -> [UInt8] {
    let count = (0..<packed.count * 2 / 3).reduce(0) { $0 + Int(lengths[Self.code($1, of: packed)]) }
    var text: [UInt8] = []
    try unpack(packed, count: count, into: &text)
    text.removeLast(text.count - count)
    return text
  }

  /// The n-th code: twelve bits, of which an odd one has the higher half of its first byte.
  private static func code(_ number: Int, of packed: UnsafeRawBufferPointer) -> Int {
    let start = number * 3 / 2
    return (Int(packed[start]) | Int(packed[start + 1]) << 8) >> (number % 2 * 4) & 0xFFF
  }
}

extension UnsafeRawBufferPointer {
  /// The next eight bytes, of which those past the end are 0.
  @inline(__always)
  fileprivate func word(at offset: Int) -> UInt64 {
    if offset + 8 <= count { return UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    return self[Swift.min(offset, count)...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
