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

    /// Gives up what the tables of all memos have.
    mutating func giveUpNames() {
      (rows, names, titles) = ([], PackedTexts(), PackedTexts())
    }
  }

  /// A folder whose memos were read.
  fileprivate struct Folder {
    let path: VaultPath
    /// Of one that could not even be looked up: it is kept as well, to be tried again.
    let stamp: FileStamp
    let isTrusted: Bool
    let memoCount: Int
  }

  /// What was read, for the tables; it is given up as it goes into those.
  final class Reading {
    fileprivate let folders: [Folder]
    fileprivate let memoCount: Int
    fileprivate var parts: [Part]
    /// So many parts at the start are in the tables.
    fileprivate var given = 0
    /// What could not be read.
    let problems: [FileError]

    fileprivate init(_ listed: [ListedFolder], of folders: [ListedFolder], _ parts: [Part]) {
      self.folders = folders.map { folder in
        Folder(
          path: folder.path, stamp: folder.found.stamp ?? .unknown, isTrusted: folder.problem == nil,
          memoCount: folder.found.memos.count)
      }
      self.parts = parts
      memoCount = folders.reduce(0) { $0 + $1.found.memos.count }
      problems = listed.compactMap(\.problem) + parts.flatMap(\.problems)
    }

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
    return Reading(listed, of: folders, read(memos, to: sink, texts: texts))
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
    let partSize = Self.partSize(of: reading.memoCount)
    var tables = SnapshotTables(memoCount: reading.memoCount)
    let blocks = reading.parts.flatMap(\.blocks).map { block in block.map { tables.add($0) } }
    let distrusted = Set(reading.parts.flatMap(\.distrusted))
    var kept: [Int] = []
    var start = 0
    for folder in reading.folders {
      let found = (start..<start + folder.memoCount).filter { reading.row(of: $0, partSize) != nil }
      start += folder.memoCount
      let isTrusted = folder.isTrusted && !distrusted.contains(folder.path)
      let stamp = isTrusted ? stamps.trusted(folder.stamp) : folder.stamp.distrusted
      tables.add(folder: folder.path, stamp: stamp, memoCount: found.count)
      for memo in found {
        guard let row = reading.row(of: memo, partSize), let block = blocks[memo / SnapshotLayout.recordsPerBlock]
        else {
          continue
        }
        let (part, index) = memo.quotientAndRemainder(dividingBy: partSize)
        tables.add(memo: reading.parts[part].names[index], stamp: row.stamp, block: block, place: row.place)
        tables.labels.add(title: reading.parts[part].titles[index])
      }
      kept += found
      reading.giveUp(partsBelow: start / partSize)
    }
    for part in reading.parts { tables.labels.add(part.tags) }
    addColumns(of: reading, kept, partSize, to: &tables)
    // Every memo that was read has a text, in the same order.
    let segments = texts.map { [TextMap.Segment(segment: $0, memos: kept.indices.map(UInt32.init))] } ?? []
    tables.finish(
      sink, identity: identity, generation: .random(in: .min ... .max), texts: TextMap(segments: segments))
  }
}

extension SnapshotBuild.Reading {
  fileprivate func row(of memo: Int, _ partSize: Int) -> SnapshotBuild.Row? {
    parts[memo / partSize].rows[memo % partSize]
  }

  /// Gives up what is in the tables by now.
  fileprivate func giveUp(partsBelow count: Int) {
    for part in given..<max(given, count) { parts[part].giveUpNames() }
    given = max(given, count)
  }
}

extension SnapshotBuild {
  /// Adds the columns of the parts, by the numbers that their memos have in the snapshot.
  private func addColumns(of reading: Reading, _ kept: [Int], _ partSize: Int, to tables: inout SnapshotTables) {
    var numbers = [Int](repeating: 0, count: partSize)
    var next = 0
    for place in reading.parts.indices {
      while next < kept.count, kept[next] < (place + 1) * partSize {
        numbers[kept[next] - place * partSize] = next
        next += 1
      }
      tables.columns.add(reading.parts[place].columns) { numbers[$0] }
      reading.parts[place].columns = ColumnTable()
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
