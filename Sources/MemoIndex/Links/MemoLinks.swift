public import MemoCore
import MemoStore

/// A link of a memo with its place and what it resolves to.
public struct FollowedLink: Equatable, Sendable {
  /// The link as written.
  public let link: MemoLink
  /// Where it starts.
  public let position: TextPosition
  /// What it resolves to; `elsewhere` where that is a memo that cannot be read, which the index does not know.
  public let resolution: LinkResolution
  /// The memo that it resolves to, also one that cannot be read; `nil` for none.
  public let path: VaultPath?
  /// The memos that an ambiguous link may mean, that one included, in the order of their paths, if they are few.
  public let candidates: [VaultPath]
  /// The number of candidates; 0 where the link is not ambiguous.
  public let candidateCount: Int
}

/// The links of single memos, read from their files for lines and columns.
extension LinkGraph {
  /// Where an ambiguous link may mean more memos, none of them is named: the paths of thousands for each link to them
  /// would take more memory than there is.
  private static let candidateLimit = 100

  /// The links of a text in its order, as those of the memo at a path. One lookup serves the memos of a thread: it keeps
  /// what it learns of names that many memos share.
  package func links(
    of path: VaultPath, in bytes: UnsafeRawBufferPointer, _ lookup: inout LinkLookup
  ) -> [FollowedLink] {
    links(LinkSpan.all(in: bytes), of: path, in: bytes, &lookup)
  }

  /// The same of links that were found in the text.
  package func links(
    _ spans: [LinkSpan], of path: VaultPath, in bytes: UnsafeRawBufferPointer, candidateLimit: Int = candidateLimit,
    _ lookup: inout LinkLookup
  ) -> [FollowedLink] {
    let folder = path.parent
    return spans.map { span in
      let target = Array(bytes[span.link.target])
      let resolution = resolution(of: target, span.link.kind, in: path, &lookup)
      var rivals: (count: Int, memos: [Int]) = (0, [])
      // Looked for a second time, which few links need.
      if case .ambiguous = resolution {
        rivals = lookup.candidates(of: target, span.link.kind, from: folder, limit: candidateLimit)
      }
      let unread = unreadMemo(resolution, target, span.link.kind, from: folder)
      return FollowedLink(
        link: MemoLink(span.link, in: bytes), position: span.position,
        resolution: unread == nil ? resolution : .elsewhere,
        path: unread ?? resolution.memo.map { index.path(at: $0) },
        candidates: rivals.memos.map { index.path(at: $0) }.sorted(), candidateCount: rivals.count)
    }
  }

  /// What a link of a memo resolves to; one without target to the memo itself.
  private func resolution(
    of target: [UInt8], _ kind: MemoLink.Kind, in path: VaultPath, _ lookup: inout LinkLookup
  ) -> LinkResolution {
    guard target.isEmpty else { return lookup.resolve(target, kind, from: path.parent) }
    return index.place(of: path).map { .memo($0, by: .relativePath) } ?? .elsewhere
  }

  /// The memo that could not be read to which a link leads, if it leads to no other; `nil` for none.
  func unreadMemo(
    _ resolution: LinkResolution, _ target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath
  ) -> VaultPath? {
    resolution == .broken ? unread?.memo(target, kind, from: folder) : nil
  }
}

/// The memos that could not be read. Their paths are known, but neither their titles nor their aliases.
struct UnreadMemos: Sendable {
  let paths: [VaultPath]
  private let resolver: LinkResolver

  /// `nil` where all were read.
  init?(of index: VaultIndex) {
    let paths = index.problems.filter { $0.operation == .read }.map { VaultPath(bytes: $0.path) }
    guard !paths.isEmpty else { return nil }
    self.paths = paths
    resolver = LinkResolver(paths.map { LinkResolver.Memo(path: $0, title: "") })
  }

