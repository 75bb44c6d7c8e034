import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Writes the links of a memo: a line each, or one JSON array.
struct LinkWriter {
  let session: Session

  func write(_ links: [FollowedLink]) throws {
    try session.write(links, Self.fields, row: row, line: line, uncut: [0])
  }

  private func line(_ link: FollowedLink) -> [UInt8] {
    if session.isColorForced { return shownLine(link) }
    return session.line(.pathText(link.path), .text(Self.place(of: link)), .text(Self.shownTarget(of: link)))
  }

  private static func fields(of link: FollowedLink) -> Record {
    [
      "target": .text(link.link.target), "heading": .text(link.link.heading), "label": .text(link.link.label),
      "kind": .text(link.link.kind.word), "line": .number(link.position.line), "column": .number(link.position.column),
      "path": .pathText(link.path), "status": .text(status(of: link)),
      "candidates": .pathTexts(link.candidates.isEmpty ? [link.path].compactMap(\.self) : link.candidates),
    ]
  }

  /// A link without target is one to a heading of its memo.
  private static func shownTarget(of link: FollowedLink) -> String {
    link.link.target.isEmpty ? "#\(link.link.heading ?? "")" : link.link.target
  }

  private static func place(of link: FollowedLink) -> String { "\(link.position.line):\(link.position.column)" }

  /// What is in colour has passed the gate to terminals.
  private func shownLine(_ link: FollowedLink) -> [UInt8] {
    Array((row(link).map { $0.colored(session.style, session.paths) }.joined(separator: "  ") + "\n").utf8)
  }

  /// For people: the place of the link, its target, and where it leads.
  private func row(_ link: FollowedLink) -> [Cell] {
    [
      Cell(.text(Self.place(of: link)), Style.number), Cell(.text(Self.shownTarget(of: link)), Style.title),
      destination(of: link),
    ]
  }

  private func destination(of link: FollowedLink) -> Cell {
    switch link.resolution {
    case .elsewhere where link.path == nil: return Cell(.text(Message.elsewhere[session.language]), Style.faint)
    case .memo, .elsewhere: return Cell(.pathTexts([link.path].compactMap(\.self)), Style.faint)
    case .ambiguous:
      let path = link.path.map { TerminalText.visible(QuotedPath.bytes(session.paths.bytes($0))) } ?? ""
      return Cell(.text(Message.chosen(path, among: link.candidateCount)[session.language]), Style.error)
    case .broken: return Cell(.text(Message.noMemo[session.language]), Style.error)
    }
  }

  private static func status(of link: FollowedLink) -> String {
    switch link.resolution {
    case .elsewhere where link.path == nil: "elsewhere"
    case .memo, .elsewhere: "memo"
    case .ambiguous: "ambiguous"
    case .broken: "broken"
    }
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
    let memos = session.part(of: backlinks.memos)
    if session.isJSON {
      var writer = RecordWriter(.array, to: session.write)
      for memo in memos {
        if let fields = try fields(of: memo) { try writer.write(fields) }
      }
      try writer.end()
    } else if session.console.outputIsTerminal {
      try session.page(
        try memos.map { session.section(titled: index.title(of: $0), at: $0.path, try lines(of: $0)) })
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
    let path = QuotedPath.bytes(session.paths.bytes(memo.path))
    return lines.flatMap { line -> [UInt8] in
      let place = ":\(line.number):\(line.column ?? 1):"
      guard session.isColorForced else { return path + Array("\(place)\(line.text)\n".utf8) }
      let start = session.style.faint(TerminalText.visible(path)) + session.style.number(place)
      return Array("\(start)\(HighlightedLine(line, style: session.style).text)\n".utf8)
    }
  }

  private func fields(of memo: IndexedMemo) throws -> Record? {
    guard let row = session.row(of: memo, in: index, vault) else { return nil }
    let matched = MatchedLines(try backlinks.matches(in: memo), in: [])
    return row.fields + ["matches": .records(matched.fields(for: session)) { $0 }]
  }
}

extension Session {
  /// A title as people read it.
  func visible(title: String) -> String {
    title.isEmpty ? Message.untitled[language] : TerminalText.visible(title)
  }

  /// A memo's part of a page for people: its title and path, then lines of it.
  func section(titled title: String, at path: VaultPath, _ lines: [MatchedLines.Line]) -> [UInt8] {
    var text = "\(style.title(visible(title: title)))  \(style.faint(TerminalText.visible(paths.text(path))))\n"
    for line in lines {
      text += "  \(style.number("\(line.number)"))  \(HighlightedLine(line, style: style).text)\n"
    }
    return Array((text + "\n").utf8)
  }
}

/// A graph in Graphviz's language. A target that resolves to no memo is a dashed node.
struct GraphDOT {
  let graph: LinkGraph

  func write(to session: Session) throws {
    try session.writeRecords(Array("digraph memo {\n".utf8))
    try session.writeRecords(of: graph.index.memos) { memo in
      let (path, title) = (memo.path.text, graph.index.title(of: memo))
      return DOT.line("  ", path, " [label=", title.isEmpty ? path : title, "];\n")
    }
    try session.writeRecords(of: graph.edges(), Self.lines)
    try session.writeRecords(Array("}\n".utf8))
  }

  private static func lines(of edge: LinkEdge) -> [UInt8] {
    guard let to = edge.to else {
      // No path starts with a slash, so it cannot be a memo's.
      let nowhere = "/" + edge.link.target
      return DOT.line("  ", nowhere, " [label=", edge.link.target, ", style=dashed];\n")
        + DOT.line("  ", edge.from.text, " -> ", nowhere, " [style=dashed];\n")
    }
    guard let label = edge.link.label else { return DOT.line("  ", edge.from.text, " -> ", to.text, ";\n") }
    return DOT.line("  ", edge.from.text, " -> ", to.text, " [label=") + DOT.name(label) + Array("];\n".utf8)
  }
}

/// Marks and names of Graphviz's language as bytes.
private enum DOT {
  /// A name and another one with the text around them.
  static func line(_ start: String, _ first: String, _ middle: String, _ second: String, _ end: String) -> [UInt8] {
    Array(start.utf8) + name(first) + Array(middle.utf8) + name(second) + Array(end.utf8)
  }

  /// A name in quotes. Backslashes are doubled, because in labels they start escapes such as `\N`; a control character
  /// would end a line or act on a program that shows the picture.
  static func name(_ text: String) -> [UInt8] {
    var bytes = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: " ") : byte)
    }
    return bytes + [UInt8(ascii: "\"")]
  }
}

extension LinkGraph {
  /// `{"nodes": [{path, title, tags}], "edges": [{from, to, target, kind, label}]}`; the title of a memo that cannot be read
  /// is null.
  var fields: Record {
    let memos = index.memos.lazy.map { memo -> Record in
      let metadata = index.record(of: memo)?.metadata ?? MemoMetadata()
      return ["path": .path(memo.path), "title": .text(metadata.title), "tags": .texts(metadata.tags)]
    }
    let unread = unreadMemos.lazy.map { path -> Record in
      ["path": .path(path), "title": .text(nil as String?), "tags": .texts([])]
    }
    return [
      "nodes": .records([AnySequence(memos), AnySequence(unread)].joined()) { $0 },
      "edges": .records(edges(), \.fields),
    ]
  }
}

extension LinkEdge {
  fileprivate var fields: Record {
    [
      "from": .pathText(from), "to": .pathText(to), "target": .text(link.target),
      "kind": .text(link.kind.word), "label": .text(link.label),
    ]
  }
}
