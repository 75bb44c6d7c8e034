/// `&amp;`, `&#38;` and the like, as HTML and Markdown write characters by name or number.
enum CharacterReference {
  /// Those that people write; others are kept as they are.
  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ndash": "–", "mdash": "—",
    "hellip": "…", "copy": "©", "reg": "®", "trade": "™",
  ]

  /// The longest between `&` and `;`.
  private static let longest = 8

  private static let ampersand = UInt8(ascii: "&")
  private static let semicolon = UInt8(ascii: ";")

  /// A text with the characters that are meant.
  static func decoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(ampersand) else { return text }
    var (found, place) = ([UInt8](), 0)
    while place < bytes.count {
      let rest = bytes[(place + 1)...]
      if bytes[place] == ampersand, let end = rest.prefix(longest + 1).firstIndex(of: semicolon),
        let meant = character(String(decoding: rest[..<end], as: UTF8.self))
      {
        found += meant.utf8
        place = end + 1
      } else {
        found.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: found, as: UTF8.self)
  }

  private static func character(_ name: String) -> String? {
    guard let number = name.dropping(prefix: "#") else { return named[name] }
    let digits = number.dropping(prefix: "x") ?? number.dropping(prefix: "X")
    let value = digits.map { UInt32($0, radix: 16) } ?? UInt32(number)
    return value.flatMap(Unicode.Scalar.init).flatMap { $0 == "\0" ? nil : String($0) }
  }
}
