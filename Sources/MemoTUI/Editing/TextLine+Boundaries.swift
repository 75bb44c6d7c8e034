import MemoCore

/// Where characters and words of a line start and end.
extension TextLine {
  /// The characters from an offset on, which must be the start of one.
  func characters(from start: Int = 0) -> LineCharacters { LineCharacters(bytes, from: start) }

  /// Characters from a place at or before an offset on.
  private func characters(near offset: Int) -> LineCharacters { LineCharacters(bytes, near: offset) }

  /// The end of the character that starts at or holds an offset; `nil` at the line's end.
  func boundary(after offset: Int) -> Int? {
    characters(near: offset).first { $0.range.upperBound > offset }?.range.upperBound
  }

  /// The start of the character that ends at or holds the byte before an offset; `nil` at the line's start.
  func boundary(before offset: Int) -> Int? {
    guard offset > 0 else { return nil }
    return characters(near: offset - 1).first { $0.range.upperBound >= offset }?.range.lowerBound
  }

  /// The offset itself where characters meet there, else the end of the character that holds it.
  func boundary(atOrAfter offset: Int) -> Int {
    guard offset > 0, offset < bytes.count else { return min(max(0, offset), bytes.count) }
    return boundary(after: offset - 1) ?? bytes.count
  }

  /// The end of the first word that ends after an offset; `nil` where none does.
  func wordEnd(after offset: Int) -> Int? {
    words.first { $0.upperBound > offset }?.upperBound
  }

  /// The start of the last word that starts before an offset; `nil` where none does.
  func wordStart(before offset: Int) -> Int? {
    words.last { $0.lowerBound < offset }?.lowerBound
  }

  /// Runs of letters and digits of one script: a Korean word with what is glued to it is one.
  var words: [Range<Int>] {
    var words: [Range<Int>] = []
    var last = WordKind.none
    for character in characters() {
      let kind = WordKind(character.scalar)
      if kind != .none, kind == last, let word = words.popLast() {
        words.append(word.lowerBound..<character.range.upperBound)
      } else if kind != .none {
        words.append(character.range)
      }
      last = kind
    }
    return words
  }
}
