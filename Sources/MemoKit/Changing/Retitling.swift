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
  /// - Returns: the memos that were changed.
  public func carryOut(by history: OperationHistory, at time: Int64) throws -> [VaultPath] {
    guard vault.hasMemo(at: memo.path) else { return [] }
    let title = try ReadMemo(memo.path, in: vault).title
    guard !title.isEmpty, !title.utf8.elementsEqual(memo.title.utf8) else { return [] }
    let repair = LinkRepair(of: index, changes: [memo.path: LinkResolver.Memo(path: memo.path, title: title)])
    var headings = LinkedHeadings(in: index)
    let found = repair.memos().filter(vault.hasMemo)
    try headings.note(found, by: repair, in: vault)
    let rewrites = try headings.memos.union(found).sorted().compactMap { try rewrite(of: $0, by: repair, headings) }
    guard !rewrites.isEmpty else { return [] }
    let draft = try history.begin("rename", at: time)
    try draft.replace(rewrites)
    if let operation = try draft.commit(), let typing {
      // Where they cannot be one, they are undone one after the other.
      _ = try? history.join(operation, to: typing, mayAddFiles: true)
    }
    return rewrites.map(\.memo.path)
  }

  /// `nil` for a memo that is gone by now, or that needs no change.
  private func rewrite(
    of path: VaultPath, by repair: LinkRepair, _ headings: LinkedHeadings
  ) throws -> MemoRewrite? {
    guard vault.hasMemo(at: path) else { return nil }
    let memo = try ReadMemo(path, in: vault)
    let contents = memo.bytes.withUnsafeBytes { bytes in
      let links = repair.rewriting(of: bytes, at: path).edits + headings.rewriting(of: bytes, at: path).edits
      return ByteEdit.apply(links.inOrder, to: bytes)
    }
    return contents == memo.bytes ? nil : MemoRewrite(memo: memo, contents: contents, keepsTime: true)
  }
}
