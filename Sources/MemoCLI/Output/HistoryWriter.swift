import MemoCore
import MemoStore
import MemoSync

/// Writes the versions of a memo: a table for people, a line each, or one JSON array.
struct HistoryWriter {
  let session: Session

  func write(_ versions: [MemoVersion]) throws {
    if session.isJSON { return try writeJSON(versions) }
    guard session.console.outputIsTerminal else {
      return try session.writeLines(versions.flatMap(session.isColorForced ? coloredLine : plainLine))
    }
    let table = HistoryTable(session: session, versions: versions)
    try session.page(versions.lazy.map(table.bytes))
  }

  // MARK: Lines

  private func plainLine(_ version: MemoVersion) -> [UInt8] {
    let tab = [UInt8(ascii: "\t")]
    let fields = [
      Array(version.rev.utf8), Array(Timestamp.rfc3339(version.date).utf8), OneLine.bytes(version.author),
      OneLine.bytes(version.summary),
    ]
    return Array(fields.joined(separator: tab)) + [UInt8(ascii: "\n")]
  }

  /// For people: what is in colour has passed the gate to terminals.
  private func coloredLine(_ version: MemoVersion) -> [UInt8] {
    let style = session.style
    let columns = [
      style.number(version.rev), style.date(Timestamp.rfc3339(version.date)),
      TerminalText.visible(version.author), style.title(TerminalText.visible(version.summary)),
    ]
    return Array((columns.joined(separator: "\t") + "\n").utf8)
  }

  // MARK: JSON

  private func writeJSON(_ versions: [MemoVersion]) throws {
    var writer = JSONWriter()
    writer.beginArray()
    for version in versions {
      writer.beginObject()
      writer.version(version)
      writer.key("change")
      writer.string(version.change.rawValue)
      writer.path(version.path)
      writer.key("formerPath")
      writer.optional(version.formerPath?.text)
      writer.key("added")
      writer.optional(version.lines?.added)
      writer.key("removed")
      writer.optional(version.lines?.removed)
      writer.endObject()
      try writer.flush { try session.write($0) }
    }
    writer.endArray()
    writer.newline()
    try session.write(writer.takeBytes())
  }
}

extension JSONWriter {
  /// The keys that name a version: `rev`, `date`, `author`, `summary`.
  mutating func version(_ version: MemoVersion) {
    key("rev")
    string(version.rev)
    key("date")
    quoted { Timestamp.append(version.date, to: &$0) }
    key("author")
    string(version.author)
    key("summary")
    string(version.summary)
  }

  /// A number, or null for none.
  mutating func optional(_ number: Int?) {
    if let number { self.number(number) } else { null() }
  }
}
