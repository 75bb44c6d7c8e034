/// `:[range]s/pattern/replacement/[flags]`, with a pattern that is found as it is typed: no regular expression.
struct ViSubstitution: Equatable, Sendable {
  /// What was typed.
  enum Reading: Equatable {
    /// The rest is to come.
    case begun
    case read(ViSubstitution)
    /// The pattern or the replacement would be more than a text in vi.
    case expression
    /// Another flag than `g`, `i` and `I`.
    case flag
  }

  /// A line that a range begins or ends with.
  enum Line: Equatable, Sendable {
    case current, last, selectionStart, selectionEnd
    /// From 1.
    case number(Int)
  }

  let first: Line
  let last: Line
  /// What to find; empty for what was searched for last.
  let pattern: String
  let replacement: String
  /// Whether all matches of a line are replaced, not only the first one.
  let isGlobal: Bool
  let ignoresCase: Bool

  /// Reads what was typed at the colon; `nil` if it is another command.
  static func read(_ typed: String) -> Reading? {
    var rest = Array(typed.utf8)[...]
    let range = takeRange(&rest)
    rest = rest.drop { $0 == UInt8(ascii: " ") }
    let name = rest.prefix(while: \.isLetter)
    guard "substitute".utf8.starts(with: name) else { return nil }
    rest = rest.dropFirst(name.count)
    // A line alone is one to go to.
    guard let delimiter = rest.popFirst() else {
      return range.map { !$0.isLine || !name.isEmpty } == true ? .begun : nil
    }
    let isMark = delimiter > UInt8(ascii: " ") && delimiter < 0x7F && !delimiter.isLetter && !delimiter.isDigit
    guard !name.isEmpty, isMark, !"\"|\\".utf8.contains(delimiter) else { return nil }
    let parts = split(rest, at: delimiter)
    guard parts.count > 1 else { return .begun }
    let (pattern, replacement, flags) = (parts[0], parts[1], parts.count > 2 ? parts[2] : [])
    guard parts.count <= 3, flags.allSatisfy({ "giI".utf8.contains($0) }) else { return .flag }
    guard !isExpression(pattern), !replacement.contains(where: { "\\&".utf8.contains($0) }) else { return .expression }
    return .read(
      ViSubstitution(
        first: range?.first ?? .current, last: range?.last ?? .current, pattern: text(pattern),
        replacement: text(replacement), isGlobal: flags.contains(UInt8(ascii: "g")),
        ignoresCase: flags.last { "iI".utf8.contains($0) } == UInt8(ascii: "i")))
  }

  private static func takeRange(_ rest: inout ArraySlice<UInt8>) -> (first: Line, last: Line, isLine: Bool)? {
    if rest.first == UInt8(ascii: "%") {
      rest.removeFirst()
      return (.number(1), .last, false)
    }
    guard let first = takeLine(&rest) else { return nil }
    let end = rest
    guard rest.popFirst() == UInt8(ascii: ","), let last = takeLine(&rest) else {
      rest = end
      return (first, first, true)
    }
    return (first, last, false)
  }

  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> Line? {
    for (typed, line) in [(".", Line.current), ("$", .last), ("'<", .selectionStart), ("'>", .selectionEnd)]
    where rest.starts(with: typed.utf8) {
      rest = rest.dropFirst(typed.utf8.count)
      return line
    }
    let digits = rest.prefix(while: \.isDigit)
    guard let number = Int(text(Array(digits))) else { return nil }
    rest = rest.dropFirst(digits.count)
    return .number(number)
  }

  /// The parts between delimiters; one behind a backslash is a part of the text.
  private static func split(_ text: ArraySlice<UInt8>, at delimiter: UInt8) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in text {
      if isEscaped, byte == delimiter { parts[parts.count - 1].removeLast() }
      if byte == delimiter, !isEscaped { parts.append([]) } else { parts[parts.count - 1].append(byte) }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return parts
  }

  /// Whether vi would find more with it than the text itself.
  private static func isExpression(_ pattern: [UInt8]) -> Bool {
    let hasAny = zip(pattern, pattern.dropFirst()).contains { $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: "*") }
    let isAnchored = pattern.first == UInt8(ascii: "^") || pattern.last == UInt8(ascii: "$")
    return hasAny || isAnchored || pattern.contains { "\\[".utf8.contains($0) }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
