/// SHA-1 (FIPS 180-4), by which git names what it keeps. For naming, never for trusting.
public struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) =
    (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
  private var pending: [UInt8] = []
  private var total: UInt64 = 0

  private static let block = 64

  /// Starts with nothing hashed.
  public init() {}

  /// The 20 bytes of the hash of all of `bytes`.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA1()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    total &+= UInt64(bytes.count)
    var rest = bytes
    if !pending.isEmpty {
      let taken = min(Self.block - pending.count, rest.count)
      pending.append(contentsOf: rest[..<taken])
      rest = rest.part(taken...)
      guard pending.count == Self.block else { return }
      let block = pending
      block.withUnsafeBytes { absorb($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / Self.block * Self.block
    absorb(rest.part(..<whole))
    pending.append(contentsOf: rest[whole...])
  }

  /// The 20 bytes of the hash of everything taken in.
  public mutating func finish() -> [UInt8] {
    let bits = total &* 8
    let used = (pending.count + 9) % Self.block
    let padding = [0x80] + [UInt8](repeating: 0, count: used == 0 ? 0 : Self.block - used)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    (padding + length).withUnsafeBytes { update($0) }
    return [state.0, state.1, state.2, state.3, state.4].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  /// Takes in whole blocks.
  private mutating func absorb(_ blocks: UnsafeRawBufferPointer) {
    guard !blocks.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      for start in stride(from: 0, to: blocks.count, by: Self.block) {
        for index in 0..<16 {
          words[index] = UInt32(
            bigEndian: blocks.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self))
        }
        for index in 16..<80 {
          words[index] = Self.rotated(
            words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
        }
        mix(words)
      }
    }
  }

  private mutating func mix(_ words: UnsafeMutableBufferPointer<UInt32>) {
    var (a, b, c, d, e) = state
    for index in 0..<80 {
      let (choice, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = Self.rotated(a, by: 5) &+ choice &+ e &+ constant &+ words[index]
      (a, b, c, d, e) = (next, a, Self.rotated(b, by: 30), c, d)
    }
    state.0 &+= a
    state.1 &+= b
    state.2 &+= c
    state.3 &+= d
    state.4 &+= e
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
