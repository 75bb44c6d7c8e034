public import MemoCore

/// Which memos the links of a vault's memos lead to, as of one refresh.
///
/// Only names and targets are decoded, on all cores, and no file is read: the records hold both. Memos are numbered from
/// 0 here, in the order of the index.
public struct LinkGraph: Sendable {
  /// The index that it was made of.
  public let index: VaultIndex
  /// All memos, newest first.
  public let memos: [IndexedMemo]
  /// The names of all memos.
  public let resolver: LinkResolver

  static let memosPerPart = 1024

  /// Learns the names of all memos.
  public init(of index: VaultIndex) {
    self.index = index
    let memos = Array(index.memos)
    self.memos = memos
    let entries = memos.concurrentMap(partSize: Self.memosPerPart) { part in Self.names(of: part, in: index) }
    resolver = LinkResolver(Array(entries.joined())) { memos[$0].path }
  }

  /// The number of the memo at a path; `nil` where there is none.
  public func number(of path: VaultPath) -> Int? {
    index.memo(at: path).map { $0.number - 1 }
  }

  /// A link that a record holds, for the time of a call.
  struct Link {
    /// The memo that holds it.
    let memo: Int
    let kind: MemoLink.Kind
    /// The target as written.
    let target: UnsafeRawBufferPointer
    let resolution: LinkResolution
  }

  /// Follows all links of all memos and lets `visit` gather what it wants of them; the gatherings come in the order of
  /// the memos.
  func follow<Found: Sendable>(
    into start: Found, _ visit: @Sendable (Link, inout Found) -> Void
  ) -> [Found] {
    memos.concurrentMap(partSize: Self.memosPerPart) { part in
      var found = start
      var lookup = LinkLookup(resolver)
      for memo in part { follow(memo, &lookup) { visit($0, &found) } }
      return found
    }
  }

  func follow(_ memo: IndexedMemo, _ lookup: inout LinkLookup, _ visit: (Link) -> Void) {
    index.read(MemoRecord.links, of: memo) { links in
      guard !links.isEmpty else { return }
      let folder = memo.path.parent
      for link in links {
        let resolution = lookup.resolve(link.target, link.kind, from: folder)
        visit(Link(memo: memo.number - 1, kind: link.kind, target: link.target, resolution: resolution))
      }
    }
  }

  private static func names(of part: ArraySlice<IndexedMemo>, in index: VaultIndex) -> [NameEntry] {
    var keys = NameKeys()
    var entries: [NameEntry] = []
    entries.reserveCapacity(part.count * 4)
    for memo in part {
      index.read(MemoRecord.names, of: memo) { names in
        let title = names.title.isEmpty ? nil : keys.hash(names.title)
        let aliases = names.aliases.lazy.filter { !$0.isEmpty }.map { keys.hash($0) }
        keys.addEntries(
          ofMemo: memo.number - 1, at: memo.path, title: title, aliases: Array(aliases), to: &entries)
      }
    }
    return entries
  }
}
