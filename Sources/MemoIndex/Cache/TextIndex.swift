import MemoCore
import MemoStore

/// The text index as a search sees it.
struct TextIndex: Sendable {
  /// A segment with the memos of its texts.
  struct Segment: Sendable {
    let texts: TextSegment
    /// Indexes in the snapshot, or `TextMap.noMemo`.
    let memos: [UInt32]
  }

  /// What can be read.
  private(set) var segments: [Segment] = []
  /// Memos of the snapshot whose texts are not in the index.
  private(set) var missing: [Int] = []
  /// Whether something of it was there and is no more, or is damaged.
  private(set) var isDamaged = false

  /// An index of nothing.
  init() {}

  /// Opens the text index of a snapshot.
  init(of snapshot: Snapshot, in store: (any CacheStore)?) {
    guard let store else {
      missing = Array(0..<snapshot.memoCount)
      return
    }
    do throws(CacheDamage) {
      for segment in try snapshot.texts().segments { try open(segment, in: store) }
    } catch {
      isDamaged = true
    }
    missing = memosWithoutText(among: snapshot.memoCount)
  }

  private mutating func open(_ segment: TextMap.Segment, in store: any CacheStore) throws(CacheDamage) {
    guard let file = store.open(.text(segment.segment)) else { throw CacheDamage() }
    let texts = try TextSegment(file, segment: segment.segment)
    guard texts.documentCount == segment.memos.count else { throw CacheDamage() }
    segments.append(Segment(texts: texts, memos: segment.memos))
  }

  private func memosWithoutText(among count: Int) -> [Int] {
    var hasText = [Bool](repeating: false, count: count)
    for segment in segments {
      for memo in segment.memos where memo != TextMap.noMemo { hasText[Int(memo)] = true }
    }
    return hasText.indices.filter { !hasText[$0] }
  }
}
