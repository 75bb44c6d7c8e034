public import MemoCore
import MemoIndex
public import MemoKit
public import MemoSync

/// Something that happened to the split view.
public enum BrowserEvent: Sendable {
  /// Input from the terminal.
  case terminal(TerminalEvent)
  /// A key that has waited for an answer.
  case waited(TerminalEvent)
  /// Keys have waited long for an answer, or there was a pause where they are dropped.
  case waitedLong
  /// What answers a request that keys wait for, by its number.
  case answer(Int, [BrowserEvent])
  /// The memos of the vault changed.
  case vaultChanged
  /// A listing is ready.
  case listed(BrowserListing)
  /// A memo was read.
  case loaded(LoadedMemo)
  /// A text was saved, merged with changes by other processes.
  case saved(SavedMemo, MemoSave)
  /// A text was not saved, for this reason.
  case notSaved(String)
  /// What was typed is to be saved before some effects.
  case flush(before: [BrowserEffect])
  /// What waits for that may follow.
  case flushed
  /// Writing is finished in the memo that had this path. Its path now; `nil` if nothing was written in a new one.
  case finished(VaultPath?, sent: VaultPath?)
  /// Half a second without typing.
  case paused
  /// Text that was typed must be saved, though typing continues.
  case saveDue
  /// Another process moved a memo.
  case moved(from: VaultPath, to: VaultPath)
  /// A memo is no longer at its path.
  case removed(VaultPath)
  /// A removed memo was not found anywhere else.
  case gone(VaultPath)
  /// Memos cannot be changed, for this reason.
  case cannotWrite(String)
  /// The last change cannot be undone, for this reason.
  case cannotUndo(String)
  /// There is no memo at this path, where today's would be.
  case unwritten(VaultPath)
  /// Another memo already has the new title of a memo.
  case twin(VaultPath, title: String)
  /// The broken links of a memo.
  case examined(VaultPath, broken: Set<MemoLink>)
  /// What is shown about the pictures of a memo, by their targets, and the tools that can convert them.
  case pictured(VaultPath, [String: PictureNote], Set<PictureTool>)
  /// A picture was prepared for the terminal; `nil` if it cannot be.
  case prepared(PictureRequest, PictureData?)
  /// The terminal answered.
  case reported(TerminalReport)
  /// What a link, tag or day of which this was typed may become.
  case completions(TypedQuery, [LinkCompletion.Choice])
  /// What a search found in visible memos.
  case foundTexts(query: String, [VaultPath: FoundText])
  /// Choices are ready; if there are none, a message says why.
  case choices([Chooser.Choice], orElse: String)
  /// A list of choices to which more can be added by typing, and what it is for.
  case chooser(Chooser, label: String)
  /// The conflicts that syncs have left.
  case conflicts([SyncConflict])
  /// Those of them in a memo.
  case conflictsLeft(VaultPath, [SyncConflict])
  /// A text to paste, `nil` for the one that was copied last, and the destination of the image whose path it is.
  case pasted(String?, image: String?)
  /// Something was done: the message, and the memo to show.
  case done(String, select: VaultPath?)
  /// Something failed, for this reason.
  case failed(String)
}

/// The memos that match a query.
public struct BrowserListing: Sendable {
  /// The query; empty for all memos.
  public let query: String
  /// The sort order. A query has its own.
  public let order: BrowserOrder
  /// How many memos the vault has.
  public let total: Int
  /// The memos; `nil` if the query is invalid.
  public var rows: (any MemoRows)?
  /// The groups of the memos.
  public var groups = ListGroups()
  /// Why there are none.
  public var problem: String?
  /// The query that may have been meant by one that finds nothing.
  public var suggestion: String?
  /// Which memos were searched only in part; `nil` for none.
  public var partlyRead: String?
  /// The state of syncing; `nil` if the vault does not sync.
  public let sync: String?
  /// Whether syncs may have left conflicts.
  public let mayHaveConflicts: Bool
  /// Which text is the title of a memo.
  public let titles: TitleRule
  /// Whether links of the vault name files, not titles.
  public let linksNameFiles: Bool
}

/// A memo that was read.
public struct LoadedMemo: Sendable {
  /// Its path.
  public let path: VaultPath
  /// Its bytes; empty if it could not be read.
  public let bytes: [UInt8]
  /// Why it could not be read.
  public var problem: String?
  /// Which text is its title.
  public var titles = TitleRule.firstLine
}

/// A sort order of the list.
public enum BrowserOrder: String, CaseIterable, Sendable {
  case newest
  case title
  case created
  case path

  /// What a list is sorted by.
  var sortOrder: [SortOrder] {
    switch self {
    case .newest: SortOrder.standard
    case .title: [SortOrder(.natural, isDescending: false)]
    case .created: [SortOrder(.created, isDescending: true)]
    case .path: [SortOrder(.path, isDescending: false)]
    }
  }
}
