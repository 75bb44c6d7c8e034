/// Reports which lines are code by their indentation: four columns, after a blank line and outside of lists.
///
/// It is asked for each line in order, those of fenced blocks left out.
struct IndentedCode: Equatable {
  private var hasText = false
  private var isAfterBlank = false
  private var isInList = false

  private static let indentation = 4

  /// Whether the line that starts at `start` is code. The first line with text never is: it is the title.
  @inline(__always)
  mutating func holdsLine(of bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    // Most lines with text start with a letter at the margin, which starts neither a list nor a heading.
    if start < bytes.count, bytes[start] >= UInt8(ascii: "A") {
      isInList = isInList && !isAfterBlank
      (hasText, isAfterBlank) = (true, false)
      return false
    }
    let first = bytes.skippingBlanks(from: start)
    if bytes.isLineEnd(at: first) {
      isAfterBlank = hasText
      return false
    }
    let isIndented = first > start && Self.columns(bytes, start..<first) >= Self.indentation
    if isIndented && isAfterBlank && !isInList { return true }
    if !isIndented { noteBlock(bytes, lineAt: start, text: first) }
    hasText = true
    isAfterBlank = false
    return false
  }

  /// A list goes on until text is at the margin again: below a blank line, or as a heading.
  private mutating func noteBlock(_ bytes: UnsafeRawBufferPointer, lineAt start: Int, text first: Int) {
    if bytes.isListItem(at: first) {
      isInList = true
    } else if first == start && (isAfterBlank || bytes.headingMarkEnd(at: first) != nil) {
      isInList = false
    }
  }

  private static func columns(_ bytes: UnsafeRawBufferPointer, _ blanks: Range<Int>) -> Int {
    blanks.reduce(0) { columns, index in
      bytes[index] == UInt8(ascii: "\t") ? (columns / indentation + 1) * indentation : columns + 1
    }
  }
}
