import MemoCore
public import MemoStore

/// A memo whose text changes, or a canvas.
public struct MemoRewrite: Sendable {
  /// The memo as it is.
  public let memo: ReadMemo
  /// Its bytes afterwards.
  public let contents: [UInt8]
  /// Whether only links change, so that it keeps its modification time.
  public let keepsTime: Bool
}

extension MemoRewrite {
  /// A memo in which edits are made, which are in order and do not overlap.
  init(memo: ReadMemo, edits: [ByteEdit], keepsTime: Bool) {
    self.init(memo: memo, contents: ByteEdit.apply(edits, to: memo.bytes), keepsTime: keepsTime)
  }
}

extension OperationHistory {
  /// Gives memos their new texts as one operation; returns it, `nil` if nothing changes.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  func replace(_ rewrites: [MemoRewrite], as name: String, at time: Int64) throws -> PastOperation? {
    let draft = try begin(name, at: time)
    try draft.replace(rewrites)
    return try draft.commit()
  }
}

extension OperationDraft {
  /// Gives memos their new texts.
  func replace(_ rewrites: [MemoRewrite]) throws {
    for (done, rewrite) in rewrites.enumerated() {
      noteProgress(done, of: rewrites.count)
      try replace(rewrite)
    }
  }

  /// Gives a memo its new text.
  func replace(_ rewrite: MemoRewrite) throws {
    try rewrite.memo.checkIsOpen()
    try replace(
      rewrite.memo.path, contents: rewrite.contents, read: rewrite.memo.hash,
      modified: rewrite.keepsTime ? rewrite.memo.modified : nil)
  }
}
