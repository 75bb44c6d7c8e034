public import MemoCore
public import MemoIndex
public import MemoStore

/// The changes of memos some of whose fields change: the memos, and where a title changes, every memo with a link to it by
/// that. Nothing is written before `carryOut`.
public struct FieldChanging: Sendable {
  /// The name of the operation.
  public static let name = "set"

  /// The memos whose texts change, sorted by path.
  public private(set) var rewrites: [MemoRewrite] = []
  /// Links that will be broken, because they cannot be written with the new title.
  public private(set) var lostLinks: [Relocation.LostLink] = []

  /// Finds out what has to change. A memo that is only pinned or unpinned keeps its modification time: it says nothing new.
  ///
  /// - Parameters:
  ///   - memos: each of them once.
  ///   - index: asked where a title may change.
  /// - Throws: `FieldError` where the front matter of a memo cannot be changed so.
  public init(
    _ changes: [FieldChange], of memos: [ReadMemo], in vault: Vault, index: () throws -> VaultIndex
  ) throws {
    let contents = try memos.map { try Self.apply(changes, to: $0.bytes, of: $0.path) }
    guard changes.contains(where: { Folding.matchKey($0.key) == Folding.matchKey("title") }) else {
      let isPin = changes.allSatisfy { Folding.matchKey($0.key) == Folding.matchKey("pinned") }
      for (memo, contents) in zip(memos, contents) where contents != memo.bytes {
        try memo.checkEncoding(of: contents)
        rewrites.append(MemoRewrite(memo: memo, contents: contents, keepsTime: isPin))
      }
      rewrites.sort { $0.memo.path < $1.memo.path }
      return
    }
    let paths = memos.map(\.path)
    var change = try TextChange(of: paths, in: index(), of: vault) { bytes in
      let memo = Array(bytes)
      let changed = try Self.apply(changes, to: memo, of: paths[0])
      return changed == memo ? [] : [ByteEdit(from: memo, to: changed)]
    }
    for path in change.memos {
      if let rewrite = try change.rewrite(of: path, keepsTime: false) { rewrites.append(rewrite) }
    }
    lostLinks = change.lostLinks
  }

  /// Makes the changes as one operation; returns it, `nil` if nothing changes.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  public func carryOut(by history: OperationHistory, at time: Int64) throws -> PastOperation? {
    try history.replace(rewrites, as: Self.name, at: time)
  }

  private static func apply(
    _ changes: [FieldChange], to memo: [UInt8], of path: VaultPath
  ) throws(FieldError) -> [UInt8] {
    do throws(FieldProblem) {
      return try FieldEdit.apply(memo.withUnsafeBytes { FieldChange.itemByItem(changes, in: $0) }, to: memo)
    } catch {
      throw FieldError(path: path, problem: error)
    }
  }
}

/// A field of a memo that cannot be changed; nothing was.
public struct FieldError: Error, Equatable, Sendable {
  /// The memo.
  public let path: VaultPath
  /// Why not.
  public let problem: FieldProblem
}