  /// The one that a link leads to; `nil` for none.
  func memo(_ target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath) -> VaultPath? {
    var lookup = LinkLookup(resolver)
    return lookup.resolve(target, kind, from: folder).memo.map { paths[$0] }
  }
}

extension VaultIndex {
  /// The links of a memo in the order of its text; `nil` if it is gone.
  ///
  /// Of the other memos those alone are known that go by a name that one of the links asks for, so it takes little memory.
  public func links(of path: VaultPath) throws -> [FollowedLink]? {
    try text(of: path) { bytes in
      let asked = LinkSpan.all(in: bytes).map { (target: Array(bytes[$0.link.target]), kind: $0.link.kind) }
      guard !asked.isEmpty else { return [] }
      let entries = entries(of: NameFilter(askedBy: asked))
      let graph = LinkGraph(of: self, LinkResolver(entries, in: self))
      var lookup = LinkLookup(graph.resolver)
      return graph.links(of: path, in: bytes, &lookup)
    }
  }

  /// What links of a kind in a folder resolve to, in the order of their targets; `nil` for one that is broken or ambiguous.
  public func paths(
    linkedBy targets: [String], _ kind: MemoLink.Kind = .wiki, from folder: VaultPath = .root
  ) -> [VaultPath?] {
    let asked = targets.map { (target: Array($0.utf8), kind: kind) }
    guard !asked.isEmpty else { return [] }
    var lookup = LinkLookup(LinkResolver(entries(of: NameFilter(askedBy: asked)), in: self))
    return asked.map { link in
      guard case .memo(let place, _) = lookup.resolve(link.target, link.kind, from: folder) else { return nil }
      return self.path(at: place)
    }
  }

  /// Whether a memo that is none of some memos may have a name of one of them. No graph is made for that.
  public func hasOthers(calledAs paths: Set<VaultPath>) -> Bool {
    let places = Set(self.places(of: Array(paths)).compactMap(\.self))
    let names = NameFilter(places.flatMap { self.names(at: $0) })
    return entries(of: names).joined().contains { !places.contains(Int($0.memo)) }
  }

  /// The path, the title and the aliases of the memo at a place.
  fileprivate func names(at place: Int) -> [[UInt8]] {
    var names = [path(at: place).bytes]
    read(MemoRecord.names, at: place) { record in names += ([record.title] + record.aliases).map { Array($0) } }
    return names
  }

  /// Whether a memo may have a name of one that is to be made, or may be named by a link to the same folder.
  public func hasMemos(calledAs memos: [LinkResolver.Memo]) -> Bool {
    var names = memos.flatMap { memo in ([memo.title] + memo.aliases).map { Array($0.utf8) } + [memo.path.bytes] }
    if memos.contains(where: { NameFilter.isOfFolder($0.path) }) { names += NameFilter.folderMemos }
    return !memos.isEmpty && entries(of: NameFilter(names)).contains { !$0.isEmpty }
  }

  /// The names of the memos that a filter lets pass.
  private func entries(of filter: NameFilter) -> [[NameEntry]] {
    mapPlaces { places in
      var (keys, filter) = (NameKeys(), filter)
      var entries: [NameEntry] = []
      for place in places {
        read(MemoRecord.names, at: place) { names in
          guard filter.mayHold(names, at: place, in: self) else { return }
          keys.addEntries(of: names, at: place, in: self, to: &entries)
        }
      }
      return entries
    }
  }

  /// The part of a memo that its metadata comes from.
  fileprivate func text<Result>(
    of path: VaultPath, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws -> Result? {
    var result: Result?
    _ = try files.read(path, limit: MemoMetadata.readLimit) { result = body($0) }
    return result
  }
}

extension NameFilter {
  /// Whether a memo may go by one of the names.
  mutating func mayHold(_ names: MemoRecord.Names, at place: Int, in index: VaultIndex) -> Bool {
    index.withName(at: place) { mayHold($0) } || mayHold(names.title) || names.aliases.contains { mayHold($0) }
  }
}

/// The memos that link to one.
///
/// All memos are gone through once. A link that cannot ask for one of the memo's names is not followed, and of the other
/// memos those alone are known that go by one of them: a third of the time of a whole `LinkGraph`.
public struct Backlinks: Sendable {
  private let graph: LinkGraph
  private let target: Target
  /// The memos that link to it, itself left out.
  public let members: MemoSet

