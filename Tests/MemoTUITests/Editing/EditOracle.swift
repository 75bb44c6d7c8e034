/// What an edited text does, told in the simplest way: one array of bytes, gone through from its start for everything,
/// and whole copies to undo.
///
/// The only byte that is not UTF-8 in its texts is 0xFF.
struct EditOracle {
  struct Snapshot: Equatable {
    var bytes: [UInt8]
    var cursor = 0
    var anchor: Int?
  }

  var now: Snapshot
  private var undoable: [(before: Snapshot, after: Snapshot)] = []
  private var redoable: [(before: Snapshot, after: Snapshot)] = []

  init(_ bytes: [UInt8]) {
    now = Snapshot(bytes: bytes)
  }

  /// Offsets between characters, from 0 to the end.
  var boundaries: [Int] {
    var offsets = [0]
    for character in String(decoding: now.bytes, as: UTF8.self) {
      let length = character.unicodeScalars.reduce(0) { $0 + ($1 == "\u{FFFD}" ? 1 : String($1).utf8.count) }
      offsets.append(offsets[offsets.count - 1] + length)
    }
    return offsets
  }

  var selection: Range<Int> {
    let anchor = now.anchor ?? now.cursor
    return min(anchor, now.cursor)..<max(anchor, now.cursor)
  }

  mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    guard !range.isEmpty || !new.isEmpty else { return }
    let before = now
    now.bytes.replaceSubrange(range, with: new)
    now.anchor = nil
    now.cursor = range.lowerBound + new.count
    now.cursor = boundaries.first { $0 >= now.cursor } ?? now.bytes.count
    undoable.append((before, now))
    redoable = []
  }

  mutating func type(_ new: [UInt8]) {
    replace(selection, with: new)
  }

  /// The first line end of the text, which is that of all of them.
  var lineBreak: [UInt8] {
    guard let first = now.bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
    return Array(
      now.bytes[first...].prefix { $0 == 0x0D || $0 == 0x0A }.prefix(
        now.bytes[first...].starts(with: [0x0D, 0x0A]) ? 2 : 1))
  }

  mutating func delete(forward: Bool) {
    if !selection.isEmpty { return replace(selection, with: []) }
    let target = neighbour(forward: forward)
    replace(min(target, now.cursor)..<max(target, now.cursor), with: [])
  }

  func neighbour(forward: Bool) -> Int {
    (forward ? boundaries.first { $0 > now.cursor } : boundaries.last { $0 < now.cursor }) ?? now.cursor
  }

  mutating func move(to offset: Int, selecting: Bool) {
    now.anchor = selecting ? now.anchor ?? now.cursor : nil
    now.cursor = offset
  }

  mutating func undo() {
    guard let step = undoable.popLast() else { return }
    redoable.append(step)
    now = step.before
  }

  mutating func redo() {
    guard let step = redoable.popLast() else { return }
    undoable.append(step)
    now = step.after
  }
}
