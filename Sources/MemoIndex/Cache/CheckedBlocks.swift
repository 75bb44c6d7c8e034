import Synchronization

/// Which blocks of a snapshot were checked, asked and told by many threads at once.
///
/// A bit for each block: with a lock around them, two threads that go through all memos, one question a memo, spent a
/// third of their time on each other.
struct CheckedBlocks: Sendable {
  private final class Word: Sendable {
    let bits = Atomic<UInt64>(0)
  }

  private let words: [Word]

  /// None of so many blocks.
  init(count: Int) {
    words = (0..<(count + UInt64.bitWidth - 1) / UInt64.bitWidth).map { _ in Word() }
  }

  func contains(_ block: Int) -> Bool {
    words[block / UInt64.bitWidth].bits.load(ordering: .acquiring) & Self.bit(block) != 0
  }

  func insert(_ block: Int) {
    words[block / UInt64.bitWidth].bits.bitwiseOr(Self.bit(block), ordering: .releasing)
  }

  private static func bit(_ block: Int) -> UInt64 {
    1 << UInt64(block % UInt64.bitWidth)
  }
}
