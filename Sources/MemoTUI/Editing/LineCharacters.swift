import MemoCore

/// The characters of a line one by one: grapheme clusters; controls and invalid UTF-8 are made visible.
struct LineCharacters: Sequence, IteratorProtocol {
  // Bytes decoded at once.
  private static let pieceSize = 256

  private let bytes: [UInt8]
  private var position: Int
  // Decoded characters of a run, last first.
  private var pending: [LineCharacter] = []

  /// Starts at an offset, which must be the start of a character.
  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    position = start
  }

  /// Starts at the last certain boundary at or before an offset.
  init(_ bytes: [UInt8], near offset: Int) {
    self.init(bytes)
    position = offset
    while position > 0, position >= bytes.count || !isEndOfRun(at: position) { position -= 1 }
  }

  /// The next character.
  mutating func next() -> LineCharacter? {
    if let character = pending.popLast() { return character }
    guard position < bytes.count else { return nil }
    if let plain = plainScalar(at: position), isBoundary(at: position + plain.length) {
      defer { position += plain.length }
      let range = position..<position + plain.length
      return LineCharacter(plain.scalar, shown: nil, columns: plain.length == 3 ? 2 : 1, at: range)
    }
    readRun()
    return pending.popLast()
  }

  /// Decodes up to the next certain boundary, or some of the characters before it: a long line of emoji is
  /// decoded in pieces, so that a row of it costs a row.
  private mutating func readRun() {
    var size = Self.pieceSize
    repeat {
      let end = runEnd(limit: position + size)
      pending = characters(position..<end)
      // The last character of a piece may continue behind it.
      if !isEndOfRun(at: end) { pending.removeLast() }
      size *= 2
    } while pending.isEmpty
    position = pending.last?.range.upperBound ?? position
    pending.reverse()
  }

  /// The end of the run, or a boundary of scalars near the limit.
  private func runEnd(limit: Int) -> Int {
    var end = position
    repeat { end += plainScalar(at: end)?.length ?? 1 } while !isEndOfRun(at: end) && end < limit
    for _ in 0..<3 where end < bytes.count && bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private func characters(_ range: Range<Int>) -> [LineCharacter] {
    var offset = range.lowerBound
    return String(decoding: bytes[range], as: UTF8.self).map { character in
      let length = sourceLength(of: character, at: offset)
      defer { offset += length }
      return Self.shown(character, offset..<offset + length)
    }
  }

  /// Whether two plain scalars meet here, so that there is a certain boundary.
  private func isEndOfRun(at index: Int) -> Bool {
    index >= bytes.count || isPlain(before: index) && plainScalar(at: index) != nil
  }

  private func isBoundary(at index: Int) -> Bool {
    index >= bytes.count || plainScalar(at: index) != nil
  }

  private func isPlain(before index: Int) -> Bool {
    (1...3).contains { index >= $0 && plainScalar(at: index - $0)?.length == $0 }
  }

  /// The scalar at an index if it never joins another plain one: ASCII except controls and other letters of one
  /// column, in one and two bytes; Hangul, Han and kana, in three bytes and two columns.
  private func plainScalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let lead = bytes[index]
    if lead &- 0x20 < 0x5F { return (Unicode.Scalar(lead), 1) }
    guard lead >= 0xC3, index + 1 < bytes.count, bytes[index + 1] & 0xC0 == 0x80 else { return nil }
    let second = UInt32(bytes[index + 1] & 0x3F)
    if lead < 0xE0 { return Self.plain(UInt32(lead & 0x1F) << 6 | second, length: 2) }
    guard lead &- 0xE3 < 11, index + 2 < bytes.count, bytes[index + 2] & 0xC0 == 0x80 else { return nil }
    return Self.plain(UInt32(lead & 0xF) << 12 | second << 6 | UInt32(bytes[index + 2] & 0x3F), length: 3)
  }

  private static func plain(_ value: UInt32, length: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    switch value {
    // Latin, Greek, Cyrillic; ideographic punctuation, kana, Han, Hangul.
    case 0xC0...0x24F, 0x370...0x482, 0x48A...0x52F, 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FF,
      0x4E00...0x9FFF, 0xAC00...0xD7A3:
      Unicode.Scalar(value).map { ($0, length) }
    default: nil
    }
  }

  private static func shown(_ character: Character, _ range: Range<Int>) -> LineCharacter {
    let text = String(character)
    let scalar = character.unicodeScalars.first ?? " "
    if scalar == "\t" { return LineCharacter(scalar, shown: nil, columns: LineCharacter.tabColumns, at: range) }
    let visible = TerminalText.visible(text)
    return LineCharacter(scalar, shown: visible, columns: DisplayWidth.columns(of: visible), at: range)
  }

  /// The number of bytes of a decoded character.
  private func sourceLength(of character: Character, at start: Int) -> Int {
    var index = start
    for scalar in character.unicodeScalars {
      index += scalar == "\u{FFFD}" ? replacedLength(at: index) : UTF8.width(scalar)
    }
    return index - start
  }

  /// The number of bytes that U+FFFD replaces.
  private func replacedLength(at index: Int) -> Int {
    var parser = UTF8.ForwardParser()
    var rest = bytes[index...].makeIterator()
    switch parser.parseScalar(from: &rest) {
    case .error(let length): return length
    case .valid, .emptyInput: return 3
    }
  }
}

/// A character of a line and its bytes.
struct LineCharacter: Equatable {
  /// Its bytes in the line.
  let range: Range<Int>
  /// Its first scalar; U+FFFD for bytes that are not UTF-8.
  let scalar: Unicode.Scalar
  /// The text on the screen, if that is not the scalar alone.
  private let shown: String?
  /// Its columns; those of a tab depend on where it starts.
  let columns: Int

  init(_ scalar: Unicode.Scalar, shown: String?, columns: Int, at range: Range<Int>) {
    self.range = range
    self.scalar = scalar
    self.shown = shown
    self.columns = columns
  }

  /// The text on the screen; a tab is unchanged.
  var text: String { shown ?? String(scalar) }

  /// Columns from one tab stop to the next.
  static let tabColumns = 4

  /// Whether it is a tab.
  var isTab: Bool { scalar == "\t" }

  /// Whether a row may end after it, with the blank beyond the edge.
  var isSpace: Bool { scalar == " " || isTab }

  /// Its columns if it starts in a column.
  func columns(at column: Int) -> Int {
    isTab ? Self.tabColumns - column % Self.tabColumns : columns
  }
}
