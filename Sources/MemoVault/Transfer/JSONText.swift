import MemoCore

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
      case _ where TerminalText.isControl(scalar.value): append(Self.escape(scalar))
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    bytes.append(quote)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
