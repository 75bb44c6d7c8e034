import MemoCore
import MemoTestSupport

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

// What is damaged by chance has no valid checksum, which other tests try. Here the checksums are made right, as they are
// in a cache that someone made who means it.
extension FuzzTarget {
  /// A snapshot of the cache.
  static let snapshot = FuzzTarget("snapshot", seeds: [CacheImage.snapshot(memos: 3), CacheImage.snapshot(memos: 0)]) {
    guard let snapshot = try? Snapshot(BytesRegion(CacheImage.signedSnapshot($0))) else { return }
    try look(CacheContents(state: CacheState(snapshot: snapshot)))
    for folder in 0..<snapshot.folderCount { _ = snapshot.folderIndex(of: snapshot.folderPath(folder)) }
    for memo in 0..<snapshot.memoCount {
      _ = snapshot.memoIndex(of: snapshot.path(ofMemo: memo))
      _ = (snapshot.memo(atRank: memo), snapshot.stamp(ofMemo: memo))
    }
    _ = TextIndex(of: snapshot, in: NoStore())
    try? CacheImage.merge(of: CacheState(snapshot: snapshot)).write(to: MemorySink()) { _ in nil }
  }

  /// A frame of the cache's journal.
  static let journal = FuzzTarget("journal", seeds: [CacheImage.delta().encoded(), IndexDelta().encoded()]) { input in
    var writer = ByteWriter()
    writer.raw(Journal.header(generation: 7, id: 8))
    writer.integer(UInt32(input.count))
    writer.integer(XXHash64.hash(input))
    writer.raw(input)
    let journal = writer.bytes.withUnsafeBytes { Journal.read($0, generation: 7) }
    guard let journal else { throw BrokenLaw(law: "a journal with a header is one") }
    try look(CacheContents(state: CacheState(snapshot: nil, delta: journal.delta), journal: journal.extent))
    _ = input.withUnsafeBytes { Journal.read($0, generation: 7) }
    _ = CachePosition(decoding: input)
    _ = SyncTable(decoding: signed(input))
  }

  private static func signed(_ bytes: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: XXHash64.hash(bytes).littleEndian, Array.init) + bytes
  }

  /// Looks at all that an index says of its memos.
  private static func look(_ contents: CacheContents) throws {
    let index = VaultIndex(contents, files: MemoryVault.files(), titles: .firstLine, keeper: nil)
    for memo in index.memos {
      if let record = index.record(of: memo) {
        try expect(record.metadata.previewBytes.count >= 0, "a record has a preview")
        _ = (Timestamp.rfc3339(memo.modified), record.born.map(Timestamp.rfc3339))
        if case .instant(let time) = record.metadata.created { _ = Timestamp.rfc3339(time) }
      }
      _ = index.title(of: memo)
      try? memo.withRecordBytes { bytes throws(CacheDamage) in
        _ = try MemoRecord.namesAndLinks(of: bytes)
        _ = try MemoRecord.figures(of: bytes)
        _ = try MemoRecord.tags(of: bytes)
      }
    }
    _ = LinkGraph(of: index)
    for typed in ["", "t", "d/"] { _ = NameCompletion(of: typed, in: index).candidates(limit: 2) }
    _ = TagCounts(isNested: false).counts(in: index)
  }

  /// A segment of the text index.
  static let textSegment = FuzzTarget("text segment", seeds: [CacheImage.textSegment()]) { input in
    let file = BytesReading(CacheImage.signedSegment(input))
    guard let segment = try? TextSegment(file, segment: CacheImage.segmentName),
      let query = try? SearchQuery(parsing: "some -text")
    else { return }
    let reader = TextReader()
    let matcher = query.makeMatcher(limits: SearchLimits { .zero })
    for group in 0..<segment.groupCount {
      _ = segment.documents(ofGroup: group)
      let blocks = (try? segment.candidates(for: query.grams, inGroup: group, with: reader)) ?? []
      for (block, forgivable) in blocks {
        try? segment.readBlock(block, with: reader) { _, view in
          let memo = UnsafeRawBufferPointer(start: nil, count: 0)
          _ = try? matcher.score(
            view, of: SearchDocument(title: "", tags: [], path: .root, bytes: memo), forgiving: forgivable)
        }
      }
    }
  }
}
