/// An editable text: lines, cursor, selection and what can be undone.
///
/// What is not edited keeps its bytes: line ends, byte order mark, invalid UTF-8, a missing last line end. An edit costs
/// as much as the lines it touches, however long the text.
public struct EditBuffer: Sendable {
  /// The text.
  public private(set) var lines: EditedLines
  /// Where typing goes; always between characters.
  public private(set) var cursor = LinePosition.start
  /// Where the selection that ends at the cursor began; `nil` for none.
  public private(set) var anchor: LinePosition?
  /// Counts up with each change of the text.
  public private(set) var revision = 0

  var history = EditHistory()
  // The column that up and down keep to.
  var wantedColumn: Int?
  private var change: LineChange?

  /// An editable text with the cursor at its start.
  public init(_ bytes: [UInt8]) {
    lines = EditedLines(bytes)
  }

  /// The bytes of the file.
  public var bytes: [UInt8] { lines.bytes }

  /// What is selected; `nil` for nothing.
  public var selection: Range<LinePosition>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// The bytes that are selected, to be copied.
  public var selectedBytes: [UInt8] { selection.map { lines.bytes(in: $0) } ?? [] }

  /// Which lines changed since this was last asked; `nil` for none.
  public mutating func takeChange() -> LineChange? {
    defer { change = nil }
    return change
  }
}

/// What edits and moves are made of.
extension EditBuffer {
  /// Puts cursor and anchor somewhere, between characters.
  mutating func place(_ position: LinePosition, anchor: LinePosition?) {
    cursor = snapped(position)
    self.anchor = anchor.map(snapped)
    wantedColumn = nil
  }

  /// Puts bytes in the place of others and the cursor behind them, and notes it as undoable.
  mutating func replace(_ range: Range<LinePosition>, with bytes: [UInt8], as kind: EditHistory.Kind) {
    let before = place
    let offset = lines.offset(of: range.lowerBound)
    let edit = TextEdit(offset: offset, removed: lines.bytes(in: range), inserted: bytes)
    guard !edit.removed.isEmpty || !bytes.isEmpty else { return }
    apply(edit)
    place(lines.position(at: offset + bytes.count), anchor: nil)
    history.note(edit, kind, from: before, to: place)
  }

  /// Makes an edit without noting it.
  mutating func apply(_ edit: TextEdit) {
    let next = lines.replace(edit.offset..<edit.offset + edit.removed.count, with: edit.inserted)
    revision += 1
    guard change != nil else {
      change = next
      return
    }
    change?.add(next)
  }

  /// Takes on whether the file starts with a byte order mark.
  mutating func adoptByteOrderMark(of other: EditedLines) {
    guard lines.hasByteOrderMark != other.hasByteOrderMark else { return }
    lines.hasByteOrderMark = other.hasByteOrderMark
    revision += 1
  }

  /// Where cursor and anchor are, as bytes before them.
  var place: EditHistory.Place {
    EditHistory.Place(cursor: lines.offset(of: cursor), anchor: anchor.map { lines.offset(of: $0) })
  }

  /// Puts cursor and anchor where they were.
  mutating func restore(_ place: EditHistory.Place) {
    self.place(lines.position(at: place.cursor), anchor: place.anchor.map { lines.position(at: $0) })
  }

  private func snapped(_ position: LinePosition) -> LinePosition {
    let line = min(max(0, position.line), lines.count - 1)
    return LinePosition(line: line, offset: lines[line].boundary(atOrAfter: position.offset))
  }
}
