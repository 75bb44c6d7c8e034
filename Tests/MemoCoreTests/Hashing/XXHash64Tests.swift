import MemoCore
import MemoTestSupport
import Testing

@Suite struct XXHash64Tests {
  // From the reference implementation (xxhsum -H1) and its specification.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1), ("xxhash", 0x32DD_38952C4BC720),
      ("I want an unsigned 64-bit seed!", 0xD4CB_0A70_A2B8_C7C1),
    ] as [(String, UInt64)])
  func aKnownTextHasItsKnownHash(text: String, hash: UInt64) {
    #expect(XXHash64.hash(Array(text.utf8)) == hash, "\(text)")
  }

  // The reference implementation's own check: a prime fills a buffer of which the first bytes are hashed.
  @Test(
    arguments: [
      (0, 0xEF46_DB37_51D8_E999), (1, 0xE934_A84A_DB05_2768), (4, 0x9136_A0DC_A57457EE), (14, 0x8282_DCC4_994E_35C8),
      (222, 0xB641_AE8C_B691_C174),
    ] as [(Int, UInt64)])
  func theReferenceBufferHasTheReferenceHash(length: Int, hash: UInt64) {
    var generator: UInt64 = 2_654_435_761
    let buffer = (0..<length).map { _ in
      defer { generator &*= 0x9E37_79B1_85EB_CA8D }
      return UInt8(generator >> 56)
    }
    #expect(XXHash64.hash(buffer) == hash, "\(length) bytes: \(String(XXHash64.hash(buffer), radix: 16))")
  }

  @Test func piecesHashAsTheWhole() {
    var random = SeededRandom(seed: 3)
    for length in Array(0...140) + [1000, 4096, 10_001] {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let whole = XXHash64.hash(bytes)
      for _ in 0..<5 {
        var hash = XXHash64()
        var rest = bytes[...]
        while !rest.isEmpty {
          let piece = rest.prefix(random.below(70))
          piece.withUnsafeBytes { hash.update($0) }
          rest = rest.dropFirst(piece.count)
        }
        #expect(hash.finish() == whole, "\(length) bytes")
      }
    }
  }

  @Test func everyByteCounts() {
    let bytes = [UInt8](repeating: 0, count: 100)
    var seen = Set([XXHash64.hash(bytes)])
    for place in bytes.indices {
      var other = bytes
      other[place] = 1
      #expect(seen.insert(XXHash64.hash(other)).inserted, "byte \(place)")
    }
    #expect((0..<100).allSatisfy { seen.insert(XXHash64.hash(Array(bytes.prefix($0)))).inserted })
  }

  @Test func aHashCanBeAskedForInBetween() {
    var hash = XXHash64()
    Array("ab".utf8).withUnsafeBytes { hash.update($0) }
    _ = hash.finish()
    Array("c".utf8).withUnsafeBytes { hash.update($0) }
    #expect(hash.finish() == 0x44BC_2CF5_AD77_0999)
  }
}
