/// Looking at text by its bytes, where an answer decides about anything.
///
/// `String` compares characters: a quote, a slash or a dash with a combining mark behind it is another one to `hasPrefix`,
/// `contains`, `split` and `replacing`, while a shell, a file system and git see the byte.
extension StringProtocol {
  /// Whether the text starts with another, byte for byte.
  public func hasBytePrefix(_ prefix: String) -> Bool {
    utf8.starts(with: prefix.utf8)
  }

  /// Whether the text ends with another, byte for byte.
  public func hasByteSuffix(_ suffix: String) -> Bool {
    utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  /// Whether the text holds another, byte for byte.
  public func containsBytes(_ text: String) -> Bool {
    let (bytes, wanted) = (Array(utf8), Array(text.utf8))
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
  }

  /// What follows a prefix; `nil` where the text does not start with it.
  public func dropping(prefix: String) -> String? {
    hasBytePrefix(prefix) ? String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
  }

  /// The text before a suffix; `nil` where the text does not end with it.
  public func dropping(suffix: String) -> String? {
    hasByteSuffix(suffix) ? String(decoding: utf8.dropLast(suffix.utf8.count), as: UTF8.self) : nil
  }

  /// The parts of the text between separators, without empty ones unless they are asked for.
  public func parts(at separator: Unicode.Scalar, maxSplits: Int = .max, keepsEmpty: Bool = false) -> [String] {
    if separator.isASCII {
      return Array(utf8).split(
        separator: UInt8(ascii: separator), maxSplits: maxSplits, omittingEmptySubsequences: !keepsEmpty
      ).map { String(decoding: $0, as: UTF8.self) }
    }
    return unicodeScalars.split(separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: !keepsEmpty)
      .map { String(String.UnicodeScalarView($0)) }
  }

  /// The lines of the text that are not empty; a carriage return ends one, too.
  public var filledLines: [String] {
    Array(utf8).split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text with another scalar, or several, in place of one.
  public func replacing(_ scalar: Unicode.Scalar, by replacement: String) -> String {
    parts(at: scalar, keepsEmpty: true).joined(separator: replacement)
  }
}

extension String {
  /// The text with zeros before it, up to a number of bytes.
  func zeroPadded(to count: Int) -> String { String(repeating: "0", count: max(0, count - utf8.count)) + self }
}

extension Collection<UInt8> {
  /// A long text in parts of so many bytes at most, none of which ends inside a scalar.
  public func textParts(of size: Int) -> some Sequence<SubSequence> {
    sequence(state: startIndex) { start in
      guard start < endIndex else { return nil }
      let first = start
      guard var end = index(start, offsetBy: size, limitedBy: endIndex), end < endIndex else {
        start = endIndex
        return self[first...]
      }
      // No scalar has more than three bytes after its first.
      let ends = (0..<4).map { index(first, offsetBy: size - $0) }
      end = ends.first { !UTF8.isContinuation(self[$0]) } ?? end
      start = end
      return self[first..<end]
    }
  }

  /// Whether the bytes are UTF-8; a long text is not copied for that.
  public var areUTF8: Bool {
    textParts(of: 1 << 16).allSatisfy { String(validating: $0, as: UTF8.self) != nil }
  }
}

extension Sequence<UInt8> {
  /// How many bytes the byte order mark takes that a text in UTF-8 begins with: 3, or 0 for none.
  public var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension UInt8 {
  /// Whether it is a space or a tab.
  @inline(__always)
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether it is white space of ASCII: a space, or one from tab to carriage return.
  @inline(__always)
  var isASCIISpace: Bool { self == UInt8(ascii: " ") || self &- 9 < 5 }

  /// Whether it is a digit of ASCII.
  @inline(__always)
  var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether it is a letter of ASCII.
  @inline(__always)
  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether it is ASCII punctuation, which a backslash escapes in Markdown.
  @inline(__always)
  var isASCIIPunctuation: Bool { self > 0x20 && self < 0x7F && !isASCIILetter && !isASCIIDigit }

  /// The byte, a capital of ASCII made small.
  public var lowercasedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

extension ArraySlice<UInt8> {
  /// Whether there is nothing but spaces and tabs.
  var isBlank: Bool { allSatisfy(\.isBlank) }

  /// The bytes without spaces and tabs around them.
  var trimmed: ArraySlice<UInt8> {
    let rest = drop(while: \.isBlank)
    return rest[..<(rest.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? rest.startIndex)]
  }
}
