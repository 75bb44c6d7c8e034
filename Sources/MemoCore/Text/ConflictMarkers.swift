/// Finds what a merge leaves where both sides changed the same lines.
public struct ConflictMarkers: Sendable {
  private let opening = ByteFinder(Array("<<<<<<<".utf8))

  /// Makes a finder.
  public init() {}

  /// Where the conflicts of a text start: at a line that begins with seven `<`, where one of seven `=` and one of seven
  /// `>` follow in this order.
  public func conflicts(in text: UnsafeRawBufferPointer) -> [Int] {
    var found: [Int] = []
    var next = 0
    while let start = opening.firstIndex(in: text, from: next) {
      let end = Self.isMark("<", in: text, at: start) ? Self.conflictEnd(in: text, from: start) : nil
      if end != nil { found.append(start) }
      next = end ?? start + Self.length
    }
    return found
  }

  /// The line in which the first conflict of a text starts, from 1; `nil` where there is none.
  public static func firstLine(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { text in
      guard let start = ConflictMarkers().conflicts(in: text).first else { return nil }
      var (line, place) = (1, 0)
      while place < start {
        place = text.nextLineStart(from: place)
        line += 1
      }
      return line
    }
  }

  /// A text without the marks of its conflicts: the lines of all sides.
  public static func withoutMarks(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { text in
      var (result, place): ([UInt8], Int) = ([], 0)
      for start in ConflictMarkers().conflicts(in: text) {
        result += text[place..<start]
        let end = text.lineStart(after: conflictEnd(in: text, from: start) ?? start)
        var line = start
        while line < end {
          let next = text.nextLineStart(from: line)
          if !["<", "|", "=", ">"].contains(where: { isMark($0, in: text, at: line) }) { result += text[line..<next] }
          line = next
        }
        place = end
      }
      return result + text[place...]
    }
  }

  private static let length = 7

  /// Where the conflict that starts on a line ends; `nil` where it is none.
  private static func conflictEnd(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var isBelowMiddle = false
    var line = text.nextLineStart(from: start)
    while line < text.count {
      // The next conflict has begun: this one's mark was none.
      if isMark("<", in: text, at: line) { return nil }
      if isMark("=", in: text, at: line) { isBelowMiddle = true }
      let end = text.lineEnd(from: line)
      if isBelowMiddle, isMark(">", in: text, at: line) { return end }
      line = text.lineStart(after: end)
    }
    return nil
  }

  /// Whether a line that starts at an index begins with seven of a character, and a space or its end follows.
  private static func isMark(_ character: Unicode.Scalar, in text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    guard index == 0 || text.isLineEnd(at: index - 1) else { return false }
    let end = text.runEnd(of: UInt8(ascii: character), from: index)
    return end - index == length && (text.isLineEnd(at: end) || text[end] == UInt8(ascii: " "))
  }
}
