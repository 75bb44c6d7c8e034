import MemoCore

/// A tag or a day that is being typed: the word behind `#`, or the words behind `@`.
public struct TypedWord: Equatable, Sendable {
  /// What the word is.
  public enum Kind: Sendable {
    /// A tag behind `#`.
    case tag
    /// A day behind `@`.
    case date
  }

  /// What it is.
  public let kind: Kind
  /// What has been typed of it, in bytes of the text: of a tag without `#`, of a day with `@`.
  public let typed: Range<Int>

  /// As many words as `@the day before yesterday` has.
  private static let mostWords = 4

  /// The tag or the word at the end of a part of a line, of a day with the words before it; `nil` if it has no mark.
  public init?(_ bytes: [UInt8], endOf line: Range<Int>) {
    if let name = TagReader.startOfName(endOf: bytes[line]) {
      (kind, typed) = (.tag, name..<line.upperBound)
      return
    }
    let word = Self.word(bytes, endOf: line)
    guard let first = word.first else { return nil }
    let isDay = bytes[first] == UInt8(ascii: "@")
    guard let mark = isDay ? first : Self.startOfDay(bytes, before: first, in: line) else { return nil }
    (kind, typed) = (.date, mark..<word.upperBound)
  }

  /// Where `@` is, a few words before a word, each behind one blank.
  private static func startOfDay(_ bytes: [UInt8], before word: Int, in line: Range<Int>) -> Int? {
    var start = word
    for _ in 1..<mostWords {
      guard start > line.lowerBound, bytes[start - 1] == UInt8(ascii: " ") else { return nil }
      let before = Self.word(bytes, endOf: line.lowerBound..<start - 1)
      guard let first = before.first else { return nil }
      if bytes[first] == UInt8(ascii: "@") { return first }
      start = first
    }
    return nil
  }

  /// The last word of a part of a line; empty behind a blank.
  public static func word(_ bytes: [UInt8], endOf line: Range<Int>) -> Range<Int> {
    var start = line.upperBound
    while start > line.lowerBound, !isBreak(bytes[start - 1]) { start -= 1 }
    return start..<line.upperBound
  }

  private static func isBreak(_ byte: UInt8) -> Bool { " \t()[]{},;:\"'*_>".utf8.contains(byte) }
}
