import MemoCore
import MemoStore
import Synchronization

/// Reads all memos of a vault and writes a snapshot of them in one pass: each core reads, encodes and writes a block of
/// records at a time, so that nothing but the tables is left to do when the last memo is read.
struct SnapshotBuild {
  let files: any VaultFiles
  let rules: MemoFileRules
  let identity: SnapshotIdentity
  let stamps: StampRule
  let progress: @Sendable (Int, Int) -> Void

  /// A memo whose record is in a block.
  fileprivate struct Row {
    var stamp: FileStamp
    var place: UInt32
  }

  /// Memos that one core reads in one go; `nil` for those that went or could not be read.
  fileprivate struct Part: Sendable {
    var rows: [Row?] = []
    /// To cut them from the paths when all are read is slow, and one core's work.
    var names = PackedTexts()
    /// Empty for those that went or could not be read.
    var titles = PackedTexts()
    var tags = TagSpellings()
    /// By the numbers of the memos in the part.
    var columns = ColumnTable()
    /// One for each `recordsPerBlock` memos; `nil` if none of them is there.
    var blocks: [RecordBlock.Place?] = []
    var texts: [TextGroup.Place] = []
    var problems: [FileError] = []
    /// The folders of memos that could not be read.
    var distrusted: [VaultPath] = []

    mutating func add(_ row: Row, _ metadata: MemoMetadata) {
      columns.add(metadata, memo: rows.count)
      rows.append(row)
      titles.append(metadata.title.utf8)
      for tag in metadata.tags { tags.add(tag.utf8) }
    }

    mutating func addNothing() {
      rows.append(nil)
      titles.append([])
    }
  }

  /// What was read, for the tables.
  struct Reading {
    fileprivate var folders: [ListedFolder]
    fileprivate var memos: [VaultPath]
    fileprivate var parts: [Part]
    /// What could not be read.
    fileprivate(set) var problems: [FileError]

    /// The tables of the texts that were written.
    func textTables() -> TextSegmentTables {
      var tables = TextSegmentTables()
      for group in parts.flatMap(\.texts) { tables.add(group) }
      return tables
    }
  }

  /// Reads all memos and writes their records, and their texts where they have a place.
  ///
  /// - Throws: where the root itself cannot be listed.
  func read(to sink: any CacheSink, texts: (any CacheSink)?) throws -> Reading {
    let listed = TreeScan(for: rules, in: files).run(from: [.root])
    try ListedFolder.checkRoot(in: listed, of: files)
    let folders = listed.filter { $0.found.stamp != nil || $0.problem != nil }.sorted { $0.path < $1.path }
    let memos = folders.flatMap(\.found.memos)
    SnapshotTables.begin(sink)
    let parts = read(memos, to: sink, texts: texts)
    let problems = listed.compactMap(\.problem) + parts.flatMap(\.problems)
    return Reading(folders: folders, memos: memos, parts: parts, problems: problems)
  }

  private func read(_ memos: [VaultPath], to sink: any CacheSink, texts: (any CacheSink)?) -> [Part] {
    let done = Atomic(0)
    return memos.concurrentMap(partSize: Self.partSize(of: memos.count)) { paths in
      defer { progress(done.wrappingAdd(paths.count, ordering: .relaxed).newValue, memos.count) }
      return part(paths, to: sink, texts: texts)
    }
  }

  /// So many memos that their texts fill a group of the text index, but fewer of a small vault: all cores shall read.
  private static func partSize(of count: Int) -> Int {
    SnapshotLayout.recordsPerBlock * min(max(count / (SnapshotLayout.recordsPerBlock * 16), 1), 8)
  }

  private func part(_ paths: ArraySlice<VaultPath>, to sink: any CacheSink, texts: (any CacheSink)?) -> Part {
    var part = Part()
    var group = TextGroup()
    var text = SearchText()
    for start in stride(from: paths.startIndex, to: paths.endIndex, by: SnapshotLayout.recordsPerBlock) {
      let end = min(start + SnapshotLayout.recordsPerBlock, paths.endIndex)
      readBlock(paths[start..<end], into: &part, group: &group, text: &text, sink, texts)
    }
    if let texts, !group.isEmpty { part.texts.append(group.finish(to: texts)) }
    return part
  }

