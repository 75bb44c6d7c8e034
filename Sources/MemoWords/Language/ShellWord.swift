package import MemoCore

/// A word of a command line that a person may paste into a shell.
///
/// Controls are escaped in `$'…'`, which bash, zsh and ksh read, because a hint shows them as pictures otherwise.
package enum ShellWord {
  /// A text, in quotes where a shell would not take it for one word.
  package static func of(_ text: String) -> String {
    isPlain(text.utf8) ? text : quoted(Array(text.utf8))
  }

  /// Words behind the options of a command line, after `--` where one begins with a dash.
  package static func operands(_ texts: String...) -> String { operands(texts) }

  /// The same of an array.
  package static func operands(_ texts: [String]) -> String {
    let words = texts.map { of($0) }
    let looksLikeOption = texts.contains { $0.utf8.first == UInt8(ascii: "-") }
    return ((looksLikeOption ? ["--"] : []) + words).joined(separator: " ")
  }

  /// The path of a memo, which is no option even where it begins with a dash.
  package static func of(_ path: VaultPath) -> String {
    if path.bytes.first == UInt8(ascii: "-") { return of(VaultPath(bytes: Array("./".utf8) + path.bytes)) }
    return isPlain(path.bytes) ? path.text : quoted(path.bytes)
  }

  /// The path of a memo or of a folder with memos as a pattern for `--path`.
  package static func pattern(_ path: VaultPath) -> String { of(VaultPath(bytes: Glob.literal(path.bytes))) }

  /// The path of a folder or a file.
  package static func of(_ path: HostPath) -> String {
    isPlain(path.bytes) ? path.text : quoted(path.bytes)
  }

  /// A text in quotes even where none are needed, as messages show names.
  package static func inQuotes(_ text: String) -> String { quoted(Array(text.utf8)) }

  /// The same of a path.
  package static func inQuotes(_ path: HostPath) -> String { quoted(path.bytes) }

  private static func isPlain(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.first != UInt8(ascii: "=")
      && bytes.allSatisfy { byte in
        "-_./=:,@%+".utf8.contains(byte) || isDigit(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func quoted(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let isText = text.utf8.elementsEqual(bytes)
    if isText, !text.unicodeScalars.contains(where: { TerminalText.isControl($0.value) }) {
      return "'" + text.replacing("'", by: #"'\''"#) + "'"
    }
    // Bytes that are no text are no scalars either: one by one, all beyond ASCII are escaped.
    let scalars = isText ? Array(text.unicodeScalars) : bytes.map { Unicode.Scalar($0) }
    let spelled = scalars.map { scalar in
      switch scalar {
      case _ where !isText && !scalar.isASCII: octal(UInt8(scalar.value))
      case _ where TerminalText.isControl(scalar.value): String(scalar).utf8.map(octal).joined()
      case "'", #"\"#: #"\"# + String(scalar)
      default: String(scalar)
      }
    }
    return "$'\(spelled.joined())'"
  }

  /// Three digits, so that no digit after it is taken for one of them.
  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return #"\"# + String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }
}
