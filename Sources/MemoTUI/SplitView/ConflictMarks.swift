import MemoCore
import MemoStore
import MemoSync
import MemoWords

/// The conflicts in the text that is shown, found again after each change of the text or the conflicts.
struct ConflictMarks: Sendable {
  /// A conflict and the lines of its versions.
  struct Mark: Equatable, Sendable {
    let conflict: SyncConflict
    /// Its number among all, from 1.
    let number: Int
    /// Where its versions are; `nil` if they are not lines of this text.
    let place: ConflictPlace?
    /// From the first to the last of its lines, from 0.
    let lines: ClosedRange<Int>
  }

  private struct Source: Equatable {
    let id: Int
    let revision: Int
    let conflicts: [SyncConflict]
  }

  private(set) var marks: [Mark] = []
  private var source: Source?

  /// Looks for the conflicts of a memo in its text.
  mutating func update(_ pane: MemoPane?, _ conflicts: [SyncConflict]) {
    guard let pane, let path = pane.path, pane.isEditable, conflicts.contains(where: { $0.path == path }) else {
      (marks, source) = ([], nil)
      return
    }
    let source = Source(id: pane.id, revision: pane.editor.buffer.revision, conflicts: conflicts)
    guard source != self.source else { return }
    self.source = source
    let text = pane.editor.buffer.bytes
    let last = pane.editor.buffer.lines.count - 1
    marks = zip(1..., conflicts).filter { $0.1.path == path }.map { number, conflict in
      let place = ConflictPlace(of: conflict, in: text)
      let line = min(max(0, conflict.line - 1), last)
      return Mark(conflict: conflict, number: number, place: place, lines: place?.lines ?? line...line)
    }
  }

  /// The conflict that a line belongs to; `nil` for none.
  func mark(ofLine line: Int) -> Mark? { marks.first { $0.lines.contains(line) } }
}

extension BrowserState {
  /// The conflict at the cursor of a text that is read; `nil` for none.
  var conflictAtCursor: ConflictMarks.Mark? {
    guard case .browsing = mode, focus == .memo, let pane, pane.isEditable else { return nil }
    return conflictMarks.mark(ofLine: pane.editor.buffer.cursor.line)
  }
}

extension [SyncConflict] {
  /// The same where these are the conflicts of a memo now.
  func with(_ found: [SyncConflict], in path: VaultPath) -> [SyncConflict] {
    filter { $0.path < path } + found + filter { path < $0.path }
  }
}

/// The keys that settle conflicts where they are, and go from one to the next.
enum ConflictKeys {
  /// Settles the conflict at the cursor; `nil` for other keys, and for a vault without conflicts.
  static func settle(_ event: TerminalEvent, _ state: inout BrowserState) -> [BrowserEffect]? {
    guard !state.conflicts.isEmpty, case .text(let key) = event, let choice = choice(of: key) else { return nil }
    // Not the one at the cursor, while the message is about a file that is not shown.
    if let conflict = state.conflictElsewhere {
      state.message = BrowserMessages.fileAdvice(conflict)[state.language]
      return []
    }
    guard let mark = state.conflictAtCursor else {
      state.message = SettlingMessages.notAtConflict(key)[state.language]
      return []
    }
    guard mark.conflict.choices.contains(choice) else {
      state.message = SettlingMessages.byHand(mark.conflict)[state.language]
      return []
    }
    return [.settle(mark.conflict, choice)]
  }

  /// Whether a key goes on from a conflict, also by its name behind a colon, or may settle it.
  static func areAbout(_ event: TerminalEvent) -> Bool {
    guard case .text(let key) = event else { return false }
    return key == ")" || key == ":" || choice(of: key) != nil
  }

  private static func choice(of key: String) -> ConflictChoice? {
    switch key {
    case "<": .only(.ours)
    case ">": .only(.theirs)
    case "=": .both
    default: nil
    }
  }

  /// Goes to the first conflict below the cursor, in this memo or the ones after it; behind the last one to the first.
  static func goOn(_ state: inout BrowserState) -> [BrowserEffect] {
    guard let next = next(state) ?? state.conflicts.first else { return [.conflicts(isAsked: true)] }
    let isMemo = state.list.rows.row(of: next.path) != nil
    guard isMemo || !state.list.query.isEmpty && MemoFileRules.hasMemoExtension(next.path) else {
      state.conflictElsewhere = next
      state.message = BrowserMessages.fileAdvice(next)[state.language]
      return []
    }
    return go(to: next, &state)
  }

  /// The first conflict behind the cursor, or behind the file that the message is about; `nil` behind the last one.
  private static func next(_ state: BrowserState) -> SyncConflict? {
    let conflicts = state.conflicts
    if let passed = state.conflictElsewhere.flatMap({ conflicts.firstIndex(of: $0) }) {
      return conflicts.dropFirst(passed + 1).first
    }
    let place = state.pane?.path.map { ($0, state.conflictAtCursor?.lines.upperBound ?? cursorLine(state)) }
    return conflicts.first { conflict in
      guard let place else { return true }
      return (place.0, place.1 + 1) < (conflict.path, conflict.line)
    }
  }

  private static func cursorLine(_ state: BrowserState) -> Int {
    state.focus == .memo ? state.pane?.editor.buffer.cursor.line ?? -1 : -1
  }

  /// Goes to a conflict.
  static func go(to conflict: SyncConflict, _ state: inout BrowserState) -> [BrowserEffect] {
    state.conflictElsewhere = nil
    state.leaveTrail(to: conflict.path)
    state.message = SyncMessages.advice(on: conflict)[state.language]
    state.focus = .memo
    return state.go(to: conflict.path, .line(conflict.line))
  }
}
