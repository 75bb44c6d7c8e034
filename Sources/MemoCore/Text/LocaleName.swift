/// The names of locales, as variables such as `LC_ALL` hold them: `ko`, `ko_KR.UTF-8`, `sr_RS@latin`.
public enum LocaleName {
  private static let longestEnding = 32

  /// Whether a text can be handed to the system's libraries as the name of a locale, known or not.
  ///
  /// ICU copies parts of a name to buffers of fixed size, and crashes on a language of twelve letters.
  public static func isWellFormed(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let base = bytes.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
    let ending = bytes[base.endIndex...]
    let parts = base.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard parts.count <= 4, ending.count <= longestEnding, ending.allSatisfy(isOfEnding) else { return false }
    if parts.count == 1, parts[0].elementsEqual("C".utf8) { return true }
    return parts[0].allSatisfy(\.isASCIILetter)
      && parts.allSatisfy { (2...8).contains($0.count) && $0.allSatisfy(isWord) }
  }

  /// Whether a text names a language and a region, and nothing else: `en_GB`, `es_419`.
  public static func isRegional(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard isWellFormed(name), parts.count == 2 else { return false }
    let region = parts[1]
    return region.count == 2
      ? region.allSatisfy(\.isASCIILetter) : region.count == 3 && region.allSatisfy(\.isASCIIDigit)
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }

  private static func isOfEnding(_ byte: UInt8) -> Bool { isWord(byte) || ".@-_=".utf8.contains(byte) }
}
