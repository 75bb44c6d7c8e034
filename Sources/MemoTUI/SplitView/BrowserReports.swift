public import MemoCore
public import MemoIndex
public import MemoKit
public import MemoStore
public import MemoSync

/// How it is told what was done, in the user's language; nothing until its words are set one by one.
public struct BrowserReports: Sendable {
  /// What went wrong.
  public var failure: @Sendable (any Error) -> String = { _ in "" }
  /// A memo is in the trash.
  public var deleted: @Sendable (_ title: String) -> String = { _ in "" }
  /// An operation was undone; with the title of a memo that it concerns.
  public var undone: @Sendable (PastOperation, _ title: String) -> String = { _, _ in "" }
  /// An operation was done again; with the title of a memo that it concerns.
  public var redone: @Sendable (PastOperation, _ title: String) -> String = { _, _ in "" }
  /// The last change cannot be undone: these memos have changed since.
  public var cannotUndo: @Sendable ([VaultPath]) -> String = { _ in "" }
  /// An operation stays for good.
  public var forgotten: @Sendable (PastOperation) -> String = { _ in "" }
  /// One of the versions of a memo that was saved without what a sync had brought, to choose from.
  public var version: @Sendable (ConflictVersion) -> String = { _ in "" }
  /// A version was chosen.
  public var settled = ""
  /// A memo has another title.
  public var renamed: @Sendable (_ title: String, Relocation) -> String = { _, _ in "" }
  /// A memo is in another folder.
  public var moved: @Sendable (Relocation) -> String = { _ in "" }
  /// Something that following the vault has met; `nil` for what needs no word.
  public var warning: @Sendable (VaultNews) -> String? = { _ in nil }
  /// The state of syncing.
  public var sync: @Sendable (LastSync) -> String = { _ in "" }

  /// No words.
  public init() {}
}
