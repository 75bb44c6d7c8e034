/// The kinds of HTML blocks, which end in different ways.
enum HTMLBlock: UInt8, Sendable {
  /// `<pre>`, `<script>`, `<style>` and `<textarea>`, to the end tag of one of them.
  case verbatim = 1
  /// `<!--` to `-->`
  case comment
  /// `<?` to `?>`
  case instruction
  /// `<!X` to `>`
  case declaration
  /// `<![CDATA[` to `]]>`
  case characterData
  /// A tag of a block such as `<div>`, to a blank line.
  case element
  /// Any other tag on a line of its own, to a blank line.
  case tag

  /// Whether a blank line ends it.
  var endsAtBlankLine: Bool { self == .element || self == .tag }

  /// The block that the `<` at `start` opens in a line that ends at `end`; `nil` for none.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int, lineEnd end: Int) {
    let first = start + 1
    guard first < end else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "?"): self = .instruction
    case UInt8(ascii: "!"):
      let rest = first + 1..<end
      if bytes.has("--", in: rest) {
        self = .comment
      } else if bytes.has("[CDATA[", in: rest) {
        self = .characterData
      } else if first + 1 < end, ScalarClass(ascii: bytes[first + 1] & 0x7F) == .letter, bytes[first + 1] < 0x80 {
        self = .declaration
      } else {
        return nil
      }
    default:
      guard let kind = HTMLBlock.tagBlock(bytes, at: start, lineEnd: end) else { return nil }
      self = kind
    }
  }

  /// Whether a line, from its text on, ends this block.
  func isEnded(_ bytes: UnsafeRawBufferPointer, by line: Range<Int>) -> Bool {
    switch self {
    case .verbatim: HTMLBlock.hasEndTag(bytes, in: line)
    case .comment: line.contains { bytes.has("-->", in: $0..<line.upperBound) }
    case .instruction: line.contains { bytes.has("?>", in: $0..<line.upperBound) }
    case .declaration: line.contains { bytes[$0] == UInt8(ascii: ">") }
    case .characterData: line.contains { bytes.has("]]>", in: $0..<line.upperBound) }
    case .element, .tag: false
    }
  }

  private static let verbatimNames: Set = ["script", "pre", "style", "textarea"]
  private static let elementNames = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt \
    fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link \
    main menu menuitem nav noframes ol optgroup option p param search section source summary table tbody td tfoot th \
    thead title tr track ul
    """.parts(at: " "))
  private static let longestName = 10

  private static func tagBlock(_ bytes: UnsafeRawBufferPointer, at start: Int, lineEnd end: Int) -> HTMLBlock? {
    let isClosing = bytes[start + 1] == UInt8(ascii: "/")
    let nameStart = start + (isClosing ? 2 : 1)
    var nameEnd = nameStart
    while nameEnd < end, nameEnd - nameStart <= longestName, isAlphanumeric(bytes[nameEnd]) { nameEnd += 1 }
    guard nameEnd > nameStart else { return nil }
    let name = String(decoding: bytes[nameStart..<nameEnd].map(\.lowercasedASCII), as: UTF8.self)
    let isEnded = nameEnd == end || bytes.isBlank(at: nameEnd) || bytes[nameEnd] == UInt8(ascii: ">")
    if verbatimNames.contains(name), !isClosing { return isEnded ? .verbatim : nil }
    if elementNames.contains(name), isEnded || bytes.has("/>", in: nameEnd..<end) { return .element }
    guard let tagEnd = RawHTML(bytes, limit: end).tagEnd(at: start) else { return nil }
    return bytes.skippingBlanks(from: tagEnd) >= end ? .tag : nil
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte < 0x80 && (ScalarClass(ascii: byte) == .letter || ScalarClass(ascii: byte) == .digit)
  }

  private static func hasEndTag(_ bytes: UnsafeRawBufferPointer, in line: Range<Int>) -> Bool {
    line.contains { index in
      guard bytes.has("</", in: index..<line.upperBound) else { return false }
      let name = bytes[index + 2..<line.upperBound].prefix(longestName).prefix { $0 != UInt8(ascii: ">") }
      return index + 2 + name.count < line.upperBound && bytes[index + 2 + name.count] == UInt8(ascii: ">")
        && verbatimNames.contains(String(decoding: name.map(\.lowercasedASCII), as: UTF8.self))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a range starts with a text of ASCII.
  func has(_ text: StaticString, in range: Range<Int>) -> Bool {
    guard range.count >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where self[range.lowerBound + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }
}
