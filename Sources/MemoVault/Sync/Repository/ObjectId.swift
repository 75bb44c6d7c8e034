import MemoCore

/// The name of something in git's object store: 20 bytes of SHA-1.
public struct ObjectId: Hashable, Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  /// The number of bytes.
  public static let size = 20

  /// Wraps exactly `size` bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = Array(bytes)
  }

  /// Reads the 40 hexadecimal digits that git writes; `nil` for anything else.
  public init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.count == 2 * Self.size else { return nil }
    let values = digits.compactMap(Self.value)
    guard values.count == digits.count else { return nil }
    bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  /// The name that a file's bytes have as a blob.
  public init(ofBlob contents: [UInt8]) {
    var hash = SHA1()
    Array("blob \(contents.count)\0".utf8).withUnsafeBytes { hash.update($0) }
    contents.withUnsafeBytes { hash.update($0) }
    bytes = hash.finish()
  }

  /// The 40 hexadecimal digits.
  public var text: String {
    String(decoding: bytes.flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] }, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension ObjectId: Comparable {
  /// Byte order.
  public static func < (left: ObjectId, right: ObjectId) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
