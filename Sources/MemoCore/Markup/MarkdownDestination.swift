/// The escapes of a Markdown link's destination.
package enum MarkdownDestination {
  /// Bytes that percent escapes and backslashes stand for.
  ///
  /// - Parameter hasReferences: whether `&amp;` and the like stand for characters, as in the text of a memo.
  package static func decoded(_ written: UnsafeRawBufferPointer, hasReferences: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(written.count)
    var index = 0
    while index < written.count {
      if let byte = PercentEncoding.byte(in: written, at: index) {
        bytes.append(byte)
        index += 3
      } else if hasReferences, let (meant, length) = CharacterReference.character(in: written, at: index) {
        bytes += meant.utf8
        index += length
      } else {
        if isBackslashEscape(written, at: index) { index += 1 }
        bytes.append(written[index])
        index += 1
      }
    }
    return bytes
  }

  /// Where the path of a destination ends: at the first `?` or `#`, but not at that of `&#39;`.
  static func pathEnd(of destination: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
    let end = destination.first { index in
      switch bytes[index] {
      case UInt8(ascii: "?"): true
      case UInt8(ascii: "#"):
        index == destination.lowerBound || CharacterReference.character(in: bytes, at: index - 1) == nil
      default: false
      }
    }
    return end ?? destination.upperBound
  }

  /// How the destination of a link is written.
  package struct Style: Equatable {
    /// Between angle brackets, in which spaces stand for themselves.
    let isBracketed: Bool
    /// Whether letters beyond ASCII are percent escapes.
    let escapesLetters: Bool

    /// Without brackets and escapes.
    package static let plain = Style(isBracketed: false, escapesLetters: false)

    private init(isBracketed: Bool, escapesLetters: Bool) {
      (self.isBracketed, self.escapesLetters) = (isBracketed, escapesLetters)
    }

    /// The same with percent escapes for letters beyond ASCII.
    package var escapingLetters: Style { Style(isBracketed: isBracketed, escapesLetters: true) }

    /// The style of a destination that is in a text.
    init(of written: Range<Int>, in text: UnsafeRawBufferPointer) {
      isBracketed = written.lowerBound > 0 && text[written.lowerBound - 1] == UInt8(ascii: "<")
      let bytes = text.part(written)
      escapesLetters = bytes.indices.contains { index in (PercentEncoding.byte(in: bytes, at: index) ?? 0) >= 0x80 }
    }
  }

  /// A path as it is written in a link of a style.
  package static func encoded(_ path: [UInt8], _ style: Style = .plain) -> [UInt8] {
    let isText = String(validating: path, as: UTF8.self) != nil
    return path.indices.flatMap { index -> [UInt8] in
      let byte = path[index]
      // What is not UTF-8 would be lost where the target is kept as text.
      let isEscaped =
        byte < 0x80
        ? needsEscape(byte, style) || startsReference(path, at: index) : style.escapesLetters || !isText
      return isEscaped ? PercentEncoding.escape(byte) : [byte]
    }
  }

  // Backticks and `$` too: outside of a link they may open a span that swallows it. Parentheses need no pairs then.
  private static func needsEscape(_ byte: UInt8, _ style: Style) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")"): !style.isBracketed
    case ..<0x20, 0x7F: true
    default: "<>`\\#?%\"[]|$".utf8.contains(byte)
    }
  }

  private static func startsReference(_ path: [UInt8], at index: Int) -> Bool {
    path[index] == UInt8(ascii: "&") && path.withUnsafeBytes { CharacterReference.character(in: $0, at: index) != nil }
  }

  /// A backslash before ASCII punctuation, as in CommonMark.
  private static func isBackslashEscape(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count && bytes[index + 1].isASCIIPunctuation
  }
}

/// The text of links.
package enum MarkdownLabel {
  /// A text as a label that shows it as it is, in a table, too: there a bare `|` would end the cell.
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "\\[]*_`<|".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
