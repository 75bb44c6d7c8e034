import MemoCore

/// Paths in output that is split into lines and columns.
enum QuotedPath {
  /// The bytes as they are, or in C quotes as git writes them where a control, quote or backslash would mislead.
  static func bytes(_ path: VaultPath) -> [UInt8] {
    guard path.bytes.contains(where: needsQuotes) else { return path.bytes }
    return [UInt8(ascii: "\"")] + path.bytes.flatMap(quoted) + [UInt8(ascii: "\"")]
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func quoted(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "\n"): return Array("\\n".utf8)
    case UInt8(ascii: "\t"): return Array("\\t".utf8)
    case UInt8(ascii: "\r"): return Array("\\r".utf8)
    default:
      guard needsQuotes(byte) else { return [byte] }
      let digits = String(byte, radix: 8)
      return Array(("\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits).utf8)
    }
  }
}
