public import MemoCore
public import MemoKit
public import MemoSync

/// Everything that happens to the split view.
public enum BrowserEvent: Sendable {
  /// What the user did at the terminal.
  case terminal(TerminalEvent)
  /// The memos of the vault changed.
  case vaultChanged
  /// A list that was asked for.
  case listed(BrowserListing)
  /// A memo that was read.
  case loaded(LoadedMemo)
  /// The text that was sent is saved; it includes changes by other processes since then.
  case saved(SavedMemo, MemoSave)
  /// The text that was sent is not saved, for this reason.
  case notSaved(String)
  /// Typing has ended; where the memo is now, `nil` for one that nothing was written in.
  case finished(VaultPath?)
  /// Nothing was typed for a while.
  case paused
  /// What was typed has to be saved, though typing goes on.
  case saveDue
  /// Someone gave a memo another path.
  case moved(from: VaultPath, to: VaultPath)
  /// A memo is not at its path any more.
  case removed(VaultPath)
  /// A memo that was looked for is nowhere.
  case gone(VaultPath)
  /// Memos cannot be changed, for this reason.
  case cannotWrite(String)
  /// The last change cannot be taken back, for this reason.
  case cannotUndo(String)
  /// Another memo has the title already that a memo was to get.
  case twin(VaultPath, title: String)
  /// Which links of a memo lead nowhere.
  case examined(VaultPath, broken: Set<MemoLink>)
  /// Memos that a link may mean in which this was typed.
  case completions(String, [LinkCompletion.Choice])
  /// Choices that were asked for; none, and why.
  case choices([Chooser.Choice], orElse: String)
  /// The places that need a look after a sync.
  case conflicts([SyncConflict])
  /// Something was done; what to say, and the memo to show.
  case done(String, select: VaultPath?)
  /// The process is about to end.
  case ending
}

/// Memos that match a query, in an order.
public struct BrowserListing: Sendable {
  /// What was asked for; empty for all memos.
  public let query: String
  /// In which order; a query has its own.
  public let order: BrowserOrder
  /// The memos; `nil` where the query cannot be understood (yet).
  public let rows: (any MemoRows)?
  /// How many memos the vault has.
  public let total: Int
  /// Why there are none.
  public let problem: String?
  /// The state of syncing; `nil` where the vault does not sync.
  public let sync: String?
  /// Whether places may need a look after a sync.
  public let mayHaveConflicts: Bool

  /// Puts together a listing.
  public init(
    query: String, order: BrowserOrder, rows: (any MemoRows)?, total: Int, problem: String? = nil, sync: String? = nil,
    mayHaveConflicts: Bool = false
  ) {
    (self.query, self.order, self.rows, self.total) = (query, order, rows, total)
    (self.problem, self.sync, self.mayHaveConflicts) = (problem, sync, mayHaveConflicts)
  }
}

/// A memo that was read to be shown.
public struct LoadedMemo: Sendable {
  /// Which memo it is.
  public let path: VaultPath
  /// Its bytes; empty where it could not be read.
  public let bytes: [UInt8]
  /// Why it could not be read.
  public let problem: String?

  /// Puts together a memo.
  public init(path: VaultPath, bytes: [UInt8], problem: String? = nil) {
    self.path = path
    self.bytes = bytes
    self.problem = problem
  }
}

/// An order of the list.
public enum BrowserOrder: CaseIterable, Sendable {
  case newest
  case title
  case created
  case path
}
