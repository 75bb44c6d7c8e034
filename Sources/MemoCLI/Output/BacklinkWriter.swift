import MemoCore
import MemoIndex
import MemoStore
import MemoWords

/// Writes the memos that link to one, with the lines in which they do.
struct BacklinkWriter {
  let session: Session
  let vault: Vault
  let index: VaultIndex
  let backlinks: Backlinks

  func write() throws {
    let memos = backlinks.memos
    if session.isJSON {
      try writeRecords(memos)
    } else if session.console.outputIsTerminal {
      try session.page(try memos.map { page(of: $0, try lines(of: $0)) })
    } else {
      for memo in memos { try session.writeLines(rows(of: memo, try lines(of: memo))) }
    }
  }

  private func lines(of memo: IndexedMemo) throws -> [MatchedLines.Line] {
    let matches = try backlinks.matches(in: memo)
    return MatchedLines(matches, in: []).lines(limit: .max, context: LineContext(session.arguments))
  }

  // MARK: Lines

  private func rows(of memo: IndexedMemo, _ lines: [MatchedLines.Line]) -> [UInt8] {
    let path = QuotedPath.bytes(memo.path)
    return lines.flatMap { line -> [UInt8] in
      let place = ":\(line.number):\(line.column ?? 1):"
      guard session.isColorForced else { return path + Array("\(place)\(line.text)\n".utf8) }
      let start = session.style.faint(TerminalText.visible(path)) + session.style.number(place)
      return Array("\(start)\(HighlightedLine(line, style: session.style).text)\n".utf8)
    }
  }

  /// For people: title and path, then the lines.
  private func page(of memo: IndexedMemo, _ lines: [MatchedLines.Line]) -> [UInt8] {
    let style = session.style
    let title = index.title(of: memo)
    let shown = title.isEmpty ? Message.untitled[session.language] : TerminalText.visible(title)
    var page = "\(style.title(shown))  \(style.faint(TerminalText.visible(memo.path.text)))\n"
    for line in lines {
      page += "  \(style.number("\(line.number)"))  \(HighlightedLine(line, style: style).text)\n"
    }
    return Array((page + "\n").utf8)
  }

  // MARK: JSON

  private func writeRecords(_ memos: [IndexedMemo]) throws {
    var writer = JSONWriter()
    writer.beginArray()
    for memo in memos {
      guard let record = index.record(of: memo) else { continue }
      writer.beginObject()
      MemoRow(memo, record: record, root: vault.root, clock: session.environment.clock).writeKeys(to: &writer)
      writer.key("matches")
      writer.beginArray()
      for matches in MatchedLines(try backlinks.matches(in: memo), in: []).byLine() {
        try LineMatches(matches).write(to: &writer) { try session.write($0) }
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.newline()
    try session.write(writer.takeBytes())
  }
}
