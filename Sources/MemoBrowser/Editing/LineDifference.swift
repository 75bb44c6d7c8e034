/// Where two versions of a text differ: one run of lines that made way for another.
struct LineDifference {
  private let old: TextLines
  private let new: TextLines
  /// Lines at the start that are the same.
  private let prefix: Int
  /// Lines at the end that are the same.
  private let suffix: Int

  init(_ old: TextLines, _ new: TextLines) {
    self.old = old
    self.new = new
    let (before, after) = (old[0..<old.count], new[0..<new.count])
    prefix = zip(before, after).prefix { $0 == $1 }.count
    suffix = zip(before[prefix...].reversed(), after[prefix...].reversed()).prefix { $0 == $1 }.count
  }

  /// The bytes that differ, as one edit of the old text; empty where nothing does.
  var edit: TextEdit {
    let removed = old.bytes(in: prefix..<old.count - suffix)
    let inserted = new.bytes(in: prefix..<new.count - suffix)
    let start = zip(removed, inserted).prefix { $0 == $1 }.count
    let end = zip(removed[start...].reversed(), inserted[start...].reversed()).prefix { $0 == $1 }.count
    return TextEdit(
      offset: old.offset(of: LinePosition(line: prefix, offset: 0)) + start,
      removed: Array(removed[start..<removed.count - end]), inserted: Array(inserted[start..<inserted.count - end]))
  }

  /// Where a position of the old text is in the new one: on the same line where that is still there.
  func position(of position: LinePosition) -> LinePosition {
    if position.line < prefix { return position }
    if position.line >= old.count - suffix {
      return LinePosition(line: position.line + new.count - old.count, offset: position.offset)
    }
    if let line = nearestLine(like: position.line) { return LinePosition(line: line, offset: position.offset) }
    let place = EditHistory.Place(cursor: old.offset(of: position), anchor: nil)
    return new.position(at: place.moved(by: edit).cursor)
  }

  /// The line that is equal and has the most equal lines around it; of several the nearest.
  private func nearestLine(like line: Int) -> Int? {
    let wanted = old[line]
    let candidates = (prefix..<new.count - suffix).filter { new[$0] == wanted }
    return candidates.max { left, right in
      (equalNeighbours(line, left), -abs(left - line)) < (equalNeighbours(line, right), -abs(right - line))
    }
  }

  private func equalNeighbours(_ line: Int, _ candidate: Int) -> Int {
    [-2, -1, 1, 2].count { distance in
      let (mine, other) = (line + distance, candidate + distance)
      return old.has(mine) && new.has(other) && old[mine] == new[other]
    }
  }
}

extension TextLines {
  fileprivate func has(_ line: Int) -> Bool { (0..<count).contains(line) }
}
