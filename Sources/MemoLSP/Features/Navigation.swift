import MemoCore
import MemoIndex
import MemoKit
import MemoStore

/// Where links lead, and what leads here: definition, references and document links.
enum Navigation {
  static let features = [
    Feature("textDocument/definition", definition), Feature("textDocument/declaration", definition),
    Feature("textDocument/references", references), Feature("textDocument/documentLink", documentLinks),
  ]

  // MARK: Definition

  private static func definition(_ request: FeatureRequest) throws -> JSONValue {
    let (document, offset) = try request.cursor()
    if let reference = document.marks.references.first(where: { $0.range.contains(offset) }),
      LinkTarget(in: document, at: offset) == nil
    {
      return [["uri": .text(document.uri), "range": document.json(reference.destination)]]
    }
    guard let view = document.vault?.view, let own = document.path else { return .null }
    guard let target = LinkTarget(in: document, at: offset) else {
      return document.marks.destination(at: offset).map { file($0.file, in: own, view) } ?? .null
    }
    switch target {
    case .memo(let path, let anchor, let kind, _):
      guard let lines = view.lines(of: path) else { return .null }
      let place = AnchorPlace(of: anchor, kind, in: lines, titledBy: view.vault.titleSource(at: path))
      guard request.client.can("textDocument", "definition", "linkSupport") else {
        return [view.location(path, place.selection, in: lines)]
      }
      return [
        [
          "originSelectionRange": document.json(target.origin), "targetUri": .text(view.uri(of: path)),
          "targetRange": lines.positions(of: place.range).json,
          "targetSelectionRange": lines.positions(of: place.selection).json,
        ]
      ]
    case .tag(let tag): return .array(try occurrences(of: tag.name, isFirstOnly: true, in: view, request))
    case .broken: return .null
    case .elsewhere(let link, _): return link.path.map { file($0, view) } ?? file(link.link, in: own, view)
    }
  }

  /// The start of the file that a link leads to. Shown, not read: the client opens it, or asks its user.
  private static func file(_ link: MemoLink, in memo: VaultPath, _ view: VaultView) -> JSONValue {
    view.files(of: [link], in: memo)[0].map { file($0, view) } ?? .null
  }

  private static func file(_ path: VaultPath, _ view: VaultView) -> JSONValue {
    [["uri": .text(view.uri(of: path)), "range": (DocumentPosition.start ..< .start).json]]
  }

  // MARK: References

  private static func references(_ request: FeatureRequest) throws -> JSONValue {
    let (document, offset) = try request.cursor()
    guard let vault = document.vault, let path = document.path else { return [] }
    let view = vault.view
    let includesDeclaration = request.params["context", "includeDeclaration"]?.isTrue ?? false
    if let found = labels(at: offset, in: document, includesDeclaration) { return .array(found) }
    switch LinkTarget(in: document, at: offset) {
    case .tag(let tag)?: return .array(try occurrences(of: tag.name, isFirstOnly: false, in: view, request))
    case .memo(let target, let anchor, let kind, _)?:
      return .array(try links(to: target, anchor, kind, includesDeclaration, in: view, request))
    // A memo that cannot be read has a path, but no headings that are known.
    case .elsewhere(let link, _)?:
      guard let target = link.path else { return [] }
      return .array(try links(to: target, nil, .wiki, includesDeclaration, in: view, request))
    case .broken?: return []
    case nil:
      let marks = document.marks
      if let block = marks.anchor(at: offset) {
        return .array(try links(to: path, block: document.text(block.name), includesDeclaration, in: view, request))
      }
      // The title is the memo; any other heading is itself.
      guard let (place, heading) = marks.heading(at: offset),
        marks.layout.titleText.map({ !$0.overlaps(heading.content) && $0 != heading.content }) ?? true
      else { return .array(try links(to: path, nil, .wiki, includesDeclaration, in: view, request)) }
      return .array(try links(to: path, headingAt: place, includesDeclaration, in: view, request))
    }
  }

