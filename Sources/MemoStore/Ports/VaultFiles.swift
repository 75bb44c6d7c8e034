public import MemoCore

/// The files of one vault, for reading. Paths are relative to its root; symbolic links are never followed, neither at
/// the end of a path nor on the way: what is behind one is absent.
///
/// Absence is `nil` or an omitted entry; a throw means that the system refused. Safe to call from several threads.
public protocol VaultFiles: Sendable {
  /// The root as the system names it, absolute and without symbolic links: for showing and for other programs.
  var root: HostPath { get }

  /// The entries of a folder whose names do not start with `.`, in no order; `nil` if there is no such folder.
  func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]?

  /// The stamp and the entries of a folder, both of the same one, whatever gets its path in between; `nil` if there is no such
  /// folder.
  func listing(of folder: VaultPath) throws(FileError) -> FolderListing?

  /// All entries of a folder but `.` and `..`, hidden ones too, in no order; `nil` if there is no such folder.
  func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]?

  /// The stamp of a folder, which changes when an entry is added, removed or renamed; `nil` if there is none.
  func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp?

  /// Who owns a file or folder; `nil` if there is none. Of a symbolic link at the end of the path, its own owner.
  func ownership(of path: VaultPath) throws(FileError) -> Ownership?

  /// Looks up regular files of one folder by NUL-terminated names and hands each index with its stamp to `body`:
  /// `nil` for a name that is absent or not a regular file. Throws, at the end, where one could not be looked up.
  func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError)

  /// Hands all bytes of a regular file to `body` in pieces; returns false if there is no such regular file.
  func stream(_ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> Bool

  /// Reads a regular file: hands its first bytes, at most `limit`, to `head` and hashes all of it.
  ///
  /// Never blocks on a FIFO or device. `nil` if there is no such regular file.
  func read(_ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void) throws(FileError) -> FileReading?

  /// Reads all of a regular file, as it was at one moment; `nil` if there is none. A file of more than `limit` bytes is not
  /// read.
  func readWhole(_ path: VaultPath, limit: Int) throws(FileError) -> WholeReading?

  /// Reads regular files of one folder as the other `read` does, but looks for the folder only once: hands over each
  /// file's head and then what came of it.
  func read(
    _ paths: ArraySlice<VaultPath>, in folder: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void,
    done: (Result<FileReading?, FileError>) -> Void)
}

extension VaultFiles {
  /// Looks at the stamp and then lists, for files that stay where they are.
  public func listing(of folder: VaultPath) throws(FileError) -> FolderListing? {
    guard let stamp = try folderStamp(of: folder), let entries = try entries(of: folder) else { return nil }
    return FolderListing(stamp: stamp, entries: entries)
  }

  /// Reads files one by one, as if they had no folder in common.
  public func read(
    _ paths: ArraySlice<VaultPath>, in folder: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void,
    done: (Result<FileReading?, FileError>) -> Void
  ) {
    for path in paths {
      do throws(FileError) {
        done(.success(try read(path, limit: limit, head: head)))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Reads a file between two looks at its stamp.
  public func readWhole(_ path: VaultPath, limit: Int) throws(FileError) -> WholeReading? {
    if let stamp = stamp(of: path), stamp.size > UInt64(limit) { return WholeReading(bytes: nil, stamp: stamp) }
    var bytes: [UInt8] = []
    guard let reading = try read(path, limit: limit, head: { bytes = Array($0) }) else { return nil }
    let isWhole = reading.stamp.size == UInt64(bytes.count) && stamp(of: path) == reading.stamp
    return WholeReading(bytes: isWhole ? bytes : nil, stamp: reading.stamp)
  }

  /// The stamp of one regular file; `nil` if there is none or it cannot be looked up.
  public func stamp(of path: VaultPath) -> FileStamp? {
    try? knownStamp(of: path)
  }

  /// Whether two paths are those of one folder: the same, or different only in case or normalization on a file system that ignores
  /// this.
  package func isOneFolder(_ path: VaultPath, _ other: VaultPath) -> Bool {
    if path == other { return true }
    guard Folding.matchKey(path.text) == Folding.matchKey(other.text), let stamp = try? folderStamp(of: path) else {
      return false
    }
    return (try? folderStamp(of: other))?.inode == stamp.inode
  }

  /// The stamp of one regular file; `nil` if there is none.
  package func knownStamp(of path: VaultPath) throws(FileError) -> FileStamp? {
    try stamps(of: [path.name], in: path.parent)[0]
  }

  /// The modification time for other bytes of a file: the one that they are to have, or a step later where the file has just
  /// that time, because editors find out by the time whether a file that they have open has changed.
  ///
  /// - Parameter modified: `nil` for now, which needs no step.
  package func timeOfNewBytes(of path: VaultPath, keeping modified: Int64?) -> Int64? {
    guard let modified, stamp(of: path)?.modified == modified else { return modified }
    return modified.addingClamped(FileStamp.step)
  }

  /// The stamps of regular files of one folder in the order of their names; `nil` for each that is not there.
  package func stamps(of names: [ArraySlice<UInt8>], in folder: VaultPath) throws(FileError) -> [FileStamp?] {
    var found = [FileStamp?](repeating: nil, count: names.count)
    var (texts, starts): ([CChar], [Int]) = ([], [])
    for name in names {
      starts.append(texts.count)
      texts += name.map(CChar.init(bitPattern:)) + [0]
    }
    let failure = texts.withUnsafeBufferPointer { pointer -> FileError? in
      guard let start = pointer.baseAddress else { return nil }
      do throws(FileError) {
        try fileStamps(in: folder, count: names.count, name: { start + starts[$0] }) { found[$0] = $1 }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return found
  }
}

/// Files that are as others, but for what a type has methods of its own for.
public protocol WrappingFiles: VaultFiles {
  /// The other ones.
  var files: any VaultFiles { get }
}

// Without the methods that are made of others: those have to go through the type's own.
extension WrappingFiles {
  /// Forwarded.
  public var root: HostPath { files.root }

  /// Forwarded.
  public func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? { try files.entries(of: folder) }

  /// Forwarded.
  public func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]? { try files.allEntries(of: folder) }

  /// Forwarded.
  public func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? { try files.folderStamp(of: folder) }

  /// Forwarded.
  public func ownership(of path: VaultPath) throws(FileError) -> Ownership? { try files.ownership(of: path) }

  /// Forwarded.
  public func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    try files.fileStamps(in: folder, count: count, name: name, body: body)
  }

  /// Forwarded.
  public func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    try files.stream(path, to: body)
  }

  /// Forwarded.
  public func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    try files.read(path, limit: limit, head: head)
  }
}

/// What reading all of a file gave.
public struct WholeReading {
  /// Its bytes; `nil` if it is larger than it may be, or was written while it was read: it could be half old and half new.
  public let bytes: [UInt8]?
  /// Its stamp.
  public let stamp: FileStamp

