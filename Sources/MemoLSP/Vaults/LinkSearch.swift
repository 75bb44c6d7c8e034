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
  /// - Parameter includesOwn: whether links of the memo to itself count.
  func links(
    to path: VaultPath, includesOwn: Bool = false, _ passes: (FollowedLink) throws -> Bool
  ) rethrows -> [Found] {
    let memos = Backlinks(to: path, in: view.index).memos.map(\.path)
    let paths = memos + (includesOwn ? [path] : [])
    return try zip(paths, view.lines(of: paths)).flatMap { memo, lines -> [Found] in
      guard let lines else { return [] }
      return try view.links(of: memo, in: lines.bytes).filter { try $0.link.path == path && passes($0.link) }.map {
        Found(
          path: memo, range: $0.span.link.range, target: $0.span.link.target, heading: $0.span.link.heading,
          lines: lines,
          link: $0.link)
      }
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
