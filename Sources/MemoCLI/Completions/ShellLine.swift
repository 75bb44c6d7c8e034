/// A command line as typed so far, taken apart as a shell does: quotes and backslashes are taken away, and so are
/// redirections (`2> errors`), which a command does not get.
struct ShellLine {
  /// The words; the last one, which may be empty, ends where the cursor is.
  private(set) var words: [[UInt8]] = [[]]
  /// How many bytes of the last word are before the part that bash completes: it starts a new one after `:` and `=`.
  private(set) var breakOffset = 0
  /// Whether the last word is the file of a redirection.
  private(set) var isRedirected = false

  /// The quote that is open at the end.
  private var quote: UInt8?
  private var isInWord = false
  /// Whether a part of the last word was quoted.
  private var isQuoted = false

  private static let single = UInt8(ascii: "'")
  private static let double = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let breaks = Array(":=".utf8)
  private static let blanks = Array(" \t\n".utf8)
  private static let redirects = Array("<>".utf8)
  /// What may follow in an operator: `>>`, `>&`, `>|`.
  private static let operators = Array("<>&|".utf8)
  /// What a backslash escapes between double quotes; elsewhere there it is literal.
  private static let escapable = Array("\"\\$`".utf8)

  /// Takes a line apart.
  init(_ line: [UInt8]) {
    var rest = line[...]
    while let byte = rest.popFirst() {
      if byte == Self.backslash, quote != Self.single, isEscape(before: rest.first) {
        isQuoted = true
        if let escaped = rest.popFirst() { append(escaped) }
      } else if quote == nil, Self.redirects.contains(byte) {
        redirect(byte, &rest)
      } else {
        read(byte)
      }
    }
  }

  /// A word without its quotes and backslashes.
  static func unquoted(_ word: [UInt8]) -> [UInt8] {
    // What looks like a blank between words is part of a word that is one already.
    Array(ShellLine(word).words.joined(separator: [UInt8(ascii: " ")]))
  }

  /// A word as bash takes it where the line ends, so that nothing in it acts.
  func quoted(_ word: some Sequence<UInt8>) -> [UInt8] {
    word.flatMap { byte -> [UInt8] in
      switch quote {
      case Self.single: byte == Self.single ? Array(#"'\''"#.utf8) : [byte]
      case Self.double: Self.escapable.contains(byte) ? [Self.backslash, byte] : [byte]
      default: Self.isPlain(byte) ? [byte] : [Self.backslash, byte]
      }
    }
  }

  /// Letters, digits, what is not ASCII, and signs that mean nothing to a shell inside of a word.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "_-./:=@%+,".utf8.contains(byte)
    }
  }

  private func isEscape(before next: UInt8?) -> Bool {
    guard quote == Self.double else { return true }
    return next.map(Self.escapable.contains) ?? false
  }

  private mutating func read(_ byte: UInt8) {
    if byte == quote {
      quote = nil
    } else if quote == nil, byte == Self.single || byte == Self.double {
      quote = byte
      (isInWord, isQuoted) = (true, true)
    } else if quote == nil, Self.blanks.contains(byte) {
      endWord()
    } else {
      append(byte)
      if quote == nil, Self.breaks.contains(byte) { breakOffset = words[words.count - 1].count }
    }
  }

  private mutating func append(_ byte: UInt8) {
    words[words.count - 1].append(byte)
    isInWord = true
  }

  private mutating func endWord() {
    guard isInWord else { return }
    if isRedirected { words[words.count - 1] = [] } else { words.append([]) }
    (isInWord, isQuoted, isRedirected) = (false, false, false)
    breakOffset = 0
  }

  /// Reads an operator, or a command whose output or input is a file (`<(…)`), as a part of the word.
  private mutating func redirect(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
    if rest.first == UInt8(ascii: "(") { return readCommand(byte, &rest) }
    // The number of a file is part of the operator, and so is the & of `&>`.
    if isDescriptor { (words[words.count - 1], isInWord) = ([], false) }
    endWord()
    rest = rest.drop { Self.operators.contains($0) }
    isRedirected = true
  }

  private var isDescriptor: Bool {
    guard let word = words.last, !isQuoted, !isRedirected, !word.isEmpty else { return false }
    let isNamed = word.first == UInt8(ascii: "{") && word.last == UInt8(ascii: "}")
    return isNamed || word == [UInt8(ascii: "&")] || word.allSatisfy { (0x30...0x39).contains($0) }
  }

  private mutating func readCommand(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
    append(byte)
    var depth = 0
    while let next = rest.popFirst() {
      append(next)
      if next == UInt8(ascii: "(") { depth += 1 }
      if next == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return }
    }
  }
}
