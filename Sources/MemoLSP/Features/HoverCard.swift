import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// What is shown of a link's memo without going there: its title, its first lines, its date and how many memos link to it.
enum HoverCard {
  static let features = [Feature("textDocument/hover", hover)]

  private static let lineLimit = 12
  private static let sizeLimit = 4096

  private static func hover(_ request: FeatureRequest) throws -> JSONValue {
    let (document, offset) = try request.cursor()
    guard let target = LinkTarget(in: document, at: offset), let vault = document.vault else { return .null }
    let text = MarkdownText(for: request.client.names("textDocument", "hover", "contentFormat"))
    let card = HoverCard.text(of: target, in: vault.view, text, request)
    return card.map { ["contents": text.content($0), "range": document.json(target.origin)] } ?? .null
  }

  private static func text(
    of target: LinkTarget, in view: VaultView, _ text: MarkdownText, _ request: FeatureRequest
  ) -> String? {
    switch target {
    case .memo(let path, let anchor, let kind, _): memo(path, anchor, kind, in: view, text, request)
    case .broken(let link, _):
      text.lines([EditorMessages.noMemo(link.link.target), EditorMessages.makeIt].map { text.inert(request.say($0)) })
    // Shown, not read.
    case .elsewhere(let link, _): text.inert(link.link.target)
    case .tag(let tag):
      text.lines([
        text.strong("#\(tag.name)"), text.inert(request.say(EditorMessages.tagged(count(tag.name, view)))),
      ])
    }
  }

  /// A memo as it is shown in hover and completion.
  static func memo(
    _ path: VaultPath, _ anchor: String?, _ kind: MemoLink.Kind, in view: VaultView, _ text: MarkdownText,
    _ request: FeatureRequest
  ) -> String? {
    guard let lines = view.lines(of: path), let memo = view.memo(at: path) else { return nil }
    let source = view.vault.titleSource(at: path)
    let place = AnchorPlace(of: anchor, kind, in: lines, titledBy: source)
    let start =
      anchor == nil
      ? lines.bytes.withUnsafeBytes { MemoLayout($0, titledBy: source).body.lowerBound } : place.range.lowerBound
    let end = anchor == nil ? lines.bytes.count : place.range.upperBound
    let day = String(Timestamp.rfc3339(request.machine.clock.local(ofInstant: memo.modified)).prefix(10))
    let linking = LinkSearch(view).count(to: path)
    let facts = [path.text, day, request.say(EditorMessages.backlinks(linking))]
    let body = body(lines.bytes[start..<max(start, end)], text)
    return text.lines(
      [text.strong(MarkdownText.name(view.title(of: path))), facts.map(text.inert).joined(separator: " · ")]
        + (body.isEmpty ? [] : [""] + body))
  }

  /// The first lines with text.
  private static func body(_ bytes: ArraySlice<UInt8>, _ text: MarkdownText) -> [String] {
    let head = String(decoding: bytes.prefix(sizeLimit), as: UTF8.self)
    return head.parts(at: "\n").map { text.inert($0.replacing("\r", by: "")) }
      .filter { $0.unicodeScalars.contains { !$0.properties.isWhitespace } }.prefix(lineLimit).map(\.self)
  }

  private static func count(_ tag: String, _ view: VaultView) -> Int {
    let key = Folding.matchKey(tag)
    return TagCounts(isNested: true).counts(in: view.index).first { Folding.matchKey($0.tag) == key }?.count ?? 0
  }
}
