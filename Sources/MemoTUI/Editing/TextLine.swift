import MemoCore

/// A line of an edited text, with its line end.
public struct TextLine: Equatable, Sendable {
  /// The bytes without the line break; not always UTF-8.
  public var bytes: [UInt8]
  /// How the line ends.
  public var lineBreak: LineBreak

  /// A line.
  public init(_ bytes: [UInt8], lineBreak: LineBreak) {
    self.bytes = bytes
    self.lineBreak = lineBreak
  }

  /// Splits a text; the last line has no line break, so there is at least one line.
  static func lines(of text: [UInt8]) -> [TextLine] {
    var lines: [TextLine] = []
    var start = 0
    while let end = text[start...].firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      let lineBreak = LineBreak(text, at: end)
      lines.append(TextLine(Array(text[start..<end]), lineBreak: lineBreak))
      start = end + lineBreak.bytes.count
    }
    lines.append(TextLine(Array(text[start...]), lineBreak: .none))
    return lines
  }
}

extension Sequence<TextLine> {
  /// The bytes of the lines, line breaks included.
  var bytes: [UInt8] {
    reduce(into: []) { bytes, line in
      bytes += line.bytes
      bytes += line.lineBreak.bytes
    }
  }
}

extension TextLine: Measured {
  /// Bytes, the line break included.
  var measure: Int { bytes.count + lineBreak.bytes.count }
}

/// A line end.
public enum LineBreak: Equatable, Sendable {
  /// None: the last line.
  case none
  /// LF.
  case lineFeed
  /// CR.
  case carriageReturn
  /// CRLF.
  case pair

  /// The bytes in the file.
  public var bytes: [UInt8] {
    switch self {
    case .none: []
    case .lineFeed: [0x0A]
    case .carriageReturn: [0x0D]
    case .pair: [0x0D, 0x0A]
    }
  }

  /// The line break at an index, which holds LF or CR.
  fileprivate init(_ text: [UInt8], at index: Int) {
    if text[index] == UInt8(ascii: "\n") {
      self = .lineFeed
    } else {
      let isPair = index + 1 < text.count && text[index + 1] == UInt8(ascii: "\n")
      self = isPair ? .pair : .carriageReturn
    }
  }
}

/// Boundaries of characters and words.
extension TextLine {
  /// The characters from an offset, which must be the start of one.
  func characters(from start: Int = 0) -> LineCharacters { LineCharacters(bytes, from: start) }

  /// Characters from a boundary at or before an offset.
  private func characters(near offset: Int) -> LineCharacters { LineCharacters(bytes, near: offset) }

  /// The end of the character at an offset; `nil` at the line's end.
  func boundary(after offset: Int) -> Int? {
    characters(near: offset).first { $0.range.upperBound > offset }?.range.upperBound
  }

  /// The start of the character before an offset; `nil` at the line's start.
  func boundary(before offset: Int) -> Int? {
    guard offset > 0 else { return nil }
    return characters(near: offset - 1).first { $0.range.upperBound >= offset }?.range.lowerBound
  }

  /// The offset if it is between characters, else the end of its character.
  func boundary(atOrAfter offset: Int) -> Int {
    guard offset > 0, offset < bytes.count else { return min(max(0, offset), bytes.count) }
    return boundary(after: offset - 1) ?? bytes.count
  }

  /// The end of the first word that ends after an offset; `nil` if there is none.
  func wordEnd(after offset: Int) -> Int? {
    words.first { $0.upperBound > offset }?.upperBound
  }

  /// The start of the last word that starts before an offset; `nil` if there is none.
  func wordStart(before offset: Int) -> Int? {
    words.last { $0.lowerBound < offset }?.lowerBound
  }

  /// Runs of letters and digits of one script; a Korean word includes its particles.
  var words: [Range<Int>] {
    runs { character in
      let kind = WordKind(character.scalar)
      return kind == .none ? nil : kind
    }
  }

  /// Runs of characters of the same class; those without a class are in none.
  func runs<Class: Equatable>(_ classOf: (LineCharacter) -> Class?) -> [Range<Int>] {
    var (runs, last): ([Range<Int>], Class?) = ([], nil)
    for character in characters() {
      let next = classOf(character)
      if next != nil, next == last, let run = runs.popLast() {
        runs.append(run.lowerBound..<character.range.upperBound)
      } else if next != nil {
        runs.append(character.range)
      }
      last = next
    }
    return runs
  }
}

/// A position in a text: before a byte of a line, or at the line's end.
public struct LinePosition: Hashable, Comparable, Sendable {
  /// The line, from 0.
  public var line: Int
  /// The offset in the line in bytes, without the line break.
  public var offset: Int

  /// The start of a text.
  public static let start = LinePosition(line: 0, offset: 0)

  /// A position.
  public init(line: Int, offset: Int) {
    self.line = line
    self.offset = offset
  }

  /// Orders positions by the text.
  public static func < (left: LinePosition, right: LinePosition) -> Bool {
    (left.line, left.offset) < (right.line, right.offset)
  }
}

extension Range<LinePosition> {
  /// A range of bytes in a line.
  init(_ bytes: Range<Int>, ofLine line: Int) {
    self = LinePosition(line: line, offset: bytes.lowerBound)..<LinePosition(line: line, offset: bytes.upperBound)
  }
}

extension UInt8 {
  /// Whether it is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether it is an ASCII digit.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether it is an ASCII letter.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension ArraySlice<UInt8> {
  /// The last place of some bytes; `nil` where they are not there.
  func lastRange(of bytes: [UInt8]) -> Range<Int>? {
    guard count >= bytes.count else { return nil }
    for start in (startIndex...endIndex - bytes.count).reversed() where self[start...].starts(with: bytes) {
      return start..<start + bytes.count
    }
    return nil
  }
}
