/// An edit and the whole lines that it replaces. Edits of different lines can be exchanged: none joins lines of another one.
struct LinewiseEdit: Equatable, Sendable {
  /// The edit. One that adds or removes whole lines adds or removes just these.
  private(set) var edit: TextEdit
  /// The first line, which is the same before and after the edit.
  private(set) var first: Int
  /// How many lines it replaces, and by how many.
  let removed, inserted: Int
  /// How many bytes of lines were looked at.
  let reach: Int

  private init(_ edit: TextEdit, first: Int, removed: Int, inserted: Int, reach: Int) {
    (self.edit, self.first, self.removed, self.inserted, self.reach) = (edit, first, removed, inserted, reach)
  }

  /// Makes an edit in a text.
  init(_ edit: TextEdit, in text: inout EditedLines) {
    let range = edit.offset..<edit.offset + edit.removed.count
    // The line break of the line above may become another one.
    let start = max(0, text.position(at: range.lowerBound).line - 1)
    let before = text[start..<text.position(at: range.upperBound).line + 1]
    let change = text.replace(range, with: edit.inserted)
    let (old, new) = (before.dropFirst(change.old.lowerBound - start), text[change.new])
    let reach = before.reduce(0) { $0 + $1.measure } + edit.inserted.count
    // Most edits are those of typing, which stay within a line.
    guard old.count > 1 || new.count > 1 else {
      self.init(edit, first: change.old.lowerBound, removed: 1, inserted: 1, reach: reach)
      return
    }
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let (removed, inserted) = (old.dropFirst(head).dropLast(tail), new.dropFirst(head).dropLast(tail))
    let first = change.old.lowerBound + head
    let lines = TextEdit(
      offset: text.offset(of: LinePosition(line: first, offset: 0)), removed: removed.bytes,
      inserted: inserted.bytes)
    // A line break typed at the end of a line adds the line below.
    let isWithin = lines.offset <= edit.offset && range.upperBound <= lines.offset + lines.removed.count
    self.init(
      isWithin ? edit : lines, first: first, removed: removed.count, inserted: inserted.count, reach: reach)
  }

  /// The edit that reverts it.
  var inverse: LinewiseEdit {
    LinewiseEdit(edit.inverse, first: first, removed: inserted, inserted: removed, reach: reach)
  }

  /// Follows an edit of lines above.
  mutating func move(byLines lines: Int, bytes: Int) {
    first += lines
    edit.offset += bytes
  }
}
