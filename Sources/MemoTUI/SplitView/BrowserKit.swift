public import MemoCore
public import MemoIndex
public import MemoKit
public import MemoStore
public import MemoSync
public import MemoWords
import Synchronization

/// The system and the use cases that the split view calls.
public struct BrowserKit: Sendable {
  /// Files outside the vault, too.
  public var host: any HostFiles
  /// Notices changes of the vault.
  public var watching: any VaultWatching
  /// The time of day in the user's zone.
  public var clock: any LocalClock
  /// The order of titles.
  public var collation: any TitleCollation
  /// A monotonic clock.
  public var stopwatch: @Sendable () -> Duration
  /// The processor time of the calling thread, which limits a search.
  public var processorTime: @Sendable () -> Duration = { .zero }
  /// The language of messages.
  public var language: Language
  /// Formats a time, in nanoseconds since 1970, for the list.
  public var dates: @Sendable (Int64) -> String

  /// Whether the list is divided into days and months.
  public var groupsByDate = false

  /// Copies a memo to the clipboard.
  public var share: @Sendable (VaultPath) throws -> ClipboardCopy
  /// The escape sequence that puts a text on the clipboard of a terminal; `nil` for one that is too long.
  public var clipboardRequest: @Sendable ([UInt8]) -> String?
  /// Puts a text on the system's clipboard, where there is a tool for it.
  public var copy: @Sendable ([UInt8]) throws -> Void = { _ in }
  /// The text on the system's clipboard; `nil` where there is no tool for it.
  public var paste: @Sendable () throws -> [UInt8]? = { nil }
  /// Opens a memo in the user's editor, at a line, and waits until it exits.
  public var edit: @Sendable (MemoPlace) throws -> Void
  /// Finds today's memo, and creates it if a template fills it.
  public var openToday: @Sendable () throws -> DailyMemo
  /// Where new memos are made.
  public var newMemoFolder: @Sendable () throws -> VaultPath = { .root }
  /// Opens a link in another program, which gets the terminal.
  public var open: @Sendable (OpenedLink) throws -> Void = { _ in }
  /// Whether the person is at the other end of SSH, where no window can be opened.
  public var isRemote = false
  /// What undoes a change of the vault, for messages: with the keys of vi, `u` undoes one of the text.
  public var undoKey = "u"
  /// The key or command that lists conflicts, for messages.
  public var conflictsKey = "C"
  /// The programs that convert pictures; `nil` where none is drawn.
  public var programs: (any Programs)?
  /// The conflicts that syncs have left in a memo; for `nil` in the vault.
  public var conflicts: @Sendable (VaultPath?) throws -> [SyncConflict] = { _ in [] }
  /// Settles a conflict.
  public var settle: @Sendable (SyncConflict, ConflictChoice) throws -> ConflictOutcome = { _, _ in .gone }
  /// Keeps a text that cannot be saved, and says in which file.
  public var rescue: @Sendable ([UInt8]) -> HostPath? = { _ in nil }
  /// What the command says of an error, for when a signal ends the process before it can.
  public var report: @Sendable (any Error) -> String = { _ in "" }
  /// The folder of texts that could not be saved; `nil` if there is none.
  public var rescued: @Sendable () -> HostPath? = { nil }
  /// Syncs the vault without asking for anything.
  public var sync: @Sendable () throws -> SyncReport

  /// A kit without a processor clock, and for a vault without conflicts.
  ///
  /// - Parameter locale: the locale of dates.
  public init(
    host: any HostFiles, watching: any VaultWatching, clock: any LocalClock, collation: any TitleCollation,
    stopwatch: @escaping @Sendable () -> Duration, language: Language = .english, locale: String = "en_US",
    share: @escaping @Sendable (VaultPath) throws -> ClipboardCopy,
    clipboardRequest: @escaping @Sendable ([UInt8]) -> String?, edit: @escaping @Sendable (MemoPlace) throws -> Void,
    openToday: @escaping @Sendable () throws -> DailyMemo, sync: @escaping @Sendable () throws -> SyncReport
  ) {
    (self.host, self.watching, self.clock, self.collation) = (host, watching, clock, collation)
    (self.stopwatch, self.language) = (stopwatch, language)
    (self.share, self.clipboardRequest, self.edit) = (share, clipboardRequest, edit)
    (self.openToday, self.sync) = (openToday, sync)
    let dates = CurrentDates(clock: clock, locale: locale)
    self.dates = { dates.text($0) }
  }
}

extension BrowserKit {
  /// The use cases of a vault.
  ///
  /// - Parameters:
  ///   - editor: the user's editor.
  ///   - locale: the locale of dates.
  public init(_ workspace: Workspace, editor: Editor, language: Language, locale: String) {
    let machine = workspace.machine
    // Another folder may have taken the vault's place; one that was moved away is still read and written.
    let current = { @Sendable in (try? workspace.inPlace()) ?? workspace }
    self.init(
      host: machine.host, watching: machine.embeddedWatching, clock: machine.clock, collation: machine.collation,
      stopwatch: machine.stopwatch, language: language, locale: locale,
      share: { path in
        let workspace = current()
        return try Sharing(from: workspace).copy(ReadMemo(path, in: workspace.vault)) ? .copied : .requested
      },
      clipboardRequest: Sharing.terminalRequest,
      edit: { try current().edit([$0], in: editor, as: "edit") },
      openToday: { try current().today() },
      sync: {
        let workspace = current()
        return try workspace.sync(workspace.syncOptions(mayAsk: false))
      })
    let clipboard = Clipboard(of: workspace)
    copy = { _ = try clipboard.copy($0) }
    paste = clipboard.paste
    conflicts = { try current().syncer().conflicts(in: $0) }
    settle = { conflict, choice in
      try current().settle(in: conflict.path) { syncer in
        try syncer.settle(conflict, with: choice, as: "conflicts", at: machine.now)
      }
    }
    let rescuedTexts = RescuedTexts(in: machine.userStatePath, host: machine.host)
    rescue = { rescuedTexts.keep($0, at: machine.clock.local(ofInstant: machine.now)) }
    rescued = { rescuedTexts.waiting }
    newMemoFolder = { try current().newMemoFolder() }
    processorTime = machine.processorTime
    groupsByDate = true
    programs = machine.programs
    isRemote = machine.variable("SSH_CONNECTION") != nil || machine.variable("SSH_TTY") != nil
    open = { link in
      let sharing = Sharing(from: current())
      switch link {
      case .address(let address): try sharing.open(address: address)
      case .file(let path): try sharing.open(path)
      }
    }
  }
}

extension BrowserKit {
  /// The day in the user's zone, counted from 1970.
  var day: Int { clock.today.daysSince1970 }
}

/// How a memo was copied to the clipboard.
public enum ClipboardCopy: Sendable {
  case copied
  /// The terminal was asked to, and may have ignored it.
  case requested
}

/// Dates for a program that keeps running past midnight.
private final class CurrentDates: Sendable {
  private let clock: any LocalClock
  private let locale: String
  private let cached: Mutex<(day: Int, dates: DateText)?> = Mutex(nil)

  init(clock: any LocalClock, locale: String) {
    (self.clock, self.locale) = (clock, locale)
  }

  func text(_ instant: Int64) -> String {
    let today = clock.today.daysSince1970
    return cached.withLock { cached in
      if let cached, cached.day == today { return cached.dates.text(instant) }
      let dates = DateText(clock: clock, locale: locale, isShort: true)
      cached = (today, dates)
      return dates.text(instant)
    }
  }
}
