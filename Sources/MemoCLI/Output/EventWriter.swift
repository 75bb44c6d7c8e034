import MemoCore
import MemoIndex
import MemoStore
import MemoWords

/// Writes what a watched vault has to tell: changes to standard output, everything else to standard error.
struct EventWriter {
  let session: Session
  let root: HostPath

  func write(_ news: VaultNews) throws {
    switch news {
    case .ready(let memos): session.note(Message.watching(memos, root.text))
    case .changes(let changes): try write(changes)
    case .problems(let problems): for problem in problems { session.warn(FailureMessages.text(of: problem)) }
    case .missed, .limited, .settings: if let warning = Self.warning(of: news) { session.warn(warning) }
    }
  }

  /// Those that are reported at once are written at once.
  private func write(_ changes: [VaultChange]) throws {
    guard session.isJSON else {
      let style = session.style.isColored ? session.style : nil
      let bytes = changes.flatMap { TabbedLines(style: style).line(cells(of: $0)) }
      return try style == nil ? session.writeRecords(bytes) : session.write(bytes)
    }
    var writer = RecordWriter(.lines(end: UInt8(ascii: "\n")), to: session.write)
    for change in changes { try writer.write(fields(of: change)) }
    try writer.end()
  }

  private func cells(of change: VaultChange) -> [Cell] {
    let cells = [
      Cell(.text(change.kind.name), Style.date), Cell(.path(change.path), Style.faint),
      Cell(.text(change.record.metadata.title), Style.title),
    ]
    return cells + (change.kind.oldPath.map { [Cell(.path($0), Style.faint)] } ?? [])
  }

  private func fields(of change: VaultChange) -> Record {
    let row = MemoRow(change.memo, record: change.record, root: root, clock: session.environment.clock)
    let from: Record = change.kind.oldPath.map { ["from": .path($0)] } ?? [:]
    return ["kind": .text(change.kind.name)] + from + [
      "record": .record(row.fields), "at": .date(session.environment.clock.now),
    ]
  }

  /// What a person is warned of, as one line; `nil` for what is no trouble.
  static func warning(of news: VaultNews) -> Text? {
    switch news {
    case .ready, .changes: nil
    case .missed(let memos): Message.missed(memos)
    case .limited(let limit): text(of: limit)
    case .problems(let problems): problems.first.map { FailureMessages.text(of: $0) }
    case .settings(let error): FailureMessages.failure(for: error).message
    }
  }

  static func text(of limit: WatchLimit) -> Text {
    switch limit {
    case .folders: Message.watchFolders
    case .watchers: Message.watchWatchers
    case .system(let reason): Message.watchRefused(SystemMessages.reason(reason))
    }
  }
}

extension VaultChange.Kind {
  /// The word that output has for it.
  fileprivate var name: String {
    switch self {
    case .added: "added"
    case .modified: "modified"
    case .removed: "removed"
    case .renamed: "renamed"
    }
  }

  /// Where a renamed memo stood before.
  fileprivate var oldPath: VaultPath? {
    if case .renamed(let from) = self { from } else { nil }
  }
}
