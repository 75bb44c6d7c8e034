/// JSON as it is written: quotes, backslashes and whatever could act on a terminal are escaped.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  /// Adds punctuation or a number.
  mutating func append(_ syntax: String) {
    bytes += syntax.utf8
  }

  /// Adds a text in quotes; what is not UTF-8 becomes U+FFFD.
  mutating func append(quoted text: some Sequence<UInt8>) {
    let quote = UInt8(ascii: "\"")
    bytes.append(quote)
    for scalar in String(decoding: Array(text), as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\"": append(#"\""#)
      case "\\": append(#"\\"#)
      case "\n": append(#"\n"#)
      case "\r": append(#"\r"#)
      case "\t": append(#"\t"#)
      case _ where Self.isControl(scalar): append(Self.escape(scalar))
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    bytes.append(quote)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// C0, C1, marks and overrides of reading direction, line and paragraph separators, isolates, the byte order mark.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
