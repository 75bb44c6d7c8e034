import MemoCore
import MemoIndex
import MemoKit
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
    case .missed, .limited, .settings: if let warning = WatchMessages.warning(of: news) { session.warn(warning) }
    }
  }

  /// Those that are reported at once are written at once.
  private func write(_ changes: [VaultChange]) throws {
    if session.isJSON { return try session.write(objects(changes)) }
    if session.style.isColored { return try session.write(changes.flatMap(coloredLine)) }
    try session.writeRecords(changes.flatMap(line))
  }

  private func line(_ change: VaultChange) -> [UInt8] {
    let tab = [UInt8(ascii: "\t")]
    var bytes = Array(change.kind.name.utf8) + tab + QuotedPath.bytes(change.path) + tab
    bytes += OneLine.bytes(change.record.metadata.title)
    if let old = change.kind.oldPath { bytes += tab + QuotedPath.bytes(old) }
    return bytes + [UInt8(ascii: "\n")]
  }

  /// What is in colour has passed the gate to terminals.
  private func coloredLine(_ change: VaultChange) -> [UInt8] {
    let style = session.style
    var columns = [
      style.date(change.kind.name), style.faint(TerminalText.visible(QuotedPath.bytes(change.path))),
      style.title(TerminalText.visible(change.record.metadata.title)),
    ]
    if let old = change.kind.oldPath { columns.append(style.faint(TerminalText.visible(QuotedPath.bytes(old)))) }
    return Array((columns.joined(separator: "\t") + "\n").utf8)
  }

  private func objects(_ changes: [VaultChange]) -> [UInt8] {
    var writer = JSONWriter()
    for change in changes {
      writer.beginObject()
      writer.key("kind")
      writer.string(change.kind.name)
      if let old = change.kind.oldPath { writeKey("from", old, to: &writer) }
      writer.key("record")
      MemoRow(change.memo, record: change.record, root: root, clock: session.machine.clock).write(to: &writer)
      writer.key("at")
      writer.string(Timestamp.rfc3339(session.machine.clock.now))
      writer.endObject()
      writer.newline()
    }
    return writer.bytes
  }

  private func writeKey(_ key: String, _ path: VaultPath, to writer: inout JSONWriter) {
    writer.key(key)
    writer.string(path.text)
    guard !path.isUTF8 else { return }
    writer.key("\(key)Base64")
    writer.string(Base64.text(path.bytes))
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