  /// The uses of the label of a definition, also of one that leads to no memo and is used at an offset.
  private static func labels(
    at offset: Int, in document: PlacedDocument, _ includesDeclaration: Bool
  ) -> [JSONValue]? {
    let labels = ReferenceLabel.all(in: document)
    guard let own = labels.first(where: { $0.range.holds(offset) }),
      own.isDefinition || LinkTarget(in: document, at: offset) == nil
    else { return nil }
    return labels.filter { $0.key == own.key && (includesDeclaration || !$0.isDefinition) }.map {
      ["uri": .text(document.uri), "range": document.json($0.range)]
    }
  }

  private static func links(
    to path: VaultPath, _ anchor: String?, _ kind: MemoLink.Kind, _ includesDeclaration: Bool, in view: VaultView,
    _ request: FeatureRequest
  ) throws -> [JSONValue] {
    if let block = anchor?.dropping(prefix: "^") {
      return try links(to: path, block: block, includesDeclaration, in: view, request)
    }
    if let anchor, let lines = view.lines(of: path) {
      let anchors = MemoAnchors(of: lines.bytes)
      if let place = anchors.heading(anchor, kind) {
        return try links(to: path, headingAt: place, includesDeclaration, in: view, request)
      }
      return try LinkSearch(view).places(to: path, checking: request.checkCancelled) { $0.link.heading == anchor }
    }
    var found = try LinkSearch(view).places(to: path, checking: request.checkCancelled)
    if includesDeclaration, let lines = view.lines(of: path) {
      let place = AnchorPlace(of: nil, .wiki, in: lines, titledBy: view.vault.titleSource(at: path))
      found.insert(view.location(path, place.selection, in: lines), at: 0)
    }
    return found
  }

  private static func links(
    to path: VaultPath, headingAt place: Int, _ includesDeclaration: Bool, in view: VaultView, _ request: FeatureRequest
  ) throws -> [JSONValue] {
    guard let lines = view.lines(of: path) else { return [] }
    let anchors = MemoAnchors(of: lines.bytes)
    var found = try LinkSearch(view).places(to: path, includesOwn: true, checking: request.checkCancelled) { link in
      link.link.heading.map { anchors.heading($0, link.link.kind) == place } ?? false
    }
    if includesDeclaration {
      let headings = DocumentMarks(lines.bytes).headings
      found.insert(view.location(path, headings[place].content, in: lines), at: 0)
    }
    return found
  }

  private static func links(
    to path: VaultPath, block: String, _ includesDeclaration: Bool, in view: VaultView, _ request: FeatureRequest
  ) throws -> [JSONValue] {
    let key = Folding.matchKey(block)
    let found = try LinkSearch(view).places(to: path, includesOwn: true, checking: request.checkCancelled) {
      $0.names(blockWithKey: key)
    }
    guard includesDeclaration, let lines = view.lines(of: path) else { return found }
    let own = DocumentMarks(lines.bytes).anchors.first {
      Folding.matchKey(String(decoding: lines.bytes[$0.name], as: UTF8.self)) == key
    }
    return (own.map { [view.location(path, $0.name, in: lines)] } ?? []) + found
  }

  /// The first places where a tag, or one nested below it, is written.
  private static func occurrences(
    of name: String, isFirstOnly: Bool, in view: VaultView, _ request: FeatureRequest
  ) throws -> [JSONValue] {
    let expression = TagExpression(tag: name)
    var listing = MemoListing(collation: request.machine.collation, clock: request.machine.clock)
    listing.filter.tags = [expression]
    var found: [JSONValue] = []
    for memo in listing.memos(in: view.index) where found.count < LinkSearch.placeLimit {
      try request.checkCancelled()
      guard let lines = view.lines(of: memo.path) else { continue }
      let tags = DocumentMarks(lines.bytes).tags.filter { expression.holds(for: [$0.name]) }
      let room = isFirstOnly ? 1 : LinkSearch.placeLimit - found.count
      found += tags.prefix(room).map { view.location(memo.path, $0.range, in: lines) }
    }
    return found
  }

