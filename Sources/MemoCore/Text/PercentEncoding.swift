/// Percent escapes such as `%2F`, as URIs and the destinations of links have them.
package enum PercentEncoding {
  /// The byte that the escape at an index encodes; `nil` where there is none.
  package static func byte<Text: RandomAccessCollection>(in text: Text, at index: Int) -> UInt8?
  where Text.Element == UInt8, Text.Index == Int {
    guard text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex, let high = value(ofDigit: text[index + 1]),
      let low = value(ofDigit: text[index + 2])
    else { return nil }
    return high << 4 | low
  }

  /// A text with its escapes undone; a `%` that begins none is kept.
  package static func decoded(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      let meant = byte(in: text, at: index)
      bytes.append(meant ?? text[index])
      index += meant == nil ? 1 : 3
    }
    return bytes
  }

  /// Bytes as a text in which all are escaped but some.
  package static func encoded(_ bytes: some Sequence<UInt8>, except isKept: (UInt8) -> Bool) -> [UInt8] {
    bytes.flatMap { isKept($0) ? [$0] : escape($0) }
  }

  /// The escape of a byte.
  package static func escape(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
  }

  /// Whether a byte needs no escape anywhere in a URI: letters and digits of ASCII, `-`, `.`, `_` and `~`.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
  }

  private static func value(ofDigit byte: UInt8) -> UInt8? {
    if byte.isASCIIDigit { return byte - UInt8(ascii: "0") }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
