import MemoCore
import MemoWords

/// Settles a conflict that a merge of another program has left in the text: keeps one version of it, or both.
enum ConflictActions {
  /// A conflict with its parts.
  struct Conflict {
    /// All of it, the lines of marks included.
    let range: Range<Int>
    let first: Range<Int>
    let second: Range<Int>
  }

  static func all(at place: ActionPlace) -> [CodeAction] {
    guard let conflict = conflicts(in: place.document.bytes).first(where: { place.touches($0.range) }) else {
      return []
    }
    let choices = [
      ("conflict first", ActionMessages.keepFirst, [conflict.first]),
      ("conflict second", ActionMessages.keepSecond, [conflict.second]),
      ("conflict both", ActionMessages.keepBoth, [conflict.first, conflict.second]),
    ]
    return choices.map { id, title, kept in
      CodeAction(
        id: id, title: title, kind: .quickFix, fixes: "conflict-marker",
        effect: place.editing { edits(keeping: kept, of: conflict) })
    }
  }

  /// What is between the kept parts goes.
  private static func edits(keeping kept: [Range<Int>], of conflict: Conflict) -> [ByteEdit] {
    var (edits, start) = ([ByteEdit](), conflict.range.lowerBound)
    for part in kept {
      edits.append(ByteEdit(start..<part.lowerBound, []))
      start = part.upperBound
    }
    return edits + [ByteEdit(start..<conflict.range.upperBound, [])]
  }

  /// The conflicts of a text.
  static func conflicts(in bytes: [UInt8]) -> [Conflict] {
    bytes.withUnsafeBytes { text in
      ConflictMarkers().conflicts(in: text).compactMap { conflict(at: $0, in: text) }
    }
  }

  private static func conflict(at start: Int, in text: UnsafeRawBufferPointer) -> Conflict? {
    let first = text.nextLineStart(from: start)
    var (firstEnd, second): (Int?, Int?) = (nil, nil)
    var line = first
    while line < text.count {
      let next = text.nextLineStart(from: line)
      switch mark(at: line, in: text) {
      // What both were made from, which some merges show.
      case UInt8(ascii: "|") where firstEnd == nil: firstEnd = line
      case UInt8(ascii: "=") where second == nil:
        firstEnd = firstEnd ?? line
        second = next
      case UInt8(ascii: ">"):
        if let firstEnd, let second {
          return Conflict(range: start..<next, first: first..<firstEnd, second: second..<line)
        }
      default: break
      }
      line = next
    }
    return nil
  }

  private static let length = 7

  /// The character of which a line begins with seven and no more; `nil` for any other line.
  private static func mark(at line: Int, in text: UnsafeRawBufferPointer) -> UInt8? {
    guard line + length <= text.count, "|=>".utf8.contains(text[line]),
      text[line..<line + length].allSatisfy({ $0 == text[line] })
    else { return nil }
    let isEnd = line + length == text.count || " \r\n".utf8.contains(text[line + length])
    return isEnd ? text[line] : nil
  }
}
