import MemoCore
import MemoIndex
import MemoStore

/// Finds the imported memos with links to others that came with them under another name: a memo is copied byte for byte, so
/// such a link may lead to another memo of the vault, or nowhere.
struct StrayedLinks {
  /// A link as written, with the memo that it leads to: another link of the same memo may lead there still.
  private struct Followed: Hashable {
    let from: VaultPath
    let to: VaultPath
    let link: MemoLink
  }

  /// The memos, sorted, after the import.
  ///
  /// - Parameters:
  ///   - source: the imported folder.
  ///   - renamed: the memos that got another name.
  static func memos(from source: Vault, to vault: Vault, renamed: [ImportReport.Renaming]) throws -> [VaultPath] {
    let moved = Set(renamed.filter(\.isVisible).map(\.origin))
    guard !moved.isEmpty else { return [] }
    let names = Dictionary(renamed.map { ($0.origin, $0.path) }) { first, _ in first }
    let meant = Set(
      try links(in: source.readAll()) { moved.contains($0) }.map { link in
        Followed(from: names[link.from] ?? link.from.composed, to: names[link.to] ?? link.to, link: link.link)
      })
    guard !meant.isEmpty else { return [] }
    let targets = Set(meant.map(\.to))
    return Set(try meant.subtracting(links(in: vault.refresh()) { targets.contains($0) }).map(\.from)).sorted()
  }

  /// The links that lead to some memos.
  private static func links(in index: VaultIndex, where isWanted: (VaultPath) -> Bool) -> [Followed] {
    LinkGraph(of: index).edges().compactMap { edge in
      edge.to.flatMap { isWanted($0) ? Followed(from: edge.from, to: $0, link: edge.link) : nil }
    }
  }
}
