import MemoCore

/// How a text becomes one that was changed elsewhere: by edits that leave alone what both have in common.
struct AdoptedText {
  // Past this, for instance where each line ends otherwise than before, one edit is quicker made than many.
  private static let editLimit = 1_000

  /// The edits, each told as if those that stand behind it in the text were already made: the last one comes first.
  let edits: [TextEdit]

  init(_ old: EditedLines, becoming new: EditedLines) {
    var writer = EditWriter(old: old[0..<old.count], new: new[0..<new.count])
    let hunks = LineDifference(from: old.textBytes, to: new.textBytes).hunks
    for hunk in hunks {
      writer.keepLines(until: hunk.old.lowerBound)
      writer.replaceLines(hunk.old.count, with: hunk.new.count)
    }
    writer.keepLines(until: old.count)
    writer.replaceLines(0, with: new.count)
    let whole = TextEdit.between(old.textBytes, new.textBytes, at: 0)
    edits = writer.edits.count <= Self.editLimit ? writer.edits.reversed() : whole.map { [$0] } ?? []
  }
}

/// Goes through both texts line by line, and writes what differs.
private struct EditWriter {
  let old: [TextLine]
  let new: [TextLine]
  private(set) var edits: [TextEdit] = []

  private var oldLine = 0
  private var newLine = 0
  private var offset = 0

  init(old: [TextLine], new: [TextLine]) {
    self.old = old
    self.new = new
  }

  /// Goes on over lines that are equal but perhaps for their ends.
  mutating func keepLines(until end: Int) {
    while oldLine < min(end, old.count), newLine < new.count { replace(1, with: 1) }
  }

  /// Puts lines in the place of others, the first for the first, so that a cursor stays on a line that was changed.
  mutating func replaceLines(_ count: Int, with newCount: Int) {
    let (oldEnd, newEnd) = (min(oldLine + count, old.count), min(newLine + newCount, new.count))
    while oldLine < oldEnd, newLine < newEnd { replace(1, with: 1) }
    replace(oldEnd - oldLine, with: newEnd - newLine)
  }

  private mutating func replace(_ count: Int, with newCount: Int) {
    let removed = bytes(old[oldLine..<oldLine + count])
    let inserted = bytes(new[newLine..<newLine + newCount])
    if let edit = TextEdit.between(removed, inserted, at: offset) { edits.append(edit) }
    oldLine += count
    newLine += newCount
    offset += removed.count
  }

  private func bytes(_ lines: ArraySlice<TextLine>) -> [UInt8] {
    lines.flatMap { $0.bytes + $0.lineBreak.bytes }
  }
}

extension TextEdit {
  /// What makes one text of the other, without what they have in common at both ends; `nil` where they are equal.
  fileprivate static func between(_ old: [UInt8], _ new: [UInt8], at offset: Int) -> TextEdit? {
    if old == new { return nil }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    return TextEdit(
      offset: offset + start, removed: Array(old[start..<old.count - end]),
      inserted: Array(new[start..<new.count - end]))
  }
}

extension EditBuffer {
  /// Takes on a text that was changed elsewhere, for instance merged with what is on disk.
  ///
  /// The cursor stays on its line, wherever that is now. The change is no step of undo: steps that touched other parts
  /// of the text can still be undone.
  public mutating func adopt(_ bytes: [UInt8]) {
    let new = EditedLines(bytes)
    var place = place
    let edits = AdoptedText(lines, becoming: new).edits
    adoptByteOrderMark(of: new)
    for edit in edits {
      let isAtLineStart = lines.position(at: edit.offset).offset == 0
      apply(edit)
      history.admit(edit)
      place = place.moved(by: edit, isAtLineStart: isAtLineStart)
    }
    if !edits.isEmpty { restore(place) }
  }
}
