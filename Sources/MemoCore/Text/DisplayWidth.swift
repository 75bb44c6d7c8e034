import CSystem

/// How many columns text takes on a terminal. The text must have passed `TerminalText`: controls count nothing here.
public enum DisplayWidth {
  /// The columns of one character: usually 0, 1 or 2, more for a cluster of several spacing letters.
  public static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    var sum = 0
    var seen = 0
    for scalar in scalars {
      sum += columns(of: scalar)
      seen += 1
    }
    return seen > 1 && isEmojiSequence(scalars) ? 2 : sum
  }

  /// The columns of a text on one line.
  public static func columns(of text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns of a text on a terminal that draws joined emoji side by side, as many still do: never fewer than
  /// `columns(of:)`, so what fits by this measure fits everywhere.
  public static func unjoinedColumns(of text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    return text.reduce(0) { sum, character in
      sum + max(columns(of: character), character.unicodeScalars.reduce(0) { $0 + columns(of: $1) })
    }
  }

  /// The text if it fits in `columns`, else its start and `…`, cut between characters so that it fits.
  public static func cut(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    if isPrintableASCII(text) {
      return text.utf8.count <= columns ? text : String(text.prefix(columns - 1)) + "…"
    }
    var width = 0
    // The end of the longest start that leaves a column for the mark.
    var end = text.startIndex
    for index in text.indices {
      if width < columns { end = index }
      width += self.columns(of: text[index])
      if width > columns { return text[..<end] + "…" }
    }
    return text
  }

  /// The text if it fits in `columns`, else `…` and its end, cut between characters so that it fits.
  public static func cutAtStart(_ text: String, to columns: Int) -> String {
    guard columns > 0, self.columns(of: text) > columns else { return columns > 0 ? text : "" }
    var room = columns - 1
    let end = text.reversed().prefix { character in
      room -= self.columns(of: character)
      return room >= 0
    }
    return "…" + String(end.reversed())
  }

  /// The text followed by spaces up to `columns`; unchanged if it is as wide already.
  public static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - self.columns(of: text)))
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: return 1
    // Hangul syllables, without asking: the commonest letters in Korean memos.
    case 0xAC00...0xD7A3: return 2
    default:
      let width = Int(csystem_width(scalar.value))
      return width >= 0 ? width : columnsUnknownToSystem(scalar)
    }
  }

  // The C library's tables are often years older than the emoji that people type.
  private static func columnsUnknownToSystem(_ scalar: Unicode.Scalar) -> Int {
    let properties = scalar.properties
    if properties.isEmojiPresentation { return 2 }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark: return 0
    default: return 1
    }
  }

  // Scalars joined into one picture: VS16 asks for the picture, a joiner or a skin tone changes the first one.
  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    return scalars.dropFirst().contains { scalar in
      scalar == "\u{FE0F}" || scalar == "\u{200D}" || scalar.properties.isEmojiModifier
    }
  }

  private static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20 <= $0 && $0 < 0x7F }
  }
}
