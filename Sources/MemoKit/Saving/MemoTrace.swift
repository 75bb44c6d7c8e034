public import MemoCore
public import MemoIndex
public import MemoStore
import MemoSync

/// Finds a memo that was moved, by commands or other programs, while it was open.
public struct MemoTrace: Sendable {
  private let vault: Vault

  /// A memo that keeps this part of its lines is the same one.
  private static let likeness = 2

  /// Looks in a vault.
  public init(in vault: Vault) {
    self.vault = vault
  }

  /// Where a memo is that is gone from its path and held these bytes there; `nil` if it is nowhere to be found.
  ///
  /// - Parameter known: an index from before it held them; that of the cache if `nil`.
  public func newPath(
    of path: VaultPath, holding bytes: [UInt8], unknownTo known: VaultIndex? = nil
  ) throws -> VaultPath? {
    guard !bytes.isEmpty else { return nil }
    let made = try OperationHistory(of: vault).newPath(of: path, holding: XXHash64.hash(bytes))
    if let made, vault.hasMemo(at: made) { return made }
    if let synced = movedBySync(path, bytes) { return synced }
    return try movedByOthers(path, bytes, unknownTo: known)
  }

  /// Syncs know for certain where a memo went, whatever they have changed in it.
  private func movedBySync(_ path: VaultPath, _ bytes: [UInt8]) -> VaultPath? {
    guard let newPath = vault.newPath(bySyncOf: path, holding: bytes) else { return nil }
    let moved = vault.movedMemos.moves.last { $0.from == newPath }?.to
    return [newPath, moved].compactMap(\.self).first { vault.hasMemo(at: $0) }
  }

  /// A path that was taken again since may name another memo, so what it holds is looked at, too.
  private func movedByOthers(
    _ path: VaultPath, _ bytes: [UInt8], unknownTo known: VaultIndex?
  ) throws -> VaultPath? {
    let known = known ?? vault.cachedIndex()
    let index: VaultIndex
    do {
      index = try vault.refresh()
    } catch is VaultError {
      return nil
    }
    guard let path = vault.movedMemos.moves.last(where: { $0.from == path })?.to, vault.hasMemo(at: path) else {
      return known.flatMap { twin(bytes, in: index, unknownTo: $0) }
    }
    let file = try WholeFile.read(path, in: vault.files)
    return file.map { isLike($0.bytes, bytes) } == true ? path : nil
  }

  /// The one memo with these bytes that was not there before: the move came so soon after the save that no refresh has seen
  /// the file in between.
  private func twin(_ bytes: [UInt8], in index: VaultIndex, unknownTo known: VaultIndex) -> VaultPath? {
    let hash = XXHash64.hash(bytes)
    let new = index.differences(from: known).filter { $0.before == nil && $0.now?.record?.hash == hash }
    return new.count == 1 ? new[0].path : nil
  }

  private func isLike(_ bytes: [UInt8], _ known: [UInt8]) -> Bool {
    if bytes == known { return true }
    let lines = known.split(separator: UInt8(ascii: "\n")).count
    let changed = LineDifference(from: known, to: bytes).hunks.reduce(0) { $0 + $1.old.count }
    return changed * Self.likeness <= lines
  }
}
