import CSystem
import MemoCore
import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads an open file once from its start: the first bytes are handed over, all are hashed, and memory and time stay
/// bounded whatever the file's size.
struct FileContent {
  private let descriptor: Descriptor
  private let path: VaultPath

  private static let chunk = 1 << 18
  /// A larger file, most likely a sparse one that takes no room on the disk, is identified by its first bytes, its size and
  /// its time: no command takes such a file into memory, so none needs the hash of all of it.
  private static let hashLimit = FileError.largestHashed

  init(_ descriptor: Descriptor, path: VaultPath) {
    self.descriptor = descriptor
    self.path = path
  }

  /// The first bytes, at most `limit`.
  func start(limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try stream(upTo: UInt64(limit)) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// All bytes of a file that has so many, and one more if it has more.
  func whole(size: Int) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      do throws(FileError) {
        // The byte more: a read that returns fewer than asked for has met the end.
        let memory = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size + 1)
        count = try fill(memory, expecting: size)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Hands at most `limit` first bytes to `head` and returns the hash of all.
  ///
  /// - Parameter stamp: the open file's.
  func read(
    _ stamp: FileStamp, limit: Int, buffer: ReadBuffer, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> UInt64 {
    guard stamp.size <= Self.hashLimit else { return try readHuge(stamp, limit: limit, buffer: buffer, head: head) }
    return try read(size: stamp.size, limit: limit, buffer: buffer, head: head)
  }

  private func readHuge(
    _ stamp: FileStamp, limit: Int, buffer: ReadBuffer, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> UInt64 {
    // The same bytes count whatever was asked for, so that the hash is one.
    let memory = buffer.memory(max(limit, Self.chunk))
    let count = try fill(memory, expecting: memory.count)
    let start = UnsafeRawBufferPointer(rebasing: memory[..<count])
    head(UnsafeRawBufferPointer(rebasing: start.prefix(limit)))
    var hash = XXHash64()
    hash.update(UnsafeRawBufferPointer(rebasing: start.prefix(Self.chunk)))
    withUnsafeBytes(of: (stamp.size.littleEndian, stamp.modified.littleEndian)) { hash.update($0) }
    return hash.finish()
  }

  private func read(
    size: UInt64, limit: Int, buffer: ReadBuffer, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> UInt64 {
    // One byte more than the file has: a read that returns fewer than asked for has met the end.
    let capacity = Int(min(size, UInt64(limit))) + 1
    let memory = buffer.memory(capacity)
    let count = try fill(memory, expecting: capacity - 1)
    if count == capacity, capacity <= limit {
      // It grew since it was looked up, or its file system knows no sizes: what was read is not a whole head.
      guard lseek(descriptor.number, 0, SEEK_SET) == 0 else { throw FileError(.read, path: path.bytes, code: errno) }
      return try read(size: UInt64(limit), limit: limit, buffer: buffer, head: head)
    }
    let start = UnsafeRawBufferPointer(rebasing: memory[..<count])
    head(UnsafeRawBufferPointer(rebasing: start.prefix(limit)))
    guard count == capacity else { return XXHash64.hash(start) }
    return try hashRest(after: start)
  }

  /// Hands over at most so many first bytes, in pieces.
  func stream(
    upTo limit: UInt64, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 8)
    defer { buffer.deallocate() }
    var total: UInt64 = 0
    while total < limit {
      let count = try fill(buffer, expecting: buffer.count)
      let piece = Int(min(UInt64(count), limit - total))
      if piece > 0 { try body(UnsafeRawBufferPointer(rebasing: buffer[..<piece])) }
      if count < buffer.count { return }
      total += UInt64(count)
    }
  }

  private func hashRest(after start: UnsafeRawBufferPointer) throws(FileError) -> UInt64 {
    var hash = XXHash64()
    hash.update(start)
    // A file that grows all the while ends, too.
    try stream(upTo: Self.hashLimit) { hash.update($0) }
    return hash.finish()
  }

  /// Reads until the buffer is full or the file ends. A read that falls short with the expected bytes there has met the
  /// end; that saves a call for every memo.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer, expecting expected: Int) throws(FileError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = readBytes(descriptor.number, into: rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError(.read, path: path.bytes, code: errno) }
      filled += count
      if count == 0 || (count < rest.count && filled >= expected) { break }
    }
    return filled
  }
}

/// Memory to read files into, kept from one file to the next.
final class ReadBuffer {
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  private static let smallest = 1 << 14

  deinit {
    memory.deallocate()
  }

  /// So many bytes of memory, which hold until the next call.
  func memory(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if memory.count < count {
      memory.deallocate()
      memory = .allocate(byteCount: max(count, Self.smallest), alignment: 8)
    }
    return UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
  }
}
