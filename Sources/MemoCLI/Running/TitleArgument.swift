/// A title as it is written on a command line.
enum TitleArgument {
  /// The words as one title: a line break, a tab or another control, which no title can hold, counts as a space.
  static func text(_ words: [RawArgument]) -> String {
    let scalars = words.map(\.text).joined(separator: " ").unicodeScalars
    let pieces = scalars.split(whereSeparator: breaks).map { String($0) }
    let text = pieces.joined(separator: " ").unicodeScalars
    guard let first = text.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = text.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// C0, C1, DEL, and the separators of lines and paragraphs.
  private static func breaks(_ scalar: Unicode.Scalar) -> Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
  }
}