  private func readBlock(
    _ paths: ArraySlice<VaultPath>, into part: inout Part, group: inout TextGroup, text: inout SearchText,
    _ sink: any CacheSink, _ texts: (any CacheSink)?
  ) {
    var block = RecordBlock()
    for path in paths { part.names.append(path.name) }
    for (folder, paths) in byFolder(paths) {
      var metadata = MemoMetadata()
      var place = paths.startIndex
      let limit = texts == nil ? MemoMetadata.readLimit : SearchText.readLimit
      files.read(paths, in: folder, limit: limit) { bytes in
        metadata = MemoParser.metadata(
          of: UnsafeRawBufferPointer(rebasing: bytes.prefix(MemoMetadata.readLimit)),
          titledBy: TitleSource(rules.titles, at: paths[place]))
        guard texts != nil else { return }
        let names = SearchText.names(at: paths[place], metadata.aliases)
        text.read(title: metadata.title, names: names, by: rules.titles, file: bytes)
      } done: { result in
        place += 1
        switch result {
        case .success(nil): part.addNothing()
        case .success(let reading?):
          part.add(Row(stamp: stamps.trusted(reading.stamp), place: block.add(reading, metadata)), metadata)
          guard let texts else { return }
          text.withView { group.add($0, to: texts) }
          if group.isFull { part.texts.append(group.finish(to: texts)) }
        case .failure(let problem):
          part.addNothing()
          part.problems.append(problem)
          part.distrusted.append(folder)
        }
      }
    }
    part.blocks.append(block.isEmpty ? nil : block.write(to: sink))
  }

  /// Runs of memos in the same folder.
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

  /// Where the folder of the first memo ends: its memos are adjacent, and looking at each took a sixtieth of the time.
  private func folderEnd(of memos: ArraySlice<VaultPath>, _ first: VaultPath) -> Int {
    var (low, high) = (memos.startIndex, memos.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if memos[middle].isBeside(first) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Writes the tables, which makes the file a snapshot.
  ///
  /// - Parameter texts: the segment that the texts are kept in; `nil` for none.
  func finish(_ reading: Reading, to sink: any CacheSink, texts: UInt64?) {
    let (parts, partSize) = (reading.parts, Self.partSize(of: reading.memos.count))
    var tables = SnapshotTables(memoCount: reading.memos.count)
    let blocks = parts.flatMap(\.blocks).map { block in block.map { tables.add($0) } }
    let distrusted = Set(parts.flatMap(\.distrusted))
    var kept: [Int] = []
    var start = 0
    for folder in reading.folders {
      let found = (start..<start + folder.found.memos.count).filter { parts[$0 / partSize].rows[$0 % partSize] != nil }
      start += folder.found.memos.count
      // One that could not even be looked up is kept as well, to be tried again.
      let stamp = folder.found.stamp ?? .unknown
      let isTrusted = folder.problem == nil && !distrusted.contains(folder.path)
      tables.add(
        folder: folder.path, stamp: isTrusted ? stamps.trusted(stamp) : stamp.distrusted, memoCount: found.count)
      for memo in found {
        let (part, index) = memo.quotientAndRemainder(dividingBy: partSize)
        guard let row = parts[part].rows[index], let block = blocks[memo / SnapshotLayout.recordsPerBlock] else {
          continue
        }
        tables.add(memo: parts[part].names[index], stamp: row.stamp, block: block, place: row.place)
        tables.labels.add(title: parts[part].titles[index])
      }
      kept += found
    }
    for part in parts { tables.labels.add(part.tags) }
    addColumns(of: parts, kept, partSize, to: &tables)
    // Every memo that was read has a text, in the same order.
    let segments = texts.map { [TextMap.Segment(segment: $0, memos: kept.indices.map(UInt32.init))] } ?? []
    tables.finish(
      sink, identity: identity, generation: .random(in: .min ... .max), texts: TextMap(segments: segments)
    ) { reading.memos[kept[$0]] }
  }
}

extension SnapshotBuild {
  /// Adds the columns of the parts, by the numbers that their memos have in the snapshot.
  private func addColumns(of parts: [Part], _ kept: [Int], _ partSize: Int, to tables: inout SnapshotTables) {
    var numbers = [Int](repeating: 0, count: partSize)
    var next = 0
    for (place, part) in parts.enumerated() {
      while next < kept.count, kept[next] < (place + 1) * partSize {
        numbers[kept[next] - place * partSize] = next
        next += 1
      }
      tables.columns.add(part.columns) { numbers[$0] }
    }
  }
}

/// Short texts, one after the other in the same memory, each found by its number.
struct PackedTexts: Sendable {
  private var bytes: [UInt8] = []
  private var ends = [0]

  mutating func append(_ text: some Sequence<UInt8>) {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
  }

  subscript(number: Int) -> ArraySlice<UInt8> {
    bytes[ends[number]..<ends[number + 1]]
  }
}
