/// Gives equal lines of any texts equal numbers, so that lines are compared as numbers.
struct LineNumbering {
  private var numbers: [Line: Int32] = [:]

  /// The number of each line of a text.
  mutating func numbers(of text: TextLines) -> [Int32] {
    (0..<text.count).map { number(of: text.content(at: $0)) }
  }

  /// The number of a line.
  mutating func number(of content: ArraySlice<UInt8>) -> Int32 {
    let next = Int32(numbers.count)
    let line = Line(content: content)
    if let known = numbers[line] { return known }
    numbers[line] = next
    return next
  }

  /// A line without its end, as a key of a table.
  struct Line: Hashable {
    /// The line.
    let content: ArraySlice<UInt8>

    // All bytes at once: a slice's own hash takes them one by one.
    func hash(into hasher: inout Hasher) {
      content.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}
