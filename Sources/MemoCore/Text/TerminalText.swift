/// The one gate through which a vault's text reaches a terminal: whatever could move the cursor, change colours, write
/// the clipboard, turn the reading direction or hide is shown instead of obeyed.
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
      if layout == .body && scalar == "\r" && rest.first == "\n" { continue }
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
    case ..<0x20, 0x7F...0x9F: false
    // Marks and overrides of reading direction, line and paragraph separators, isolates, the byte order mark.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: true
    }
  }

  private static func picture(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let value = scalar.value
    if value < 0x20, let picture = Unicode.Scalar(0x2400 + value) { return String(picture).unicodeScalars }
    if value == 0x7F { return "\u{2421}".unicodeScalars }
    let digits = String(value, radix: 16, uppercase: true)
    return ("<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">").unicodeScalars
  }
}
