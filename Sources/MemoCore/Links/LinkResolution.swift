/// By which of its names a link found a memo, in the order in which they are tried.
public enum LinkRule: Sendable {
  /// The path from the folder of the memo that holds the link.
  case relativePath
  /// The path from the vault's root.
  case path
  /// The file name, in whichever folder.
  case fileName
  case title
  case alias
}

/// Where a link leads.
public enum LinkResolution: Equatable, Sendable {
  /// To one memo, by its number.
  case memo(Int, by: LinkRule)
  /// To any of several memos.
  case ambiguous(by: LinkRule)
  /// To no memo, though it should.
  case broken
  /// To something that is no memo of the vault: a page of the web, an attachment, a file outside.
  case elsewhere

  /// The memo, where it is one.
  public var memo: Int? {
    guard case .memo(let memo, _) = self else { return nil }
    return memo
  }
}
