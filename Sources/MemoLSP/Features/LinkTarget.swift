import MemoCore
import MemoIndex
import MemoStore

/// What is at a place of a document, and where it leads.
enum LinkTarget {
  /// A memo, or a heading or block in it.
  case memo(VaultPath, anchor: String?, MemoLink.Kind, span: LinkSpan)
  /// A link to a memo that is not there.
  case broken(FollowedLink, span: LinkSpan)
  /// A link to something that is not a memo.
  case elsewhere(FollowedLink, span: LinkSpan)
  /// A tag.
  case tag(DocumentMarks.Tag)

  /// What is at an offset; `nil` for text that leads nowhere.
  init?(in document: PlacedDocument, at offset: Int) {
    let marks = document.marks
    if let vault = document.vault, let path = document.path,
      let found = vault.view.links(of: document, at: path).last(where: { $0.span.link.range.holds(offset) })
    {
      self.init(found.link, found.span)
    } else if let tag = marks.tag(at: offset) {
      self = .tag(tag)
    } else {
      return nil
    }
  }

  /// What a link leads to.
  init(_ link: FollowedLink, _ span: LinkSpan) {
    switch link.resolution {
    case .memo, .ambiguous:
      if let path = link.path {
        self = .memo(path, anchor: link.link.heading, link.link.kind, span: span)
      } else {
        self = .broken(link, span: span)
      }
    case .broken: self = .broken(link, span: span)
    case .elsewhere: self = .elsewhere(link, span: span)
    }
  }

  /// Where it is written.
  var origin: Range<Int> {
    switch self {
    case .memo(_, _, _, let span), .broken(_, let span), .elsewhere(_, let span): span.link.range
    case .tag(let tag): tag.span
    }
  }
}

/// A place in a memo that links lead to.
struct AnchorPlace {
  /// The line or block to show.
  let range: Range<Int>
  /// The part to select.
  let selection: Range<Int>

  /// The heading or block that an anchor names; the memo's title where it names none, or what is not there.
  init(of anchor: String?, _ kind: MemoLink.Kind, in lines: LineTable, titledBy source: TitleSource) {
    var places = AnchorPlaces(in: lines, titledBy: source)
    self = places.place(of: anchor, kind)
  }

  fileprivate init(range: Range<Int>, selection: Range<Int>) {
    (self.range, self.selection) = (range, selection)
  }
}

/// The places in a memo that links lead to. Its text is read once for all of them: thousands of links may name its headings.
struct AnchorPlaces {
  private let lines: LineTable
  private let marks: DocumentMarks
  /// The lines as anchors count them, which end at a CR as well.
  private lazy var counted = lines.showsCR ? LineTable(lines.bytes, lines.encoding, isFile: true) : lines
  private lazy var anchors = MemoAnchors(of: lines.bytes)
  /// The first block with each name.
  private lazy var blocks: [[UInt8]: BlockAnchor] = Dictionary(
    marks.anchors.map { (Folding.matchKey(String(decoding: lines.bytes[$0.name], as: UTF8.self)), $0) }
  ) { first, _ in first }

  /// Reads a memo's text.
  init(in lines: LineTable, titledBy source: TitleSource) {
    self.lines = lines
    marks = DocumentMarks(lines.bytes, titledBy: source)
  }

  /// The heading or block that an anchor names; the memo's title where it names none, or what is not there.
  mutating func place(of anchor: String?, _ kind: MemoLink.Kind) -> AnchorPlace {
    if let anchor, let found = found(anchor, kind) { return found }
    let title = marks.title
    let start = title.isEmpty ? marks.front.range.upperBound : title.lowerBound
    let line = lines.line(lines.number(at: start))
    return AnchorPlace(range: line, selection: title.isEmpty ? line.lowerBound..<line.lowerBound : title)
  }

  private mutating func found(_ anchor: String, _ kind: MemoLink.Kind) -> AnchorPlace? {
    if let place = anchors.heading(anchor, kind) {
      let heading = marks.headings[place]
      return AnchorPlace(range: heading.section, selection: heading.content)
    }
    guard let name = anchor.dropping(prefix: "^") else {
      guard let number = anchors.line(of: anchor, kind) else { return nil }
      let line = counted.line(number - 1)
      return AnchorPlace(range: line, selection: line.lowerBound..<line.lowerBound)
    }
    return blocks[Folding.matchKey(name)].map {
      AnchorPlace(range: $0.block, selection: $0.block.lowerBound..<$0.block.lowerBound)
    }
  }
}
