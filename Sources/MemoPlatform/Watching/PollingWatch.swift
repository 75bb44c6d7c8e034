import CSystem
import MemoCore
import MemoIndex
import MemoStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Hints at regular intervals that everything may have changed: for file systems without events.
final class PollingWatch: VaultWatch {
  private let place: RootPlace
  private let interval: Duration
  private let limit: Mutex<WatchLimit?>
  /// When to look again.
  private let nextLook: Mutex<ContinuousClock.Instant>
  private let pipe: WakePipe

  /// - Parameter limit: why there are no events, to be reported as the first hint.
  init(_ root: HostPath, interval: Duration, isOfProcess: Bool, limit: WatchLimit? = nil) throws(FileError) {
    place = try RootPlace(root)
    self.interval = interval
    self.limit = Mutex(limit)
    nextLook = Mutex(.now + interval)
    pipe = try WakePipe(for: root, isOfProcess: isOfProcess)
  }

  func next(within limit: Duration?) throws(FileError) -> WatchHint? {
    if let limit = self.limit.withLock({ $0.take() }) { return .limited(limit) }
    // Not from this wait on: where each is short, no look would come.
    let look = nextLook.withLock(\.self)
    let end = limit.map { min(.now + $0, look) } ?? look
    do throws(SystemFailure) {
      if try pipe.wait(until: end) == .woken { return .ended }
    } catch {
      throw FileError(.list, path: place.root.bytes, code: error.code)
    }
    guard look <= .now else { return nil }
    nextLook.withLock { $0 = .now + interval }
    return place.isThere ? .everything : .gone
  }

  func end() {
    pipe.wake()
  }
}

/// The folder that was at a path when it was first looked at.
struct RootPlace {
  let root: HostPath
  private let device: UInt64
  private let inode: UInt64

  init(_ root: HostPath) throws(FileError) {
    guard let status = csystem_status(at: root), status.isFolder else {
      throw FileError(.list, path: root.bytes, code: errno)
    }
    self.root = root
    device = status.device
    inode = status.inode
  }

  /// Whether the same folder still is there.
  var isThere: Bool {
    guard let status = csystem_status(at: root) else { return false }
    return status.device == device && status.inode == inode
  }
}
