import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// The problems of memos as diagnostics: those of `memo check`, with its codes.
struct ProblemReport {
  /// At most so many problems of a memo are reported.
  static let limit = 1_000
  /// At most so many Unicode scalars of a message, which may name a target of any length.
  private static let longestMessage = 1_000
  /// How grave a problem may be, as settings say it; the protocol numbers the first four from 1.
  static let severities = ["error", "warning", "information", "hint", "off"]

  /// How grave a problem is, as the protocol numbers it; `nil` where a client wants none of it.
  private func severity(_ code: String) -> Int? {
    let wanted = client.options["diagnostics", "severity"]?[code]?.text ?? view.severities[code]
    if wanted == "off" { return nil }
    if let place = wanted.flatMap(Self.severities.firstIndex) { return place + 1 }
    switch code {
    case "unreadable", "conflict-marker": return 1
    case "broken-link", "broken-anchor", "broken-attachment", "encoding", "front-matter": return 2
    default: return 3
    }
  }

  let view: VaultView
  let client: ClientProfile

  /// The diagnostics of a document in the vault.
  func diagnostics(of document: PlacedDocument, at path: VaultPath) -> [JSONValue] {
    // What is not known yet only looks broken.
    guard view.isComplete else { return [] }
    return diagnostics(view.problems(of: path, in: document), in: document.lines, document.marks)
  }

  /// Some problems of a text as diagnostics.
  ///
  /// - Parameter marks: those of the text; `nil` where they are not known.
  func diagnostics(_ problems: [VaultProblem], in lines: LineTable, _ marks: DocumentMarks? = nil) -> [JSONValue] {
    guard !problems.isEmpty else { return [] }
    let places = ProblemPlaces(lines, marks)
    let wanted = problems.compactMap { problem in severity(problem.code).map { (problem: problem, severity: $0) } }
    return wanted.prefix(Self.limit).map { problem, severity in
      let related = related(problem)
      return JSONValue(members: [
        "range": lines.positions(of: places.bytes(of: problem)).json, "severity": .integer(severity),
        "code": .text(problem.code), "source": "memo",
        "message": .text(
          MarkdownText.start(of: CheckMessages.text(of: problem.kind)[client.language], limit: Self.longestMessage)),
        "relatedInformation": related.isEmpty ? nil : .array(related),
      ])
    }
  }

  /// The other memos that a problem is about.
  private func related(_ problem: VaultProblem) -> [JSONValue] {
    guard client.can("textDocument", "publishDiagnostics", "relatedInformation") else { return [] }
    var paths = problem.candidates
    if case .duplicateTitle(_, let other) = problem.kind { paths = [other] }
    return paths.compactMap { path in
      guard let lines = view.lines(of: path) else { return nil }
      let place = AnchorPlace(of: nil, .wiki, in: lines, titledBy: view.vault.titleSource(at: path))
      let title = MarkdownText.name(view.title(of: path))
      return ["location": view.location(path, place.selection, in: lines), "message": .text(title)]
    }
  }
}

/// Where problems are in a text: of a link the part that is wrong, else the rest of the line.
struct ProblemPlaces {
  private let lines: LineTable
  private let scalars: LineTable
  private let marks: DocumentMarks

  /// - Parameter marks: those of the text; `nil` where they are not known.
  init(_ lines: LineTable, _ marks: DocumentMarks? = nil) {
    self.lines = lines
    self.marks = marks ?? DocumentMarks(lines.bytes)
    // As `TextPosition` counts.
    scalars = LineTable(lines.bytes, .utf32, isFile: true)
  }

  /// The bytes of a problem.
  func bytes(of problem: VaultProblem) -> Range<Int> {
    let start = offset(of: problem.position)
    switch problem.kind {
    case .brokenLink, .ambiguousLink:
      if let link = link(at: problem.position) { return link.target.isEmpty ? link.range : link.target }
    case .brokenAnchor:
      if let link = link(at: problem.position) { return link.heading ?? link.range }
    case .brokenAttachment:
      if let link = link(at: problem.position) { return link.target }
      if let found = marks.destinations.first(where: { $0.range.lowerBound >= start }),
        lines.number(at: found.range.lowerBound) == lines.number(at: start)
      {
        return found.range
      }
    default: break
    }
    let line = lines.line(lines.number(at: start))
    return start..<max(start, line.upperBound)
  }

  /// The link that starts at a place.
  func link(at position: TextPosition) -> InlineLink? {
    // In the order of the text, of which the last thousand of many may lead nowhere.
    let place = marks.links.partitioningIndex {
      ($0.position.line, $0.position.column) >= (position.line, position.column)
    }
    return marks.links[place...].first.flatMap { $0.position == position ? $0.link : nil }
  }

  /// The offset of a place as people count it.
  func offset(of position: TextPosition) -> Int {
    scalars.offset(of: DocumentPosition(line: position.line - 1, character: position.column - 1))
  }
}
