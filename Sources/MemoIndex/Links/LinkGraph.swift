package import MemoCore

/// Which memos the links of a vault's memos lead to, as of one refresh.
///
/// Only names and targets are decoded, on all cores, and no file is read: the records hold both. Memos are numbered by
/// their places in the index.
public struct LinkGraph: Sendable {
  /// The index that it was made of.
  public let index: VaultIndex
  /// The names of all memos.
  package let resolver: LinkResolver

  /// Learns the names of all memos.
  public init(of index: VaultIndex) {
    let entries = index.mapPlaces { places in
      var keys = NameKeys()
      var entries: [NameEntry] = []
      for place in places {
        index.read(MemoRecord.names, at: place) { keys.addEntries(of: $0, at: place, in: index, to: &entries) }
      }
      return entries
    }
    self.init(of: index, LinkResolver(entries) { index.path(at: $0) })
  }

  init(of index: VaultIndex, _ resolver: LinkResolver) {
    self.index = index
    self.resolver = resolver
  }

  /// A link that a record holds, for the time of a call.
  package struct Link {
    /// The place of the memo that holds it.
    package let memo: Int
    let kind: MemoLink.Kind
    /// The target as written.
    let target: UnsafeRawBufferPointer
    package let resolution: LinkResolution
  }

  /// Follows all links of all memos and lets `visit` gather what it wants of them.
  package func follow<Found: Sendable>(
    into start: Found, _ visit: @Sendable (Link, inout Found) -> Void
  ) -> [Found] {
    index.mapPlaces { places in
      var found = start
      var lookup = LinkLookup(resolver)
      for place in places { follow(place, &lookup) { visit($0, &found) } }
      return found
    }
  }

  /// Follows the links of one memo.
  func follow(_ place: Int, _ lookup: inout LinkLookup, _ visit: (Link) -> Void) {
    index.read(MemoRecord.links, at: place) { links in
      guard !links.isEmpty else { return }
      let folder = index.path(at: place).parent
      for link in links {
        let resolution = lookup.resolve(link.target, link.kind, from: folder)
        visit(Link(memo: place, kind: link.kind, target: link.target, resolution: resolution))
      }
    }
  }
}

extension NameKeys {
  /// Adds an entry for each name of the memo at a place, with path and title of a change where there is one.
  mutating func addEntries(
    of names: MemoRecord.Names, at place: Int, in index: VaultIndex, changed: LinkRewriter.Memo? = nil,
    to entries: inout [NameEntry]
  ) {
    var title = names.title.isEmpty ? nil : hash(names.title)
    if let changed { title = changed.title.isEmpty ? nil : hash(of: changed.title) }
    var aliases: [UInt64] = []
    for alias in names.aliases where !alias.isEmpty { aliases.append(hash(alias)) }
    let path = changed?.path ?? index.path(at: place)
    addEntries(ofMemo: place, at: path, title: title, aliases: aliases, to: &entries)
  }
}
