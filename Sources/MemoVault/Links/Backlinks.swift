public import MemoCore

/// The memos that link to one.
///
/// All memos are gone through once. A link that asks for none of the memo's names is not followed, and of the names of
/// all memos those alone are kept that the others ask for: little more than half of the time of a whole `LinkGraph`.
public struct Backlinks: Sendable {
  private let graph: LinkGraph
  private let target: Int
  /// The memos that link to it, itself left out.
  public let members: MemoSet

  private static let partsPerFilter = 16

  /// What a part of the memos holds.
  private struct Part: Sendable {
    var entries: [NameEntry] = []
    /// Memos with a link that may lead to the target.
    var suspects: [Int] = []
    /// What all links of these memos ask for.
    var hashes: Set<UInt64> = []
  }

  /// Finds the memos that link to the one at a path; none where it is not in the index.
  public init(to path: VaultPath, in index: VaultIndex) {
    guard let target = index.place(of: path) else {
      (self.target, members) = (-1, MemoSet([], in: index))
      graph = LinkGraph(of: index, LinkResolver([[]]) { index.path(at: $0) })
      return
    }
    let names = Self.hashes(ofNamesAt: target, in: index)
    let parts = index.mapPlaces { Self.part($0, asking: names, in: index) }
    let hashes = parts.reduce(into: Set<UInt64>()) { $0.formUnion($1.hashes) }
    let entries = parts.concurrentMap(partSize: Self.partsPerFilter) { parts in
      parts.flatMap { $0.entries.filter { hashes.contains($0.hash) } }
    }
    self.target = target
    graph = LinkGraph(of: index, LinkResolver(entries) { index.path(at: $0) })
    members = MemoSet(parts.flatMap(\.suspects).filter { [graph] in graph.links($0, to: target) }, in: index)
  }

  /// The memos that link to it, newest first.
  public var memos: [IndexedMemo] { members.memos(of: graph.index) }

  /// Where one of these memos links to it, as matches of a search; none where it does not any more.
  public func matches(in memo: IndexedMemo) throws(VaultError) -> [SearchMatch] {
    try graph.matches(in: memo, linkingTo: target)
  }

  private static func part(_ places: Range<Int>, asking names: Set<UInt64>, in index: VaultIndex) -> Part {
    var part = Part()
    var keys = NameKeys()
    for place in places {
      index.read(MemoRecord.namesAndLinks, at: place) { record in
        keys.addEntries(of: record.names, at: place, in: index, to: &part.entries)
        guard record.links.contains(where: { keys.mayLead($0.target, $0.kind, to: names) }) else { return }
        part.suspects.append(place)
        let folder = index.path(at: place).parent
        for link in record.links { part.hashes.formUnion(keys.hashes(ofTarget: link.target, link.kind, from: folder)) }
      }
    }
    return part
  }

  /// The hashes by which links may ask for a memo.
  private static func hashes(ofNamesAt place: Int, in index: VaultIndex) -> Set<UInt64> {
    var keys = NameKeys()
    var entries: [NameEntry] = []
    index.read(MemoRecord.names, at: place) { keys.addEntries(of: $0, at: place, in: index, to: &entries) }
    return Set(entries.map(\.hash))
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