  /// Puts together what was read.
  public init(bytes: [UInt8]?, stamp: FileStamp) {
    (self.bytes, self.stamp) = (bytes, stamp)
  }
}

/// An entry of a folder.
public struct FolderEntry: Equatable, Sendable {
  /// The kinds of entries; anything else is not listed.
  public enum Kind: Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
  }

  /// The name's bytes.
  public let name: [UInt8]
  /// What it is.
  public let kind: Kind

  /// Creates an entry.
  public init(name: [UInt8], kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// What is in a folder.
public struct FolderListing: Equatable, Sendable {
  /// The folder's stamp from before it was listed.
  public let stamp: FileStamp
  /// The entries whose names do not start with `.`, in no order.
  public let entries: [FolderEntry]

  /// Puts together a listing.
  public init(stamp: FileStamp, entries: [FolderEntry]) {
    (self.stamp, self.entries) = (stamp, entries)
  }
}

/// An entry of a folder, whatever it is.
public struct AnyEntry: Equatable, Sendable {
  /// The name's bytes.
  public let name: [UInt8]
  /// What it is; `nil` for a link, a pipe, a socket or a device.
  public let kind: FolderEntry.Kind?

  /// Creates an entry.
  public init(name: [UInt8], kind: FolderEntry.Kind?) {
    self.name = name
    self.kind = kind
  }
}

/// What a read found besides the bytes.
public struct FileReading: Equatable, Sendable {
  /// The stamp taken from the open file before its first byte was read: if the file changes while it is read, the disk
  /// has another stamp from then on.
  public let stamp: FileStamp
  /// Birth time in nanoseconds since 1970, where the file system keeps one.
  public let born: Int64?
  /// XXH64 over all bytes; of a file above `FileError.largestHashed`, over its first ones, its size and its time.
  public let hash: UInt64
  /// Whether the open file belonged to this user.
  public let isOwnedByThisUser: Bool

  /// Creates a reading.
  public init(stamp: FileStamp, born: Int64?, hash: UInt64, isOwnedByThisUser: Bool = true) {
    self.stamp = stamp
    self.born = born
    self.hash = hash
    self.isOwnedByThisUser = isOwnedByThisUser
  }
}

/// A file operation that the system refused.
public struct FileError: Error, Equatable, Sendable {
  /// What was tried.
  public enum Operation: String, Sendable {
    /// Opening or reading a file.
    case read
    /// Listing a folder.
    case list
    /// Making, filling or renaming a file.
    case write
    /// Making a folder.
    case makeFolder
    /// Removing a file.
    case remove
  }

  /// What was tried.
  public let operation: Operation
  /// On what: an absolute path, or one relative to the vault.
  public let path: [UInt8]
  /// Why.
  public let reason: SystemReason

  /// Creates an error.
  public init(_ operation: Operation, path: [UInt8], reason: SystemReason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }
}
