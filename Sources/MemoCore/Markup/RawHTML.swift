/// Reads what stands between angle brackets: tags, comments and the like, and autolinks.
///
/// A kind of end that is not found once is not looked for again, so that `<!--<!--<!--` is read once.
struct RawHTML {
  private let bytes: UnsafeRawBufferPointer
  private var limit: Int
  private var holes: MarkupHoles
  private var hasCommentEnd = true
  private var hasInstructionEnd = true
  private var hasDeclarationEnd = true
  private var hasCharacterDataEnd = true

  /// Reads nothing from `limit` on.
  init(_ bytes: UnsafeRawBufferPointer, limit: Int, holes: MarkupHoles = MarkupHoles()) {
    self.bytes = bytes
    self.limit = limit
    self.holes = holes
  }

  /// Goes on to another block.
  mutating func begin(limit: Int, holes: MarkupHoles) {
    self.limit = limit
    if !holes.isEmpty || !self.holes.isEmpty { self.holes = holes }
    (hasCommentEnd, hasInstructionEnd, hasDeclarationEnd, hasCharacterDataEnd) = (true, true, true, true)
  }

  /// Where the raw HTML ends that the `<` at `start` opens; `nil` for none.
  mutating func end(at start: Int) -> Int? {
    guard start + 2 < limit else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "?"): return end("?>", from: start + 2, &hasInstructionEnd)
    case UInt8(ascii: "!"):
      let first = start + 2
      if bytes.has("--", in: first..<limit) {
        // `<!-->` and `<!--->` are whole comments.
        if bytes.has(">", in: first + 2..<limit) { return first + 3 }
        if bytes.has("->", in: first + 2..<limit) { return first + 4 }
        return end("-->", from: first + 2, &hasCommentEnd)
      }
      if bytes.has("[CDATA[", in: first..<limit) { return end("]]>", from: first + 7, &hasCharacterDataEnd) }
      return isLetter(first) ? end(">", from: first, &hasDeclarationEnd) : nil
    default: return tagEnd(at: start)
    }
  }

  private func end(_ mark: StaticString, from start: Int, _ isThere: inout Bool) -> Int? {
    guard isThere else { return nil }
    var index = start
    while index < limit {
      if bytes[index] == mark.utf8Start[0], bytes.has(mark, in: index..<limit) {
        return index + mark.utf8CodeUnitCount
      }
      index += 1
    }
    isThere = false
    return nil
  }

  // MARK: Tags

  /// Where the open or closing tag at `start` ends, which must hold a `<`.
  func tagEnd(at start: Int) -> Int? {
    let isClosing = start + 1 < limit && bytes[start + 1] == UInt8(ascii: "/")
    let name = start + (isClosing ? 2 : 1)
    guard isLetter(name) else { return nil }
    var index = name + 1
    while isLetter(index) || isDigit(index) || has("-", index) { index += 1 }
    if isClosing {
      index = skippingSpace(index)
      return has(">", index) ? index + 1 : nil
    }
    while true {
      let next = skippingSpace(index)
      if has(">", next) { return next + 1 }
      if has("/", next) { return has(">", next + 1) ? next + 2 : nil }
      guard next > index, let end = attributeEnd(next) else { return nil }
      index = end
    }
  }

  private func attributeEnd(_ start: Int) -> Int? {
    guard isLetter(start) || has("_", start) || has(":", start) else { return nil }
    var index = start + 1
    while isLetter(index) || isDigit(index) || has("_", index) || has(":", index) || has(".", index) || has("-", index)
    {
      index += 1
    }
    let equals = skippingSpace(index)
    return has("=", equals) ? valueEnd(skippingSpace(equals + 1)) : index
  }

  private func valueEnd(_ start: Int) -> Int? {
    guard start < limit else { return nil }
    var index = start
    if has("\"", start) || has("'", start) {
      repeat { index += 1 } while index < limit && bytes[index] != bytes[start]
      return index < limit ? index + 1 : nil
    }
    while index < limit, bytes[index] > 0x20, !"\"'=<>`".utf8.contains(bytes[index]) { index += 1 }
    return index > start ? index : nil
  }

  // MARK: Autolinks

  /// Where the autolink at `start` ends, which must hold a `<`: `<scheme:address>` or `<name@host>`.
  func autolinkEnd(at start: Int) -> Int? {
    guard isLetter(start + 1) || isAddressByte(start + 1) else { return nil }
    return addressEnd(start + 1) ?? mailEnd(start + 1)
  }

  private func addressEnd(_ start: Int) -> Int? {
    guard isLetter(start) else { return nil }
    var index = start + 1
    while isLetter(index) || isDigit(index) || has("+", index) || has(".", index) || has("-", index) {
      index += 1
      if index - start > 32 { return nil }
    }
    guard index - start >= 2, has(":", index) else { return nil }
    while index < limit, bytes[index] > 0x20, bytes[index] != UInt8(ascii: "<"), bytes[index] != UInt8(ascii: ">") {
      index += 1
    }
    return has(">", index) ? index + 1 : nil
  }

  private func mailEnd(_ start: Int) -> Int? {
    var index = start
    while isAddressByte(index) { index += 1 }
    guard index > start, has("@", index) else { return nil }
    repeat {
      let label = index + 1
      index = label
      while isLetter(index) || isDigit(index) || has("-", index) { index += 1 }
      guard (1...63).contains(index - label), !has("-", label), bytes[index - 1] != UInt8(ascii: "-") else {
        return nil
      }
    } while has(".", index)
    return has(">", index) ? index + 1 : nil
  }

  private func isAddressByte(_ index: Int) -> Bool {
    isLetter(index) || isDigit(index) || index < limit && ".!#$%&'*+/=?^_`{|}~-".utf8.contains(bytes[index])
  }

  // MARK: Bytes

  private func skippingSpace(_ start: Int) -> Int {
    var index = start
    while index < limit, bytes[index].isASCIISpace {
      index = bytes.isLineEnd(at: index) ? holes.textStart(ofLineAt: bytes.lineStart(after: index)) : index + 1
    }
    return index
  }

  private func has(_ character: Unicode.Scalar, _ index: Int) -> Bool {
    index < limit && bytes[index] == UInt8(ascii: character)
  }

  private func isLetter(_ index: Int) -> Bool {
    index < limit && bytes[index].isASCIILetter
  }

  private func isDigit(_ index: Int) -> Bool {
    index < limit && bytes[index].isASCIIDigit
  }
}

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
      } else if first + 1 < end, bytes[first + 1].isASCIILetter {
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

  /// Where the text ends that a `<pre>`, `<script>` or the like at `start` opens: at its end tag, or at `limit`; `nil` where
  /// none is.
  static func verbatimEnd(_ bytes: UnsafeRawBufferPointer, at start: Int, limit: Int) -> Int? {
    guard HTMLBlock(bytes, at: start, lineEnd: limit) == .verbatim else { return nil }
    return (start + 1..<limit).first { isEndTag(bytes, in: $0..<limit) } ?? limit
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
    while nameEnd < end, nameEnd - nameStart <= longestName, bytes[nameEnd].isASCIILetter || bytes[nameEnd].isASCIIDigit
    {
      nameEnd += 1
    }
    guard nameEnd > nameStart else { return nil }
    let name = String(decoding: bytes[nameStart..<nameEnd].map(\.lowercasedASCII), as: UTF8.self)
    let isEnded = nameEnd == end || bytes.isBlank(at: nameEnd) || bytes[nameEnd] == UInt8(ascii: ">")
    if verbatimNames.contains(name), !isClosing { return isEnded ? .verbatim : nil }
    if elementNames.contains(name), isEnded || bytes.has("/>", in: nameEnd..<end) { return .element }
    guard let tagEnd = RawHTML(bytes, limit: end).tagEnd(at: start) else { return nil }
    return bytes.skippingBlanks(from: tagEnd) >= end ? .tag : nil
  }

  private static func hasEndTag(_ bytes: UnsafeRawBufferPointer, in line: Range<Int>) -> Bool {
    line.contains { isEndTag(bytes, in: $0..<line.upperBound) }
  }

  /// Whether a text starts with the end tag of one of these.
  private static func isEndTag(_ bytes: UnsafeRawBufferPointer, in text: Range<Int>) -> Bool {
    guard bytes.has("</", in: text) else { return false }
    let start = text.lowerBound + 2
    let name = bytes[start..<text.upperBound].prefix(longestName).prefix { $0 != UInt8(ascii: ">") }
    return start + name.count < text.upperBound && bytes[start + name.count] == UInt8(ascii: ">")
      && verbatimNames.contains(String(decoding: name.map(\.lowercasedASCII), as: UTF8.self))
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
