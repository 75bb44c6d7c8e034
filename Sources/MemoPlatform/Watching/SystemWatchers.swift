import Foundation
public import MemoCore
public import MemoIndex
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Watchers as processes of this machine.
public struct SystemWatchers: Watchers {
  /// This program.
  public let program: [UInt8]

  private let userCache: HostPath?
  private let environment: [String: String]

  private static let stopPause: useconds_t = 5_000
  private static let stopTries = 2_000

  /// - Parameters:
  ///   - userCache: the folder for what vaults cannot hold that cannot be written to.
  ///   - environment: that of watchers that are started.
  public init(program: [UInt8], userCache: HostPath?, environment: [String: String]) {
    self.program = program
    self.userCache = userCache
    self.environment = environment
  }

  /// The number of this process.
  public var process: Int32 { getpid() }

  /// Makes this process the watcher of a vault.
  public func claim(_ root: HostPath) -> WatcherClaim {
    // A watcher that could not write to the vault is one all the same.
    if let pid = holder(of: root)?.pid { return .held(pid: pid) }
    guard let folder = DiskCacheStore.stateFolder(vault: root, userCache: userCache),
      let lock = WatcherLock(in: folder, isMade: true)
    else { return .noLockFile }
    guard lock.take() else { return lock.holder.map { .held(pid: $0) } ?? .noLockFile }
    guard lock.write([]) else {
      lock.release()
      return .noLockFile
    }
    return .granted(HeldWatcherPlace(lock))
  }

  /// What the watcher of a vault says of itself.
  public func status(of root: HostPath) -> WatcherStatus? {
    guard let (lock, pid) = holder(of: root) else { return nil }
    let text = lock.read()
    // Before its first word, or while it writes, all that is known is that it is there.
    let status = try? JSONDecoder().decode(WatcherStatus.self, from: Data(text))
    return status.flatMap { $0.pid == pid ? $0 : nil } ?? WatcherStatus(pid: pid, since: 0)
  }

  /// Starts a watcher in a session of its own and waits for its first word.
  public func start(_ root: HostPath, arguments: [[UInt8]]) throws(ProgramError) -> WatcherStart {
    do throws(SystemFailure) {
      var child = ChildProcess(
        path: program, arguments: arguments, variables: VariableBytes.entries(environment), heardSignals: [])
      child.isDetached = true
      let pipe = try Pipe()
      // It goes on when no one reads its errors any more.
      let running = try withSignalsIgnored([SIGPIPE]) { _ throws(SystemFailure) in
        try child.run(errors: pipe.writing.number)
      }
      let errors = try pipe.readLines(until: { status(of: root)?.isReady == true })
      if let status = status(of: root), status.isReady, status.pid == running.id { return .ready(status) }
      return .ended(try running.wait(), errors: errors)
    } catch {
      throw ProgramError(path: program, code: error.code)
    }
  }

  /// Asks the watcher of a vault to end.
  public func stop(_ root: HostPath) -> Bool? {
    // 0 and -1 are whole groups: a holder of another machine or container.
    guard let pid = holder(of: root)?.pid else { return nil }
    guard pid > 1, kill(pid, SIGTERM) == 0 else { return false }
    for _ in 0..<Self.stopTries {
      if holder(of: root)?.pid != pid { return true }
      usleep(Self.stopPause)
    }
    return false
  }

  private func holder(of root: HostPath) -> (lock: WatcherLock, pid: pid_t)? {
    for folder in DiskCacheStore.stateFolders(vault: root, userCache: userCache) {
      if let lock = WatcherLock(in: folder, isMade: false), let pid = lock.holder { return (lock, pid) }
    }
    return nil
  }
}
