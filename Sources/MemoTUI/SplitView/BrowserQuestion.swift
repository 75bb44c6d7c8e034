import MemoCore

/// What is asked before it is done; any key but a yes means no.
enum BrowserQuestion: Equatable, Sendable {
  /// Whether a memo goes to the trash.
  case delete(VaultPath)
  /// Whether a text is given up that could not be saved, for this reason.
  case giveUp(String)
  /// Whether a change stays for good that cannot be taken back, for this reason.
  case forget(String)
  /// Whether a memo gets a title that another one has.
  case twin(VaultPath, title: String)
  /// Whether the memo is made that a broken link names.
  case make(String)
}
