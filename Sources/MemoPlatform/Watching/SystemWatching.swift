public import MemoCore
public import MemoIndex
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Watches vaults by the system's events where all changes lead to some, and by polling everywhere else.
public struct SystemWatching: VaultWatching {
  private let userCache: HostPath?
  private let interval: Duration
  private let isOfProcess: Bool

  /// - Parameters:
  ///   - userCache: the folder for what vaults cannot hold that cannot be written to.
  ///   - interval: how often a vault without events is looked at.
  ///   - isOfProcess: whether a watch ends when the process is asked to (SIGINT, SIGTERM, SIGHUP) or when no one reads
  ///     its standard output any more.
  public init(userCache: HostPath? = nil, interval: Duration = .seconds(2), isOfProcess: Bool = false) {
    self.userCache = userCache
    self.interval = interval
    self.isOfProcess = isOfProcess
  }

  /// Begins to watch a vault.
  public func watch(_ root: HostPath, rules: MemoFileRules, mode: WatchMode) throws(FileError) -> any VaultWatch {
    let hasEvents = mode == .events || mode == .automatic && Self.tellsAllChanges(at: root)
    if hasEvents { return try eventWatch(root, rules) }
    return try PollingWatch(root, interval: interval, isOfProcess: isOfProcess)
  }

  #if os(Linux)
    private func eventWatch(_ root: HostPath, _ rules: MemoFileRules) throws(FileError) -> any VaultWatch {
      let queue: InotifyQueue
      do throws(SystemFailure) {
        queue = try InotifyQueue()
      } catch {
        let limit: WatchLimit = error.code == EMFILE ? .watchers : .system(SystemReason(errno: error.code))
        return try PollingWatch(root, interval: interval, isOfProcess: isOfProcess, limit: limit)
      }
      return try InotifyWatch(
        InotifyTree(root, rules: rules, queue: queue), of: root, userCache: userCache, interval: interval,
        isOfProcess: isOfProcess)
    }
  #else
    private func eventWatch(_ root: HostPath, _ rules: MemoFileRules) throws(FileError) -> any VaultWatch {
      try FSEventsWatch(root, rules: rules, isOfProcess: isOfProcess)
    }
  #endif

  /// Whether all changes pass through this kernel: those that another machine or a program makes lead to no events.
  private static func tellsAllChanges(at root: HostPath) -> Bool {
    guard let folder = Descriptor.open(cString(root.bytes), flags: O_RDONLY | O_DIRECTORY) else { return false }
    #if os(Linux)
      // Folders are watched by their descriptors, which the system shows there.
      guard access("/proc/self/fd/\(folder.number)", F_OK) == 0 else { return false }
    #endif
    return FileSystemKind(of: folder.number) == .local
  }
}
