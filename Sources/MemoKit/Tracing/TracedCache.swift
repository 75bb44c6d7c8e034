import MemoCore
import MemoIndex
import MemoStore
import MemoSync

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

  func lock() -> (any CacheWriting)? {
    let lock = store.lock()
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
