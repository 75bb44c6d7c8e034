import MemoCore

/// The text of a file as editors keep it: none shows a byte order mark; some show other line ends than the file has, and
/// a line break at the end that it lacks.
enum FileText {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Whether a document has the bytes of a file, but for a byte order mark.
  static func isEqual(_ file: [UInt8], _ document: [UInt8]) -> Bool {
    file == document || file == mark + document
  }

  /// Whether a document differs from a file in line ends and one line break at the end alone.
  static func isAlike(_ file: [UInt8], _ document: [UInt8]) -> Bool {
    if isEqual(file, document) { return true }
    let (one, other) = (lines(of: withoutMark(file)), lines(of: withoutMark(document)))
    return one == other || one + [lineFeed] == other || one == other + [lineFeed]
  }

  /// The text of a file for a document that has its bytes.
  static func shown(_ file: [UInt8], in document: [UInt8]) -> [UInt8] {
    document.starts(with: mark) ? file : Array(withoutMark(file))
  }

  /// The text of a file with the line ends of a document, and with a line break at its end if the document has one.
  static func shown(_ file: [UInt8], withLineEndsOf document: [UInt8]) -> [UInt8] {
    var text = lines(of: shown(file, in: document)[...])
    if text.last != lineFeed, document.last == lineFeed || document.last == carriageReturn { text.append(lineFeed) }
    let lineBreak = LineInsertion.lineBreak(of: document)
    return text.flatMap { $0 == lineFeed ? lineBreak : [$0] }
  }

  private static func withoutMark(_ text: [UInt8]) -> ArraySlice<UInt8> {
    text.starts(with: mark) ? text.dropFirst(mark.count) : text[...]
  }

  /// A text whose lines all end with LF.
  private static func lines(of text: ArraySlice<UInt8>) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(text.count)
    for index in text.indices {
      if text[index] != carriageReturn {
        lines.append(text[index])
      } else if index + 1 == text.endIndex || text[index + 1] != lineFeed {
        lines.append(lineFeed)
      }
    }
    return lines
  }
}
