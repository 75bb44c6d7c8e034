/// `&amp;`, `&#38;` and the like, as HTML and Markdown write characters by name or number.
enum CharacterReference {
  /// Those that people write; others are kept as they are.
  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ndash": "–", "mdash": "—",
    "hellip": "…", "copy": "©", "reg": "®", "trade": "™",
  ]

  /// The longest between `&` and `;`.
  private static let longest = 8

  /// A text with the characters that are meant.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var (found, rest) = (Substring.UnicodeScalarView(), text.unicodeScalars[...])
    while let scalar = rest.first {
      if scalar == "&", let end = rest.dropFirst().prefix(longest + 1).firstIndex(of: ";"),
        let meant = character(String(rest[rest.index(after: rest.startIndex)..<end]))
      {
        found.append(contentsOf: meant.unicodeScalars)
        rest = rest[rest.index(after: end)...]
      } else {
        found.append(scalar)
        rest.removeFirst()
      }
    }
    return String(found)
  }

  private static func character(_ name: String) -> String? {
    guard let number = name.dropping(prefix: "#") else { return named[name] }
    let digits = number.dropping(prefix: "x") ?? number.dropping(prefix: "X")
    let value = digits.map { UInt32($0, radix: 16) } ?? UInt32(number)
    return value.flatMap(Unicode.Scalar.init).flatMap { $0 == "\0" ? nil : String($0) }
  }
}
