import MemoCore
import MemoIndex
import MemoStore

/// Finds the links that lead to a memo, as `memo backlinks` does: newest memos first, each memo's in their order.
struct LinkSearch {
  /// A link with its place.
  struct Found {
    let path: VaultPath
    let range: Range<Int>
    /// The target as it is written.
    let target: Range<Int>
    /// What follows `#` in it.
    let heading: Range<Int>?
    let lines: LineTable
    let link: FollowedLink
  }

  private let view: VaultView

  init(_ view: VaultView) {
    self.view = view
  }

  /// The links to a memo that pass.
  ///
  /// - Parameters:
  ///   - includesOwn: whether links of the memo to itself count.
  ///   - readsLongMemos: whether links that are not in the records count as well.
  func links(
    to path: VaultPath, includesOwn: Bool = false, readsLongMemos: Bool = false,
    _ passes: (FollowedLink) throws -> Bool
  ) rethrows -> [Found] {
    let paths = memos(linkingTo: path, includesOwn, readsLongMemos: readsLongMemos)
    return try zip(paths, view.lines(of: paths)).flatMap { try links(of: $0, in: $1, to: path, passes) }
  }

  /// The places of the first links to a memo that pass. Of the texts of thousands of memos, few are in memory at once.
  ///
  /// - Parameter check: throws where the client does not want the places any more.
  func places(
    to path: VaultPath, includesOwn: Bool = false, checking check: () throws -> Void,
    _ passes: (FollowedLink) -> Bool = { _ in true }
  ) throws -> [JSONValue] {
    var rest = memos(linkingTo: path, includesOwn)[...]
    var found: [JSONValue] = []
    while !rest.isEmpty, found.count < Self.placeLimit {
      try check()
      let part = Array(rest.prefix(Self.readAtOnce))
      rest = rest.dropFirst(part.count)
      for (memo, lines) in zip(part, view.lines(of: part)) {
        let room = Self.placeLimit - found.count
        found += links(of: memo, in: lines, to: path, passes).prefix(room).map(view.location)
      }
    }
    return found
  }

  /// At most so many places are answered, of links or of tags.
  static let placeLimit = 10_000
  private static let readAtOnce = 128

  private func memos(linkingTo path: VaultPath, _ includesOwn: Bool, readsLongMemos: Bool = false) -> [VaultPath] {
    var memos = Backlinks(to: path, in: view.index).memos.map(\.path)
    if readsLongMemos { memos += view.index.longMemos.filter { $0 != path && !memos.contains($0) } }
    return memos + (includesOwn ? [path] : [])
  }

  /// The links of a memo to another one that pass; none where its text cannot be read.
  private func links(
    of memo: VaultPath, in lines: LineTable?, to path: VaultPath, _ passes: (FollowedLink) throws -> Bool
  ) rethrows -> [Found] {
    guard let lines else { return [] }
    return try view.links(of: memo, in: lines.bytes).filter { try $0.link.path == path && passes($0.link) }.map {
      Found(
        path: memo, range: $0.span.link.range, target: $0.span.link.target, heading: $0.span.link.heading, lines: lines,
        link: $0.link)
    }
  }

  /// How many memos link to a memo.
  func count(to path: VaultPath) -> Int { Backlinks(to: path, in: view.index).memos.count }
}

extension FollowedLink {
  /// Whether it is a link to a block, by the key of the block's name.
  func names(blockWithKey key: [UInt8]) -> Bool {
    link.heading.flatMap { $0.dropping(prefix: "^") }.map { Folding.matchKey($0) == key } ?? false
  }
}

extension VaultView {
  /// A place, as messages hold it.
  func location(_ found: LinkSearch.Found) -> JSONValue { location(found.path, found.range, in: found.lines) }
}
