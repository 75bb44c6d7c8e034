/// Reads the scalars and one-line lists of YAML.
struct YAMLScalars {
  let bytes: UnsafeRawBufferPointer

  /// The value that a trimmed range holds before its comment; `nil` for what is not read.
  func value(in range: Range<Int>) -> FrontMatter.Value? {
    guard let first = first(of: range) else { return .scalar("") }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard let end = quoteEnd(in: range), isOver(range, from: end) else { return nil }
      return quoted(range.lowerBound..<end).map { .scalar($0) }
    case UInt8(ascii: "["):
      return list(in: range).map { .list($0) }
    case UInt8(ascii: "{"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"),
      UInt8(ascii: ">"):
      return nil
    default:
      return .scalar(plain(range.lowerBound..<end(of: range)))
    }
  }

  /// Where the value of a trimmed range ends and its comment, if any, begins.
  func end(of range: Range<Int>) -> Int {
    var index = quoteEnd(in: range) ?? range.lowerBound
    while index < range.upperBound {
      let isComment =
        bytes[index] == UInt8(ascii: "#") && (index == range.lowerBound || bytes.isBlank(at: index - 1))
      if isComment { return bytes.trimmed(range.lowerBound..<index).upperBound }
      index += 1
    }
    return range.upperBound
  }

  /// Where the quoted text at the start of a range ends, after its quote; `nil` for none and for an open one.
  func quoteEnd(in range: Range<Int>) -> Int? {
    guard let quote = first(of: range), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    var index = range.lowerBound + 1
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        index += 2
      } else if bytes[index] != quote {
        index += 1
      } else if quote == UInt8(ascii: "'"), index + 1 < range.upperBound, bytes[index + 1] == quote {
        index += 2
      } else {
        return index + 1
      }
    }
    return nil
  }

  /// The items of `[a, "b, c"]`; `nil` where it is nested, open or followed by more than a comment.
  private func list(in range: Range<Int>) -> [String]? {
    var items: [String] = []
    var index = range.lowerBound + 1
    while index < range.upperBound {
      guard let itemEnd = itemEnd(in: index..<range.upperBound) else { return nil }
      let item = bytes.trimmed(index..<itemEnd)
      guard let text = item.isEmpty ? "" : itemText(item) else { return nil }
      if !text.isEmpty { items.append(text) }
      if bytes[itemEnd] == UInt8(ascii: "]") { return isOver(range, from: itemEnd + 1) ? items : nil }
      index = itemEnd + 1
    }
    return nil
  }

  /// The comma or bracket after the item at the start of a range.
  func itemEnd(in range: Range<Int>) -> Int? {
    let start = bytes.skippingBlanks(from: range.lowerBound)
    guard start < range.upperBound else { return nil }
    let end = quoteEnd(in: start..<range.upperBound) ?? start
    return (end..<range.upperBound).first { bytes[$0] == UInt8(ascii: ",") || bytes[$0] == UInt8(ascii: "]") }
  }

  // `#` is text here: a comment inside the brackets would leave them open, and people write `[#a, #b]`.
  private func itemText(_ item: Range<Int>) -> String? {
    switch bytes[item.lowerBound] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): quoteEnd(in: item) == item.upperBound ? quoted(item) : nil
    case UInt8(ascii: "["), UInt8(ascii: "{"): nil
    default: plain(item)
    }
  }

  /// The text of a plain scalar; empty for `null` and `~`.
  func plain(_ range: Range<Int>) -> String {
    let text = bytes.text(range)
    return text == "~" || text == "null" ? "" : text
  }

  /// The text of a quoted scalar, on one line or several; `nil` for an escape that YAML does not know.
  func quoted(_ range: Range<Int>) -> String? {
    let inside = range.lowerBound + 1..<range.upperBound - 1
    if bytes[range.lowerBound] == UInt8(ascii: "\"") {
      return YAMLEscapes.text(YAMLFolding.quoted(bytes.text(inside), escapes: true))
    }
    var text: [UInt8] = []
    var index = inside.lowerBound
    while index < inside.upperBound {
      text.append(bytes[index])
      index += bytes[index] == UInt8(ascii: "'") ? 2 : 1
    }
    return YAMLFolding.quoted(String(decoding: text, as: UTF8.self), escapes: false)
  }

  private func isOver(_ range: Range<Int>, from end: Int) -> Bool {
    let rest = bytes.trimmed(end..<range.upperBound)
    return rest.isEmpty || (rest.lowerBound > end && bytes[rest.lowerBound] == UInt8(ascii: "#"))
  }

  private func first(of range: Range<Int>) -> UInt8? {
    range.isEmpty ? nil : bytes[range.lowerBound]
  }
}

/// The backslash escapes of double-quoted YAML texts.
enum YAMLEscapes {
  /// The text with its escapes resolved; `nil` for an escape that YAML does not know.
  static func text(_ written: String) -> String? {
    guard written.utf8.contains(UInt8(ascii: "\\")) else { return written }
    var result = String.UnicodeScalarView()
    var rest = Substring(written).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let letter = rest.popFirst(), let resolved = resolve(letter, rest: &rest) else { return nil }
      result.append(resolved)
    }
    return String(result)
  }

  private static func resolve(_ letter: Unicode.Scalar, rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch letter {
    case "x": number(digits: 2, of: &rest).flatMap(Unicode.Scalar.init)
    case "u": unit(of: &rest)
    case "U": number(digits: 8, of: &rest).flatMap(Unicode.Scalar.init)
    default: short[letter]
    }
  }

  private static let short: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "\t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}", "r": "\r",
    "e": "\u{1B}", " ": " ", "\"": "\"", "/": "/", "\\": "\\", "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}",
    "P": "\u{2029}",
  ]

  /// `\uXXXX`, or two of them that are a surrogate pair, as JSON writes them.
  private static func unit(of rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard let high = number(digits: 4, of: &rest) else { return nil }
    guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
    guard rest.popFirst() == "\\", rest.popFirst() == "u", let low = number(digits: 4, of: &rest),
      (0xDC00..<0xE000).contains(low)
    else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private static func number(digits: Int, of rest: inout Substring.UnicodeScalarView) -> UInt32? {
    let found = rest.prefix(digits)
    guard found.count == digits, found.allSatisfy({ $0.properties.isASCIIHexDigit }) else { return nil }
    rest = rest.dropFirst(digits)
    return UInt32(String(found), radix: 16)
  }
}
