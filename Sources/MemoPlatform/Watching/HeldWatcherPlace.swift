import CSystem
import Foundation
import MemoIndex

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The place of a vault's watcher, held by this process.
final class HeldWatcherPlace: WatcherPlace {
  private let lock: WatcherLock

  private static let logName = "watch.log"
  private static let oldLogName = "watch.log.old"
  private static let longestLog: UInt64 = 1 << 16
  private static let longestError = 1000

  init(_ lock: WatcherLock) {
    self.lock = lock
    // Commands ask where the folder is, and this watcher does not hear them yet.
    WatcherQuestions.remove(in: lock.folder)
  }

  func publish(_ status: WatcherStatus) {
    var status = status
    status.lastError = status.lastError.map { String($0.prefix(Self.longestError)) }
    // Numbers and a text always make JSON.
    if let data = try? JSONEncoder().encode(status) { lock.write(Array(data)) }
  }

  func log(_ line: String) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
    guard let file = Descriptor.open(Self.logName, in: lock.folder.number, flags: flags, mode: 0o600),
      let status = file.status, status.isRegularFile
    else { return }
    // A log that cannot be written is missed by no one but its readers.
    try? writeAll(Array("\(line)\n".utf8), to: file.number)
    if status.size > Self.longestLog {
      renameat(lock.folder.number, Self.logName, lock.folder.number, Self.oldLogName)
    }
  }
}
