import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Writes the links of a memo: a line each, or one JSON array.
struct LinkWriter {
  let session: Session

  func write(_ links: [FollowedLink]) throws {
    guard !session.isJSON else { return try writeJSON(links) }
    guard session.console.outputIsTerminal else {
      return try session.writeLines(links.flatMap(session.isColorForced ? shownLine : plainLine))
    }
    try session.page(links.map(row), uncut: [0])
  }

  // MARK: Lines

  private func plainLine(_ link: FollowedLink) -> [UInt8] {
    let path = link.path.map(QuotedPath.bytes) ?? []
    let place = "\t\(link.position.line):\(link.position.column)\t"
    return path + Array(place.utf8) + OneLine.bytes(link.link.target) + [UInt8(ascii: "\n")]
  }

  /// What is in colour has passed the gate to terminals.
  private func shownLine(_ link: FollowedLink) -> [UInt8] {
    Array((row(link).map { $0.paint($0.text) }.joined(separator: "  ") + "\n").utf8)
  }

  /// For people: the place of the link, its target, and where it leads.
  private func row(_ link: FollowedLink) -> [ColumnTable.Cell] {
    let style = session.style
    return [
      .init(text: "\(link.position.line):\(link.position.column)", paint: style.number),
      .init(text: TerminalText.visible(link.link.target), paint: style.title), destination(of: link, style),
    ]
  }

  private func destination(of link: FollowedLink, _ style: Style) -> ColumnTable.Cell {
    let paths = link.paths.map { TerminalText.visible(QuotedPath.bytes($0)) }
    switch link.resolution {
    case .memo: return .init(text: paths.joined(), paint: style.faint)
    case .ambiguous where paths.isEmpty:
      return .init(text: Message.mayBeAny(link.memoCount)[session.language], paint: style.error)
    case .ambiguous: return .init(text: Message.mayBe(paths)[session.language], paint: style.error)
    case .broken: return .init(text: Message.noMemo[session.language], paint: style.error)
    case .elsewhere: return .init(text: Message.elsewhere[session.language], paint: style.faint)
    }
  }

  // MARK: JSON

  private func writeJSON(_ links: [FollowedLink]) throws {
    var writer = JSONWriter()
    writer.beginArray()
    for link in links {
      Self.write(link, to: &writer)
      try writer.flush { try session.write($0) }
    }
    writer.endArray()
    writer.newline()
    try session.write(writer.takeBytes())
  }

  private static func write(_ link: FollowedLink, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("target")
    writer.string(link.link.target)
    writer.key("heading")
    writer.optional(link.link.heading)
    writer.key("label")
    writer.optional(link.link.label)
    writer.key("kind")
    writer.string(link.link.kind.word)
    writer.key("line")
    writer.number(link.position.line)
    writer.key("column")
    writer.number(link.position.column)
    writer.key("path")
    writer.optional(link.path?.text)
    writer.key("status")
    writer.string(status(of: link.resolution))
    writer.key("candidates")
    writer.strings(link.paths.map(\.text))
    writer.endObject()
  }

  private static func status(of resolution: LinkResolution) -> String {
    switch resolution {
    case .memo: "memo"
    case .ambiguous: "ambiguous"
    case .broken: "broken"
    case .elsewhere: "elsewhere"
    }
  }
}

extension JSONWriter {
  /// A text, or null for none.
  mutating func optional(_ text: String?) {
    if let text { string(text) } else { null() }
  }
}

extension MemoLink.Kind {
  /// The word that scripts know it by.
  var word: String {
    switch self {
    case .wiki: "wiki"
    case .markdown: "markdown"
    }
  }
}

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
      MemoRow(memo, record: record, root: vault.root, clock: session.machine.clock).writeKeys(to: &writer)
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
