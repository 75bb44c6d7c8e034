import MemoCore

/// Turns a text into a version that was changed elsewhere, by edits that leave what both have in common.
struct AdoptedText {
  // With more edits, as when all line ends changed, a single edit is faster.
  private static let editLimit = 1_000

  /// The edits, last one first: each is valid while those before it in the text are not made yet.
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

/// Compares two texts line by line, and collects the edits.
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

  /// Skips lines that are equal except for their line ends.
  mutating func keepLines(until end: Int) {
    while oldLine < min(end, old.count), newLine < new.count { replace(1, with: 1) }
  }

  /// Replaces lines one by one, so that a cursor stays on a line that was changed.
  mutating func replaceLines(_ count: Int, with newCount: Int) {
    let (oldEnd, newEnd) = (min(oldLine + count, old.count), min(newLine + newCount, new.count))
    while oldLine < oldEnd, newLine < newEnd { replace(1, with: 1) }
    replace(oldEnd - oldLine, with: newEnd - newLine)
  }

  private mutating func replace(_ count: Int, with newCount: Int) {
    let removed = old[oldLine..<oldLine + count].bytes
    let inserted = new[newLine..<newLine + newCount].bytes
    if let edit = TextEdit.between(removed, inserted, at: offset) { edits.append(edit) }
    oldLine += count
    newLine += newCount
    offset += removed.count
  }
}

extension TextEdit {
  /// The edit between two texts, without their common start and end; `nil` if they are equal.
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
  /// Adopts a version that was changed elsewhere, such as a merge with the file.
  ///
  /// The cursor stays on its line. The change is not a step of undo: steps that touched other parts of the text
  /// can still be undone.
  public mutating func adopt(_ bytes: [UInt8]) {
    let new = EditedLines(bytes)
    endLastLine(as: new)
    var place = place
    let edits = AdoptedText(lines, becoming: new).edits
    adoptByteOrderMark(of: new)
    history.admit(edits.reversed(), in: lines)
    for edit in edits {
      let isAtLineStart = lines.position(at: edit.offset).offset == 0
      apply(edit)
      place = place.moved(by: edit, isAtLineStart: isAtLineStart)
    }
    if !edits.isEmpty { restore(place) }
  }

  /// Ends a last line without an end where another version ends. A save has added that line end to the file: it belongs to
  /// what was typed in the line, and is no change of it.
  private mutating func endLastLine(as other: EditedLines) {
    guard lines.hasOpenEnd, other.count > 1, !other.hasOpenEnd else { return }
    let lineBreak = other[other.count - 2].lineBreak
    history.endLastLine(of: lines, with: lineBreak)
    apply(TextEdit(offset: lines.byteCount, removed: [], inserted: lineBreak.bytes))
  }
}
