import MemoCore
import MemoStore

/// Writes a new snapshot of what an older one and the changes since it say.
struct SnapshotMerge {
  let state: CacheState
  let identity: SnapshotIdentity
  let texts: TextMerge
  /// Fewer bytes of previews are not packed.
  var packedBytes = SnapshotLayout.packedBytes

  /// A memo with its index in the older snapshot, if it is from there; then its preview may be packed.
  private struct Entry {
    var path: VaultPath
    var memo: FreshMemo
    var old: Int?
  }

  /// Writes the snapshot, and what is new in the text index by `writeTexts`.
  func write(
    to sink: any CacheSink, writeTexts: ((any CacheSink) -> TextSegmentTables) -> UInt64?
  ) throws(CacheDamage) {
    SnapshotTables.begin(sink)
    let hidden = state.hiddenMemos()
    let fresh = state.freshMemosByFolder()
    let oldCount = state.snapshot?.memoCount ?? 0
    var tables = SnapshotTables(memoCount: oldCount - hidden.count + fresh.values.reduce(0) { $0 + $1.count })
    var map = try state.snapshot?.texts() ?? TextMap()
    let hasText = TextMap.hasText(map.segments.map(\.memos), of: oldCount)
    var moved = [UInt32](repeating: TextMap.noMemo, count: oldCount)
    var withoutText: [TextMerge.Fresh] = []
    var records = RecordGroup(to: PackingSink(sink), from: state.snapshot, packedBytes: packedBytes)
    for (folder, stamp) in state.folders() {
      try forEachMemo(of: folder, hidden: hidden, fresh: fresh[folder] ?? []) { (entry) throws(CacheDamage) in
        let memo = UInt32(tables.memoCount)
        let (block, place) = try records.add(entry.memo.record, of: entry.old, to: &tables)
        tables.add(memo: entry.path.name, stamp: entry.memo.stamp, block: block, place: place)
        try tables.addDetails(of: entry.memo.record, to: sink)
        if let old = entry.old { moved[old] = memo }
        if entry.old.map({ hasText[$0] }) != true, !entry.memo.stamp.isDistrusted {
          withoutText.append(Self.fresh(memo, entry))
        }
      }
      tables.add(folder: folder, stamp: stamp)
    }
    records.finish(&tables)
    map.renumber(moved)
    map = texts.run(map, fresh: withoutText, write: writeTexts)
    // Nothing of the older snapshot is read from here on.
    if let snapshot = state.snapshot, !snapshot.isIntact { throw CacheDamage() }
    tables.finish(sink, identity: identity, generation: .random(in: .min ... .max), texts: map)
  }

  private static func fresh(_ memo: UInt32, _ entry: Entry) -> TextMerge.Fresh {
    let names = entry.memo.record.withUnsafeBytes { bytes in
      (try? MemoRecord.names(of: bytes)).map { ([$0.title] + $0.aliases).map { String(decoding: $0, as: UTF8.self) } }
    }
    return TextMerge.Fresh(
      memo: memo, path: entry.path, stamp: entry.memo.stamp, title: names?.first ?? "",
      aliases: Array(names?.dropFirst() ?? []))
  }

  /// Hands out the memos of a folder in byte order of their names, one after the other: a folder may have all of them.
  private func forEachMemo(
    of folder: VaultPath, hidden: Set<Int>, fresh: [(path: VaultPath, memo: FreshMemo)],
    _ body: (Entry) throws(CacheDamage) -> Void
  ) throws(CacheDamage) {
    var fresh = fresh.sorted { $0.path < $1.path }[...]
    if let snapshot = state.snapshot, let index = snapshot.folderIndex(of: folder) {
      for memo in snapshot.memos(inFolder: index) where !hidden.contains(memo) {
        let path = folder.appending(UnsafeBufferPointer(cString: snapshot.name(ofMemo: memo)))
        while let first = fresh.first, first.path < path {
          try body(Entry(path: first.path, memo: first.memo))
          fresh.removeFirst()
        }
        let record = Array(try snapshot.record(ofMemo: memo))
        try body(Entry(path: path, memo: FreshMemo(stamp: snapshot.stamp(ofMemo: memo), record: record), old: memo))
      }
    }
    for (path, memo) in fresh { try body(Entry(path: path, memo: memo)) }
  }
}
