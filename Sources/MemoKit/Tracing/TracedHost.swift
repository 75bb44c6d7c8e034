public import MemoCore
import MemoIndex
public import MemoStore
import MemoSync
import Synchronization

/// A machine on which refreshes of vaults, their caches and questions to their watchers are traced.
public struct TracedHost: WrappingHost {
  /// The machine itself.
  public let host: any HostFiles
  private let trace: Trace

  /// Wraps a host.
  public init(_ host: any HostFiles, _ trace: Trace) {
    self.host = host
    self.trace = trace
  }

  /// The wrapped host's vault, traced.
  public func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    var access = try host.vault(at: root)
    let meter = RefreshMeter(trace)
    access.files = TracedFiles(files: access.files, meter: meter)
    access.openCache = { [trace, openCache = access.openCache] in
      openCache().map { TracedCache(store: $0, trace: trace) }
    }
    access.askWatcher = { [trace, askWatcher = access.askWatcher] in
      let measurement = trace.start()
      let answer = askWatcher()
      measurement.end { .askedWatcher(isAnswered: answer != nil, $0) }
      return answer
    }
    access.refreshBegins = { meter.start() }
    return access
  }
}

/// Counts what is looked at in the files of a vault.
final class RefreshMeter: Sendable {
  private let trace: Trace
  private let work = Mutex(RefreshWork())

  init(_ trace: Trace) {
    self.trace = trace
  }

  func count(_ body: (inout RefreshWork) -> Void) { work.withLock { body(&$0) } }

  /// Begins to measure a refresh; what it returns ends that.
  func start() -> @Sendable (_ memos: Int) -> Void {
    work.withLock { $0 = RefreshWork() }
    let measurement = trace.start()
    return { memos in measurement.end { .refreshed(self.work.withLock { $0 }, memos: memos, $0) } }
  }
}

/// The files of a vault, whose looks are counted.
private struct TracedFiles: VaultFiles {
  let files: any VaultFiles
  let meter: RefreshMeter

  var root: HostPath { files.root }

  func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? {
    meter.count { $0.foldersListed += 1 }
    return try files.entries(of: folder)
  }

  func listing(of folder: VaultPath) throws(FileError) -> FolderListing? {
    meter.count { work in
      work.foldersChecked += 1
      work.foldersListed += 1
    }
    return try files.listing(of: folder)
  }

  func allEntries(of folder: VaultPath) throws(FileError) -> [AnyEntry]? { try files.allEntries(of: folder) }

  func folderStamp(of folder: VaultPath) throws(FileError) -> FileStamp? {
    meter.count { $0.foldersChecked += 1 }
    return try files.folderStamp(of: folder)
  }

  func ownership(of path: VaultPath) throws(FileError) -> Ownership? { try files.ownership(of: path) }

  func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    meter.count { $0.memosChecked += count }
    try files.fileStamps(in: folder, count: count, name: name, body: body)
  }

  func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    try files.stream(path, to: body)
  }

  func read(_ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void) throws(FileError) -> FileReading? {
    meter.count { $0.memosRead += 1 }
    return try files.read(path, limit: limit, head: head)
  }

  func read(
    _ paths: ArraySlice<VaultPath>, in folder: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void,
    done: (Result<FileReading?, FileError>) -> Void
  ) {
    meter.count { $0.memosRead += paths.count }
    files.read(paths, in: folder, limit: limit, head: head, done: done)
  }
}

/// A cache whose use is traced.
struct TracedCache: CacheStore {
  let store: any CacheStore
  let trace: Trace

  func map(_ file: CacheFile) -> (any ByteRegion)? {
    let region = store.map(file)
    trace.note(.cache(file, region.map { .opened(bytes: $0.bytes.count) } ?? .absent))
    return region
  }

  func open(_ file: CacheFile) -> (any CacheReading)? {
    let reading = store.open(file)
    trace.note(.cache(file, reading.map { .opened(bytes: $0.size) } ?? .absent))
    return reading
  }

  func lock(waiting limit: Duration) -> (any CacheWriting)? {
    let lock = store.lock(waiting: limit)
    trace.note(.cacheLock(isHeld: lock != nil))
    return lock.map { TracedCacheWriting($0, trace) }
  }
}

/// A held lock on a cache through which what is written is traced.
private final class TracedCacheWriting: CacheWriting {
  private let lock: any CacheWriting
  private let trace: Trace

  init(_ lock: any CacheWriting, _ trace: Trace) {
    self.lock = lock
    self.trace = trace
  }

  func settledBefore() -> Int64? { lock.settledBefore() }

  func replace(_ file: CacheFile, fill: (any CacheSink) -> Void) -> Bool {
    let isWritten = lock.replace(file, fill: fill)
    trace.note(.cache(file, isWritten ? .replaced : .unwritten))
    return isWritten
  }

  func removeTexts(except segments: [UInt64]) { lock.removeTexts(except: segments) }

  func append(_ bytes: [UInt8], to file: CacheFile, ifLengthIs length: Int) -> Bool {
    let isWritten = lock.append(bytes, to: file, ifLengthIs: length)
    trace.note(.cache(file, isWritten ? .appended(bytes: bytes.count) : .unwritten))
    return isWritten
  }
}
