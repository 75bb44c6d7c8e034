import MemoCore

/// Text in output that is split into lines and columns.
enum OneLine {
  /// The text's bytes with a space for each tab and each byte of a line break, and other controls made visible.
  static func bytes(_ text: String) -> [UInt8] {
    TerminalText.replacingControls(in: Array(text.utf8), as: .line) { scalar, bytes, result in
      switch scalar {
      case "\t", "\n", "\r": result.append(UInt8(ascii: " "))
      default: result += TerminalText.piped(Array(bytes))
      }
    }
  }
}
