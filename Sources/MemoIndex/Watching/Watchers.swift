public import MemoCore
public import MemoStore

/// The processes that follow vaults: one for each vault at most.
public protocol Watchers: Sendable {
  /// The absolute path of the program that follows vaults: this one.
  var program: [UInt8] { get }

  /// The number of this process.
  var process: Int32 { get }

  /// Makes this process the watcher of a vault.
  func claim(_ root: HostPath) -> WatcherClaim

  /// What the watcher of a vault says of itself; `nil` if none runs.
  func status(of root: HostPath) -> WatcherStatus?

  /// Starts a watcher that outlives this process and waits until it is ready or has failed.
  ///
  /// - Parameter arguments: those of the program that make it follow the vault.
  func start(_ root: HostPath, arguments: [[UInt8]]) throws(ProgramError) -> WatcherStart

  /// Asks the watcher of a vault to end and waits until it has; `nil` if none runs, false if it goes on.
  func stop(_ root: HostPath) -> Bool?
}

/// Whether this process may follow a vault.
public enum WatcherClaim: Sendable {
  /// It may, as long as the object lives.
  case granted(any WatcherPlace)
  /// Another process does.
  case held(pid: Int32)
  /// No folder for a lock file is writable, so several processes may.
  case noLockFile
}

/// The place of a vault's watcher; the system frees it when the process ends, however it ends.
public protocol WatcherPlace: AnyObject, Sendable {
  /// Makes the status visible to other processes.
  func publish(_ status: WatcherStatus)

  /// Appends a line to the watcher's log, which stays short.
  func log(_ line: String)
}

/// How starting a watcher ended.
public enum WatcherStart: Sendable {
  /// It follows the vault.
  case ready(WatcherStatus)
  /// It ended, and said this on standard error.
  case ended(ProgramExit, errors: [UInt8])
}

/// The status of a watcher.
public struct WatcherStatus: Codable, Equatable, Sendable {
  /// Its process.
  public var pid: Int32
  /// When it started, in nanoseconds since 1970.
  public var since: Int64
  /// Whether everything is watched and the cache has been up to date once.
  public var isReady = false
  /// The number of memos at the last check.
  public var memos = 0
  /// How many changes it has reported.
  public var events = 0
  /// The last error.
  public var lastError: String?

  /// A watcher that has only just started.
  public init(pid: Int32, since: Int64) {
    self.pid = pid
    self.since = since
  }
}
