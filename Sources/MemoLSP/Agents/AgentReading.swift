import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// The tools that read.
extension AgentTools {
  static let reading = [
    Tool(
      name: "search",
      description: """
        Full-text search, best first. Words are ANDed; "a phrase", -word, OR, tag:x, path:x. Of a memo, the first \
        \(matchesFound) matches are given; 'moreMatches' counts the rest. With 'isCut', a match's 'text' is a part of \
        its line. Where 'isComplete' is false, memos may be missing: of those in 'partlyRead', only the start was searched.
        """,
      parameters: [
        Parameter("query", isRequired: true), Parameter("path", "Glob, such as 'work/*'"),
        Parameter("limit", "Default 20, at most 500", from: 1),
      ]
    ) { tools, arguments in try tools.search(arguments) },
    Tool(
      name: "list", description: "Memos, newest first.",
      parameters: [
        Parameter("tag", "Tag, 'a/*', 'NOT x', 'x OR y'"), Parameter("path", "Glob, such as 'work/*'"),
        Parameter("since", "Modified since: 2026-11-20, 7d, yesterday"),
        Parameter("limit", "Default 50, at most 500", from: 1),
        Parameter("offset", "Memos to skip", from: 0),
      ]
    ) { tools, arguments in try tools.list(arguments) },
    Tool(
      name: "read", description: "The text of a memo, of one section, or of some lines, with the etag that edit needs.",
      parameters: [
        Parameter("path", isRequired: true),
        Parameter("section", "Heading text, or the 'section' of one of 'otherSections'; not with 'from' and 'to'"),
        Parameter("from", "First line", from: 1), Parameter("to", "Last line", from: 1),
        Parameter("offset", "Bytes of the first line to skip: 'nextOffset' of the piece before", from: 0),
      ]
    ) { tools, arguments in try tools.read(arguments) },
    Tool(name: "outline", description: "The headings of a memo.", parameters: [Parameter("path", isRequired: true)]) {
      tools, arguments in try tools.outline(arguments)
    },
    Tool(
      name: "backlinks",
      description: """
        The memos that link to a memo, with the lines of their first \(matchesShown) links; 'moreMatches' counts the \
        rest.
        """,
      parameters: [Parameter("path", isRequired: true), Parameter("limit", "Default 50, at most 500", from: 1)]
    ) { tools, arguments in try tools.backlinks(arguments) },
  ]

  static let resultLimit = 500
  private static let matchesFound = 3
  private static let matchesShown = 20
  /// How much shows of a long line before the match, in scalars.
  private static let scalarsBefore = 200
  private static let tagsShown = 100
  private static let sectionsShown = 100
  /// The largest text that is read at once, in bytes.
  static let textLimit = 200_000

  // MARK: Finding

  private func search(_ arguments: AgentArguments) throws -> JSONValue {
    let query: SearchQuery
    do throws(QueryError) {
      query = try SearchQuery(parsing: arguments.required("query"))
    } catch {
      throw AgentMessages.badQuery(error)
    }
    var filter = MemoFilter()
    filter.paths = arguments.text("path").map { [Glob($0)] } ?? []
    let index = try workspace.index()
    let outcome = MemoSearch(query, processorTime: workspace.machine.processorTime).run(filter, in: index)
    let limit = arguments.number("limit", usual: 20, limit: Self.resultLimit)
    let found = outcome.found.prefix(limit).compactMap { found -> JSONValue? in
      let matches = outcome.search.matches(in: found.memo, of: index, matchLimit: Self.matchesFound)
      guard let hit = matches?.hit else { return nil }
      return row(of: found.memo, in: index, with: hit.matches, of: hit.matchCount)
    }
    let partlyRead = outcome.search.partlyRead(filter, besides: outcome.found, in: index)
    return JSONValue(members: [
      "memos": .array(found), "total": .integer(outcome.found.count),
      "isComplete": .bool(outcome.tooSlow == nil && outcome.failures.isEmpty && partlyRead.isEmpty),
      "partlyRead": partlyRead.isEmpty ? nil : .array(partlyRead.prefix(Self.resultLimit).map { .text($0.text) }),
    ])
  }

