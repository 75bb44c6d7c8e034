public import MemoCore

/// What has to change in the texts of a vault so that every link names the same heading of a memo after headings of some
/// memos changed. Nothing is written here.
public struct AnchorRepair: Sendable {
  private let graph: LinkGraph
  /// What becomes of the anchors of memos, by their places.
  private var rewriters: [Int: AnchorRewriter] = [:]

  /// Prepares for changes of headings.
  ///
  /// - Parameter graph: the links before any change.
  public init(in graph: LinkGraph) {
    self.graph = graph
  }

  /// Notes what becomes of the anchors of a memo; `nil` if they stay.
  ///
  /// - Parameter path: the memo in the index, before any change.
  public mutating func note(_ path: VaultPath, _ rewriter: AnchorRewriter?) {
    if let place = graph.index.place(of: path) { rewriters[place] = rewriter }
  }

  /// The memos with links that name a heading of these memos, which may be among them; no file is read but those of
  /// long memos.
  public func memos() -> [VaultPath] {
    guard !rewriters.isEmpty else { return [] }
    let found = graph.follow(into: [Int](), readsLongMemos: true) { [rewriters] link, found in
      guard link.anchor != nil, let memo = link.resolution.memo, rewriters[memo] != nil else { return }
      if found.last != link.memo { found.append(link.memo) }
    }
    return Set(found.joined()).map { graph.index.path(at: $0) }.sorted()
  }

  /// What has to change in the anchors of the links of a memo's text, by its path before any change, and the links that
  /// cannot name their headings any more, as written.
  public func rewriting(
    of text: UnsafeRawBufferPointer, at path: VaultPath
  ) -> (edits: [ByteEdit], lost: [String]) {
    guard !rewriters.isEmpty else { return ([], []) }
    var (edits, lost): ([ByteEdit], [String]) = ([], [])
    for (link, heading, fate) in fates(of: text, at: path) {
      switch fate {
      case .kept: break
      case .rewritten(let anchor): edits.append(ByteEdit(heading, Array(anchor.utf8)))
      case .lost:
        lost.append(String(decoding: Array(text[link.target]) + Array("#".utf8) + Array(text[heading]), as: UTF8.self))
      }
    }
    edits += ReferenceLabels.edits(following: edits, in: text)
    return (edits.sorted { $0.range.lowerBound < $1.range.lowerBound }, lost.sorted())
  }

  /// The anchor that names afterwards what one names in a memo, by its path before any change; `nil` where it stays.
  public func anchor(_ anchor: String, ofMemoAt path: VaultPath) -> String? {
    let rewriter = graph.index.place(of: path).flatMap { rewriters[$0] }
    if case .rewritten(let new) = rewriter?.fate(of: anchor, .wiki) { return new }
    return nil
  }

  /// What becomes of the anchors of the links to such memos.
  private func fates(
    of text: UnsafeRawBufferPointer, at path: VaultPath
  ) -> [(link: InlineLink, heading: Range<Int>, fate: AnchorRewriter.Fate)] {
    var lookup = LinkLookup(graph.resolver)
    let own = graph.index.place(of: path)
    return InlineLink.targets(in: text).compactMap { link in
      guard let heading = link.heading else { return nil }
      let target = Array(text[link.target])
      let memo = target.isEmpty ? own : lookup.resolve(target, link.kind, from: path.parent).memo
      guard let rewriter = memo.flatMap({ rewriters[$0] }) else { return nil }
      let anchor = String(decoding: text[heading], as: UTF8.self)
      return (link, heading, rewriter.fate(of: anchor, link.kind) { link.canHold(anchor: $0, in: text) })
    }
  }
}
