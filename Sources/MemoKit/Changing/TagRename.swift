public import MemoCore
public import MemoIndex
public import MemoStore

/// Renames a tag, and those nested below it, in all memos of a vault as one operation.
public struct TagRename: Sendable {
  /// The name of the operation.
  public static let name = "tags rename"

  private let rewriter: TagRewriter
  private let vault: Vault

  /// Renames `old` to `new`, both with or without `#`; `nil` if `new` cannot be written in a text as `#new`.
  public init?(from old: String, to new: String, in vault: Vault) {
    guard let rewriter = TagRewriter(from: old, to: new) else { return nil }
    self.rewriter = rewriter
    self.vault = vault
  }

  /// The memos that have the tag in order of their paths; no file is read but those of long memos.
  public func memos(in index: VaultIndex) -> [VaultPath] {
    index.paths(tagged: rewriter.renames)
  }

  /// How many places of a memo would change; nothing is written.
  public func places(in path: VaultPath) throws -> Int {
    try ReadMemo(path, in: vault).bytes.withUnsafeBytes { rewriter.edits(of: $0).count }
  }

  /// Renames the tag in memos, which keep their modified time: only a tag was rewritten. Links to headings and by titles
  /// that hold the tag follow.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  /// - Returns: what undoes it; `nil` if no text had to change.
  public func rename(
    in memos: [VaultPath], of index: VaultIndex, by history: OperationHistory, at time: Int64
  ) throws -> PastOperation? {
    let draft = try history.begin(Self.name, at: time)
    try rewrite(memos, of: index, progress: draft.noteProgress) { try draft.replace($0) }
    return try draft.commit()
  }

  /// Hands over the changes of memos one after the other; nothing is written.
  ///
  /// - Parameter progress: called with the number of memos read or changed and their total.
  public func rewrite(
    _ memos: [VaultPath], of index: VaultIndex, progress: (Int, Int) -> Void = { _, _ in },
    _ body: (MemoRewrite) throws -> Void
  ) throws {
    var change = try TextChange(of: memos, in: index, of: vault, progress: progress) { rewriter.edits(of: $0) }
    let paths = change.memos
    for (done, path) in paths.enumerated() {
      progress(done, paths.count)
      if let rewrite = try change.rewrite(of: path, keepsTime: true) { try body(rewrite) }
    }
  }
}
