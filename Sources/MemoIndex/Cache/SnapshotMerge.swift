import MemoCore
import MemoStore

/// Writes a new snapshot of what an older one and the changes since it say.
struct SnapshotMerge {
  let state: CacheState
  let identity: SnapshotIdentity
  let texts: TextMerge

  /// A memo with its index in the older snapshot, if it is from there.
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
    var tables = SnapshotTables()
    var paths: [VaultPath] = []
    var moved = [UInt32](repeating: TextMap.noMemo, count: state.snapshot?.memoCount ?? 0)
    var block = RecordBlock()
    var number: UInt32 = 0
    let hidden = state.hiddenMemos()
    let fresh = state.freshMemosByFolder()
    for (folder, stamp) in state.folders() {
      let memos = try entries(of: folder, hidden: hidden, fresh: fresh[folder] ?? [])
      for entry in memos {
        if block.isEmpty { number = tables.reserveBlock() }
        let place = block.add(encoded: entry.memo.record)
        tables.add(memo: entry.path.name, stamp: entry.memo.stamp, block: number, place: place)
        try tables.addDetails(of: entry.memo.record, to: sink)
        if let old = entry.old { moved[old] = UInt32(paths.count) }
        paths.append(entry.path)
        guard block.isFull else { continue }
        tables.set(number, to: block.write(to: sink))
        block = RecordBlock()
      }
      tables.add(folder: folder, stamp: stamp)
    }
    if !block.isEmpty { tables.set(number, to: block.write(to: sink)) }
    let map = try textMap(moved, paths, writeTexts)
    // Nothing of the older snapshot is read from here on.
    if let snapshot = state.snapshot, !snapshot.isIntact { throw CacheDamage() }
    tables.finish(sink, identity: identity, generation: .random(in: .min ... .max), texts: map)
  }

  private func textMap(
    _ moved: [UInt32], _ paths: [VaultPath], _ writeTexts: ((any CacheSink) -> TextSegmentTables) -> UInt64?
  ) throws(CacheDamage) -> TextMap {
    var old = try state.snapshot?.texts() ?? TextMap()
    for index in old.segments.indices {
      old.segments[index].memos = old.segments[index].memos.map { $0 == TextMap.noMemo ? $0 : moved[Int($0)] }
    }
    var hasText = [Bool](repeating: false, count: paths.count)
    for memo in old.segments.flatMap(\.memos) where memo != TextMap.noMemo { hasText[Int(memo)] = true }
    var fresh: [TextMerge.Fresh] = []
    for memo in paths.indices where !hasText[memo] {
      guard let known = try state.memo(at: paths[memo]), !known.stamp.isDistrusted else { continue }
      let names = known.record.withUnsafeBytes { bytes in
        (try? MemoRecord.names(of: bytes)).map { ([$0.title] + $0.aliases).map { String(decoding: $0, as: UTF8.self) } }
      }
      fresh.append(
        TextMerge.Fresh(
          memo: UInt32(memo), path: paths[memo], stamp: known.stamp, title: names?.first ?? "",
          aliases: Array(names?.dropFirst() ?? [])))
    }
    return texts.run(old, fresh: fresh, write: writeTexts)
  }

  private func entries(
    of folder: VaultPath, hidden: Set<Int>, fresh: [(path: VaultPath, memo: FreshMemo)]
  ) throws(CacheDamage) -> [Entry] {
    var all = fresh.map { Entry(path: $0.path, memo: $0.memo, old: nil) }
    if let snapshot = state.snapshot, let index = snapshot.folderIndex(of: folder) {
      for memo in snapshot.memos(inFolder: index) where !hidden.contains(memo) {
        let path = folder.appending(UnsafeBufferPointer(cString: snapshot.name(ofMemo: memo)))
        let record = Array(try snapshot.record(ofMemo: memo))
        all.append(Entry(path: path, memo: FreshMemo(stamp: snapshot.stamp(ofMemo: memo), record: record), old: memo))
      }
    }
    // The snapshot has them in order.
    return fresh.isEmpty ? all : all.sorted { $0.path < $1.path }
  }
}
