import MemoCore
import MemoStore
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

  /// Bytes that are never written to and live as long as the object.
  private final class Region: ByteRegion {
    // As a number, which any thread may hold.
    private let address: UInt
    private let count: Int

    var bytes: UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
    }

    var stamp: FileStamp? { nil }

    init(_ content: [UInt8]) {
      let copy = UnsafeMutableRawPointer.allocate(byteCount: content.count, alignment: 8)
      copy.copyMemory(from: content, byteCount: content.count)
      (address, count) = (UInt(bitPattern: copy), content.count)
    }

    deinit {
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
  }
}
