/// The footnotes of a text: `[^label]` where they are named, and `[^label]: text` where they are written.
public struct Footnotes {
  /// A place that names a footnote.
  public struct Reference: Equatable, Sendable {
    /// The label, by which it is found whatever its case.
    public let label: Range<Int>
  }

  /// A footnote's text.
  public struct Definition: Equatable, Sendable {
    /// The label.
    public let label: Range<Int>
    /// All of it: whole lines, without the blank ones at the end.
    public let lines: Range<Int>
  }

  /// Those in the text, in order.
  public private(set) var references: [Reference] = []
  /// The texts, in order.
  public private(set) var definitions: [Definition] = []

  private let bytes: UnsafeRawBufferPointer

  /// Longer labels are no footnotes.
  private static let longestLabel = 200

  /// Finds the footnotes of a memo's text, whose front matter ends at `start`. What is code, and the like, names none.
  public init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    self.bytes = bytes
    let tree = MarkupTree(bytes, from: start)
    var isText = [Bool](repeating: false, count: bytes.count)
    for leaf in tree.leaves {
      switch leaf.kind {
      case .paragraph, .heading: break
      case .code, .html, .opaque, .rule: continue
      }
      for place in leaf.content { isText[place] = true }
      for inline in tree.inlines(of: leaf) where [.code, .html, .comment, .math].contains(inline.kind) {
        for place in inline.range { isText[place] = false }
      }
    }
    // One that is indented is in the text of a footnote.
    let headings = Set(tree.headings.map { bytes.lineStart(of: $0.range.lowerBound) }).filter { line in
      LineCursor(bytes, line..<bytes.lineEnd(from: line)).indent < LineCursor.codeIndent
    }
    var line = start
    while line < bytes.count {
      if let label = definition(at: line, isText) {
        definitions.append(Definition(label: label, lines: line..<end(ofDefinitionAt: line, headings, isText)))
      }
      line = bytes.nextLineStart(from: line)
    }
    let defined = Set(definitions.map(\.label.lowerBound))
    var place = start
    while let label = nextLabel(from: &place, isText) {
      if !defined.contains(label.lowerBound) { references.append(Reference(label: label)) }
    }
  }

  /// A label as it is compared.
  public func key(_ label: Range<Int>) -> [UInt8] { Folding.matchKey(String(decoding: bytes[label], as: UTF8.self)) }

  // MARK: Reading

  private func nextLabel(from place: inout Int, _ isText: [Bool]) -> Range<Int>? {
    while place + 1 < bytes.count {
      defer { place += 1 }
      if isText[place], let label = label(at: place) { return label }
    }
    return nil
  }

  /// The label of `[^label]` at a place.
  private func label(at place: Int) -> Range<Int>? { Self.label(bytes, at: place, limit: bytes.count) }

  private static func label(_ bytes: UnsafeRawBufferPointer, at place: Int, limit: Int) -> Range<Int>? {
    guard place + 3 < limit, bytes[place] == UInt8(ascii: "["), bytes[place + 1] == UInt8(ascii: "^") else {
      return nil
    }
    func isClosing(_ place: Int) -> Bool { bytes[place] == UInt8(ascii: "]") }
    let last = min(limit, place + 2 + longestLabel)
    let end = (place + 2..<last).first { bytes[$0] <= 0x20 || bytes[$0] == UInt8(ascii: "[") || isClosing($0) }
    guard let end, end > place + 2, isClosing(end) else { return nil }
    return place + 2..<end
  }

  /// The label of a footnote whose text begins at a place: `[^label]:`.
  static func definition(_ bytes: UnsafeRawBufferPointer, at place: Int, limit: Int) -> Range<Int>? {
    guard let label = label(bytes, at: place, limit: limit), label.upperBound + 1 < limit,
      bytes[label.upperBound + 1] == UInt8(ascii: ":")
    else { return nil }
    return label
  }

  /// The label of a footnote whose text begins on a line.
  private func definition(at line: Int, _ isText: [Bool]) -> Range<Int>? {
    var place = line
    while place < bytes.count, place - line < 4, bytes[place] == UInt8(ascii: " ") { place += 1 }
    guard place < bytes.count, isText[place] else { return nil }
    return Self.definition(bytes, at: place, limit: bytes.count)
  }

  /// Its paragraph, and what is indented below.
  private func end(ofDefinitionAt start: Int, _ headings: Set<Int>, _ isText: [Bool]) -> Int {
    var (end, isAfterBlank) = (bytes.nextLineStart(from: start), false)
    var line = end
    while line < bytes.count, !headings.contains(line), definition(at: line, isText) == nil {
      let next = bytes.nextLineStart(from: line)
      let isBlank = bytes[line..<next].allSatisfy { $0 <= 0x20 }
      let isIndented = bytes[line] == UInt8(ascii: "\t") || bytes[line..<next].starts(with: [0x20, 0x20])
      if !isBlank {
        if isAfterBlank, !isIndented { break }
        end = next
      }
      isAfterBlank = isBlank
      line = next
    }
    return end
  }
}
