public import MemoStore

/// A file of a cache that is in memory and read in parts.
public final class BytesReading: CacheReading {
  private let content: [UInt8]

  /// How many bytes there are.
  public var size: Int { content.count }

  /// One with some content.
  public init(_ content: [UInt8]) {
    self.content = content
  }

  /// Fills a buffer with the bytes at an offset; returns false where there are not so many.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard offset <= content.count, buffer.count <= content.count - offset else { return false }
    buffer.copyBytes(from: content[offset..<offset + buffer.count])
    return true
  }
}
