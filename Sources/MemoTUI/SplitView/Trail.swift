import MemoCore

/// The way back: the memos from which links were followed.
struct Trail: Sendable {
  /// A memo, and what was shown when it was left.
  struct Stop: Sendable {
    var path: VaultPath
    /// The search.
    let query: String
    /// The position in the text; `nil` if it was not loaded yet.
    let place: MemoPane.Place?
  }

  /// Where a new memo was started, to return to if nothing is written in it.
  struct Origin: Sendable {
    /// The search.
    let query: String
    /// Whether a memo was shown, which is the latest stop.
    let hasStop: Bool
  }

  private var stops: [Stop] = []

  var isEmpty: Bool { stops.isEmpty }

  /// Remembers a stop.
  mutating func leave(_ stop: Stop) {
    stops.append(stop)
  }

  /// Removes the latest stop and returns it.
  mutating func goBack() -> Stop? {
    stops.popLast()
  }

  /// Follows a memo that another process has moved.
  mutating func follow(_ path: VaultPath, to newPath: VaultPath) {
    for place in stops.indices where stops[place].path == path { stops[place].path = newPath }
  }
}

/// Where people were in the memos that they left in this run.
struct VisitedPlaces: Sendable {
  private static let most = 200

  /// The memo that was left last comes last.
  private var visited: [(path: VaultPath, place: MemoPane.Place)] = []

  /// The place in a memo; `nil` if it was not moved in.
  subscript(path: VaultPath) -> MemoPane.Place? { visited.last { $0.path == path }?.place }

  /// Remembers the place in a memo that is left.
  mutating func leave(_ pane: MemoPane?) {
    guard let pane, let path = pane.path, pane.isEditable else { return }
    visited.removeAll { $0.path == path }
    guard pane.hasCursor || pane.top > 0 else { return }
    visited.append((path, pane.place))
    visited.removeFirst(max(0, visited.count - Self.most))
  }

  /// Forgets the place in a memo.
  mutating func forget(_ path: VaultPath) {
    visited.removeAll { $0.path == path }
  }

  /// Follows a memo that was moved.
  mutating func follow(_ path: VaultPath, to newPath: VaultPath) {
    for place in visited.indices where visited[place].path == path { visited[place].path = newPath }
  }
}

/// Where to go in a memo once its text is loaded.
enum WantedPlace: Equatable, Sendable {
  /// A heading that a link names.
  case heading(String)
  /// A line, from 1.
  case line(Int)
}

extension TextEditor {
  /// The position of a place; `nil` if the text has no such heading.
  func position(of place: WantedPlace) -> LinePosition? {
    switch place {
    case .heading(let name): position(ofHeading: name)
    case .line(let number): LinePosition(line: min(max(1, number), buffer.lines.count) - 1, offset: 0)
    }
  }

  /// A position: `12:5 40%`, by line and character, and by rows.
  func positionText(at cursor: LinePosition) -> String {
    let before = buffer.lines[cursor.line].bytes.prefix(cursor.offset)
    // Decoding takes some 10 ms for a megabyte; lines that are as long are mostly data in ASCII.
    let isASCII = before.allSatisfy { $0 < 0x80 }
    let column = 1 + (isASCII ? before.count : String(decoding: before, as: UTF8.self).count)
    let percent =
      layout.rowCount > 1 ? layout.cell(of: cursor, in: buffer.lines).row * 100 / (layout.rowCount - 1) : 100
    return "\(cursor.line + 1):\(column) \(percent)%"
  }
}
