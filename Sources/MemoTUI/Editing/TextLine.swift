import MemoCore

/// A line of an edited text: the bytes as they are in the file, and how the line ends.
public struct TextLine: Equatable, Sendable {
  /// The bytes without the line break; not always UTF-8.
  public var bytes: [UInt8]
  /// How the line ends.
  public var lineBreak: LineBreak

  /// Puts together a line.
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

extension TextLine: Measured {
  /// Bytes, the line break included.
  var measure: Int { bytes.count + lineBreak.bytes.count }
}

/// What ends a line.
public enum LineBreak: Equatable, Sendable {
  /// Nothing: the last line.
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

  /// The line break that starts at an index, which holds LF or CR.
  fileprivate init(_ text: [UInt8], at index: Int) {
    if text[index] == UInt8(ascii: "\n") {
      self = .lineFeed
    } else {
      let isPair = index + 1 < text.count && text[index + 1] == UInt8(ascii: "\n")
      self = isPair ? .pair : .carriageReturn
    }
  }
}

/// Where characters and words of a line start and end.
extension TextLine {
  /// The characters from an offset on, which must be the start of one.
  func characters(from start: Int = 0) -> LineCharacters { LineCharacters(bytes, from: start) }

  /// Characters from a place at or before an offset on.
  private func characters(near offset: Int) -> LineCharacters { LineCharacters(bytes, near: offset) }

  /// The end of the character that starts at or holds an offset; `nil` at the line's end.
  func boundary(after offset: Int) -> Int? {
    characters(near: offset).first { $0.range.upperBound > offset }?.range.upperBound
  }

  /// The start of the character that ends at or holds the byte before an offset; `nil` at the line's start.
  func boundary(before offset: Int) -> Int? {
    guard offset > 0 else { return nil }
    return characters(near: offset - 1).first { $0.range.upperBound >= offset }?.range.lowerBound
  }

  /// The offset itself where characters meet there, else the end of the character that holds it.
  func boundary(atOrAfter offset: Int) -> Int {
    guard offset > 0, offset < bytes.count else { return min(max(0, offset), bytes.count) }
    return boundary(after: offset - 1) ?? bytes.count
  }

  /// The end of the first word that ends after an offset; `nil` where none does.
  func wordEnd(after offset: Int) -> Int? {
    words.first { $0.upperBound > offset }?.upperBound
  }

  /// The start of the last word that starts before an offset; `nil` where none does.
  func wordStart(before offset: Int) -> Int? {
    words.last { $0.lowerBound < offset }?.lowerBound
  }

  /// Runs of letters and digits of one script: a Korean word with what is glued to it is one.
  var words: [Range<Int>] {
    var words: [Range<Int>] = []
    var last = WordKind.none
    for character in characters() {
      let kind = WordKind(character.scalar)
      if kind != .none, kind == last, let word = words.popLast() {
        words.append(word.lowerBound..<character.range.upperBound)
      } else if kind != .none {
        words.append(character.range)
      }
      last = kind
    }
    return words
  }
}

/// A place in an edited text: before a byte of a line, or at the line's end.
public struct LinePosition: Hashable, Comparable, Sendable {
  /// Lines above.
  public var line: Int
  /// Bytes of the line before the place; the line break is not counted.
  public var offset: Int

  /// The start of a text.
  public static let start = LinePosition(line: 0, offset: 0)

  /// Puts together a position.
  public init(line: Int, offset: Int) {
    self.line = line
    self.offset = offset
  }

  /// Orders positions as the text runs.
  public static func < (left: LinePosition, right: LinePosition) -> Bool {
    (left.line, left.offset) < (right.line, right.offset)
  }
}
