import CSystem
import Foundation
import MemoCore
import MemoIndex
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file that a vault's watcher holds a lock on, in `.memo` or in a folder of the user's.
///
/// It is a record lock, because the kernel then knows who holds it, and frees it however that process ends. Such a lock
/// is lost when its process closes any descriptor of the file, so the watcher, which also runs syncs, opens it once.
struct WatcherLock {
  /// The folder it is in.
  let folder: Descriptor
  private let file: Descriptor

  private static let name = "watch.lock"
  private static let size = 4096
  /// The files of which this process holds the lock.
  private static let held = Mutex<Set<FileNumber>>([])

  /// Opens the file in a folder; `nil` where that is impossible, and for the file of which this process holds the lock.
  init?(in folder: Descriptor, isMade: Bool) {
    let flags = isMade ? O_RDWR | O_CREAT : O_RDONLY
    let there = csystem_status(of: Self.name, in: folder.number).map(FileNumber.init)
    guard !Self.held.withLock({ held in there.map(held.contains) ?? false }) else { return nil }
    guard let file = Descriptor.open(Self.name, in: folder.number, flags: flags | O_NOFOLLOW | O_NONBLOCK, mode: 0o600),
      file.status?.isRegularFile == true
    else { return nil }
    if isMade { MadeByRoot.give(file.number, toOwnerOf: folder.number) }
    self.folder = folder
    self.file = file
  }

  /// Takes the lock if it is free.
  func take() -> Bool {
    var lock = Self.wholeFile
    guard fcntl(file.number, F_SETLK, &lock) == 0 else { return false }
    if let status = file.status { Self.held.withLock { _ = $0.insert(FileNumber(status)) } }
    return true
  }

  /// Has the lock end with the last one that has the file open.
  func release() {
    if let status = file.status { Self.held.withLock { _ = $0.remove(FileNumber(status)) } }
  }

  /// The process that holds the lock; `nil` where none does.
  var holder: pid_t? {
    var lock = Self.wholeFile
    guard fcntl(file.number, F_GETLK, &lock) == 0, Int32(lock.l_type) != Int32(F_UNLCK) else { return nil }
    return lock.l_pid
  }

  /// Replaces what the file says; always the same size, so that a reader never finds the rest of an older text, and a disk
  /// that fills up later has room for it. Returns false where it has none.
  @discardableResult
  func write(_ text: [UInt8]) -> Bool {
    guard text.count < Self.size else { return false }
    let padded = text + [UInt8](repeating: UInt8(ascii: " "), count: Self.size - text.count)
    return pwrite(file.number, padded, padded.count, 0) == padded.count
  }

  /// What the file says.
  func read() -> [UInt8] {
    var text = [UInt8](repeating: 0, count: Self.size)
    return Array(text[..<max(0, pread(file.number, &text, text.count, 0))])
  }

  private static var wholeFile: flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }
}

/// The numbers by which the system knows a file.
private struct FileNumber: Hashable {
  let device: UInt64
  let inode: UInt64

  init(_ status: csystem_status) {
    (device, inode) = (status.device, status.inode)
  }
}

/// The place of a vault's watcher, held by this process.
final class HeldWatcherPlace: WatcherPlace {
  private let lock: WatcherLock

  private static let logName = "watch.log"
  private static let oldLogName = "watch.log.old"
  private static let longestLog: UInt64 = 1 << 16

  init(_ lock: WatcherLock) {
    self.lock = lock
    // Commands ask where the folder is, and this watcher does not hear them yet.
    WatcherQuestions.remove(in: lock.folder)
  }

  deinit {
    lock.release()
  }

  func publish(_ status: WatcherStatus) {
    var status = status
    // A character may be many bytes, and a byte six in JSON: as much of the error as the file has room for.
    while !isWritten(status), let scalars = status.lastError?.unicodeScalars, !scalars.isEmpty {
      status.lastError = String(scalars.prefix(scalars.count / 2))
    }
  }

  private func isWritten(_ status: WatcherStatus) -> Bool {
    // Numbers and a text always make JSON.
    (try? JSONEncoder().encode(status)).map { lock.write(Array($0)) } ?? false
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
