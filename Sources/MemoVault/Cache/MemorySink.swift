import MemoCore
import Synchronization

/// A cache file that stays in memory, where a vault has no place for a cache.
final class MemorySink: CacheSink {
  private let bytes = Mutex<[UInt8]>([])

  func write(_ more: [UInt8]) -> Int {
    bytes.withLock { bytes in
      defer { bytes += more }
      return bytes.count
    }
  }

  func rewriteStart(_ start: [UInt8]) {
    bytes.withLock { $0.replaceSubrange(..<start.count, with: start) }
  }

  /// The file written so far, to be read as one that is mapped.
  func region() -> any ByteRegion {
    Region(bytes.withLock(\.self))
  }

  private final class Region: ByteRegion, @unchecked Sendable {
    // Sendable by hand: the bytes are never written to and live as long as the object.
    let bytes: UnsafeRawBufferPointer
    let stamp: FileStamp? = nil

    init(_ content: [UInt8]) {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 8)
      copy.copyBytes(from: content)
      bytes = UnsafeRawBufferPointer(copy)
    }

    deinit {
      bytes.deallocate()
    }
  }
}
