import MemoCore

/// The boxes of tasks in a text.
extension TextEditor {
  /// Ticks the task on a line, or unticks it, and leaves the cursor where it is; returns whether there is one.
  mutating func tickTask(onLine line: Int) -> Bool {
    guard let box = taskBox(onLine: line) else { return false }
    let mark = Range(box.lowerBound + 1..<box.upperBound - 1, ofLine: line)
    let isDone = ["x", "X"].contains { buffer.lines.bytes(in: mark).elementsEqual($0.utf8) }
    edit { $0.replaceAsStep(mark, with: isDone ? " " : "x") }
    return true
  }

  /// Gives a list item a box; returns whether the line is one that has none yet.
  mutating func makeTask(onLine line: Int) -> Bool {
    guard styles.block(ofLine: line) == .text, let item = ListItem(buffer.lines[line].bytes), item.hasMark, !item.hasBox
    else { return false }
    let place = LinePosition(line: line, offset: item.markLength)
    edit { $0.replaceAsStep(place..<place, with: "[ ] ") }
    return true
  }

  /// The bytes of the task's box on a line; `nil` if there is none.
  func taskBox(onLine line: Int) -> Range<Int>? {
    styles.spans(ofLines: line..<line + 1, in: buffer.lines).joined().first { span in
      if case .taskBox = span.kind { true } else { false }
    }?.range
  }
}
