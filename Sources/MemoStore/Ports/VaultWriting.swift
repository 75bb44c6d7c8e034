public import MemoCore

/// Changes to the files of one vault. No symbolic link is followed, and none is replaced by a file.
///
/// The first three calls are durable when they return, unless they are asked not to be. The others are steps of a larger
/// change: the caller makes them durable with `synchronize`.
public protocol VaultWriting: Sendable {
  /// Makes a file, and the folders it needs; returns false, and writes nothing, where the name is taken.
  ///
  /// - Parameters:
  ///   - modified: the modification time to give it, nanoseconds since 1970; now if `nil`.
  ///   - permissions: the permission bits that others may have at most; `nil` for those of any new file.
  ///   - isDurable: whether to wait until it is on the disk; if not, the caller syncs it later.
  ///   - fill: hands over its bytes; if it throws, no file is created.
  func create(
    _ path: VaultPath, modified: Int64?, permissions: UInt16?, isDurable: Bool, fill: FileFilling
  ) throws(FileError) -> Bool

  /// Makes a file or replaces the one there, keeping its permission bits; makes the folders it needs.
  ///
  /// Whatever is there is overwritten: for files of memo's own, never for memos.
  func replace(_ path: VaultPath, contents: [UInt8]) throws(FileError)

  /// Removes a file; returns false if there is none.
  func remove(_ path: VaultPath) throws(FileError) -> Bool

  /// Makes a file that a later step puts in its place; makes the folders it needs and throws where the name is taken.
  ///
  /// - Parameters:
  ///   - model: a file whose permission bits and owner it gets, where there is one.
  ///   - permissions: without one, the permission bits that others may have at most; `nil` for those of any new file.
  ///   - fill: hands over its bytes; where it throws, what there is of the file stays.
  func stage(
    _ path: VaultPath, like model: VaultPath?, modified: Int64?, permissions: UInt16?, fill: FileFilling
  ) throws(FileError)

  /// Renames a file, and makes the folders it needs; returns false, and moves nothing, where the new name is taken or
  /// there is nothing under the old. A name may change its case only, wherever the file system takes that for the same.
  func move(_ path: VaultPath, to newPath: VaultPath) throws(FileError) -> Bool

  /// Swaps the files of two names in one step; returns false if one of them does not exist.
  ///
  /// Where the file system cannot do that, a crash may leave the second file under the first one's name and `~`.
  func exchange(_ path: VaultPath, with other: VaultPath) throws(FileError) -> Bool

  /// Waits, for half a second at most, until no program has a file open for writing, and reads it then. Who opened it before
  /// it was exchanged or moved may still write to it; who opens it later finds another file under its name. `nil` if there is
  /// no such regular file.
  func readSettled(_ path: VaultPath) throws(FileError) -> SettledFile?

  /// Whether anything at all has a name, a link that leads nowhere included.
  func isTaken(_ path: VaultPath) throws(FileError) -> Bool

  /// Syncs the bytes of files to disk; a path that is no longer a file is skipped.
  func synchronize(files: [VaultPath]) throws(FileError)

  /// Syncs the names in folders to disk; a path that is no longer a folder is skipped.
  func synchronize(folders: [VaultPath]) throws(FileError)

  /// Waits until all that any program has written to the vault's file system is on the disk itself, where the system can
  /// do that.
  func synchronizeAll() throws(FileError)

  /// Makes a folder and those above it; nothing happens where it is there.
  func makeFolder(_ path: VaultPath) throws(FileError)

  /// Makes a folder as the other does, with the permission bits of another one, where there is that.
  func makeFolder(_ path: VaultPath, like model: VaultPath) throws(FileError)

  /// Renames a folder.
  func moveFolder(_ path: VaultPath, to newPath: VaultPath) throws(FileError)

  /// Removes a folder that holds nothing; returns false if it holds something or is not there.
  func removeFolder(_ path: VaultPath) throws(FileError) -> Bool

  /// Removes a folder of memo's own with the files in it; nothing happens where it is not there.
  func removeFolderWithFiles(_ path: VaultPath) throws(FileError)

  /// Removes the temporary files of processes that were killed from a folder, and nothing else; nothing happens where it is
  /// not there.
  func removeLeftovers(in path: VaultPath) throws(FileError)

  /// Takes a lock that ends with the object or the process; `nil` if another process holds it all the time.
  func lock(_ path: VaultPath, waiting: Duration) throws(FileError) -> (any VaultLock)?

  /// Takes a lock at once that the programs started from now on hold as well, and those that they start: it ends with the last
  /// of them and the object; `nil` if another process holds it.
  func lockForPrograms(_ path: VaultPath) throws(FileError) -> (any VaultLock)?

  /// Takes a lock on a folder, in which nothing is made for it, that ends with the object or the process; `nil` if another process
  /// holds it all the time, or where there are no such locks.
  func lockFolder(_ path: VaultPath, waiting: Duration) -> (any VaultLock)?
}

/// A file that was read when no program had it open for writing any more.
public struct SettledFile: Equatable, Sendable {
  /// The hash of its bytes, as of a `FileReading`.
  public let hash: UInt64
  /// Whether a program still had it open, as far as the system knows.
  public let isOpen: Bool
  /// Its stamp from before it was read, if each later write gives it another one; `nil` where only its bytes can tell.
  public let stamp: FileStamp?

  /// Puts together what was read.
  public init(hash: UInt64, isOpen: Bool, stamp: FileStamp?) {
    (self.hash, self.isOpen, self.stamp) = (hash, isOpen, stamp)
  }
}

/// Hands over the bytes of a file in pieces: a file may be larger than memory.
public typealias FileFilling = (
  _ sink: (UnsafeRawBufferPointer) throws(FileError) -> Void
) throws(FileError) -> Void

extension VaultWriting {
  /// A lock of this process alone, where there are no programs that could hold it.
  public func lockForPrograms(_ path: VaultPath) throws(FileError) -> (any VaultLock)? {
    try lock(path, waiting: .zero)
  }

  /// None by default.
  public func lockFolder(_ path: VaultPath, waiting: Duration) -> (any VaultLock)? { nil }

  /// Makes a file of bytes; see the other `create`.
  public func create(_ path: VaultPath, contents: [UInt8], modified: Int64?) throws(FileError) -> Bool {
    try create(path, modified: modified, permissions: nil, isDurable: true) { sink throws(FileError) in
      try contents.pour(into: sink)
    }
  }

  /// Makes a file of bytes that a later step puts in its place; see the other `stage`.
  public func stage(
    _ path: VaultPath, contents: [UInt8], like model: VaultPath?, modified: Int64?
  ) throws(FileError) {
    try stage(path, like: model, modified: modified) { sink throws(FileError) in try contents.pour(into: sink) }
  }

  /// Makes a file that a later step puts in its place, without a model with the permission bits of any new file.
  public func stage(
    _ path: VaultPath, like model: VaultPath?, modified: Int64?, fill: FileFilling
  ) throws(FileError) {
    try stage(path, like: model, modified: modified, permissions: nil, fill: fill)
  }
}

extension [UInt8] {
  /// Hands all bytes over at once.
  package func pour(into sink: (UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) {
    let failure = withUnsafeBytes { bytes -> FileError? in
      do throws(FileError) {
        try sink(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}

/// A held lock on a vault.
public protocol VaultLock: AnyObject, Sendable {}
