import MemoCore
import MemoIndex
import MemoStore

/// What is renamed at a place of a document.
enum RenameTarget {
  /// A memo: its title, or its file.
  case memo(VaultPath)
  /// A heading of a memo, by its place in the order of the text.
  case heading(VaultPath, Int)
  /// A tag, and those nested in it.
  case tag(String)
  /// Another name of this memo.
  case alias(FrontAlias)
  /// The name of a block of a memo.
  case block(VaultPath, String)
  /// The label by which links of this memo refer to a definition, as labels are compared.
  case label([UInt8])

  /// What is at an offset, and the part of the text that names it; `nil` for text that names nothing.
  static func at(_ offset: Int, in document: PlacedDocument) -> (target: RenameTarget, range: Range<Int>)? {
    guard let vault = document.vault, let path = document.path else { return nil }
    let (view, marks) = (vault.view, document.marks)
    if let found = link(at: offset, in: view, path, document) { return found }
    if let tag = marks.tag(at: offset) { return (.tag(tag.name), tag.range) }
    if let anchor = marks.anchors.first(where: { $0.name.holds(offset) }) {
      return (.block(path, document.text(anchor.name)), anchor.name)
    }
    if let label = ReferenceLabel.all(in: document).first(where: { $0.range.holds(offset) }) {
      return (.label(label.key), label.range)
    }
    for alias in FrontAlias.all(of: marks.front, in: document.bytes) {
      if let range = alias.range, range.holds(offset) { return (.alias(alias), range) }
    }
    if let entry = marks.front.entries.first(where: { $0.range.holds(offset) }) {
      return entry.key == "title" ? (.memo(path), entry.places.first?.content ?? entry.range) : nil
    }
    guard let (place, heading) = marks.heading(at: offset) else {
      // A title that is no heading.
      return marks.layout.titleText.flatMap { $0.holds(offset) ? (.memo(path), $0) : nil }
    }
    let isTitle = marks.layout.titleText.map { $0.overlaps(heading.content) } ?? false
    return isTitle ? (.memo(path), heading.content) : (.heading(path, place), heading.content)
  }

  private static func link(
    at offset: Int, in view: VaultView, _ path: VaultPath, _ document: PlacedDocument
  ) -> (target: RenameTarget, range: Range<Int>)? {
    guard let (span, link) = view.links(of: document, at: path).last(where: { $0.span.link.range.holds(offset) }),
      let memo = link.path
    else { return nil }
    guard let heading = span.link.heading, heading.holds(offset) else {
      return span.link.target.holds(offset) && !span.link.target.isEmpty ? (.memo(memo), span.link.target) : nil
    }
    let anchor = link.link.heading ?? ""
    if let block = anchor.dropping(prefix: "^") {
      return (.block(memo, block), heading.lowerBound + 1..<heading.upperBound)
    }
    guard let lines = view.lines(of: memo) else { return nil }
    let anchors = MemoAnchors(of: lines.bytes)
    return anchors.heading(anchor, span.link.kind).map { (.heading(memo, $0), heading) }
  }
}
