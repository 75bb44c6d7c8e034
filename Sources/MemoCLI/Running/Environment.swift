public import MemoCore
public import MemoIndex
import MemoKit
public import MemoStore
public import MemoSync
public import MemoTUI
import MemoWords

/// Everything a command gets from the machine and the person in front of it.
public struct Environment: Sendable {
  /// The environment variables.
  public let variables: [String: String]
  /// The working directory.
  public let workingDirectory: HostPath
  /// Files anywhere.
  public internal(set) var host: any HostFiles
  /// Time and time zone.
  public let clock: any LocalClock
  /// The order of titles.
  public let collation: any TitleCollation
  /// Editors, pagers and other programs.
  public internal(set) var programs: any Programs
  /// Standard input, output and error.
  public let console: any Console
  /// Noticing that a vault changes.
  public internal(set) var watching: any VaultWatching
  /// The same for a program that does other things besides, so that signals are its own affair.
  public internal(set) var watchingBeside: any VaultWatching
  /// The processes that follow vaults.
  public let watchers: any Watchers
  /// The user's git.
  public internal(set) var git: any Git
  /// The terminal that full-screen programs take over.
  public let screen: any ScreenTerminal
  /// A clock that never goes back, counted from any moment.
  public let stopwatch: @Sendable () -> Duration
  /// The time that the calling thread has had of a processor, counted from any moment.
  public let processorTime: @Sendable () -> Duration
  /// Counts how often a cache was found to have been cut short while this process read it.
  public var cacheFaults: @Sendable () -> UInt64 = { 0 }
  /// How many files may be open at once.
  public var openFileLimit = Int.max
  /// Hears what memo does inside; `nil` where no trace was asked for.
  var trace: Trace?
  /// The version, as the manual and `--version` name it.
  public let version: String
  /// The day that the version was made, as the manual names it: `2026-03-01`.
  public let versionDate: String
  /// The commit it was built from, which `--version` adds; `nil` where the build did not say.
  public let commit: String?

  /// Puts together the environment.
  public init(
    variables: [String: String], workingDirectory: HostPath, host: any HostFiles, clock: any LocalClock,
    collation: any TitleCollation, programs: any Programs, console: any Console,
    watching: any VaultWatching, watchingBeside: any VaultWatching, watchers: any Watchers, git: any Git = NoGit(),
    screen: any ScreenTerminal,
    stopwatch: @escaping @Sendable () -> Duration, processorTime: @escaping @Sendable () -> Duration,
    version: String, versionDate: String = "", commit: String? = nil
  ) {
    self.variables = variables
    self.workingDirectory = workingDirectory
    self.host = host
    self.clock = clock
    self.collation = collation
    self.programs = programs
    self.console = console
    self.watching = watching
    self.watchingBeside = watchingBeside
    self.watchers = watchers
    self.git = git
    self.screen = screen
    self.stopwatch = stopwatch
    self.processorTime = processorTime
    self.version = version
    self.versionDate = versionDate
    self.commit = commit
  }

  /// A variable that is set to something.
  func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the terminal knows no more than lines of text; an empty name names no other.
  var isDumbTerminal: Bool { ["", "dumb"].contains(variables["TERM"]) }

  /// The user's home folder.
  var home: HostPath? { absolutePath("HOME") }

  /// The folder of the user's settings; `nil` where no variable names the user's folders.
  var userSettingsFolder: HostPath? {
    (absolutePath("XDG_CONFIG_HOME") ?? home?.appending(".config"))?.appending("memo")
  }

  /// The user's settings file; `nil` where no variable names the user's folders.
  var userSettingsPath: HostPath? { userSettingsFolder?.appending("config.json") }

  /// Where memo keeps what it remembers of the user; `nil` where no variable names the user's folders.
  var userStatePath: HostPath? {
    (absolutePath("XDG_STATE_HOME") ?? home?.appending(".local/state"))?.appending("memo")
  }

  /// A folder that a variable names. A relative one counts as unset, as the XDG specification has it: it would be another
  /// folder for each working directory, and an empty one would be the root of the file system.
  private func absolutePath(_ name: String) -> HostPath? {
    variable(name).flatMap { $0.hasBytePrefix("/") ? HostPath($0) : nil }
  }

  /// The language that the user's settings name; whoever needs the settings tells where they cannot be read.
  var language: Language? {
    guard let path = userSettingsPath, let settings = try? Settings(at: path, host: host) else { return nil }
    return settings.text(SettingKey.language.rawValue).flatMap(Language.init)
  }

  /// The first locale that is set among the variables that decide about a category: `ko_KR` of `ko_KR.UTF-8`.
  func locale(for category: String) -> String {
    let names = ["LC_ALL", category, "LANG"]
    guard let locale = names.lazy.compactMap(variable).first, LocaleName.isWellFormed(locale) else { return "en_US" }
    let name = String(locale.unicodeScalars.prefix { $0 != "." && $0 != "@" })
    return ["C", "POSIX"].contains(name) ? "en_US" : name
  }
}
