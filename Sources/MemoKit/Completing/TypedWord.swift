/// A tag or a day that is being typed: the word behind `#` or `@`.
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

  /// The word at the end of a part of a line; `nil` if it has no mark.
  public init?(_ bytes: [UInt8], endOf line: Range<Int>) {
    let word = Self.word(bytes, endOf: line)
    guard let first = word.first else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "#") where !word.dropFirst().contains(where: { bytes[$0] == UInt8(ascii: "#") }):
      (kind, typed) = (.tag, first + 1..<word.upperBound)
    case UInt8(ascii: "@"): (kind, typed) = (.date, word)
    default: return nil
    }
  }

  /// The last word of a part of a line; empty behind a blank.
  public static func word(_ bytes: [UInt8], endOf line: Range<Int>) -> Range<Int> {
    var start = line.upperBound
    while start > line.lowerBound, !isBreak(bytes[start - 1]) { start -= 1 }
    return start..<line.upperBound
  }

  private static func isBreak(_ byte: UInt8) -> Bool { " \t()[]{},;:\"'*_>".utf8.contains(byte) }
}
