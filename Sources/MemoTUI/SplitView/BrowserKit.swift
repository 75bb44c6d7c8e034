public import MemoCore
public import MemoIndex
public import MemoStore
public import MemoSync

/// What the split view needs from around it to carry out what is asked of it.
public struct BrowserKit: Sendable {
  /// Files anywhere.
  public var host: any HostFiles
  /// Noticing that the vault changes.
  public var watching: any VaultWatching
  /// Time and time zone.
  public var clock: any LocalClock
  /// The order of titles.
  public var collation: any TitleCollation
  /// A clock that never goes back.
  public var stopwatch: @Sendable () -> Duration
  /// The time that the calling thread has had of a processor: searches end by it where they take too long.
  public var processorTime: @Sendable () -> Duration = { .zero }
  /// A time as lists show it.
  public var dates: @Sendable (Int64) -> String
  /// The file name of a memo without a title: today's date.
  public var today: @Sendable () -> String
  /// How it is told what was done.
  public var reports: BrowserReports
  /// Puts a memo on the clipboard and reports how that went.
  public var share: @Sendable (VaultPath) throws -> String
  /// What asks a terminal to put a text on its clipboard; `nil` for one that is too long.
  public var clipboardRequest: @Sendable ([UInt8]) -> String?
  /// Opens a memo in the user's editor and waits for its end.
  public var edit: @Sendable (VaultPath) throws -> Void
  /// Why no memo can be changed; `nil` where they can.
  public var writeRefusal: @Sendable () -> String? = { nil }
  /// Makes the memo of today where there is none, and reports where it is.
  public var openToday: @Sendable () throws -> VaultPath
  /// The places that need a look after a sync.
  public var conflicts: @Sendable () throws -> [BrowserConflict] = { [] }
  /// Gives a memo that was saved without what a sync had brought one of the versions.
  public var settle: @Sendable (VaultPath, ConflictVersion) throws -> Void = { _, _ in }
  /// Syncs the vault without asking anything, and reports how that went.
  public var sync: @Sendable () throws -> String

  /// Everything that is needed.
  public init(
    host: any HostFiles, watching: any VaultWatching, clock: any LocalClock, collation: any TitleCollation,
    stopwatch: @escaping @Sendable () -> Duration, dates: @escaping @Sendable (Int64) -> String,
    today: @escaping @Sendable () -> String, reports: BrowserReports,
    share: @escaping @Sendable (VaultPath) throws -> String,
    clipboardRequest: @escaping @Sendable ([UInt8]) -> String?, edit: @escaping @Sendable (VaultPath) throws -> Void,
    openToday: @escaping @Sendable () throws -> VaultPath, sync: @escaping @Sendable () throws -> String
  ) {
    (self.host, self.watching, self.clock, self.collation) = (host, watching, clock, collation)
    (self.stopwatch, self.dates, self.today, self.reports) = (stopwatch, dates, today, reports)
    (self.share, self.clipboardRequest, self.edit) = (share, clipboardRequest, edit)
    (self.openToday, self.sync) = (openToday, sync)
  }
}
