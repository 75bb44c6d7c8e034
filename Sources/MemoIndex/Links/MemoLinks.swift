public import MemoCore
import MemoStore

/// A link of a memo with its place and what it resolves to.
public struct FollowedLink: Equatable, Sendable {
  /// The link as written.
  public let link: MemoLink
  /// Where it starts.
  public let position: TextPosition
  /// What it resolves to.
  public let resolution: LinkResolution
  /// The memo that it resolves to, or the candidates in the order of their paths if they are few.
  public let paths: [VaultPath]
  /// The number of candidates.
  public let memoCount: Int

  /// The memo that it resolves to; `nil` for none and for several.
  public var path: VaultPath? { resolution.memo == nil ? nil : paths.first }
}

/// The links of single memos, read from their files for lines and columns.
extension LinkGraph {
  /// Where an ambiguous link may mean more memos, none of them is named: the paths of thousands for each link to them
  /// would take more memory than there is.
  private static let candidateLimit = 100

  /// The links of a text in its order, as those of the memo at a path.
  package func links(
    of path: VaultPath, in bytes: UnsafeRawBufferPointer, candidateLimit: Int = candidateLimit
  ) -> [FollowedLink] {
    var lookup = LinkLookup(resolver)
    let folder = path.parent
    return LinkSpan.all(in: bytes).map { span in
      let target = Array(bytes[span.link.target])
      let resolution = lookup.resolve(target, span.link.kind, from: folder)
      let numbers = resolution.memo.map { [$0] } ?? lookup.candidates(of: target, span.link.kind, from: folder)
      let named = numbers.count > candidateLimit ? [] : numbers
      return FollowedLink(
        link: MemoLink(span.link, in: bytes), position: span.position, resolution: resolution,
        paths: named.map { index.path(at: $0) }.sorted(), memoCount: numbers.count)
    }
  }

  /// Where a memo links to another, as matches of a search; none if it does not any more.
  func matches(in memo: IndexedMemo, linkingTo target: Int) throws -> [SearchMatch] {
    var lookup = LinkLookup(resolver)
    let folder = memo.path.parent
    let found = try index.text(of: memo.path) { bytes in
      LinkSpan.matches(in: bytes) { link in
        lookup.resolve(Array(bytes[link.target]), link.kind, from: folder).memo == target
      }
    }
    return found ?? []
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
      return LinkGraph(of: self, LinkResolver(entries) { self.path(at: $0) }).links(of: path, in: bytes)
    }
  }

  /// What wiki links resolve to, in the order of their targets; `nil` for one that resolves to no memo or several.
  public func paths(linkedBy targets: [String]) -> [VaultPath?] {
    let asked = targets.map { (target: Array($0.utf8), kind: MemoLink.Kind.wiki) }
    guard !asked.isEmpty else { return [] }
    var lookup = LinkLookup(LinkResolver(entries(of: NameFilter(askedBy: asked))) { self.path(at: $0) })
    return asked.map { lookup.resolve($0.target, $0.kind, from: .root).memo.map { self.path(at: $0) } }
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
  private let target: Int
  /// The memos that link to it, itself left out.
  public let members: MemoSet

  /// What a part of the memos holds.
  private struct Part: Sendable {
    /// The names of memos that a link to the target may lead to in its stead.
    var entries: [NameEntry] = []
    /// Memos with a link that may lead to the target.
    var suspects: [Int] = []
  }

  /// Finds the memos that link to the one at a path; none if it is not in the index.
  public init(to path: VaultPath, in index: VaultIndex) {
    guard let target = index.place(of: path) else {
      (self.target, members) = (-1, MemoSet([], in: index))
      graph = LinkGraph(of: index, LinkResolver([[]]) { index.path(at: $0) })
      return
    }
    let filter = Self.filter(ofNamesAt: target, in: index)
    let parts = index.mapPlaces { Self.part($0, asking: filter, in: index) }
    self.target = target
    graph = LinkGraph(of: index, LinkResolver(parts.map(\.entries)) { index.path(at: $0) })
    members = MemoSet(parts.flatMap(\.suspects).filter { [graph] in graph.links($0, to: target) }, in: index)
  }

  /// The memos that link to it, newest first.
  public var memos: [IndexedMemo] { members.memos(of: graph.index) }

  /// Where one of these memos links to it, as matches of a search; none if it does not any more.
  public func matches(in memo: IndexedMemo) throws -> [SearchMatch] {
    try graph.matches(in: memo, linkingTo: target)
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

  private static func filter(ofNamesAt place: Int, in index: VaultIndex) -> NameFilter {
    var names = [index.path(at: place).bytes]
    index.read(MemoRecord.names, at: place) { record in names += ([record.title] + record.aliases).map { Array($0) } }
    return NameFilter(names)
  }
}

extension LinkGraph {
  /// Whether a memo links to another.
  fileprivate func links(_ place: Int, to target: Int) -> Bool {
    guard place != target else { return false }
    var lookup = LinkLookup(resolver)
    var isLinking = false
    follow(place, &lookup) { isLinking = isLinking || $0.resolution.memo == target }
    return isLinking
  }
}
