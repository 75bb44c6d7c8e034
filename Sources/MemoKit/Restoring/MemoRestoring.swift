public import MemoCore
public import MemoStore
public import MemoSync

/// Puts an earlier version of a memo back, in place of what it holds now or anew where it is gone.
public struct MemoRestoring: Sendable {
  /// Where it goes.
  public let path: VaultPath
  /// The memo as it is; `nil` where it is gone.
  public let memo: ReadMemo?
  /// The bytes that come back.
  public let contents: [UInt8]

  /// Reads the memo as it is.
  ///
  /// - Throws: `noPlace` where no memo can stand.
  public init(_ contents: [UInt8], to path: VaultPath, in vault: Vault) throws(PastError) {
    (self.path, self.contents) = (path, contents)
    do throws(VaultError) {
      memo = vault.hasMemo(at: path) ? try ReadMemo(path, in: vault) : nil
    } catch {
      throw .vault(error)
    }
    let isHidden = path.components.contains { $0.first == UInt8(ascii: ".") }
    guard !isHidden, vault.rules.showsMemo(at: path) else { throw .noPlace(path) }
  }

  /// Puts memos back as one operation; returns the paths that change.
  ///
  /// - Parameters:
  ///   - name: the command's name.
  ///   - time: now, nanoseconds since 1970.
  public static func carryOut(
    _ all: [MemoRestoring], as name: String, by history: OperationHistory, at time: Int64
  ) throws(OperationError) -> Set<VaultPath> {
    let draft = try history.begin(name, at: time)
    for restoring in all {
      if let memo = restoring.memo {
        try draft.replace(restoring.path, contents: restoring.contents, read: memo.hash)
      } else {
        try draft.create(restoring.path, contents: restoring.contents)
      }
    }
    return Set(try draft.commit()?.changed ?? [])
  }
}
