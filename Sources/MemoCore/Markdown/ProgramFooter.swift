/// The lines that a program keeps at the end of a memo: the definitions of links that Foam generates, the settings of a board
/// of Obsidian's Kanban, the drawing of its Excalidraw. Behind them a program does not find what a person writes.
public enum ProgramFooter {
  /// Where it starts; `nil` for none.
  ///
  /// - Parameter start: where front matter ends.
  public static func start(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var end = bytes.count
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    let last = max(start, bytes.lineStart(of: end))
    guard mayEnd(with: bytes.part(last..<end)) else { return nil }
    let isComment = isComment(last, in: bytes)
    var line = last
    while line > start {
      line = max(start, bytes.lineStart(of: line - 1))
      if isComment {
        // The nearest one above: it opens what the last one closes.
        if Self.isComment(line, in: bytes) { return startOfComment(line, in: bytes, from: start) }
      } else if begins(line, foamStart, in: bytes) {
        return line
      } else if !begins(line, "[", in: bytes), bytes[line..<bytes.lineEnd(from: line)].contains(where: { $0 > 0x20 }) {
        return nil
      }
    }
    return nil
  }

  /// The definitions that Foam generated, between the line that marks where they begin, from `start`, and the last line; `nil`
  /// for none.
  public static func generatedDefinitions(
    in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> (start: Int, lines: Range<Int>)? {
    guard let place = Self.start(in: bytes, from: start), begins(place, foamStart, in: bytes),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return nil }
    return (place, bytes.nextLineStart(from: place)..<bytes.lineStart(of: last))
  }

  /// Whether a text may have such lines, judged by its last line that is not blank.
  static func mayEnd(with line: UnsafeRawBufferPointer) -> Bool {
    line.elementsEqual(comment.utf8) || line.starts(with: foamEnd.utf8)
  }

  private static let (comment, foamStart, foamEnd) = ("%%", "[//begin", "[//end")
  private static let kanban = "%% kanban:settings"
  private static let drawings = ["# Drawing", "## Drawing"]
  private static let data = ["# Excalidraw Data", "## Excalidraw Data"]
  /// What is above the comment of a drawing, the newest form first.
  private static let dataAbove = ["# Excalidraw Data", "# Text Elements"]

  private static func begins(_ line: Int, _ text: String, in bytes: UnsafeRawBufferPointer) -> Bool {
    bytes[line...].starts(with: text.utf8)
  }

  private static func isComment(_ line: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    begins(line, comment, in: bytes)
  }

  /// Where what a program keeps starts, by the line that opens its comment; `nil` for another comment.
  private static func startOfComment(_ line: Int, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    if begins(line, kanban, in: bytes) { return line }
    let end = bytes.lineEnd(from: line)
    guard bytes.trimmed(line..<end).count == comment.utf8.count else { return nil }
    let next = bytes.lineStart(after: end)
    if data.contains(where: { isLine($0, at: next, in: bytes) }) { return line }
    guard drawings.contains(where: { isLine($0, at: next, in: bytes) }) else { return nil }
    // The texts of a drawing are above its comment, so that Obsidian finds them.
    return dataAbove.lazy.compactMap { last($0, above: line, in: bytes, from: start) }.first ?? line
  }

  /// The last line above another one that is a text; `nil` for none.
  private static func last(
    _ text: String, above line: Int, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    var line = line
    while line > start {
      line = max(start, bytes.lineStart(of: line - 1))
      if isLine(text, at: line, in: bytes) { return line }
    }
    return nil
  }

  private static func isLine(_ text: String, at line: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    bytes[line..<bytes.lineEnd(from: line)].elementsEqual(text.utf8)
  }
}
