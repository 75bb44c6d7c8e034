public import MemoCore
public import MemoIndex
public import MemoStore
public import MemoSync

/// The machine and the user as use cases see them: ports, environment variables and the user's own folders and settings.
public struct Machine: Sendable {
  /// The environment variables.
  public var variables: [String: String]
  /// The bytes of a variable that has a text in `variables`, in which what is not UTF-8 is repaired.
  public var bytesOfVariable: @Sendable (_ name: String, _ text: String) -> [UInt8] = { Array($1.utf8) }
  /// The working directory; the root of the file system where it was removed.
  public var workingDirectory: HostPath
  /// Whether there still is one. If not, no relative path means anything: see `path`.
  public var hasWorkingDirectory = true
  /// Files anywhere.
  public var host: any HostFiles
  /// Time and time zone.
  public let clock: any LocalClock
  /// The order of titles.
  public let collation: any TitleCollation
  /// Editors, pagers and other programs.
  public var programs: any Programs
  /// Standard input, output and error.
  public var console: any Console
  /// Notices changes of a vault.
  public var watching: any VaultWatching
  /// The same for a program that handles signals itself, such as the split view.
  public var embeddedWatching: any VaultWatching
  /// The processes that follow vaults.
  public let watchers: any Watchers
  /// The user's git.
  public var git: any Git
  /// A monotonic clock.
  public var stopwatch: @Sendable () -> Duration
  /// The processor time of the calling thread.
  public let processorTime: @Sendable () -> Duration
  /// Counts how often a cache was cut short while this process read it.
  public var cacheFaults: @Sendable () -> UInt64 = { 0 }
  /// Whether a process is running.
  public var isRunning: @Sendable (_ process: Int32) -> Bool = { _ in true }
  /// Has freed memory go back to the system early, in a process that runs all day.
  public var returnFreedMemory: @Sendable () -> Void = {}
  /// Waits for so long.
  public var pause: @Sendable (Duration) -> Void = { _ in }
  /// Hears requests to end from now on, such as Ctrl-C, instead of ending the process at once, and returns what says
  /// whether one has come. A second one ends it.
  public var hearStop: @Sendable () -> @Sendable () -> Bool = { { false } }
  /// How many files may be open at once.
  public var openFileLimit = Int.max

  /// Creates a machine.
  public init(
    variables: [String: String], workingDirectory: HostPath, host: any HostFiles, clock: any LocalClock,
    collation: any TitleCollation, programs: any Programs, console: any Console,
    watching: any VaultWatching, embeddedWatching: any VaultWatching, watchers: any Watchers, git: any Git = NoGit(),
    stopwatch: @escaping @Sendable () -> Duration, processorTime: @escaping @Sendable () -> Duration
  ) {
    (self.variables, self.workingDirectory, self.host) = (variables, workingDirectory, host)
    (self.clock, self.collation, self.programs, self.console) = (clock, collation, programs, console)
    (self.watching, self.embeddedWatching, self.watchers, self.git) = (watching, embeddedWatching, watchers, git)
    (self.stopwatch, self.processorTime) = (stopwatch, processorTime)
  }

  // MARK: Time

  /// Now, in nanoseconds since 1970.
  public var now: Int64 { clock.now }

  /// Today in the user's zone: `2026-03-01`.
  public var today: String { clock.today.text }

  // MARK: The user's folders and settings

  /// A variable that is set to something.
  public func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The bytes of a variable that is set to something, as a path has them.
  package func variableBytes(_ name: String) -> [UInt8]? { variable(name).map { bytesOfVariable(name, $0) } }

  /// The user's home folder.
  public var home: HostPath? { absolutePath("HOME") }

  /// The folder of the user's settings; `nil` if no variable names the user's folders.
  public var userSettingsFolder: HostPath? {
    (absolutePath("XDG_CONFIG_HOME") ?? home?.appending(".config"))?.appending("memo")
  }

  /// The user's settings file; `nil` if no variable names the user's folders.
  public var userSettingsPath: HostPath? { userSettingsFolder?.appending("config.json") }

  /// Where memo keeps its state about the user; `nil` if no variable names the user's folders.
  public var userStatePath: HostPath? {
    (absolutePath("XDG_STATE_HOME") ?? home?.appending(".local/state"))?.appending("memo")
  }

  /// Where the user's own manual pages are; `nil` if no variable names the user's folders.
  public var userManualPath: HostPath? {
    (absolutePath("XDG_DATA_HOME") ?? home?.appending(".local/share"))?.appending("man")
  }

  /// The user's own settings.
  public func userSettings() throws -> Settings {
    try userSettingsPath.map { try Settings(at: $0, host: host) } ?? .none
  }

  /// A folder that a variable names. A relative one counts as unset, as the XDG specification has it: it would be another
  /// folder for each working directory, and an empty one would be the root of the file system.
  private func absolutePath(_ name: String) -> HostPath? {
    variableBytes(name).flatMap { $0.first == UInt8(ascii: "/") ? HostPath($0) : nil }
  }

  // MARK: Paths

  /// The path that a person wrote, from the working directory where it is relative; an empty one is the working directory.
  ///
  /// - Throws: `VaultError.noWorkingDirectory` for a relative path where the working directory was removed.
  public func path(_ written: [UInt8]) throws -> HostPath {
    guard hasWorkingDirectory || written.first == UInt8(ascii: "/") else { throw VaultError.noWorkingDirectory }
    return HostPath(written, from: workingDirectory)
  }

  /// The remote that a person names.
  public func remoteAddress(_ name: String) throws -> RemoteAddress {
    let address = RemoteAddress(name, from: workingDirectory, home: home)
    guard let address else { throw SyncError.badRemote(name) }
    // A folder that is another one from elsewhere is a relative path.
    let other = RemoteAddress(name, from: workingDirectory.appending("x"), home: home)
    guard hasWorkingDirectory || other?.text == address.text else { throw VaultError.noWorkingDirectory }
    return address
  }
}
