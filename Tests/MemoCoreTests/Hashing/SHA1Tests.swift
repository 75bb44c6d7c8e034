import MemoCore
import Testing

@Suite struct SHA1Tests {
  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
  ])
  func theHashIsThatOfTheStandard(text: String, hash: String) {
    #expect(hexadecimal(SHA1.hash(Array(text.utf8))) == hash)
  }

  @Test func piecesHashAsTheWhole() {
    let bytes = (0..<300).map { UInt8($0 % 251) }
    for size in [1, 3, 55, 56, 63, 64, 65, 128, 299] {
      var hash = SHA1()
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { hash.update($0) }
      }
      #expect(hash.finish() == SHA1.hash(bytes), "pieces of \(size)")
    }
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
