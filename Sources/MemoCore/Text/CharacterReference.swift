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
    guard text.utf8.contains(ampersand) else { return text }
    let found = Array(text.utf8).withUnsafeBytes { bytes in
      var (found, place) = ([UInt8](), 0)
      while place < bytes.count {
        if let (meant, length) = character(in: bytes, at: place) {
          found += meant.utf8
          place += length
        } else {
          found.append(bytes[place])
          place += 1
        }
      }
      return found
    }
    return String(decoding: found, as: UTF8.self)
  }

  /// The character that is meant at a place of a text, and the bytes that it is written with; `nil` for any other text.
  static func character(in bytes: UnsafeRawBufferPointer, at place: Int) -> (meant: String, length: Int)? {
    guard bytes[place] == ampersand else { return nil }
    let rest = bytes[(place + 1)...]
    guard let end = rest.prefix(longest + 1).firstIndex(of: semicolon),
      let meant = character(String(decoding: rest[..<end], as: UTF8.self))
    else { return nil }
    return (meant, end + 1 - place)
  }

  private static func character(_ name: String) -> String? {
    guard let number = name.dropping(prefix: "#") else { return named[name] }
    let digits = number.dropping(prefix: "x") ?? number.dropping(prefix: "X")
    let value = digits.map { UInt32($0, radix: 16) } ?? UInt32(number)
    return value.flatMap(Unicode.Scalar.init).flatMap { $0 == "\0" ? nil : String($0) }
  }
}
