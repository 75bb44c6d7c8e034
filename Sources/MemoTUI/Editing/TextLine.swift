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
