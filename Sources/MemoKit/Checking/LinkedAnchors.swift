package import MemoCore
import MemoIndex
import MemoStore

/// The headings and blocks of the memos in which links name one. Each of these memos is read once.
struct LinkedAnchors {
  private let graph: LinkGraph
  /// The places of the memos with such links.
  private let linking: Set<Int>
  /// What the memos have that they name, by their places.
  private let anchors: [Int: MemoAnchors]

  private static let memosPerPart = 16

  /// - Parameters:
  ///   - places: those of the memos whose links count; `nil` for all.
  ///   - known: memos that need not be read.
  ///   - isStopped: whether they are not wanted any more; some are then missing.
  init(
    in graph: LinkGraph, of vault: Vault, from places: Set<Int>? = nil, known: KnownAnchors = KnownAnchors(),
    isStopped: @Sendable () -> Bool = { false }
  ) {
    self.graph = graph
    let found = places.map { Self.links(from: $0, in: graph) } ?? Self.links(in: graph)
    linking = Set(found.map(\.linking))
    let targets = Set(found.map(\.target)).sorted()
    let read = targets.concurrentMap(partSize: Self.memosPerPart) { part in
      part.map { place in
        let path = graph.index.path(at: place)
        return (place, known.anchors[path] ?? (isStopped() ? nil : Self.anchors(of: path, in: vault)))
      }
    }
    anchors = Dictionary(
      uniqueKeysWithValues: read.joined().compactMap { place, anchors in anchors.map { (place, $0) } })
  }

  private static func links(in graph: LinkGraph) -> [(linking: Int, target: Int)] {
    graph.follow(into: [(linking: Int, target: Int)]()) { link, found in
      guard link.anchor != nil, let target = link.resolution.memo else { return }
      found.append((link.memo, target))
    }.flatMap(\.self)
  }

  private static func links(from places: Set<Int>, in graph: LinkGraph) -> [(linking: Int, target: Int)] {
    var lookup = LinkLookup(graph.resolver)
    var found: [(linking: Int, target: Int)] = []
    for place in places {
      graph.follow(place, &lookup) { link in
        if link.anchor != nil, let target = link.resolution.memo { found.append((place, target)) }
      }
    }
    return found
  }

  /// The same for the next look.
  var known: KnownAnchors {
    KnownAnchors(
      anchors: Dictionary(uniqueKeysWithValues: anchors.map { (graph.index.path(at: $0.key), $0.value) }))
  }

  /// Whether a memo has links that name a heading or block.
  func areNamed(by memo: Int) -> Bool { linking.contains(memo) }

  /// The problem with what a link names in its memo.
  func fault(of link: FollowedLink) -> VaultProblem.Kind? {
    guard let anchor = link.link.heading, let memo = link.resolution.memo, let known = anchors[memo],
      !known.contains(anchor, link.link.kind)
    else { return nil }
    return .brokenAnchor(
      anchor, in: graph.index.path(at: memo), meant: known.likeliest(for: anchor, link.link.kind))
  }

  /// `nil` for a memo that cannot be read, which is a problem of its own.
  private static func anchors(of path: VaultPath, in vault: Vault) -> MemoAnchors? {
    var anchors: MemoAnchors?
    _ = try? vault.files.read(path, limit: SearchText.readLimit) { anchors = MemoAnchors(of: $0) }
    return anchors
  }
}

/// What a check has found in the memos in which links name something, to be used again as long as these have the same texts.
package struct KnownAnchors: Sendable {
  fileprivate var anchors: [VaultPath: MemoAnchors] = [:]

  /// Nothing was looked at.
  package init() {}

  fileprivate init(anchors: [VaultPath: MemoAnchors]) {
    self.anchors = anchors
  }

  /// Forgets memos that have other texts now.
  package mutating func forget(_ changed: some Sequence<VaultPath>) {
    for path in changed { anchors[path] = nil }
  }
}
