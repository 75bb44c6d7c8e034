/// Writes texts so that YAML reads them as themselves.
package enum YAMLWriting {
  /// A text as a scalar, in the style asked for where that can hold it.
  package static func scalar(
    _ text: String, as style: FrontMatter.Place.Style = .plain, inBrackets: Bool = false
  ) -> String {
    let hasControls = text.unicodeScalars.contains(where: needsEscape)
    switch style {
    case .single where !hasControls: return "'" + text.replacing("'", by: "''") + "'"
    case .plain, .block:
      return isPlain(text, inBrackets: inBrackets) && !hasControls ? text : quoted(text)
    case .single, .double: return quoted(text)
    }
  }

  /// Whether readers of YAML 1.1 take a character for a line break, or take no text that has it, unless it is escaped.
  static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FFFE}", "\u{FFFF}": true
    default: false
    }
  }

  /// A text as the value of a key or an item of a list.
  package static func value(_ text: String) -> String { scalar(text) }

  /// Texts as a list in brackets.
  static func list(_ texts: [String]) -> String {
    "[" + texts.map { scalar($0, inBrackets: true) }.joined(separator: ", ") + "]"
  }

  /// Whether a text is read as itself without quotes, by other readers of YAML as well.
  package static func isPlain(_ text: String, inBrackets: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      !ScalarClass.isSpace(first.value), !ScalarClass.isSpace(last.value), first != "\u{FEFF}"
    else { return false }
    let isNothing = ["~", "null", "Null", "NULL"].contains { text.utf8.elementsEqual($0.utf8) }
    return !isNothing && !isOfAnotherType(text) && isPlain(Array(text.utf8)[...])
      && !(inBrackets && (first == ":" || text.utf8.contains { ",[]{}".utf8.contains($0) }))
  }

  /// Whether readers of YAML, or of its version 1.1, take a text for something else than memo does: for a truth value, the mark
  /// of a default value or of a merged map, or a number that is infinite, undefined, or in base 2, 8, 16 or 60.
  private static func isOfAnotherType(_ text: String) -> Bool {
    let text = text.lowercased()
    if ["yes", "no", "on", "off", "=", "<<", ".nan", ".inf", "+.inf", "-.inf"].contains(text) { return true }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    if ["0b", "0o", "0x"].contains(where: { digits.starts(with: $0.utf8) }) {
      return digits.dropFirst(2).allSatisfy { "0123456789abcdef_".utf8.contains($0) }
    }
    guard let first = digits.first, digits.count > 1, digits.allSatisfy({ "0123456789:_.".utf8.contains($0) }) else {
      return false
    }
    return first == UInt8(ascii: "0") && !digits.contains(UInt8(ascii: "."))
      || digits.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "_") }
  }

  /// Whether bytes without white space around are read as themselves on a line of their own.
  static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, let last = text.last, !"&*!|>'\"%@`#,[]{}?".utf8.contains(first),
      last != UInt8(ascii: ":"), !text.elementsEqual("~".utf8), !text.elementsEqual("null".utf8)
    else { return false }
    if "-:".utf8.contains(first), text.dropFirst().first?.isBlank ?? true { return false }
    return !zip(text, text.dropFirst()).contains {
      $0 == UInt8(ascii: ":") && $1.isBlank || $0.isBlank && $1 == UInt8(ascii: "#")
    }
  }

  /// A text in double quotes.
  static func quoted(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      case "\t": escaped += "\\t"
      case "\n": escaped += "\\n"
      case _ where needsEscape(scalar):
        let digits = String(scalar.value, radix: 16)
        escaped += scalar.value > 0xFF ? "\\u\(digits)" : "\\x\(digits.zeroPadded(to: 2))"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }
}
