/// Reads the parts of links: labels, destinations, titles, and what is between double brackets.
struct LinkSyntax {
  private let bytes: UnsafeRawBufferPointer
  private var limit: Int
  private var holes: MarkupHoles

  // As in cmark. It also bounds the work, as no byte is read for more than so many parentheses.
  private static let depthLimit = 32

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
  }

  // MARK: Links

  /// The wiki link at `start`, which must hold a `[`; `nil` for none and for one without target and heading.
  func wikiLink(at start: Int) -> InlineLink? {
    guard has("[", start + 1), !has("[", start + 2), let end = wikiEnd(from: start + 2) else { return nil }
    let inside = start + 2..<end
    let bar = inside.first { bytes[$0] == UInt8(ascii: "|") }
    // In a table, `\|` is a `|`.
    let isEscaped = bar.map { $0 > inside.lowerBound && bytes[$0 - 1] == UInt8(ascii: "\\") } ?? false
    let address = inside.lowerBound..<(bar.map { isEscaped ? $0 - 1 : $0 } ?? end)
    let hash = address.first { bytes[$0] == UInt8(ascii: "#") }
    let target = bytes.trimmed(address.lowerBound..<(hash ?? address.upperBound))
    let heading = hash.flatMap { nonEmpty($0 + 1..<address.upperBound) }
    guard !target.isEmpty || heading != nil else { return nil }
    let label = bar.flatMap { nonEmpty($0 + 1..<end) }
    return InlineLink(kind: .wiki, range: start..<end + 2, target: target, heading: heading, label: label)
  }

  /// The `]]` of a wiki link on the same line. Another `[[` on the way takes over, so each byte is read once.
  private func wikiEnd(from start: Int) -> Int? {
    var index = start
    while index + 1 < limit {
      switch bytes[index] {
      case UInt8(ascii: "]") where has("]", index + 1): return index
      case UInt8(ascii: "[") where has("[", index + 1): return nil
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return nil
      default: index += 1
      }
    }
    return nil
  }

  /// What follows the label of an inline link, from its `(` on: where it leads, and the place behind the `)`; `nil` for a
  /// wiki link in parentheses, which is read as one.
  func target(at start: Int) -> (destination: Range<Int>, end: Int)? {
    guard has("(", start) else { return nil }
    let first = skippingSpace(from: start + 1)
    // As Logseq writes links with labels; CommonMark would take it for a path unless it holds a blank.
    if has("[", first), let page = wikiLink(at: first), has(")", skippingSpace(from: page.range.upperBound)) {
      return nil
    }
    guard let (destination, end) = destination(at: first) else { return nil }
    var close = skippingSpace(from: end)
    if close > end, let titleEnd = titleEnd(from: close) { close = skippingSpace(from: titleEnd) }
    return has(")", close) ? (destination, close + 1) : nil
  }

  /// The definition at `start`. A footnote is none.
  func definition(at start: Int) -> LinkDefinition? {
    guard !has("^", start + 1), let label = label(at: start), has(":", label.upperBound + 1) else { return nil }
    let first = skippingSpace(from: label.upperBound + 2)
    guard let (destination, end) = destination(at: first), end > first else { return nil }
    let title = skippingSpace(from: end)
    if title > end, let titleEnd = titleEnd(from: title), isLineEnd(bytes.skippingBlanks(from: titleEnd)) {
      return LinkDefinition(range: start..<titleEnd, label: label, destination: destination)
    }
    guard isLineEnd(bytes.skippingBlanks(from: end)) else { return nil }
    return LinkDefinition(range: start..<end, label: label, destination: destination)
  }

  // MARK: Parts

  /// What is between the brackets of a label that starts at `start`: no brackets, and something else than white space.
  func label(at start: Int) -> Range<Int>? {
    guard has("[", start) else { return nil }
    var index = start + 1
    var isBlank = true
    while index < limit, index - start <= LinkDefinitions.labelLimit {
      switch bytes[index] {
      case UInt8(ascii: "]"): return isBlank ? nil : start + 1..<index
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        index = holes.textStart(ofLineAt: bytes.lineStart(after: index))
        continue
      case UInt8(ascii: "\\") where isEscape(index): index += 1
      default: break
      }
      isBlank = isBlank && bytes[index] <= 0x20
      index += 1
    }
    return nil
  }

  private func destination(at start: Int) -> (destination: Range<Int>, end: Int)? {
    has("<", start) ? bracketed(from: start) : plain(from: start)
  }

  /// `<dest with spaces>`
  private func bracketed(from start: Int) -> (destination: Range<Int>, end: Int)? {
    var index = start + 1
    while index < limit, !bytes.isLineEnd(at: index) {
      switch bytes[index] {
      case UInt8(ascii: ">"): return (start + 1..<index, index + 1)
      case UInt8(ascii: "<"): return nil
      default: index += isEscape(index) ? 2 : 1
      }
    }
    return nil
  }

  /// A destination without spaces, its parentheses balanced.
  private func plain(from start: Int) -> (destination: Range<Int>, end: Int)? {
    var depth = 0
    var index = start
    scan: while index < limit, bytes[index] > 0x20, bytes[index] != 0x7F {
      switch bytes[index] {
      case UInt8(ascii: "("):
        depth += 1
        if depth > LinkSyntax.depthLimit { return nil }
      case UInt8(ascii: ")"):
        if depth == 0 { break scan }
        depth -= 1
      default: index += isEscape(index) ? 1 : 0
      }
      index += 1
    }
    return depth == 0 ? (start..<index, index) : nil
  }

  /// Where the title at `start` ends.
  private func titleEnd(from start: Int) -> Int? {
    guard start < limit, "\"'(".utf8.contains(bytes[start]) else { return nil }
    let close = has("(", start) ? UInt8(ascii: ")") : bytes[start]
    var index = start + 1
    while index < limit, bytes[index] != close {
      // Parentheses do not nest in a title; if they did, each of `[a](b (…` would be read to the end.
      if bytes[index] == UInt8(ascii: "("), close == UInt8(ascii: ")") { return nil }
      index += isEscape(index) ? 2 : 1
    }
    return index < limit ? index + 1 : nil
  }

  // MARK: Bytes

  /// The text of a range, without the marks of quotes around it.
  func text(_ range: Range<Int>) -> [UInt8] { holes.text(bytes, range) }

  /// The first place from `start` that is no white space.
  func skippingSpace(from start: Int) -> Int {
    var index = start
    while index < limit {
      if bytes.isLineEnd(at: index) {
        index = min(holes.textStart(ofLineAt: bytes.lineStart(after: index)), limit)
      } else if bytes[index].isASCIISpace {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// Whether a backslash before ASCII punctuation is at a place.
  func isEscape(_ index: Int) -> Bool {
    has("\\", index) && index + 1 < limit && bytes[index + 1].isASCIIPunctuation
  }

  private func isLineEnd(_ index: Int) -> Bool {
    index >= limit || bytes.isLineEnd(at: index)
  }

  private func nonEmpty(_ range: Range<Int>) -> Range<Int>? {
    let trimmed = bytes.trimmed(range)
    return trimmed.isEmpty ? nil : trimmed
  }

  @inline(__always)
  private func has(_ character: Unicode.Scalar, _ index: Int) -> Bool {
    index < limit && bytes[index] == UInt8(ascii: character)
  }
}

/// A definition of where links by reference lead: `[label]: destination "title"`.
public struct LinkDefinition: Equatable, Sendable {
  /// From `[` to the end of the destination or title.
  public let range: Range<Int>
  /// Between the brackets.
  public let label: Range<Int>
  /// As written, without angle brackets.
  public let destination: Range<Int>

  /// The label as it is compared; `nil` for one that names nothing.
  package func key(in bytes: UnsafeRawBufferPointer) -> [UInt8]? { LinkDefinitions.key(Array(bytes[label])) }
}

/// Where the links by reference of a text lead.
struct LinkDefinitions {
  private var destinations: [[UInt8]: Range<Int>] = [:]

  // As in cmark; longer labels name nothing.
  static let labelLimit = 1000

  var isEmpty: Bool { destinations.isEmpty }

  /// The definitions of a text from `start` on.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int, state: BlockState, hints: MarkupHints) {
    guard hints.mayHoldDefinitions else { return }
    var collector = DefinitionCollector(bytes: bytes)
    MarkupReader.read(bytes, from: start, state: state, hints: hints, visitor: &collector)
    destinations = collector.destinations
  }

  /// Where a label leads; `nil` where nothing defines it.
  func destination(of label: [UInt8]) -> Range<Int>? {
    Self.key(label).flatMap { destinations[$0] }
  }

  /// Labels are equal that differ in case and white space alone.
  static func key(_ label: [UInt8]) -> [UInt8]? {
    guard label.count < labelLimit else { return nil }
    let words = label.split(whereSeparator: \.isASCIISpace)
    let text = String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
    return text.isEmpty ? nil : Folding.matchKey(text)
  }
}

/// Keeps the first definition of each label.
private struct DefinitionCollector: MarkupVisitor {
  let bytes: UnsafeRawBufferPointer
  var destinations: [[UInt8]: Range<Int>] = [:]

  mutating func visit(_ leaf: MarkupLeaf) {}

  mutating func visit(_ definition: LinkDefinition, holes: MarkupHoles) {
    guard let key = LinkDefinitions.key(holes.text(bytes, definition.label)), destinations[key] == nil else { return }
    destinations[key] = definition.destination
  }
}
