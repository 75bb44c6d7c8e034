import MemoTestSupport
import Testing

@testable import MemoCore

@Suite struct UTF8ScanTests {
  private static let pieces: [[UInt8]] =
    [
      "a", "abcdefghijklmnopq", " ", "é", "߿", "ࠀ", "가", "한하", "힣", "\u{E000}", "\u{FFFF}", "👍", "\u{10FFFF}",
      "\u{10000}",
    ]
    .map { Array($0.utf8) } + [
      [0], [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x9F, 0xBF], [0xEA, 0xB0], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x91], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xFF],
    ]

  @Test func findsTheFirstByteThatTheStandardLibraryRefuses() {
    var random = SeededRandom(seed: 8)
    var validCount = 0
    for round in 0..<40_000 {
      // Mostly pieces that are UTF-8, so that the first other one is anywhere in a block.
      let count = random.below(round % 2 == 0 ? 12 : 60)
      let bytes = (0..<count).flatMap { _ in
        random.happens(percent: 97) ? Self.pieces[random.below(14)] : random.pick(Self.pieces) ?? []
      }
      let scan = bytes.withUnsafeBytes { UTF8Scan($0) }
      #expect(scan.firstInvalid == Self.firstInvalid(in: bytes), "\(bytes)")
      if scan.firstInvalid == nil {
        #expect(scan.hasZeros == bytes.contains(0), "\(bytes)")
        validCount += 1
      } else if bytes.prefix(scan.firstInvalid ?? 0).contains(0) {
        #expect(scan.hasZeros, "\(bytes)")
      }
    }
    print("\(validCount) of 40000 texts are UTF-8")
    #expect((5_000..<35_000).contains(validCount))
  }

  /// By the longest beginning that is UTF-8.
  private static func firstInvalid(in bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    // What is cut in the middle of a scalar is none, so that the last whole beginning counts.
    return (0..<bytes.count).last { String(validating: bytes[..<$0], as: UTF8.self) != nil }
  }
}
