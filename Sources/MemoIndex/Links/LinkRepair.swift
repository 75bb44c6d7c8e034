public import MemoCore

/// What has to change in the texts of a vault so that every link leads to the same memo after some memos got other paths
/// or titles. Nothing is written here.
public struct LinkRepair: Sendable {
  private let index: VaultIndex
  private let before: LinkResolver
  private let after: LinkResolver
  /// The changed memos by their places.
  private let changes: [Int: LinkRewriter.Memo]

  /// Prepares for changes of memos, named by their paths before them.
  public init(of index: VaultIndex, changes: [VaultPath: LinkRewriter.Memo]) {
    var places: [Int: LinkRewriter.Memo] = [:]
    for (path, memo) in changes {
      if let place = index.place(of: path) { places[place] = memo }
    }
    let changed = places
    self.index = index
    self.changes = changed
    before = LinkGraph(of: index).resolver
    let entries = index.mapPlaces { Self.entries(of: $0, in: index, changed) }
    after = LinkResolver(entries) { changed[$0]?.path ?? index.path(at: $0) }
  }

  /// The memos in which a link has to change, by their paths before the changes; no file is read.
  public func memos() -> [VaultPath] {
    let found = index.mapPlaces { places in
      var rewriter = rewriter()
      return places.filter { place in
        var isAffected = false
        index.read(MemoRecord.links, at: place) { links in
          guard !links.isEmpty else { return }
          let old = index.path(at: place)
          let folder = changes[place].map(\.path.parent) ?? old.parent
          isAffected = links.contains { rewriter.changes($0.target, $0.kind, from: old.parent, to: folder) }
        }
        return isAffected
      }
    }
    return found.joined().map { index.path(at: $0) }.sorted()
  }

  /// What has to change in the text of a memo, named by its path before the changes.
  public func rewriting(of text: UnsafeRawBufferPointer, at path: VaultPath) -> LinkRewriter.Rewriting {
    var rewriter = rewriter()
    let change = index.place(of: path).flatMap { changes[$0] }
    return rewriter.rewriting(of: text, from: path, to: change?.path ?? path)
  }

  private func rewriter() -> LinkRewriter {
    LinkRewriter(before: before, after: after) { place in
      changes[place] ?? index.linkedMemo(at: place)
    }
  }

  /// The names of memos after the changes.
  private static func entries(
    of places: Range<Int>, in index: VaultIndex, _ changes: [Int: LinkRewriter.Memo]
  ) -> [NameEntry] {
    var keys = NameKeys()
    var entries: [NameEntry] = []
    for place in places {
      index.read(MemoRecord.names, at: place) { names in
        keys.addEntries(of: names, at: place, in: index, changed: changes[place], to: &entries)
      }
    }
    return entries
  }
}

extension VaultIndex {
  /// The memo at a place as links know it.
  package func linkedMemo(at place: Int) -> LinkRewriter.Memo {
    var title = ""
    read(MemoRecord.title, at: place) { title = String(decoding: $0, as: UTF8.self) }
    return LinkRewriter.Memo(path: path(at: place), title: title)
  }
}
