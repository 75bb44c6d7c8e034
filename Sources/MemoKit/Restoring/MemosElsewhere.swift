import MemoCore
import MemoIndex
import MemoStore
import MemoSync

/// The memos of a commit that are gone from their paths and now have another one: they were moved or renamed, by
/// commits or since the last one.
struct MemosElsewhere {
  /// Their paths in the commit, from the vault's root.
  private(set) var paths: Set<VaultPath> = []

  private let repository: PastRepository
  private let vault: Vault

  /// Looks for memos that are gone from the vault.
  ///
  /// - Parameters:
  ///   - gone: their paths from the vault's root.
  ///   - commit: the one that has them.
  init(
    _ gone: some Collection<VaultPath>, of commit: ObjectId, in repository: PastRepository, _ vault: Vault
  ) throws {
    (self.repository, self.vault) = (repository, vault)
    guard !gone.isEmpty else { return }
    let names = Set(gone.map(repository.path))
    let found = try repository.commit(named: Revision.head.text)
    guard let found, let head = ObjectId(hexadecimal: Array(found.utf8)) else { return }
    let origins = try LaterNames(of: names, from: commit, to: head, in: repository).origins
    let tree = try repository.git.tree(of: head)
    var missing: [VaultPath: VaultPath] = [:]
    for (name, origin) in origins {
      let path = repository.memoPath(of: name)
      if let path, vault.hasMemo(at: path) { note(origin) } else { missing[name] = origin }
    }
    for move in try movesSinceCommit(of: missing.keys, tree) { if let origin = missing[move.old] { note(origin) } }
  }

  private mutating func note(_ origin: VaultPath) {
    if let path = repository.memoPath(of: origin) { paths.insert(path) }
  }

  /// Where files of the last commit went that no commit has moved: the next sync would find the same.
  private func movesSinceCommit(of names: some Collection<VaultPath>, _ tree: VaultTree) throws -> [RenameHint] {
    guard !names.isEmpty else { return [] }
    let new = try vault.current().memos.map(\.path).filter { tree[repository.path(of: $0)] == nil }
    guard !new.isEmpty else { return [] }
    let gone = names.map { TreeChange(path: $0, old: tree[$0], new: nil) }
    let come = new.compactMap { path -> TreeChange? in
      // What cannot be read is not known: then the memo comes back, and is there twice.
      guard let bytes = (try? WholeFile.read(path, in: vault.files))?.bytes else { return nil }
      let entry = TreeEntry(path: repository.path(of: path), mode: .file, id: ObjectId(ofBlob: bytes))
      return TreeChange(path: entry.path, old: nil, new: entry)
    }
    let known = vault.knownMoves(to: new)
    let renames = (gone + come).renames(
      known.map { RenameHint(old: repository.path(of: $0.old), new: repository.path(of: $0.new)) })
    let (from, to) = (Set(renames.map(\.old)), Set(renames.map(\.new)))
    return try renames
      + renamesByText(
        of: gone.filter { !from.contains($0.path) }.compactMap(\.old),
        to: come.filter { !to.contains($0.path) }.compactMap(\.new), tree)
  }

  private func renamesByText(
    of gone: [TreeEntry], to come: [TreeEntry], _ tree: VaultTree
  ) throws -> [RenameHint] {
    let paths = Dictionary(come.map { ($0.id, $0.path) }) { first, _ in first }
    return try RenameHint.found(gone: gone, come: come, in: Array(tree.values)) { ids in
      let stored = try repository.git.blobs(ids.filter { paths[$0] == nil })
      return ids.map { id in
        let path = paths[id].flatMap(repository.memoPath)
        return stored[id] ?? path.flatMap { (try? WholeFile.read($0, in: vault.files))?.bytes } ?? []
      }
    }
  }
}
