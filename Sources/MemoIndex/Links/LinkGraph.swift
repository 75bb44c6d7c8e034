public import MemoCore
import MemoStore

/// Which memos the links of a vault's memos lead to, as of one refresh.
///
/// Only names and targets are decoded, on all cores, and no file is read: the records hold both. Memos are numbered by
/// their places in the index.
public struct LinkGraph: Sendable {
  /// The index that it was made of.
  public let index: VaultIndex
  /// The names of all memos.
  package let resolver: LinkResolver
  /// The memos that could not be read, of which the index knows only that they are there; `nil` where there are none.
  let unread: UnreadMemos?
  /// The paths of the memos that could not be read.
  public var unreadMemos: [VaultPath] { unread?.paths ?? [] }

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
    index.release()
    self.init(of: index, LinkResolver(entries, in: index))
  }

  /// A graph of an index in which all memos have the names and places that they have in the one of an earlier graph:
  /// nothing is learned anew.
  ///
  /// - Parameter hasFiles: whether the vault has the same other files, too.
  package init(of index: VaultIndex, namedAs earlier: LinkGraph, hasFiles: Bool) {
    self.init(of: index, hasFiles ? earlier.resolver : earlier.resolver.with(index.fileLookup()))
  }

  init(of index: VaultIndex, _ resolver: LinkResolver) {
    self.index = index
    self.resolver = resolver
    unread = UnreadMemos(of: index)
  }

  /// A link that a record holds, for the time of a call.
  package struct Link {
    /// The place of the memo that holds it.
    package let memo: Int
    package let kind: MemoLink.Kind
    /// The target as written.
    package let target: UnsafeRawBufferPointer
    /// What it names in its memo, as written; `nil` for nothing.
    package let anchor: UnsafeRawBufferPointer?
    package let resolution: LinkResolution
  }

  /// Follows the links of all memos and lets `visit` gather what it wants of them.
  ///
  /// - Parameter readsLongMemos: whether links that are not in the records count as well.
  package func follow<Found: Sendable>(
    into start: Found, readsLongMemos: Bool = false, _ visit: @Sendable (Link, inout Found) -> Void
  ) -> [Found] {
    index.mapPlaces { places in
      var found = start
      var lookup = LinkLookup(resolver)
      for place in places { follow(place, readsLongMemos: readsLongMemos, &lookup) { visit($0, &found) } }
      return found
    }
  }

  /// Follows the links of one memo.
  package func follow(
    _ place: Int, readsLongMemos: Bool = false, _ lookup: inout LinkLookup, _ visit: (Link) -> Void
  ) {
    func follow(_ links: [MemoRecord.Link]) {
      guard !links.isEmpty else { return }
      let folder = index.path(at: place).parent
      for link in links {
        let resolution =
          link.target.isEmpty
          ? .memo(place, by: .relativePath) : lookup.resolve(link.target, link.kind, from: folder)
        visit(
          Link(memo: place, kind: link.kind, target: link.target, anchor: link.anchor, resolution: resolution))
      }
    }
    if readsLongMemos {
      index.readAllLinks(at: place, follow)
    } else {
      index.read(MemoRecord.links, at: place, follow)
    }
  }
}

extension LinkResolver {
  /// Takes entries whose numbers are places of an index.
  init(_ entries: [[NameEntry]], in index: VaultIndex) {
    self.init(
      entries, path: { index.path(at: $0) }, memo: { index.linkedMemo(at: $0) }, hasFile: index.fileLookup())
  }
}

