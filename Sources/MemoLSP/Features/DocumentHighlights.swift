import MemoCore
import MemoIndex
import MemoStore

/// The places of a document that mean the same as the one at the cursor: links to a memo or a heading, a tag, a block's
/// name, the label of a definition.
enum DocumentHighlights {
  static let features = [Feature("textDocument/documentHighlight", highlights)]

  /// How a place means it, as the protocol numbers it.
  private enum Kind: Int {
    /// It is a use.
    case read = 2
    /// It is the thing itself.
    case write = 3
  }

  private static func highlights(_ request: FeatureRequest) throws -> JSONValue {
    let (document, offset) = try request.cursor()
    let found = places(at: offset, in: document).sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !found.isEmpty else { return .null }
    return .array(
      found.prefix(LinkSearch.placeLimit).map {
        ["range": document.json($0.range), "kind": .integer($0.kind.rawValue)]
      })
  }

  private static func places(at offset: Int, in document: PlacedDocument) -> [(range: Range<Int>, kind: Kind)] {
    let marks = document.marks
    if let tag = marks.tag(at: offset) {
      let key = Folding.matchKey(tag.name)
      return marks.tags.filter { Folding.matchKey($0.name) == key }.map { ($0.range, .read) }
    }
    if let found = labels(at: offset, document) { return found }
    guard let vault = document.vault, let path = document.path else { return [] }
    let links = vault.view.links(of: document, at: path)
    if let link = links.last(where: { $0.span.link.range.holds(offset) }) {
      return same(as: link, among: links, marks, document)
    }
    if let anchor = marks.anchors.first(where: { $0.name.holds(offset) }) {
      let name = document.text(anchor.name)
      return [(anchor.name, .write)] + own(links, path) { $0.isNamed("^" + name) }
    }
    guard let (place, heading) = marks.heading(at: offset) else { return [] }
    let anchors = document.anchors
    return [(heading.content, .write)]
      + links.filter { pair in
        pair.link.path == path
          && pair.link.link.heading.map { anchors.heading($0, pair.link.link.kind) == place } ?? false
      }.map { ($0.span.link.heading ?? $0.span.link.range, .read) }
  }

  /// The links of a memo to itself whose anchors pass.
  private static func own(
    _ links: [(span: LinkSpan, link: FollowedLink)], _ path: VaultPath, _ passes: (String) -> Bool
  ) -> [(range: Range<Int>, kind: Kind)] {
    links.filter { $0.link.path == path && $0.link.link.heading.map(passes) ?? false }.map {
      ($0.span.link.heading ?? $0.span.link.range, .read)
    }
  }

  private static func same(
    as wanted: (span: LinkSpan, link: FollowedLink), among links: [(span: LinkSpan, link: FollowedLink)],
    _ marks: DocumentMarks, _ document: PlacedDocument
  ) -> [(range: Range<Int>, kind: Kind)] {
    let target = wanted.link.link
    let anchor = target.heading.map { Folding.matchKey($0) }
    let found = links.filter { pair in
      let isSameMemo =
        wanted.link.path == nil
        ? pair.link.path == nil && Folding.matchKey(pair.link.link.target) == Folding.matchKey(target.target)
        : pair.link.path == wanted.link.path
      return isSameMemo && (anchor == nil || pair.link.link.heading.map { Folding.matchKey($0) } == anchor)
    }.map { (range: $0.span.link.range, kind: Kind.read) }
    guard wanted.link.path == document.path, let heading = target.heading else { return found }
    if let place = document.anchors.heading(heading, target.kind) {
      return found + [(marks.headings[place].content, .write)]
    }
    let named = marks.anchors.filter { heading.isNamed("^" + document.text($0.name)) }
    return found + named.map { ($0.name, .write) }
  }

  /// The uses and definitions of the label at an offset.
  private static func labels(
    at offset: Int, _ document: PlacedDocument
  ) -> [(range: Range<Int>, kind: Kind)]? {
    let labels = ReferenceLabel.all(in: document)
    guard let own = labels.first(where: { $0.range.holds(offset) }) else { return nil }
    return labels.filter { $0.key == own.key }.map { ($0.range, $0.isDefinition ? .write : .read) }
  }
}

extension String {
  fileprivate func isNamed(_ other: String) -> Bool {
    Folding.matchKey(self) == Folding.matchKey(other)
  }
}
