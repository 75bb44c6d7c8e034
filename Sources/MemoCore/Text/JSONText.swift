/// JSON as it is written: quotes, backslashes and whatever could act on a terminal are escaped.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Adds punctuation or a number.
  package mutating func append(_ syntax: String) {
    bytes += syntax.utf8
  }

  /// Takes the bytes written so far out, so that a long text need not be held whole.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Adds a text in quotes; what is not UTF-8 becomes U+FFFD.
  package mutating func append(quoted text: some Collection<UInt8>) {
    append("\"")
    append(escaping: text)
    append("\"")
  }

  /// Adds a text, or a part of one, that is between quotes; what is not UTF-8 becomes U+FFFD.
  package mutating func append(escaping text: some Collection<UInt8>) {
    bytes.append(escapingForJSON: text)
  }
}

extension [UInt8] {
  /// Adds a text that is between the quotes of a JSON string: quotes, backslashes and whatever could act on a terminal
  /// are escaped. Runs that need no escape are copied at once.
  ///
  /// - Parameter text: what is not UTF-8 in it becomes U+FFFD.
  public mutating func append(escapingForJSON text: some Collection<UInt8>) {
    append(escapingForJSON: String(decoding: text, as: UTF8.self))
  }

  /// Adds a text that is between the quotes of a JSON string; as the other.
  public mutating func append(escapingForJSON text: String) {
    var text = text
    text.withUTF8 { text in
      var (start, index) = (0, 0)
      while let candidate = Self.nextCandidate(in: UnsafeRawBufferPointer(text), from: index) {
        guard let (scalar, length) = Self.escaped(text, at: candidate) else {
          index = candidate + 1
          continue
        }
        append(contentsOf: text[start..<candidate])
        append(escape: scalar)
        start = candidate + length
        index = start
      }
      append(contentsOf: text[start...])
    }
  }

  /// The next byte that may have to be escaped.
  private static func nextCandidate(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var index = start
    while index + 16 <= text.count {
      let found = candidates(in: text.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self))
      if found != 0 { return index + found.trailingZeroBitCount }
      index += 16
    }
    return text[index...].firstIndex(where: mayNeedEscape)
  }

  /// A bit for each byte for which `mayNeedEscape` is true.
  @inline(__always)
  private static func candidates(in block: SIMD16<UInt8>) -> UInt32 {
    func places(of byte: UInt8) -> SIMDMask<SIMD16<Int8>> { block .== SIMD16(repeating: byte) }
    let ascii = places(of: UInt8(ascii: "\"")) .| places(of: UInt8(ascii: "\\"))
    let others = places(of: 0x7F) .| places(of: 0xC2) .| places(of: 0xD8) .| places(of: 0xE2) .| places(of: 0xEF)
    // The highest bit of a byte says here whether it is below 0x20.
    let controls = (block &- SIMD16(repeating: 0x20)) & ~block
    return ByteMask.bits(ascii .| others) | ByteMask.highBits(of: controls)
  }

  /// True for the first byte of everything that is escaped, and for little else.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: true
    default: false
    }
  }

  /// The scalar at an index and its bytes, if it is one that JSON escapes or that could act on a terminal.
  private static func escaped(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let length = text[index] < 0x80 ? 1 : text[index] < 0xE0 ? 2 : 3
    // The bytes are valid UTF-8: what a first byte announces is there.
    let first = UInt32(text[index]) & [0x7F, 0x1F, 0x0F][length - 1]
    let scalar = text[(index + 1)..<(index + length)].reduce(first) { $0 << 6 | UInt32($1) & 0x3F }
    return length == 1 || TerminalText.isControl(scalar) ? (scalar, length) : nil
  }

  private mutating func append(escape scalar: UInt32) {
    append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x22, 0x5C: append(UInt8(scalar))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0D: append(UInt8(ascii: "r"))
    case 0x09: append(UInt8(ascii: "t"))
    default:
      append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] as [UInt32] {
        let digit = UInt8(scalar >> shift & 15)
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
