import MemoCore
import MemoIndex
import MemoStore

/// Finds the imported memos with links to others that came with them under another name: a memo is copied byte for byte, so
/// such a link may lead to another memo of the vault, or nowhere.
struct StrayedLinks {
  private struct Pair: Hashable {
    let from: VaultPath
    let to: VaultPath
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
      try pairs(in: source.readAll()) { moved.contains($0) }.map { pair in
        Pair(from: names[pair.from] ?? pair.from.composed, to: names[pair.to] ?? pair.to)
      })
    guard !meant.isEmpty else { return [] }
    let targets = Set(meant.map(\.to))
    return Set(try meant.subtracting(pairs(in: vault.refresh()) { targets.contains($0) }).map(\.from)).sorted()
  }

  /// The memos that link to some of them, with those.
  private static func pairs(in index: VaultIndex, where isWanted: (VaultPath) -> Bool) -> [Pair] {
    LinkGraph(of: index).edges().compactMap { edge in
      edge.to.flatMap { isWanted($0) ? Pair(from: edge.from, to: $0) : nil }
    }
  }
}
