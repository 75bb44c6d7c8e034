public import MemoCore
public import MemoIndex
public import MemoStore

/// A memo whose title is retyped in its text: afterwards the links that led to it by its title lead nowhere, or elsewhere,
/// unless they are rewritten.
public struct Retitling: Sendable {
  private let vault: Vault
  /// The vault as it was before.
  private let index: VaultIndex
  private let memo: LinkResolver.Memo
  /// The operation that wrote the new title, if it is known: the links change with it.
  public var typing: PastOperation?

  /// Remembers the title of a memo; `nil` where it has none, or its file's name is its title.
  ///
  /// - Parameter index: the vault before the title changes.
  public init?(of path: VaultPath, in index: VaultIndex, of vault: Vault) {
    guard index.titles != .fileName, let place = index.place(of: path) else { return nil }
    memo = index.linkedMemo(at: place)
    guard !memo.title.isEmpty else { return nil }
    (self.vault, self.index) = (vault, index)
  }

  /// Rewrites the links by the earlier title as one operation, in the texts as they are now, which keep their times; nothing
  /// happens where the memo has no other title. If nothing was done since the title was written, both are undone as one.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  /// - Returns: the memos that were changed, and links that cannot be written with the title that the memo has now.
  public func carryOut(
    by history: OperationHistory, at time: Int64
  ) throws -> (changed: [VaultPath], lostLinks: [Relocation.LostLink]) {
    guard vault.hasMemo(at: memo.path) else { return ([], []) }
    let title = try ReadMemo(memo.path, in: vault).title
    guard !title.isEmpty, !title.utf8.elementsEqual(memo.title.utf8) else { return ([], []) }
    let repair = LinkRepair(of: index, changes: [memo.path: LinkResolver.Memo(path: memo.path, title: title)])
    let links = try RepairedLinks(by: repair, in: index, of: vault)
    guard !links.rewrites.isEmpty else { return ([], links.lostLinks) }
    if let operation = try history.replace(links.rewrites, as: "rename", at: time), let typing {
      // Where they cannot be one, they are undone one after the other.
      _ = try? history.join(operation, to: typing, mayAddFiles: true)
    }
    return (links.rewrites.map(\.memo.path), links.lostLinks)
  }
}
