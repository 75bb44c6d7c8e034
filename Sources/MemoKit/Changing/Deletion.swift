public import MemoCore
public import MemoIndex
public import MemoStore

/// The changes for memos that are moved to the trash: every link to one of them that would resolve to another memo of
/// that name gets a path that resolves to none. Nothing is written before `carryOut`.
public struct Deletion: Sendable {
  /// The memos to delete.
  public let memos: [ReadMemo]
  /// The memos whose texts change, sorted by path, then canvases with cards that show headings with such links.
  public private(set) var rewrites: [MemoRewrite] = []
  /// Links that will resolve to another memo, because their style cannot write the path.
  public private(set) var lostLinks: [Relocation.LostLink] = []
  /// Memos that are too large to be read whole, so links behind their first part are left as they are; sorted by path.
  public private(set) var oversized: [VaultPath] = []

  /// What cannot be read, with the reasons, sorted by path: links in there that would have to change stay as they are.
  public private(set) var unread: [(path: VaultPath, reason: any Error)] = []

  /// Finds out what has to change.
  public init(of memos: [ReadMemo], in index: VaultIndex, of vault: Vault) throws {
    self.memos = memos
    try plan(Set(memos.map(\.path)), in: index, of: vault) { try ReadMemo($0, in: vault) }
  }

  /// The same for memos that another program deletes in any case: what cannot be read is left out.
  public init(byOthers paths: Set<VaultPath>, in index: VaultIndex, of vault: Vault) {
    memos = []
    var unread: [VaultPath: any Error] = [:]
    if index.hasOthers(calledAs: paths) {
      for problem in index.problems { unread[VaultPath(bytes: problem.path)] = problem }
    }
    plan(paths, in: index, of: vault) { path in
      do {
        return try ReadMemo(path, in: vault)
      } catch VaultError.noSuchMemo {
        return nil
      } catch {
        unread[path] = error
        return nil
      }
    }
    self.unread = unread.filter { !paths.contains($0.key) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// - Parameter read: reads a memo; `nil` for one that is left out.
  private mutating func plan(
    _ paths: Set<VaultPath>, in index: VaultIndex, of vault: Vault, read: (VaultPath) throws -> ReadMemo?
  ) rethrows {
    guard index.hasOthers(calledAs: paths) else { return }
    oversized = index.oversizedMemos
    let repair = LinkRepair(of: index, changes: Dictionary(uniqueKeysWithValues: paths.map { ($0, nil) }))
    var headings = LinkedHeadings(in: index)
    let found = repair.memos()
    for path in found {
      try read(path)?.bytes.withUnsafeBytes {
        headings.note(path, $0, links: repair.rewriting(of: $0, at: path).edits)
      }
    }
    for path in headings.memos.union(found).subtracting(paths).sorted() {
      guard let memo = try read(path) else { continue }
      let rewriting = memo.bytes.withUnsafeBytes { repair.rewriting(of: $0, at: path) }
      if let rewrite = headings.rewrite(of: memo, with: rewriting.edits) { rewrites.append(rewrite) }
      lostLinks += rewriting.lost.map { link in
        Relocation.LostLink(path: path, target: String(decoding: memo.bytes[link.target], as: UTF8.self))
      }
    }
    if headings.areChanging { rewrites += headings.cards(in: vault) }
  }

  /// Makes the changes as one operation; returns the items of the trash.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  public func carryOut(by history: OperationHistory, of vault: Vault, at time: Int64) throws -> [TrashItem] {
    try Trash(of: vault, history: history).delete(memos, at: time) { draft in
      try draft.replace(rewrites)
    }
  }
}
