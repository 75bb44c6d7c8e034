import MemoCore
import Synchronization

/// Reads all memos of a vault and writes a snapshot of them in one pass: each core reads, encodes and writes a block of
/// records at a time, so that nothing but the tables is left to do when the last memo is read.
struct SnapshotBuild {
  let files: any VaultFiles
  let rules: MemoFileRules
  let identity: SnapshotIdentity
  /// Stamps from this time on (nanoseconds since 1970) cannot be trusted to show a later change.
  let settledBefore: Int64
  let progress: @Sendable (Int, Int) -> Void

  /// A memo whose record stands in a block.
  private struct Row {
    var stamp: FileStamp
    var place: UInt32
  }

  /// A block's worth of memos; `nil` for those that went or could not be read.
  private struct Part: Sendable {
    var rows: [Row?] = []
    /// The names, one after the other: to cut them from the paths when all are read is slow, and one core's work.
    var names: [UInt8] = []
    var nameEnds = [0]
    var block: RecordBlock.Place?
    var problems: [FileError] = []
    /// The folders of memos that could not be read.
    var distrusted: [VaultPath] = []

    mutating func add(name: ArraySlice<UInt8>) {
      names += name
      nameEnds.append(names.count)
    }

    func name(_ index: Int) -> ArraySlice<UInt8> {
      names[nameEnds[index]..<nameEnds[index + 1]]
    }
  }

  /// Writes the snapshot; returns what could not be read.
  ///
  /// - Throws: where the root itself cannot be listed.
  func run(to sink: any CacheSink) throws(FileError) -> [FileError] {
    let listed = TreeListing(files: files, rules: rules, isKnown: { _ in false }).run(from: [.root])
    try TreeListing.checkRoot(in: listed, of: files)
    let folders = listed.filter { $0.stamp != nil || $0.problem != nil }.sorted { $0.path < $1.path }
    let memos = folders.flatMap(\.memos)
    SnapshotTables.begin(sink)
    let parts = read(memos, to: sink)
    writeTables(folders, memos, parts, to: sink)
    return listed.compactMap(\.problem) + parts.flatMap(\.problems)
  }

  private func read(_ memos: [VaultPath], to sink: any CacheSink) -> [Part] {
    let done = Atomic(0)
    return memos.concurrentMap(partSize: SnapshotLayout.recordsPerBlock) { paths in
      defer { progress(done.wrappingAdd(paths.count, ordering: .relaxed).newValue, memos.count) }
      return part(paths, to: sink)
    }
  }

  private func part(_ paths: ArraySlice<VaultPath>, to sink: any CacheSink) -> Part {
    var part = Part()
    var block = RecordBlock()
    for path in paths { part.add(name: path.name) }
    for (folder, paths) in byFolder(paths) {
      var metadata = MemoMetadata()
      files.read(paths, in: folder, limit: MemoMetadata.readLimit) {
        metadata = MemoParser.metadata(of: $0)
      } done: { result in
        switch result {
        case .success(let reading):
          part.rows.append(
            reading.map { Row(stamp: trusted($0.stamp), place: block.add($0, metadata)) })
        case .failure(let problem):
          part.rows.append(nil)
          part.problems.append(problem)
          part.distrusted.append(folder)
        }
      }
    }
    if !block.isEmpty { part.block = block.write(to: sink) }
    return part
  }

  /// Runs of memos that stand in the same folder.
  private func byFolder(_ paths: ArraySlice<VaultPath>) -> [(folder: VaultPath, paths: ArraySlice<VaultPath>)] {
    var runs: [(folder: VaultPath, paths: ArraySlice<VaultPath>)] = []
    var rest = paths
    while let first = rest.first {
      let end = folderEnd(of: rest, first)
      runs.append((first.parent, rest[..<end]))
      rest = rest[end...]
    }
    return runs
  }

  /// Where the folder of the first memo ends: its memos stand together, and to look at each took a sixtieth of the time.
  private func folderEnd(of memos: ArraySlice<VaultPath>, _ first: VaultPath) -> Int {
    var (low, high) = (memos.startIndex, memos.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if memos[middle].isBeside(first) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func trusted(_ stamp: FileStamp) -> FileStamp {
    max(stamp.modified, stamp.changed) < settledBefore ? stamp : stamp.distrusted
  }

  private func writeTables(
    _ folders: [TreeListing.Folder], _ memos: [VaultPath], _ parts: [Part], to sink: any CacheSink
  ) {
    var tables = SnapshotTables(memoCount: memos.count)
    let blocks = parts.map { part in part.block.map { tables.add($0) } }
    let distrusted = Set(parts.flatMap(\.distrusted))
    let partSize = SnapshotLayout.recordsPerBlock
    var kept: [Int] = []
    var start = 0
    for folder in folders {
      let found = (start..<start + folder.memos.count).filter { parts[$0 / partSize].rows[$0 % partSize] != nil }
      start += folder.memos.count
      // One that could not even be looked up is kept as well, to be tried again.
      let stamp = folder.stamp ?? .unknown
      let isTrusted = folder.problem == nil && !distrusted.contains(folder.path)
      tables.add(
        folder: folder.path, stamp: isTrusted ? trusted(stamp) : stamp.distrusted, memoCount: found.count)
      for memo in found {
        let (part, index) = memo.quotientAndRemainder(dividingBy: partSize)
        guard let row = parts[part].rows[index], let block = blocks[part] else { continue }
        tables.add(memo: parts[part].name(index), stamp: row.stamp, block: block, place: row.place)
      }
      kept += found
    }
    tables.finish(sink, identity: identity, generation: .random(in: .min ... .max)) { memos[kept[$0]] }
  }
}
