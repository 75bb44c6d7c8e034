/// Reads the tags that start at a `#`.
package struct TagReader {
  private let bytes: UnsafeRawBufferPointer
  private let start: Int
  // The run of non-space looked at last, so that a long run of `(#a(#a…` is not searched for each of its tags.
  private var runEnd = 0
  private var runIsURL = false

  /// Reads tags of the text that starts at `start`.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    self.bytes = bytes
    self.start = start
  }

  /// The name of the tag whose `#` is at `hash`; `nil` where it starts none.
  mutating func name(at hash: Int) -> Range<Int>? {
    guard canStart(at: hash), let end = nameEnd(from: hash + 1), !isInURL(hash) else { return nil }
    return hash + 1..<end
  }

  private func canStart(at hash: Int) -> Bool {
    // `==` and `~~` open highlighted and deleted text: what is before them decides. In `a==#b` they open nothing.
    var hash = hash
    for mark in [UInt8(ascii: "="), UInt8(ascii: "~"), UInt8(ascii: "=")]
    where hash - start >= 2 && bytes[hash - 1] == mark && bytes[hash - 2] == mark { hash -= 2 }
    guard hash > start else { return true }
    let (before, length) = bytes.scalar(before: hash)
    switch before {
    case 0x22, 0x27:  // A quote; but `href="#top"` is an attribute.
      return hash - length == start || bytes[hash - length - 1] != UInt8(ascii: "=")
    case 0x28, 0x5B, 0x7B, 0x2C, 0x3B, 0x3E, 0x7C, 0x2A: return true  // ( [ { , ; > | *
    case 0xFF0C, 0x3001, 0xFF1B: return true  // Full-width comma, ideographic comma, full-width semicolon.
    case 0x21..<0x80: return false
    default: return ScalarClass.isSpace(before) || isOpening(before)
    }
  }

  private func isOpening(_ scalar: UInt32) -> Bool {
    let category = Unicode.Scalar(scalar)?.properties.generalCategory
    return category == .openPunctuation || category == .initialPunctuation
  }

  /// Where the name that starts at `first` ends; `nil` where there is none or it is all digits.
  private func nameEnd(from first: Int) -> Int? {
    var (index, end, segment) = (first, first, first)
    var hasNonDigit = false
    scan: while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      switch ScalarClass(scalar) {
      case .letter, .ideograph: hasNonDigit = true
      case .digit: break
      case .mark:
        // Not at the start: `#` with marks is the keycap emoji.
        if index == first { break scan }
      case .other where scalar == 0x5F || scalar == 0x2D: hasNonDigit = true  // _ -
      case .other where scalar == 0x2F && index > segment:  // /
        segment = index + 1
        index = segment
        continue
      case .space: break scan
      case .other:
        let symbol = index + symbolLength(scalar, length, at: index, isFirst: index == first)
        guard symbol > index else { break scan }
        hasNonDigit = true
        index = symbol
        end = index
        continue
      }
      index += length
      end = index
    }
    return hasNonDigit ? end : nil
  }

  /// How many bytes of a name a symbol takes, such as an emoji; 0 for punctuation and whatever else ends the name.
  private func symbolLength(_ scalar: UInt32, _ length: Int, at index: Int, isFirst: Bool) -> Int {
    switch scalar {
    case 0x23 where !isFirst, 0x2A:  // The keycaps # and *.
      return bytes[(index + 1)...].starts(with: Self.keycap) ? 1 + Self.keycap.count : 0
    case ..<0x80: return 0
    // Joiners are within a name: of an emoji, or of a word in Persian or an Indic script.
    case 0x200C, 0x200D: return !isFirst && isJoined(to: index + length) ? length : 0
    case 0xE0020...0xE007F: return isFirst ? 0 : length  // The letters of a flag of a region.
    case 0xFF00...0xFFEF, 0xFFFC, 0xFFFD: return 0  // Full-width forms of ASCII, and replacement characters.
    case 0x1F3FB...0x1F3FF, 0x1F000...0x1FAFF: return length  // Also emoji newer than this Unicode.
    default:
      switch Unicode.Scalar(scalar)?.properties.generalCategory {
      case .otherSymbol?, .mathSymbol?, .currencySymbol?, .otherNumber?: return length
      default: return 0
      }
    }
  }

  private static let keycap: [UInt8] = [0xEF, 0xB8, 0x8F, 0xE2, 0x83, 0xA3]

  /// Whether a name goes on behind a joiner.
  private func isJoined(to index: Int) -> Bool {
    guard index < bytes.count else { return false }
    let (scalar, length) = bytes.scalar(at: index)
    switch ScalarClass(scalar) {
    case .letter, .ideograph: return true
    case .other: return scalar >= 0x2010 && symbolLength(scalar, length, at: index, isFirst: true) > 0
    case .space, .digit, .mark: return false
    }
  }

  /// Whether the run of non-space around an index holds `://`.
  private mutating func isInURL(_ index: Int) -> Bool {
    if index >= runEnd {
      let runStart = edge(before: index)
      runEnd = edge(after: index)
      runIsURL = (runStart..<max(runStart, runEnd - 2)).contains { at in
        bytes[at] == UInt8(ascii: ":") && bytes[at + 1] == UInt8(ascii: "/") && bytes[at + 2] == UInt8(ascii: "/")
      }
    }
    return runIsURL
  }

  private func edge(before index: Int) -> Int {
    var edge = index
    while edge > start {
      let (scalar, length) = bytes.scalar(before: edge)
      if ScalarClass.isSpace(scalar) { break }
      edge -= length
    }
    return edge
  }

  private func edge(after index: Int) -> Int {
    var edge = index
    while edge < bytes.count {
      let (scalar, length) = bytes.scalar(at: edge)
      if ScalarClass.isSpace(scalar) { break }
      edge += length
    }
    return edge
  }
}

extension TagReader {
  /// Where the name starts of a tag that is being typed at the end of a text; `nil` where none is. So far, the name may be empty
  /// or all digits, or end with `/`.
  package static func startOfName(endOf text: ArraySlice<UInt8>) -> Int? {
    guard let hash = text.lastIndex(of: UInt8(ascii: "#")) else { return nil }
    // Such a name is one between letters.
    let letter = [UInt8(ascii: "x")]
    let whole = Array(text[...hash]) + letter + text[(hash + 1)...] + letter
    let start = hash + 1 - text.startIndex
    return whole.withUnsafeBytes { bytes in
      var reader = TagReader(bytes, from: 0)
      return reader.name(at: start - 1)?.upperBound == bytes.count ? hash + 1 : nil
    }
  }
}