  private func list(_ arguments: AgentArguments) throws -> JSONValue {
    var listing = MemoListing(collation: workspace.machine.collation, clock: workspace.machine.clock)
    if let tag = arguments.text("tag") {
      guard let expression = try? TagExpression(tag) else { throw AgentMessages.badTag(tag) }
      listing.filter.tags = [expression]
    }
    listing.filter.paths = arguments.text("path").map { [Glob($0)] } ?? []
    if let since = arguments.text("since") {
      guard let span = DateFilter(clock: workspace.machine.clock).span(since) else {
        throw AgentMessages.badDate(since)
      }
      listing.filter.since = span.lowerBound
    }
    let limit = arguments.number("limit", usual: 50, limit: Self.resultLimit)
    let index = try workspace.index()
    let memos = listing.memos(in: index)
    let page = memos.dropFirst(arguments.number("offset", usual: 0)).prefix(limit)
    return ["memos": .array(page.compactMap { row(of: $0, in: index) }), "total": .integer(memos.count)]
  }

  private func backlinks(_ arguments: AgentArguments) throws -> JSONValue {
    let path = try memo(at: arguments.required("path"))
    let index = try workspace.index()
    let backlinks = Backlinks(to: path, in: index)
    let memos = backlinks.memos
    let limit = arguments.number("limit", usual: 50, limit: Self.resultLimit)
    let rows = try memos.prefix(limit).compactMap { memo in
      let matches = try backlinks.matches(in: memo)
      return row(of: memo, in: index, with: Array(matches.prefix(Self.matchesShown)), of: matches.count)
    }
    return ["path": .text(path.text), "memos": .array(rows), "total": .integer(memos.count)]
  }

  /// A memo of a list; `nil` if it is gone.
  ///
  /// - Parameters:
  ///   - matches: those that are shown.
  ///   - count: how many there are.
  private func row(
    of memo: IndexedMemo, in index: VaultIndex, with matches: [SearchMatch]? = nil, of count: Int = 0
  ) -> JSONValue? {
    guard let record = index.record(of: memo) else { return nil }
    return JSONValue(members: [
      "path": .text(memo.path.text), "title": Self.cut(record.metadata.title),
      "modified": .text(Timestamp.rfc3339(memo.modified)), "etag": .text(Etag.text(record.hash)),
      "tags": record.metadata.tags.isEmpty
        ? nil : .array(record.metadata.tags.prefix(Self.tagsShown).map(Self.cut)),
      "matches": matches.map { .array($0.map(Self.shown)) },
      "moreMatches": matches.flatMap { count > $0.count ? .integer(count - $0.count) : nil },
    ])
  }

  /// A match with its line; of a long line, with the part that the match is in.
  private static func shown(_ match: SearchMatch) -> JSONValue {
    let line = match.text.unicodeScalars
    let (start, end) = (match.column - 1, match.column - 1 + match.length)
    let rest = line.dropFirst(end <= cutLimit ? 0 : max(start - scalarsBefore, 0))
    let part = rest.prefix(cutLimit)
    return JSONValue(members: [
      "line": .integer(match.line), "text": .text(String(String.UnicodeScalarView(part))),
      "isCut": part.startIndex > line.startIndex || part.endIndex < line.endIndex ? true : nil,
    ])
  }

  // MARK: Texts

  private func read(_ arguments: AgentArguments) throws -> JSONValue {
    let path = try memo(at: arguments.required("path"))
    let bytes = try workspace.vault.contents(of: path)
    let lines = bytes.withUnsafeBytes { LineScanner.lines(of: $0) }
    let (wanted, others) = try place(arguments, in: bytes, lines, path)
    let offset = arguments.number("offset", usual: 0)
    guard let piece = MemoPiece(of: bytes, lines, wanted, skipping: offset) else {
      throw AgentMessages.badOffset(line: wanted.lowerBound, bytes: lines[wanted.lowerBound - 1].count)
    }
    let text = bytes[piece.range]
    let isCut = piece.nextOffset != nil || piece.last < min(wanted.upperBound, lines.count)
    return JSONValue(members: [
      "path": .text(path.text), "etag": .text(Etag.text(XXHash64.hash(bytes))),
      "text": .text(String(decoding: text, as: UTF8.self)),
      "from": .integer(wanted.lowerBound), "to": .integer(piece.last), "lines": .integer(lines.count),
      "isCut": isCut ? true : nil,
      "sectionEnd": isCut && arguments.text("section") != nil ? .integer(wanted.upperBound) : nil,
      "nextOffset": piece.nextOffset.map { .integer($0) },
      "isUTF8": String(validating: text, as: UTF8.self) == nil ? false : nil,
      "otherSections": others.isEmpty
        ? nil
        : .array(
          others.prefix(Self.sectionsShown).map { ["line": .integer($0.line), "section": Self.cut($0.slug)] }),
    ])
  }

