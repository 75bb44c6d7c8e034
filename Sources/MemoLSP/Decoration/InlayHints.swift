import MemoCore
import MemoIndex
import MemoStore

/// Titles behind links that show a path.
enum InlayHints {
  static let features = [Feature("textDocument/inlayHint", hints)]

  /// At most so many are shown; an editor asks for those on the screen.
  private static let limit = 1_000

  private static func hints(_ request: FeatureRequest) throws -> JSONValue {
    let document = try request.document()
    guard let vault = document.vault, let path = document.path else { return [] }
    let view = vault.view
    let wanted = Range<DocumentPosition>(request.params["range"]).map { document.lines.offsets(of: $0) }
    let shown = wanted ?? 0..<document.bytes.count
    var hints: [JSONValue] = []
    for (span, link) in view.links(of: document, at: path) where hints.count < limit {
      try request.checkCancelled()
      guard let target = link.path, target != path, span.link.range.overlaps(shown),
        let title = title(of: target, besides: link.link, in: view)
      else { continue }
      hints.append([
        "position": document.lines.position(of: span.link.range.upperBound).json, "label": .text(title),
        "paddingLeft": true,
      ])
    }
    return .array(hints)
  }

  /// The title where a link does not show it, nor any other text than its target.
  private static func title(of path: VaultPath, besides link: MemoLink, in view: VaultView) -> String? {
    let shown = link.label ?? ""
    let isBare = shown.isEmpty || Folding.matchKey(shown) == Folding.matchKey(link.target)
    guard isBare else { return nil }
    let title = view.title(of: path)
    let key = Folding.matchKey(title)
    let aliases = view.record(of: path)?.metadata.aliases ?? []
    // An alias is a name that a person chose, as the title is.
    let isNamed = ([title] + aliases).contains { Folding.matchKey($0) == Folding.matchKey(link.target) }
    return isNamed || key.isEmpty ? nil : TitleText.line(title)
  }
}

/// A title among other text.
enum TitleText {
  private static let longest = 60

  /// A title on one line, cut where it is long, without what could turn the text around it.
  static func line(_ title: String) -> String {
    let line = MarkdownText.name(title)
    return line.count <= longest ? line : String(line.prefix(longest - 1)) + "…"
  }
}
