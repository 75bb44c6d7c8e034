/// Appends values to bytes: integers little-endian and of fixed size, strings with their length before them.
package struct ByteWriter {
  package var bytes: [UInt8] = []

  package init() {}

  /// Makes room for so many bytes and their padding.
  package mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(count + MemoryLayout<UInt64>.size)
  }

  @inlinable package mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
    // Byte by byte: to append a buffer of four bytes takes twice as long.
    for place in 0..<MemoryLayout<Value>.size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }

  package mutating func byte(_ value: UInt8) {
    bytes.append(value)
  }

  /// Four integers in one go, which takes the time of one.
  package mutating func integers<Value: FixedWidthInteger & SIMDScalar>(
    _ first: Value, _ second: Value, _ third: Value, _ fourth: Value
  ) {
    let values = SIMD4(first.littleEndian, second.littleEndian, third.littleEndian, fourth.littleEndian)
    withUnsafeBytes(of: values) { bytes.append(contentsOf: $0) }
  }

  /// Changes an integer that was appended.
  package mutating func overwrite<Value: FixedWidthInteger>(at index: Int, with value: Value) {
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: value.littleEndian, toByteOffset: index, as: Value.self) }
  }

  /// Takes bytes out.
  package mutating func remove(_ range: Range<Int>) {
    bytes.removeSubrange(range)
  }

  @inlinable package mutating func raw<Bytes: Sequence>(_ more: Bytes) where Bytes.Element == UInt8 {
    bytes.append(contentsOf: more)
  }

  /// Appends zeros up to a multiple of a size.
  package mutating func pad(to size: Int) {
    bytes.append(contentsOf: repeatElement(0, count: (size - bytes.count % size) % size))
  }

  package mutating func string(_ text: String) {
    integer(UInt32(text.utf8.count))
    raw(text.utf8)
  }

  package mutating func string(_ text: [UInt8]) {
    integer(UInt32(text.count))
    raw(text)
  }

  package mutating func optional(_ text: String?) {
    guard let text else { return integer(UInt32.max) }
    string(text)
  }

  @inlinable package mutating func list(_ texts: [String]) {
    integer(UInt32(texts.count))
    for text in texts { string(text) }
  }

  @inlinable package mutating func stamp(_ stamp: FileStamp) {
    integers(
      stamp.encodedSize, UInt64(bitPattern: stamp.modified), UInt64(bitPattern: stamp.changed), stamp.inode)
  }
}

/// Reads what `ByteWriter` wrote. Never reads past the end: a value that is not wholly there is a `CacheDamage`,
/// because the bytes may come from a disk that lied or from another user's vault.
package struct ByteReader {
  package let bytes: UnsafeRawBufferPointer
  package var position = 0

  @inlinable package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  package var isAtEnd: Bool { position == bytes.count }

  @inlinable package mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self)
    throws(CacheDamage) -> Value
  {
    let size = MemoryLayout<Value>.size
    guard bytes.count - position >= size else { throw CacheDamage() }
    defer { position += size }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
  }

  @inlinable package mutating func raw(_ count: Int) throws(CacheDamage) -> UnsafeRawBufferPointer {
    guard count >= 0, bytes.count - position >= count else { throw CacheDamage() }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  @inlinable package mutating func stringBytes() throws(CacheDamage) -> UnsafeRawBufferPointer {
    try raw(Int(try integer(UInt32.self)))
  }

  @inlinable package mutating func string() throws(CacheDamage) -> String {
    String(decoding: try stringBytes(), as: UTF8.self)
  }

  @inlinable package mutating func optionalString() throws(CacheDamage) -> String? {
    let count = try integer(UInt32.self)
    return count == .max ? nil : String(decoding: try raw(Int(count)), as: UTF8.self)
  }

  @inlinable package mutating func list() throws(CacheDamage) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try integer(UInt32.self)) { texts.append(try string()) }
    return texts
  }

  @inlinable package mutating func stamp() throws(CacheDamage) -> FileStamp {
    FileStamp(encodedSize: try integer(), modified: try integer(), changed: try integer(), inode: try integer())
  }
}

extension FileStamp {
  private static let shared: UInt64 = 1 << 63

  /// The size, with the mark of a file that has other names in its highest bit: no file is so large.
  package var encodedSize: UInt64 { isShared ? size | Self.shared : size & ~Self.shared }

  package init(encodedSize: UInt64, modified: Int64, changed: Int64, inode: UInt64) {
    let size = encodedSize & ~Self.shared
    self.init(
      size: size == ~Self.shared ? .max : size, modified: modified, changed: changed, inode: inode,
      isShared: encodedSize & Self.shared != 0)
  }
}

/// Bytes of the cache that cannot be what was written; the answer is always to read the files instead.
package struct CacheDamage: Error {
  @inlinable package init() {}
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
