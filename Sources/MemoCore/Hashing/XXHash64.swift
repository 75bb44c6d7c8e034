/// XXH64 with seed 0 (github.com/Cyan4973/xxHash, specification 0.1.1): fast, well mixed, not cryptographic.
///
/// It names a memo's exact bytes (`etag`) and guards the cache against truncation and decay, not against malice.
public struct XXHash64 {
  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var pending: [UInt8] = []
  private var total: UInt64 = 0

  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  private static let stripe = 32

  /// Starts with nothing hashed.
  public init() {
    lanes = (Self.prime1 &+ Self.prime2, Self.prime2, 0, 0 &- Self.prime1)
  }

  /// The hash of all of `bytes`.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = XXHash64()
    let whole = bytes.count / stripe * stripe
    absorb(bytes.part(..<whole), into: &hash.lanes)
    hash.total = UInt64(bytes.count)
    // The rest is taken where it is: to keep it for later allocates.
    return hash.finish(bytes.part(whole...))
  }

  /// The hash of all of `bytes`.
  public static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { hash($0) }
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    total &+= UInt64(bytes.count)
    var rest = bytes
    if !pending.isEmpty {
      let taken = min(Self.stripe - pending.count, rest.count)
      pending.append(contentsOf: rest[..<taken])
      rest = rest.part(taken...)
      guard pending.count == Self.stripe else { return }
      pending.withUnsafeBytes { Self.absorb($0, into: &lanes) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / Self.stripe * Self.stripe
    Self.absorb(rest.part(..<whole), into: &lanes)
    if whole < rest.count { pending.append(contentsOf: rest[whole...]) }
  }

  /// The hash of everything taken in so far.
  public func finish() -> UInt64 {
    pending.withUnsafeBytes(finish)
  }

  private func finish(_ tail: UnsafeRawBufferPointer) -> UInt64 {
    var hash = total >= UInt64(Self.stripe) ? mergedLanes : Self.prime5
    hash &+= total
    return Self.avalanche(Self.absorbTail(tail, into: hash))
  }

  private var mergedLanes: UInt64 {
    var hash =
      Self.rotate(lanes.0, 1) &+ Self.rotate(lanes.1, 7) &+ Self.rotate(lanes.2, 12) &+ Self.rotate(lanes.3, 18)
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
      hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
    }
    return hash
  }

  private static func absorb(_ bytes: UnsafeRawBufferPointer, into lanes: inout (UInt64, UInt64, UInt64, UInt64)) {
    var local = lanes
    for offset in Swift.stride(from: 0, to: bytes.count, by: stripe) {
      local.0 = round(local.0, word(bytes, offset))
      local.1 = round(local.1, word(bytes, offset + 8))
      local.2 = round(local.2, word(bytes, offset + 16))
      local.3 = round(local.3, word(bytes, offset + 24))
    }
    lanes = local
  }

  private static func absorbTail(_ tail: UnsafeRawBufferPointer, into start: UInt64) -> UInt64 {
    var hash = start
    var offset = 0
    while offset + 8 <= tail.count {
      hash = rotate(hash ^ round(0, word(tail, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= tail.count {
      let half = UInt64(UInt32(littleEndian: tail.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      hash = rotate(hash ^ (half &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    for byte in tail[offset...] {
      hash = rotate(hash ^ (UInt64(byte) &* prime5), 11) &* prime1
    }
    return hash
  }

  private static func avalanche(_ start: UInt64) -> UInt64 {
    var hash = start
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value << bits) | (value >> (64 - bits))
  }
}
