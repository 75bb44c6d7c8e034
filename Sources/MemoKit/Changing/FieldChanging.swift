public import MemoCore
public import MemoIndex
public import MemoStore

/// The changes of a memo some of whose fields change: the memo, and where its title changes, every memo with a link to it by
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
  /// - Parameter index: asked where the title may change.
  /// - Throws: `FieldError` where the front matter cannot be changed so.
  public init(
    _ changes: [FieldChange], of memo: ReadMemo, in vault: Vault, index: () throws -> VaultIndex
  ) throws {
    let contents = try Self.apply(changes, to: memo.bytes, of: memo.path)
    guard changes.contains(where: { Folding.matchKey($0.key) == Folding.matchKey("title") }) else {
      let isPin = changes.allSatisfy { Folding.matchKey($0.key) == Folding.matchKey("pinned") }
      if contents != memo.bytes { rewrites = [MemoRewrite(memo: memo, contents: contents, keepsTime: isPin)] }
      return
    }
    var change = try TextChange(of: [memo.path], in: index(), of: vault) { bytes in
      FieldEdit.edits(from: bytes, to: try Self.apply(changes, to: Array(bytes), of: memo.path))
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
    let draft = try history.begin(Self.name, at: time)
    for rewrite in rewrites { try draft.replace(rewrite) }
    return try draft.commit()
  }

  private static func apply(
    _ changes: [FieldChange], to memo: [UInt8], of path: VaultPath
  ) throws(FieldError) -> [UInt8] {
    do throws(FieldProblem) {
      return try FieldEdit.apply(changes, to: memo)
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