  /// The memo that is linked to.
  fileprivate enum Target: Sendable {
    /// By its place in the index.
    case memo(Int)
    /// One that could not be read, so the index does not have it.
    case unread(VaultPath)
  }

  /// What a part of the memos holds.
  private struct Part: Sendable {
    /// The names of memos that a link to the target may lead to in its stead.
    var entries: [NameEntry] = []
    /// Memos with a link that may lead to the target.
    var suspects: [Int] = []
  }

  /// Finds the memos that link to the one at a path; none if there is no such memo.
  public init(to path: VaultPath, in index: VaultIndex) {
    let place = index.place(of: path)
    target = place.map { .memo($0) } ?? .unread(path)
    guard place != nil || UnreadMemos(of: index)?.paths.contains(path) ?? false else {
      members = MemoSet([], in: index)
      graph = LinkGraph(of: index, LinkResolver([[]], in: index))
      return
    }
    let filter = NameFilter(place.map { index.names(at: $0) } ?? [path.bytes])
    let parts = index.mapPlaces { Self.part($0, asking: filter, in: index) }
    graph = LinkGraph(of: index, LinkResolver(parts.map(\.entries), in: index))
    var lookup = LinkLookup(graph.resolver)
    members = MemoSet(
      parts.flatMap(\.suspects).filter { [graph, target] in graph.links($0, to: target, &lookup) }, in: index)
  }

  /// The memos that link to it, newest first.
  public var memos: [IndexedMemo] { members.memos(of: graph.index) }

  /// Where one of these memos links to it, as matches of a search; none if it does not any more.
  public func matches(in memo: IndexedMemo) throws -> [SearchMatch] {
    var lookup = LinkLookup(graph.resolver)
    let folder = memo.path.parent
    let found = try graph.index.text(of: memo.path) { bytes in
      LinkSpan.matches(in: bytes) { link in
        let name = Array(bytes[link.target])
        let resolution = lookup.resolve(name, link.kind, from: folder)
        return graph.leads(resolution, name, link.kind, from: folder, to: target)
      }
    }
    return found ?? []
  }

  private static func part(_ places: Range<Int>, asking filter: NameFilter, in index: VaultIndex) -> Part {
    var part = Part()
    var keys = NameKeys()
    var filter = filter
    for place in places {
      index.read(MemoRecord.namesAndLinks, at: place) { record in
        if filter.mayHold(record.names, at: place, in: index) {
          keys.addEntries(of: record.names, at: place, in: index, to: &part.entries)
        }
        if record.links.contains(where: { filter.mayLead($0.target, $0.kind) }) { part.suspects.append(place) }
      }
    }
    return part
  }
}

extension LinkGraph {
  /// Whether a memo links to another.
  fileprivate func links(_ place: Int, to target: Backlinks.Target, _ lookup: inout LinkLookup) -> Bool {
    if case .memo(place) = target { return false }
    let folder = index.path(at: place).parent
    var isLinking = false
    follow(place, &lookup) { link in
      isLinking = isLinking || leads(link.resolution, Array(link.target), link.kind, from: folder, to: target)
    }
    return isLinking
  }

  /// Whether a link leads to a memo, by what it resolves to.
  fileprivate func leads(
    _ resolution: LinkResolution, _ name: @autoclosure () -> [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath,
    to target: Backlinks.Target
  ) -> Bool {
    switch target {
    case .memo(let place): resolution.memo == place
    case .unread(let path): unreadMemo(resolution, name(), kind, from: folder) == path
    }
  }
}
