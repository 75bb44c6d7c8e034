public import MemoCore

/// The folder that holds one vault's cache: files that are only replaced whole or appended to.
///
/// A store never fails: what cannot be read is absent and what cannot be written is not kept, because a cache can only
/// make things faster.
public protocol CacheStore: Sendable {
  /// Maps a file's bytes, which stay valid while the region lives; `nil` if there is no usable file.
  func map(_ file: CacheFile) -> (any ByteRegion)?

  /// Opens a file to read parts of it; `nil` if there is no usable file.
  func open(_ file: CacheFile) -> (any CacheReading)?

  /// Takes the store's lock; `nil` if another holder keeps it for longer than `limit` or nothing can be written.
  func lock(waiting limit: Duration) -> (any CacheWriting)?
}

extension CacheStore {
  /// Takes the store's lock without waiting.
  public func lock() -> (any CacheWriting)? { lock(waiting: .zero) }
}

/// A file of a cache.
public struct CacheFile: Equatable, Sendable {
  /// The file's name.
  public let name: String

  /// All records, sorted.
  public static let snapshot = CacheFile(name: "snapshot")
  /// What changed since the snapshot.
  public static let journal = CacheFile(name: "journal")

  /// What a person arranged in the split view.
  public static let view = CacheFile(name: "view")

  /// A segment of the text index.
  public static func text(_ segment: UInt64) -> CacheFile {
    CacheFile(name: textPrefix + String(segment, radix: 16))
  }

  /// What the names of segments begin with.
  public static let textPrefix = "text-"
}

/// An open file of a cache. Safe to use from several threads.
public protocol CacheReading: AnyObject, Sendable {
  /// Bytes of the file when it was opened.
  var size: Int { get }

  /// Fills a buffer with the bytes at an offset; returns false if the file has not so many or cannot be read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Bool
}

/// Bytes that stay readable while the object lives.
public protocol ByteRegion: AnyObject, Sendable {
  /// The bytes; not to be used after the region is gone.
  var bytes: UnsafeRawBufferPointer { get }

  /// The file's stamp, from before its bytes were mapped; `nil` if it is not a file.
  var stamp: FileStamp? { get }

  /// Whether all that was read of the bytes so far were those of the file. Where another program has cut it short,
  /// zeros were read, also of bytes that were checked before.
  var isIntact: Bool { get }

  /// How many bytes a process that runs for long wants to have in memory at once; `nil` for as many as it reads.
  var residentLimit: Int? { get }

  /// Gives the memory of the bytes back to the system; where they are used again, they are read from the file again.
  func release()
}

extension ByteRegion {
  /// No limit.
  public var residentLimit: Int? { nil }

  /// There is no file to read from.
  public func release() {}

  /// Memory of this process stays as it is.
  public var isIntact: Bool { true }
}

/// A held lock on a cache, through which it is written. The lock ends with the object or the process.
public protocol CacheWriting: AnyObject {
  /// A time in nanoseconds since 1970, by the clock that stamps the vault's files and a safe margin before now: a file
  /// whose times are older cannot change any more without its stamp changing too. `nil` if unknown.
  func settledBefore() -> Int64?

  /// Replaces a file whole, by rename, with what `fill` writes; returns false if that failed.
  func replace(_ file: CacheFile, fill: (any CacheSink) -> Void) -> Bool

  /// Removes all segments of the text index but some.
  func removeTexts(except segments: [UInt64])

  /// Appends to a file that still has `length` bytes; returns false if it has not, or on failure.
  func append(_ bytes: [UInt8], to file: CacheFile, ifLengthIs length: Int) -> Bool
}

/// A file of the cache being written from its start, from any thread.
public protocol CacheSink: AnyObject, Sendable {
  /// Appends bytes; returns their offset.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Int

  /// Overwrites the first bytes, for a header that is known only at the end.
  func rewriteStart(_ bytes: [UInt8])
}
