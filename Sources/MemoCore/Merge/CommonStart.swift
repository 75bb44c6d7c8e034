/// What two devices began with that each made the same memo, as from one template: without it, a task that only one of them
/// has ticked would be there twice.
enum CommonStart {
  /// The lines that both texts have, with those tasks open that one of them has ticked; nothing where there are none.
  static func text(of first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    let (tasks, others) = (tasks(of: first), tasks(of: second))
    guard !tasks.isEmpty, !others.isEmpty else { return [] }
    let (lines, otherLines) = (TextLines(first), TextLines(second))
    var (start, place, hasTicks): ([UInt8], Int, Bool) = ([], 0, false)
    for hunk in LineDifference(from: first, to: second).hunks {
      start += lines.text(place..<hunk.old.lowerBound)
      place = hunk.old.upperBound
      // The lines of the other text's tasks, by what these are when they are open; the next one last.
      var twins: [ArraySlice<UInt8>: [Int]] = [:]
      for line in hunk.new.reversed() {
        if let task = others[line] { twins[task.open, default: []].append(line) }
      }
      var end = hunk.new.lowerBound
      for line in hunk.old {
        guard let task = tasks[line] else { continue }
        while let twin = twins[task.open]?.popLast() {
          guard twin >= end, others[twin]?.isOpen != task.isOpen else { continue }
          end = twin + 1
          start += task.isOpen ? lines.text(line..<line + 1) : otherLines.text(twin..<end)
          hasTicks = true
          break
        }
      }
    }
    return hasTicks ? start + lines.text(place..<lines.count) : []
  }

  private struct Task {
    /// Its line, without its end, as it is when the task is open.
    let open: ArraySlice<UInt8>
    let isOpen: Bool
  }

  /// The tasks of a memo by their lines, from 0.
  private static func tasks(of text: [UInt8]) -> [Int: Task] {
    text.withUnsafeBytes { bytes in
      let found = MarkupTree(ofMemo: bytes).tasks.map { task in
        let line = bytes.lineStart(of: task.mark.lowerBound)..<bytes.lineEnd(from: task.mark.upperBound)
        let (head, tail) = (text[line.lowerBound..<task.mark.lowerBound], text[task.mark.upperBound..<line.upperBound])
        return (task.line - 1, Task(open: head + " ".utf8 + tail, isOpen: text[task.mark].elementsEqual(" ".utf8)))
      }
      return Dictionary(found) { first, _ in first }
    }
  }
}
