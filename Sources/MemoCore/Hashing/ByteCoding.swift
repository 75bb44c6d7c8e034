/// Appends values to bytes: integers little-endian and of fixed size, strings with their length before them.
///
/// Inlinable and therefore public: other modules cannot specialize `package` functions, which would cost the cache a fifth
/// of its time.
public struct ByteWriter: Sendable {
  /// What was written.
  public var bytes: [UInt8] = []

  /// Nothing yet.
  @inlinable public init() {}

  /// Makes room for so many bytes and their padding.
  @inlinable public mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(count + MemoryLayout<UInt64>.size)
  }

  /// Appends an integer.
  @inlinable public mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
    // Byte by byte: to append a buffer of four bytes takes twice as long.
    for place in 0..<MemoryLayout<Value>.size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }

  /// Appends a byte.
  @inlinable public mutating func byte(_ value: UInt8) {
    bytes.append(value)
  }

  /// Four integers in one go, which takes the time of one.
  @inlinable public mutating func integers<Value: FixedWidthInteger & SIMDScalar>(
    _ first: Value, _ second: Value, _ third: Value, _ fourth: Value
  ) {
    let values = SIMD4(first.littleEndian, second.littleEndian, third.littleEndian, fourth.littleEndian)
    withUnsafeBytes(of: values) { bytes.append(contentsOf: $0) }
  }

  /// Changes an integer that was appended.
  @inlinable public mutating func overwrite<Value: FixedWidthInteger>(at index: Int, with value: Value) {
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: value.littleEndian, toByteOffset: index, as: Value.self) }
  }

  /// Takes bytes out.
  @inlinable public mutating func remove(_ range: Range<Int>) {
    bytes.removeSubrange(range)
  }

  /// Appends bytes without their number.
  @inlinable public mutating func raw<Bytes: Sequence>(_ more: Bytes) where Bytes.Element == UInt8 {
    bytes.append(contentsOf: more)
  }

  /// Appends zeros up to a multiple of a size.
  @inlinable public mutating func pad(to size: Int) {
    bytes.append(contentsOf: repeatElement(0, count: (size - bytes.count % size) % size))
  }

  /// Appends the number of some bytes and the bytes.
  @inlinable public mutating func string(_ text: [UInt8]) {
    integer(UInt32(text.count))
    raw(text)
  }

  /// Appends a stamp.
  @inlinable public mutating func stamp(_ stamp: FileStamp) {
    integers(
      stamp.encodedSize, UInt64(bitPattern: stamp.modified), UInt64(bitPattern: stamp.changed), stamp.inode)
  }
}

/// Reads what `ByteWriter` wrote. Never reads past the end: a value that is not wholly there is a `CacheDamage`,
/// because the bytes may come from a disk that lied or from another user's vault.
public struct ByteReader {
  /// What is read.
  public let bytes: UnsafeRawBufferPointer
  /// Where the next value begins.
  public var position = 0

  /// A reader of bytes from their start.
  @inlinable public init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Whether everything was read.
  @inlinable public var isAtEnd: Bool { position == bytes.count }

  /// The next integer.
  @inlinable public mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self)
    throws(CacheDamage) -> Value
  {
    let size = MemoryLayout<Value>.size
    guard bytes.count - position >= size else { throw CacheDamage() }
    defer { position += size }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
  }

  /// The next bytes.
  @inlinable public mutating func raw(_ count: Int) throws(CacheDamage) -> UnsafeRawBufferPointer {
    guard count >= 0, bytes.count - position >= count else { throw CacheDamage() }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// The bytes of the next text.
  @inlinable public mutating func stringBytes() throws(CacheDamage) -> UnsafeRawBufferPointer {
    try raw(Int(try integer(UInt32.self)))
  }

  /// The next stamp.
  @inlinable public mutating func stamp() throws(CacheDamage) -> FileStamp {
    FileStamp(encodedSize: try integer(), modified: try integer(), changed: try integer(), inode: try integer())
  }
}

extension FileStamp {
  @usableFromInline static let shared: UInt64 = 1 << 63

  /// The size, with the mark of a file that has other names in its highest bit: no file is so large.
  @inlinable public var encodedSize: UInt64 { isShared ? size | Self.shared : size & ~Self.shared }

  /// The stamp that `encodedSize` and the rest say.
  @inlinable public init(encodedSize: UInt64, modified: Int64, changed: Int64, inode: UInt64) {
    let size = encodedSize & ~Self.shared
    self.init(
      size: size == ~Self.shared ? .max : size, modified: modified, changed: changed, inode: inode,
      isShared: encodedSize & Self.shared != 0)
  }
}

/// Bytes of the cache that cannot be what was written; the answer is always to read the files instead.
public struct CacheDamage: Error {
  /// The only damage there is.
  @inlinable public init() {}
}

// Times, sizes and numbers of files, records and arguments may be anything: sums of them that do not fit end at the
// nearest number that does, and never end the program.
extension FixedWidthInteger {
  /// The sum, or the nearest number to it.
  public func addingClamped(_ other: Self) -> Self {
    let (sum, isOut) = addingReportingOverflow(other)
    return isOut ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number to it.
  public func subtractingClamped(_ other: Self) -> Self {
    let (difference, isOut) = subtractingReportingOverflow(other)
    return isOut ? (other < 0 ? .max : .min) : difference
  }

  /// The product, or the nearest number to it.
  public func multipliedClamped(by other: Self) -> Self {
    let (product, isOut) = multipliedReportingOverflow(by: other)
    return isOut ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
