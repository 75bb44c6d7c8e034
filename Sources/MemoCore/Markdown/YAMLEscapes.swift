/// The backslash escapes of double-quoted YAML texts.
enum YAMLEscapes {
  /// The text with its escapes resolved; `nil` for an escape that YAML does not know.
  static func text(_ written: String) -> String? {
    guard written.utf8.contains(UInt8(ascii: "\\")) else { return written }
    var result = String.UnicodeScalarView()
    var rest = Substring(written).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let letter = rest.popFirst(), let resolved = resolve(letter, rest: &rest) else { return nil }
      result.append(resolved)
    }
    return String(result)
  }

  private static func resolve(_ letter: Unicode.Scalar, rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch letter {
    case "x": number(digits: 2, of: &rest).flatMap(Unicode.Scalar.init)
    case "u": unit(of: &rest)
    case "U": number(digits: 8, of: &rest).flatMap(Unicode.Scalar.init)
    default: short[letter]
    }
  }

  private static let short: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "\t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}", "r": "\r",
    "e": "\u{1B}", " ": " ", "\"": "\"", "/": "/", "\\": "\\", "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}",
    "P": "\u{2029}",
  ]

  /// `\uXXXX`, or two of them that are a surrogate pair, as JSON writes them.
  private static func unit(of rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard let high = number(digits: 4, of: &rest) else { return nil }
    guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
    guard rest.popFirst() == "\\", rest.popFirst() == "u", let low = number(digits: 4, of: &rest),
      (0xDC00..<0xE000).contains(low)
    else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private static func number(digits: Int, of rest: inout Substring.UnicodeScalarView) -> UInt32? {
    let found = rest.prefix(digits)
    guard found.count == digits, found.allSatisfy({ $0.properties.isASCIIHexDigit }) else { return nil }
    rest = rest.dropFirst(digits)
    return UInt32(String(found), radix: 16)
  }
}
