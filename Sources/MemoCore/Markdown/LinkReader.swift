/// Reads the links that start at a `[`, without regard to where they lead.
struct LinkReader {
  /// A Markdown link, `[label](destination "title")`, or where links by reference lead, `[label]: destination "title"`.
  struct Markdown {
    /// From `[` to `)` or to the title's end.
    let range: Range<Int>
    /// Between the brackets.
    let label: Range<Int>
    /// As written, without angle brackets and title.
    let destination: Range<Int>
  }

  // Deeper brackets are text, as in cmark. It also bounds the work: no byte is read for more than so many of them.
  private static let depthLimit = 32

  private let bytes: UnsafeRawBufferPointer
  /// The code spans of the same text: brackets in code are no brackets.
  var codeSpans: CodeSpanFinder

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    codeSpans = CodeSpanFinder(bytes)
  }

  /// The wiki link at `start`, which must hold a `[`; `nil` for none and for one without target and heading.
  func wikiLink(at start: Int) -> InlineLink? {
    guard has("[", at: start + 1), !has("[", at: start + 2), let end = wikiEnd(from: start + 2) else { return nil }
    let inside = start + 2..<end
    let bar = inside.first { bytes[$0] == UInt8(ascii: "|") }
    // In a table, `\|` stands for `|`.
    let isEscaped = bar.map { $0 > inside.lowerBound && bytes[$0 - 1] == UInt8(ascii: "\\") } ?? false
    let address = inside.lowerBound..<(bar.map { isEscaped ? $0 - 1 : $0 } ?? end)
    let hash = address.first { bytes[$0] == UInt8(ascii: "#") }
    let target = bytes.trimmed(address.lowerBound..<(hash ?? address.upperBound))
    let heading = hash.flatMap { nonEmpty($0 + 1..<address.upperBound) }
    guard !target.isEmpty || heading != nil else { return nil }
    let label = bar.flatMap { nonEmpty($0 + 1..<end) }
    return InlineLink(kind: .wiki, range: start..<end + 2, target: target, heading: heading, label: label)
  }

  /// The Markdown link at `start`, which must hold a `[`.
  mutating func markdownLink(at start: Int) -> Markdown? {
    guard let labelEnd = labelEnd(from: start), has("(", at: labelEnd + 1) else { return nil }
    let first = bytes.skippingBlanks(from: labelEnd + 2)
    guard let (destination, end) = has("<", at: first) ? bracketed(from: first) : plain(from: first) else {
      return nil
    }
    guard let close = titleEnd(from: end), has(")", at: close) else { return nil }
    return Markdown(range: start..<close + 1, label: start + 1..<labelEnd, destination: destination)
  }

  /// The definition at `start`, which must hold a `[`: a line of its own that says where links by reference lead. A
  /// footnote is none.
  func definition(at start: Int) -> Markdown? {
    guard isFirst(in: start), !has("^", at: start + 1), let labelEnd = simpleLabelEnd(from: start) else { return nil }
    let first = bytes.skippingBlanks(from: labelEnd + 2)
    let found = has("<", at: first) ? bracketed(from: first) : plain(from: first)
    guard let (destination, end) = found, end > first, titleEnd(from: end).map(bytes.isLineEnd) == true else {
      return nil
    }
    let range = bytes.trimmed(start..<bytes.lineEnd(from: end))
    return Markdown(range: range, label: start + 1..<labelEnd, destination: destination)
  }

  /// Whether nothing but an indentation that is none of code is before a place in its line.
  private func isFirst(in start: Int) -> Bool {
    var index = start
    while index > 0, start - index < 4, bytes[index - 1] == UInt8(ascii: " ") { index -= 1 }
    return start - index < 4 && (index == 0 || bytes.isLineEnd(at: index - 1))
  }

  /// The `]` before a `:` that ends a label without brackets and line breaks.
  private func simpleLabelEnd(from start: Int) -> Int? {
    var index = start + 1
    while !bytes.isLineEnd(at: index), !has("[", at: index) {
      if has("]", at: index) { return index > start + 1 && has(":", at: index + 1) ? index : nil }
      index += has("\\", at: index) && !bytes.isLineEnd(at: index + 1) ? 2 : 1
    }
    return nil
  }

  /// The `]]` of a wiki link on the same line. Another `[[` on the way takes over, so each byte is read once.
  private func wikiEnd(from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "]") where has("]", at: index + 1): return index
      case UInt8(ascii: "[") where has("[", at: index + 1): return nil
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return nil
      default: index += 1
      }
    }
    return nil
  }

  /// The `]` that matches the `[` at `start`, in the same paragraph.
  private mutating func labelEnd(from start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["):
        depth += 1
        if depth > LinkReader.depthLimit { return nil }
        index += 1
      case UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return index }
        index += 1
      case UInt8(ascii: "`"): index = codeEnd(from: index)
      case UInt8(ascii: "\\"): index += bytes.isLineEnd(at: index + 1) ? 1 : 2
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        index = bytes.lineStart(after: index)
        if bytes.endsParagraph(at: index) { return nil }
      default: index += 1
      }
    }
    return nil
  }

  private mutating func codeEnd(from start: Int) -> Int {
    let run = start..<bytes.runEnd(of: UInt8(ascii: "`"), from: start)
    return codeSpans.contents(ofSpanAt: run).map { $0.upperBound + run.count } ?? run.upperBound
  }

  /// `<dest with spaces>`
  private func bracketed(from start: Int) -> (destination: Range<Int>, end: Int)? {
    var index = start + 1
    while !bytes.isLineEnd(at: index) {
      switch bytes[index] {
      case UInt8(ascii: ">"): return (start + 1..<index, index + 1)
      case UInt8(ascii: "<"): return nil
      case UInt8(ascii: "\\"): index += bytes.isLineEnd(at: index + 1) ? 1 : 2
      default: index += 1
      }
    }
    return nil
  }

  /// A destination without spaces, its parentheses balanced.
  private func plain(from start: Int) -> (destination: Range<Int>, end: Int)? {
    var depth = 0
    var index = start
    while index < bytes.count, bytes[index] > UInt8(ascii: " ") {
      switch bytes[index] {
      case UInt8(ascii: "("):
        depth += 1
        if depth > LinkReader.depthLimit { return nil }
      case UInt8(ascii: ")"):
        if depth == 0 { return (start..<index, index) }
        depth -= 1
      case UInt8(ascii: "\\"): index += bytes.isLineEnd(at: index + 1) ? 0 : 1
      default: break
      }
      index += 1
    }
    return depth == 0 ? (start..<index, index) : nil
  }

  /// Where an optional title after a destination, and the blanks around it, end.
  private func titleEnd(from end: Int) -> Int? {
    let start = bytes.skippingBlanks(from: end)
    guard start < bytes.count, start > end else { return start }
    let close = bytes[start] == UInt8(ascii: "(") ? UInt8(ascii: ")") : bytes[start]
    guard "\"')".utf8.contains(close), bytes[start] != UInt8(ascii: ")") else { return start }
    var index = start + 1
    while !bytes.isLineEnd(at: index), bytes[index] != close {
      // Parentheses do not nest in a title; if they did, each of `[a](b (…` would be read to the line's end.
      if bytes[index] == UInt8(ascii: "("), close == UInt8(ascii: ")") { return nil }
      let isEscape = bytes[index] == UInt8(ascii: "\\") && !bytes.isLineEnd(at: index + 1)
      index += isEscape ? 2 : 1
    }
    return bytes.isLineEnd(at: index) ? nil : bytes.skippingBlanks(from: index + 1)
  }

  private func nonEmpty(_ range: Range<Int>) -> Range<Int>? {
    let trimmed = bytes.trimmed(range)
    return trimmed.isEmpty ? nil : trimmed
  }

  @inline(__always)
  private func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
    index < bytes.count && bytes[index] == UInt8(ascii: character)
  }
}
