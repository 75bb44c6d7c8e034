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
    guard mayEnd(with: UnsafeRawBufferPointer(rebasing: bytes[last..<end])) else { return nil }
    let isComment = isComment(last, in: bytes)
    var line = last
    while line > start {
      line = max(start, bytes.lineStart(of: line - 1))
      if isComment {
        // The nearest one above: it opens what the last one closes.
        if Self.isComment(line, in: bytes) { return opensComment(line, in: bytes) ? line : nil }
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
    return (place, bytes.lineStart(after: bytes.lineEnd(from: place))..<bytes.lineStart(of: last))
  }

  /// Whether a text may have such lines, judged by its last line that is not blank.
  static func mayEnd(with line: UnsafeRawBufferPointer) -> Bool {
    line.elementsEqual(comment.utf8) || line.starts(with: foamEnd.utf8)
  }

  private static let (comment, foamStart, foamEnd) = ("%%", "[//begin", "[//end")
  private static let kanban = "%% kanban:settings"
  private static let drawings = ["# Drawing", "## Drawing", "# Excalidraw Data", "## Excalidraw Data"]

  private static func begins(_ line: Int, _ text: String, in bytes: UnsafeRawBufferPointer) -> Bool {
    bytes[line...].starts(with: text.utf8)
  }

  private static func isComment(_ line: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    begins(line, comment, in: bytes)
  }

  /// Whether a line opens the comment of a program.
  private static func opensComment(_ line: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    if begins(line, kanban, in: bytes) { return true }
    let end = bytes.lineEnd(from: line)
    guard bytes.trimmed(line..<end).count == comment.utf8.count else { return false }
    let next = bytes.lineStart(after: end)
    let heading = bytes[next..<bytes.lineEnd(from: next)]
    return drawings.contains { heading.elementsEqual($0.utf8) }
  }
}
