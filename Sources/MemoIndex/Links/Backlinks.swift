public import MemoCore
public import MemoStore

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

  /// Finds the memos that link to the one at a path; none where it is not in the index.
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

  /// Where one of these memos links to it, as matches of a search; none where it does not any more.
  public func matches(in memo: IndexedMemo) throws(VaultError) -> [SearchMatch] {
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
