/// Text in output that is split into lines and columns.
enum OneLine {
  /// The text's bytes with a space for each tab and each byte of a line break.
  static func bytes(_ text: String) -> [UInt8] {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): UInt8(ascii: " ")
      default: byte
      }
    }
  }
}
