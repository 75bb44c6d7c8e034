/// The one gate through which a vault's text reaches a terminal, or a pipe that may end at one: whatever could move the
/// cursor, change colours, write the clipboard, turn the reading direction or hide is shown instead of obeyed.
///
/// Colours and links of our own are added after it.
public enum TerminalText {
  /// What the text is, which decides whether newlines and tabs are part of it.
  public enum Layout: Sendable {
    /// A title, name or preview: newlines and tabs are shown too.
    case line
    /// Text of several lines: LF and tab pass and CRLF becomes LF; a CR alone is shown.
    case body
  }

  /// The text with every control made visible: `␛` for ESC, `<U+202E>` for those without a picture.
  public static func visible(_ text: String, as layout: Layout = .line) -> String {
    guard mayHoldControls(text, layout) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if layout == .body && scalar == "\r" && rest.first == "\n" as Unicode.Scalar { continue }
      if isPlain(scalar, layout) {
        result.append(scalar)
      } else {
        // One by one: to append a view copies all that is there, so that a text of controls alone took for ever.
        for shown in picture(of: scalar) { result.append(shown) }
      }
    }
    return String(result)
  }

  /// The same for bytes; what is not UTF-8 becomes U+FFFD.
  public static func visible(_ bytes: some Collection<UInt8>, as layout: Layout = .line) -> String {
    visible(String(decoding: bytes, as: UTF8.self), as: layout)
  }

  /// The same for text in a pipe: bytes that are not UTF-8 stay, because another program may know what they are, except
  /// those that a terminal could take for C1 controls.
  public static func piped(_ text: [UInt8], as layout: Layout = .line) -> [UInt8] {
    replacingControls(in: text, as: layout) { scalar, _, result in
      result.append(contentsOf: String(picture(of: scalar)).utf8)
    }
  }

  /// The bytes with something else in place of each control; CRLF is LF in a body.
  ///
  /// - Parameter replace: gets the control and its bytes, and appends what replaces it.
  public static func replacingControls(
    in text: [UInt8], as layout: Layout, _ replace: (Unicode.Scalar, ArraySlice<UInt8>, inout [UInt8]) -> Void
  ) -> [UInt8] {
    var (result, start, index) = ([UInt8](), 0, 0)
    text.withUnsafeBufferPointer { bytes in
      while index < bytes.count {
        // Most of any text.
        if bytes[index] &- 0x20 < 0x5F {
          index += 1
          continue
        }
        let (scalar, length) = self.scalar(in: bytes, at: index)
        defer { index += length }
        guard let scalar, !isPlain(scalar, layout) else { continue }
        result.append(contentsOf: bytes[start..<index])
        start = index + length
        let isLineEnd = layout == .body && scalar == "\r" && start < bytes.count && bytes[start] == UInt8(ascii: "\n")
        if !isLineEnd { replace(scalar, text[index..<start], &result) }
      }
    }
    if start == 0 { return text }
    result.append(contentsOf: text[start...])
    return result
  }

  /// The scalar at an index and its length; a byte alone that is a C1 control elsewhere is one here, too, and other bytes
  /// that are not UTF-8 are `nil`.
  private static func scalar(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = bytes[index]
    if first < 0xA0 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
    guard length > 1, index + length <= bytes.count else { return (nil, 1) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for place in (index + 1)..<(index + length) {
      guard UTF8.isContinuation(bytes[place]) else { return (nil, 1) }
      value = value << 6 | UInt32(bytes[place]) & 0x3F
    }
    return (Unicode.Scalar(value), length)
  }

  /// Whether it could act on a terminal or mislead who reads: C0 and C1 controls, marks and overrides of reading direction,
  /// line and paragraph separators, isolates, the byte order mark.
  public static func isControl(_ scalar: UInt32) -> Bool {
    switch scalar {
    case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  // True for every text that needs work: all controls beyond ASCII start with one of these five bytes.
  private static func mayHoldControls(_ text: String, _ layout: Layout) -> Bool {
    text.utf8.contains { byte in
      switch byte {
      case 0x09, 0x0A: layout == .line
      case ..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: true
      default: false
      }
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar, _ layout: Layout) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: layout == .body
    default: !isControl(scalar.value)
    }
  }

  private static func picture(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let value = scalar.value
    if value < 0x20, let picture = Unicode.Scalar(0x2400 + value) { return String(picture).unicodeScalars }
    if value == 0x7F { return "\u{2421}".unicodeScalars }
    return "<U+\(String(value, radix: 16, uppercase: true).zeroPadded(to: 4))>".unicodeScalars
  }
}