  /// The lines that are to be read, and the headings of other sections that the same text names.
  private func place(
    _ arguments: AgentArguments, in bytes: [UInt8], _ lines: [Range<Int>], _ path: VaultPath
  ) throws -> (lines: ClosedRange<Int>, others: ArraySlice<MemoHeading>) {
    let (from, to) = (arguments.number("from"), arguments.number("to"))
    guard let section = arguments.text("section") else {
      let (first, last) = (from ?? 1, max(1, lines.count))
      guard first <= last else { throw AgentMessages.noLine(first, in: path, lines: lines.count) }
      guard first <= to ?? last else { throw AgentMessages.linesInWrongOrder }
      return (first...min(to ?? last, last), [])
    }
    guard from == nil, to == nil else { throw AgentMessages.sectionAndLines }
    let headings = headings(of: bytes)
    let key = Folding.matchKey(section)
    var named = headings.filter { Folding.matchKey($0.text) == key }
    // Of headings with the same text, each has a slug of its own.
    if named.isEmpty { named = headings.filter { $0.slug.utf8.elementsEqual(section.utf8) } }
    guard let heading = named.first else {
      throw AgentMessages.noSection(section, in: path, headings: headings.map(\.text))
    }
    let count = lines.count { heading.section.contains($0.lowerBound) }
    return (heading.line...max(heading.line, heading.line + count - 1), named.dropFirst())
  }

  private func headings(of bytes: [UInt8]) -> [MemoHeading] {
    bytes.withUnsafeBytes { MarkupTree(ofMemo: $0).headings }
  }

  private func outline(_ arguments: AgentArguments) throws -> JSONValue {
    let path = try memo(at: arguments.required("path"))
    let bytes = try workspace.vault.contents(of: path)
    let headings = headings(of: bytes).prefix(Self.headingLimit).map { heading -> JSONValue in
      ["level": .integer(heading.level), "text": Self.cut(heading.text), "line": .integer(heading.line)]
    }
    return [
      "path": .text(path.text), "etag": .text(Etag.text(XXHash64.hash(bytes))), "headings": .array(Array(headings)),
    ]
  }

  private static let headingLimit = 5_000
}

/// As much of a memo as is read at once: whole lines, or a part of one that is longer.
private struct MemoPiece {
  /// Its bytes.
  let range: Range<Int>
  /// The last line that it has something of; the one before the first where it has nothing.
  let last: Int
  /// Where the rest of the last line starts in it, in bytes; `nil` where there is none.
  let nextOffset: Int?

  /// `nil` where the first line has fewer bytes than are to be skipped.
  ///
  /// - Parameters:
  ///   - lines: the lines of the memo, without their ends.
  ///   - wanted: the numbers of the lines that are to be read.
  ///   - offset: how many bytes of the first line are not wanted.
  init?(of bytes: [UInt8], _ lines: [Range<Int>], _ wanted: ClosedRange<Int>, skipping offset: Int) {
    let (from, to) = (wanted.lowerBound, wanted.upperBound)
    // A memo without text.
    guard from <= lines.count else {
      (range, last, nextOffset) = (bytes.count..<bytes.count, max(from - 1, 0), nil)
      return
    }
    let line = lines[from - 1]
    // With its end: the next line's start, or the end of the text.
    func end(of line: Int) -> Int { line < lines.count ? lines[line].lowerBound : bytes.count }
    // A piece may end between CR and LF.
    guard offset <= max(line.count, end(of: from) - line.lowerBound - 1) else { return nil }
    let start = Self.boundary(in: bytes, at: line.lowerBound + offset, after: line.lowerBound)
    var last = from
    while last < min(to, lines.count), end(of: last + 1) - start <= AgentTools.textLimit { last += 1 }
    self.last = last
    let limit = start + AgentTools.textLimit
    guard end(of: last) > limit else {
      (range, nextOffset) = (start..<end(of: last), nil)
      return
    }
    let cut = Self.boundary(in: bytes, at: limit, after: start)
    (range, nextOffset) = (start..<cut, cut - line.lowerBound)
  }

  /// The start of the character that a place is in; of bytes that are not UTF-8, the place.
  private static func boundary(in bytes: [UInt8], at place: Int, after start: Int) -> Int {
    var boundary = place
    while boundary > start, place - boundary < 4, boundary < bytes.count, bytes[boundary] & 0xC0 == 0x80 {
      boundary -= 1
    }
    return place - boundary < 4 ? boundary : place
  }
}
