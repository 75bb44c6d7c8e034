/// A command line as typed so far, taken apart as a shell does: quotes and backslashes are taken away.
struct ShellLine {
  /// The words; the last one, which may be empty, ends where the cursor is.
  private(set) var words: [[UInt8]] = [[]]
  /// How many bytes of the last word are before the part that bash completes: it starts a new one after `:` and `=`.
  private(set) var breakOffset = 0

  /// The quote that is open at the end.
  private var quote: UInt8?
  private var isInWord = false

  private static let single = UInt8(ascii: "'")
  private static let double = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let breaks = Array(":=".utf8)
  private static let blanks = Array(" \t\n".utf8)
  /// What a backslash escapes between double quotes; elsewhere there it is literal.
  private static let escapable = Array("\"\\$`".utf8)

  /// Takes a line apart.
  init(_ line: [UInt8]) {
    var rest = line[...]
    while let byte = rest.popFirst() {
      if byte == Self.backslash, quote != Self.single, isEscape(before: rest.first) {
        if let escaped = rest.popFirst() { append(escaped) }
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
      isInWord = true
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
    if isInWord { words.append([]) }
    isInWord = false
    breakOffset = 0
  }
}
