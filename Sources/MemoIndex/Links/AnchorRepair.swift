public import MemoCore

/// What has to change in the texts of a vault so that every link names the same heading of a memo after its headings
/// changed. Nothing is written here.
public struct AnchorRepair: Sendable {
  private let graph: LinkGraph
  private let place: Int
  private let rewriter: AnchorRewriter

  /// Prepares for a change of a memo's text that keeps the number and order of its headings; `nil` where no link can
  /// name another heading for it.
  ///
  /// - Parameters:
  ///   - path: the memo in the index, before any change.
  ///   - graph: the links before any change.
  public init?(
    of path: VaultPath, from before: UnsafeRawBufferPointer, to after: UnsafeRawBufferPointer, in graph: LinkGraph
  ) {
    let rewriter = AnchorRewriter(before: MemoAnchors(of: before), after: MemoAnchors(of: after))
    guard rewriter.mayChange, let place = graph.index.place(of: path) else { return nil }
    (self.graph, self.place, self.rewriter) = (graph, place, rewriter)
  }

  /// The memos with links that name a heading of the memo, which may be one of them; no file is read but those of
  /// long memos.
  public func memos() -> [VaultPath] {
    let found = graph.follow(into: [Int](), readsLongMemos: true) { [place] link, found in
      if link.anchor != nil, link.resolution.memo == place, found.last != link.memo { found.append(link.memo) }
    }
    return Set(found.joined()).map { graph.index.path(at: $0) }.sorted()
  }

  /// What has to change in the anchors of the links of a memo's text, by its path before any change.
  public func edits(of text: UnsafeRawBufferPointer, at path: VaultPath) -> [ByteEdit] {
    let edits = fates(of: text, at: path).compactMap { link, fate -> ByteEdit? in
      guard case .rewritten(let anchor) = fate, let heading = link.heading else { return nil }
      return ByteEdit(heading, Array(anchor.utf8))
    }
    return (edits + ReferenceLabels.edits(following: edits, in: text))
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The links of a memo's text that cannot name their headings any more, as written.
  public func lostLinks(of text: UnsafeRawBufferPointer, at path: VaultPath) -> [String] {
    fates(of: text, at: path).filter { $0.fate == .lost }.map { link, _ in
      String(
        decoding: Array(text[link.target]) + Array("#".utf8) + Array(text[link.heading ?? link.target]), as: UTF8.self)
    }
  }

  /// What becomes of the anchors of the links to the memo.
  private func fates(
    of text: UnsafeRawBufferPointer, at path: VaultPath
  ) -> [(link: InlineLink, fate: AnchorRewriter.Fate)] {
    var lookup = LinkLookup(graph.resolver)
    let own = graph.index.place(of: path)
    return InlineLink.targets(in: text).compactMap { link in
      guard let heading = link.heading else { return nil }
      let target = Array(text[link.target])
      let memo = target.isEmpty ? own : lookup.resolve(target, link.kind, from: path.parent).memo
      guard memo == place else { return nil }
      let anchor = String(decoding: text[heading], as: UTF8.self)
      return (link, rewriter.fate(of: anchor, link.kind) { link.canHold(anchor: $0, in: text) })
    }
  }
}
