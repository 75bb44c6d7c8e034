/// Proves, without folding a text, that bytes of a folded word cannot be in it.
struct RawReject: Sendable {
  private enum Proof: Sendable {
    /// An ASCII word: a scan that ignores case is exact in a text of ASCII alone.
    case ascii(ByteFinder)
    /// Hangul syllables: they stand as they are, unless the text holds conjoining jamo, whose first byte is 0xE1.
    case hangul(ByteFinder)
  }

  private let proof: Proof

  /// Chooses the proof for a folded word; `nil` where there is none.
  init?(_ folded: [UInt8]) {
    if folded.allSatisfy({ $0 < 0x80 }) {
      proof = .ascii(ByteFinder(folded, ignoresCase: true))
    } else if let run = Self.longestHangulRun(of: folded) {
      proof = .hangul(ByteFinder(run))
    } else {
      return nil
    }
  }

  /// Whether the word is certainly not in a text.
  func isAbsent(from text: UnsafeRawBufferPointer) -> Bool {
    switch proof {
    case .ascii(let finder): finder.firstIndex(in: text) == nil && Self.isASCII(text)
    case .hangul(let finder): finder.firstIndex(in: text) == nil && !Self.holds(0xE1, text)
    }
  }

  private static func longestHangulRun(of folded: [UInt8]) -> [UInt8]? {
    String(decoding: folded, as: UTF8.self).unicodeScalars.split { !Hangul.syllables.contains($0.value) }
      .map { Array(String($0).utf8) }.max { $0.count < $1.count }
  }

  private static func isASCII(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    var seen: UInt64 = 0
    while index + 8 <= text.count, seen & 0x8080_8080_8080_8080 == 0 {
      seen |= text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index += 8
    }
    return seen & 0x8080_8080_8080_8080 == 0 && text[index...].allSatisfy { $0 < 0x80 }
  }

  private static func holds(_ byte: UInt8, _ text: UnsafeRawBufferPointer) -> Bool {
    text.count > 0 && ByteFinder([byte]).firstIndex(in: text) != nil
  }
}
