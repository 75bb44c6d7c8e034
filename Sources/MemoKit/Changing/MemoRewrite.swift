public import MemoStore

/// A memo whose text changes.
public struct MemoRewrite: Sendable {
  /// The memo as it is.
  public let memo: ReadMemo
  /// Its bytes afterwards.
  public let contents: [UInt8]
  /// Whether only links change, so that it keeps its modification time.
  public let keepsTime: Bool
}

extension OperationDraft {
  /// Gives a memo its new text.
  func replace(_ rewrite: MemoRewrite) throws(OperationError) {
    try replace(
      rewrite.memo.path, contents: rewrite.contents, read: rewrite.memo.hash,
      modified: rewrite.keepsTime ? rewrite.memo.modified : nil)
  }
}
