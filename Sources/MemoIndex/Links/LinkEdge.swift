public import MemoCore
import MemoStore

/// A link between two memos of a graph, or from one to nowhere.
public struct LinkEdge: Equatable, Sendable {
  /// The memo that holds the link.
  public let from: VaultPath
  /// The memo that it leads to; `nil` where that is none, or not clear.
  public let to: VaultPath?
  /// The link as written.
  public let link: MemoLink
}

extension LinkGraph {
  private static let memosPerPart = 1024

  /// The links of all memos, newest memos first, each memo's in their order; those that lead elsewhere are left out.
  public func edges() -> [LinkEdge] {
    Array(index.memos).concurrentMap(partSize: Self.memosPerPart) { part in
      var lookup = LinkLookup(resolver)
      return part.flatMap { edges(from: $0, &lookup) }
    }.flatMap(\.self)
  }

  private func edges(from memo: IndexedMemo, _ lookup: inout LinkLookup) -> [LinkEdge] {
    guard let links = index.record(of: memo)?.metadata.links, !links.isEmpty else { return [] }
    let path = memo.path
    let folder = path.parent
    return links.compactMap { link in
      let resolution = lookup.resolve(Array(link.target.utf8), link.kind, from: folder)
      guard resolution != .elsewhere else { return nil }
      return LinkEdge(from: path, to: resolution.memo.map { index.path(at: $0) }, link: link)
    }
  }
}