  // MARK: Document links

  /// The links of 23 MB would be an answer of 63 MB.
  private static let documentLinkLimit = 20_000

  private static func documentLinks(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    guard let vault = document.vault, let path = document.path else { return [] }
    let view = vault.view
    let links = view.links(of: document, at: path).prefix(documentLinkLimit)
    var found: [JSONValue?] = links.map { _ in nil }
    // Each memo is looked at once: there may be thousands of links to one, and to its headings.
    for (target, numbers) in Dictionary(grouping: links.indices, by: { links[$0].link.path }) {
      guard let target else { continue }
      let (uri, title) = (view.uri(of: target), MarkdownText.name(view.title(of: target)))
      let lines = numbers.contains { links[$0].link.link.heading != nil } ? view.lines(of: target) : nil
      var places = lines.map { AnchorPlaces(in: $0, titledBy: view.vault.titleSource(at: target)) }
      for number in numbers {
        try request.checkCancelled()
        let (span, link) = links[number]
        let start = link.link.heading.flatMap { places?.place(of: $0, link.link.kind).selection.lowerBound }
        let line = start.flatMap { lines?.number(at: $0) }
        found[number] = [
          "range": document.json(span.link.target.isEmpty ? span.link.range : span.link.target),
          "target": .text(uri + (line.map { "#L\($0 + 1)" } ?? "")), "tooltip": .text(title),
        ]
      }
    }
    return .array((found.compactMap(\.self) + files(in: document, path, view)).prefix(documentLinkLimit).map(\.self))
  }

  /// The links to pages and to files that are not memos.
  private static func files(in document: PlacedDocument, _ path: VaultPath, _ view: VaultView) -> [JSONValue] {
    let links = view.links(of: document, at: path)
    let known = CoveredRanges(links.filter { $0.link.path != nil }.map(\.span.link.target))
    let destinations = document.marks.destinations.filter { !known.overlap($0.range) }
    let named = links.filter { $0.link.resolution == .elsewhere && $0.link.link.kind == .wiki }.map {
      (range: $0.span.link.target, link: $0.link.link)
    }
    let pages = destinations.filter(\.isPage).map { ($0.range, $0.text) }
    let places = (named + destinations.filter { !$0.isPage }.map { ($0.range, $0.file) }).prefix(documentLinkLimit)
    let files = zip(places, view.files(of: places.map(\.link), in: path)).compactMap { place, file in
      file.map { (place.range, view.uri(of: $0)) }
    }
    let all = (pages + files).sorted { $0.0.lowerBound < $1.0.lowerBound }
    return all.prefix(documentLinkLimit).map { range, target in
      ["range": document.json(range), "target": .text(target)]
    }
  }
}

/// Ranges of which one is found by bisection that overlaps another one: a memo may have thousands of links.
private struct CoveredRanges {
  /// Sorted, each with where it and those before it end.
  private let ranges: [(start: Int, end: Int)]

  init(_ ranges: [Range<Int>]) {
    var end = 0
    self.ranges = ranges.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }.map {
      end = max(end, $0.upperBound)
      return ($0.lowerBound, end)
    }
  }

  /// Whether one of them overlaps a range.
  func overlap(_ range: Range<Int>) -> Bool {
    let next = ranges.partitioningIndex { $0.start >= range.upperBound }
    return !range.isEmpty && next > 0 && ranges[next - 1].end > range.lowerBound
  }
}

extension DocumentMarks.Destination {
  /// Whether it leads out of the files of this machine.
  var isPage: Bool {
    ["https://", "http://", "mailto:"].contains { text.lowercased().hasBytePrefix($0) }
  }

  /// It as a link to a file.
  fileprivate var file: MemoLink { MemoLink(kind: .markdown, target: text.parts(at: "#").first ?? "") }
}
