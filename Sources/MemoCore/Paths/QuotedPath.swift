/// Paths in text that is split into lines and columns.
public enum QuotedPath {
  /// The bytes as they are, or in C quotes as git writes them where a control, quote or backslash would mislead.
  ///
  /// Controls are those that a terminal obeys, C1 and turns of the reading direction as well.
  public static func bytes(_ path: VaultPath) -> [UInt8] {
    bytes(path.bytes)
  }

  /// The same for a path of any kind.
  public static func bytes(_ path: [UInt8]) -> [UInt8] {
    let marked =
      path.contains { $0 == quote || $0 == backslash }
      ? path.flatMap { $0 == quote || $0 == backslash ? escaped($0) : [$0] } : path
    let result = TerminalText.replacingControls(in: marked, as: .line) { _, bytes, result in
      for byte in bytes { result += escaped(byte) }
    }
    return result.count == path.count ? path : quotes(result)
  }

  /// The path in C quotes whatever it holds, all of it UTF-8: for texts that others may reformat.
  public static func sealed(_ path: VaultPath) -> [UInt8] {
    let isUTF8 = path.isUTF8
    return quotes(path.bytes.flatMap { needsEscape($0) || (!isUTF8 && $0 > 0x7F) ? escaped($0) : [$0] })
  }

  /// Takes a path in C quotes from the start of a text, with its quotes; `nil` where there is none.
  public static func take(from text: inout ArraySlice<UInt8>) -> VaultPath? {
    guard text.popFirst() == quote else { return nil }
    var bytes: [UInt8] = []
    while let byte = text.popFirst() {
      if byte == quote { return VaultPath(bytes: bytes) }
      guard let next = byte == backslash ? unescaped(&text) : byte else { return nil }
      bytes.append(next)
    }
    return nil
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Controls that have a letter.
  private static let letters: [(byte: UInt8, letter: UInt8)] = [
    (7, UInt8(ascii: "a")), (8, UInt8(ascii: "b")), (9, UInt8(ascii: "t")), (10, UInt8(ascii: "n")),
    (11, UInt8(ascii: "v")), (12, UInt8(ascii: "f")), (13, UInt8(ascii: "r")),
  ]

  private static func quotes(_ bytes: [UInt8]) -> [UInt8] { [quote] + bytes + [quote] }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == quote || byte == backslash
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case quote, backslash: return [backslash, byte]
    case UInt8(ascii: "\n"): return Array("\\n".utf8)
    case UInt8(ascii: "\t"): return Array("\\t".utf8)
    case UInt8(ascii: "\r"): return Array("\\r".utf8)
    default: return Array("\\\(String(byte, radix: 8).zeroPadded(to: 3))".utf8)
    }
  }

  /// The byte that an escape means, read after its backslash.
  private static func unescaped(_ text: inout ArraySlice<UInt8>) -> UInt8? {
    guard let first = text.popFirst() else { return nil }
    if first == quote || first == backslash { return first }
    if let control = letters.first(where: { $0.letter == first }) { return control.byte }
    let digits = [first] + text.prefix(2)
    text = text.dropFirst(2)
    guard digits.count == 3, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }) else { return nil }
    return UInt8(exactly: digits.reduce(0) { $0 * 8 + Int($1 - UInt8(ascii: "0")) })
  }
}