extension NameKeys {
  /// Adds an entry for each name of the memo at a place, with path and title of a change where there is one.
  mutating func addEntries(
    of names: MemoRecord.Names, at place: Int, in index: VaultIndex, changed: LinkResolver.Memo? = nil,
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

/// Which memos the links connect.
extension LinkGraph {
  /// The memos that a memo links to, itself left out.
  public func memosLinked(from path: VaultPath) -> MemoSet {
    guard let place = index.place(of: path) else { return MemoSet([], in: index) }
    var lookup = LinkLookup(resolver)
    var found: [Int] = []
    follow(place, &lookup) { link in
      if let target = link.resolution.memo, target != place { found.append(target) }
    }
    return MemoSet(found, in: index)
  }

  /// The memos that a memo leads to, or that lead to it, over at most so many links; itself left out.
  public func memosNear(_ path: VaultPath, _ direction: LinkDirection, distance: Int) -> MemoSet {
    guard let place = index.place(of: path) else { return MemoSet([], in: index) }
    var next: [Int: [Int]] = [:]
    for (from, to) in connections() {
      switch direction {
      case .linkedFrom: next[from, default: []].append(to)
      case .linksTo: next[to, default: []].append(from)
      }
    }
    var (found, last) = (Set([place]), [place])
    for _ in 0..<distance {
      last = last.flatMap { next[$0] ?? [] }.filter { found.insert($0).inserted }
      if last.isEmpty { break }
    }
    found.remove(place)
    return MemoSet(found, in: index)
  }

  /// The memos that no other memo links to.
  public func orphans() -> MemoSet { memosNot(in: connections().lazy.map(\.to)) }

  /// The memos that link to no other memo.
  public func deadEnds() -> MemoSet { memosNot(in: connections().lazy.map(\.from)) }

  /// The links from one memo to another, as often as they are there.
  private func connections() -> [(from: Int, to: Int)] {
    follow(into: [(from: Int, to: Int)]()) { link, found in
      if let target = link.resolution.memo, target != link.memo { found.append((link.memo, target)) }
    }.flatMap(\.self)
  }

  private func memosNot(in places: some Sequence<Int>) -> MemoSet {
    var isIn = Array(repeating: false, count: index.placeCount)
    for place in places { isIn[place] = true }
    return MemoSet(isIn.indices.lazy.filter { !isIn[$0] }, in: index)
  }
}

/// From which end links are followed.
public enum LinkDirection: Sendable {
  /// To the memos that lead to one.
  case linksTo
  /// To the memos that one leads to.
  case linkedFrom
}

/// A link between two memos of a graph, or a link that resolves to no memo.
public struct LinkEdge: Equatable, Sendable {
  /// The memo that holds the link.
  public let from: VaultPath
  /// The memo that it resolves to, also one that cannot be read; `nil` for none.
  public let to: VaultPath?
  /// The link as written.
  public let link: MemoLink
}

extension LinkGraph {
  private static let memosPerBatch = 16_384

  /// The links of all memos, newest memos first, each memo's in their order; those that lead elsewhere are left out. They
  /// are followed on all cores, and some at a time: there may be millions.
  public func edges() -> some Sequence<LinkEdge> {
    let batches = sequence(state: index.memos) { memos -> [LinkEdge]? in
      var batch: [IndexedMemo] = []
      while batch.count < Self.memosPerBatch, let memo = memos.next() { batch.append(memo) }
      guard !batch.isEmpty else { return nil }
      let edges = index.mapParts(of: batch[...]) { part in
        var lookup = LinkLookup(resolver)
        return part.map { self.edges(from: $0, &lookup) }
      }
      return edges.flatMap(\.self)
    }
    return batches.joined()
  }

  private func edges(from memo: IndexedMemo, _ lookup: inout LinkLookup) -> [LinkEdge] {
    guard let links = index.record(of: memo)?.metadata.links, !links.isEmpty else { return [] }
    let path = memo.path
    let folder = path.parent
    return links.compactMap { link in
      guard !link.target.isEmpty else { return nil }
      let target = Array(link.target.utf8)
      let resolution = lookup.resolve(target, link.kind, from: folder)
      guard resolution != .elsewhere else { return nil }
      let unread = unreadMemo(resolution, target, link.kind, from: folder)
      return LinkEdge(from: path, to: unread ?? resolution.memo.map { index.path(at: $0) }, link: link)
    }
  }
}

/// Some of the memos of an index.
public struct MemoSet: Sendable {
  /// By their indexes in the snapshot.
  private var old: [Bool]
  private var fresh: Set<VaultPath> = []
  private var count = 0

  /// Takes places of an index.
  init(_ places: some Sequence<Int>, in index: VaultIndex) {
    old = Array(repeating: false, count: index.snapshotCount)
    for place in places {
      if place >= old.count {
        fresh.insert(index.path(at: place))
      } else if !old[place] {
        old[place] = true
        count += 1
      }
    }
    count += fresh.count
  }

  /// The memo at a path alone.
  public init(of path: VaultPath, in index: VaultIndex) {
    self.init([index.place(of: path)].compactMap(\.self), in: index)
  }

  /// All memos below a folder. The snapshot is asked for folders, of which there are fewer.
  public init(below folder: VaultPath, in index: VaultIndex) {
    let snapshot = index.state.snapshot
    let folders = (0..<(snapshot?.folderCount ?? 0)).filter { number in
      snapshot.map { $0.folderPath(number) == folder || $0.folderPath(number).isBelow(folder) } ?? false
    }
    let old = folders.flatMap { snapshot?.memos(inFolder: $0) ?? 0..<0 }
    let fresh = index.snapshotCount..<index.placeCount
    self.init(old + fresh.filter { index.path(at: $0).isBelow(folder) }, in: index)
  }

  /// Whether a memo of that index is one of them.
  func contains(_ memo: IndexedMemo) -> Bool {
    switch memo.source {
    case .snapshot(_, let place): old[place]
    case .fresh(let memo): fresh.contains(memo.path)
    }
  }

  /// Whether the memo at a place of that index is one of them.
  func contains(_ place: Int, in index: VaultIndex) -> Bool {
    place < old.count ? old[place] : fresh.contains(index.path(at: place))
  }

  /// The members, newest first.
  func memos(of index: VaultIndex) -> [IndexedMemo] {
    var memos: [IndexedMemo] = []
    var walk = index.memos
    // Those that are looked for are often new, and the walk over all memos is long.
    while memos.count < count, let place = walk.nextPlace() {
      if contains(place, in: index) { memos.append(walk.memo(at: place)) }
    }
    return memos
  }
}
