import MemoCore
import MemoStore
import Synchronization

/// Reads all memos of a vault and writes a snapshot of them in one pass: each core reads, encodes and writes a block of
/// records at a time, and what the tables need of it goes there as soon as what is before it has. So nothing but the tables
/// is left to do when the last memo is read, and little but them and the names of the memos is ever in memory.
struct SnapshotBuild {
  let files: any VaultFiles
  let rules: MemoFileRules
  let identity: SnapshotIdentity
  let stamps: StampRule
  let progress: @Sendable (Int, Int) -> Void

  /// Memos that one core reads in one go.
  fileprivate struct Part: Sendable {
    /// A memo whose record is in a block.
    struct Row {
      var stamp: FileStamp
      var place: UInt32
    }

    /// `nil` for those that went or could not be read.
    var rows: [Row?] = []
    /// Empty for those that went or could not be read.
    var titles = PackedTexts()
    var tags = TagSpellings()
    /// By the numbers of the memos in the part.
    var columns = ColumnTable()
    /// One for each `recordsPerBlock` memos; `nil` if none of them is there.
    var blocks: [RecordBlock.Place?] = []
    var texts: [TextGroup.Place] = []
    var problems: [FileError] = []

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

  /// What was read, in the tables of the snapshot.
  struct Reading: Sendable {
    fileprivate var folders: FolderList
    fileprivate var tables: SnapshotTables
    /// The tables of the texts that were written.
    fileprivate(set) var textTables = TextSegmentTables()
    /// What could not be read.
    fileprivate(set) var problems: [FileError]

    fileprivate let stamps: StampRule
    /// The folder that the next memo is in.
    fileprivate var folder = 0
    /// How many of its memos were gone through.
    fileprivate var passedCount = 0
    /// Whether all those were read.
    fileprivate var isWhole = true

    fileprivate init(folders: FolderList, stamps: StampRule) {
      (self.folders, self.stamps, problems) = (folders, stamps, folders.problems)
      tables = SnapshotTables(memoCount: folders.memoCount)
    }
  }

  /// Reads all memos and writes their records, and their texts where they have a place.
  ///
  /// - Throws: where the root itself cannot be listed.
  func read(to sink: any CacheSink, texts: (any CacheSink)?) throws -> Reading {
    let folders = try FolderList(of: files, rules)
    SnapshotTables.begin(sink)
    let (records, texts) = (PackingSink(sink), texts.map(PackingSink.init))
    let done = Atomic(0)
    let partSize = Self.partSize(of: folders.memoCount)
    return concurrentParts(
      (folders.memoCount + partSize - 1) / partSize, into: Reading(folders: folders, stamps: stamps)
    ) { number in
      let memos = number * partSize..<min((number + 1) * partSize, folders.memoCount)
      defer { progress(done.wrappingAdd(memos.count, ordering: .relaxed).newValue, folders.memoCount) }
      return part(memos, of: folders, to: records, texts: texts)
    } take: { reading, part in
      reading.add(part, to: sink)
    }
  }

  /// So many memos that their texts fill groups of the text index, but fewer of a small vault: all cores shall read.
  private static func partSize(of count: Int) -> Int {
    let blocks = min(max(count / (SnapshotLayout.recordsPerBlock * 16), 1), SnapshotLayout.blocksPerGroup)
    return SnapshotLayout.recordsPerBlock * blocks
  }

  private func part(
    _ memos: Range<Int>, of folders: FolderList, to records: PackingSink, texts: PackingSink?
  ) -> Part {
    var part = Part()
    var blocks: [RecordBlock] = []
    var group = texts.map(TextGroup.init(to:))
    var text = SearchText()
    for start in stride(from: memos.lowerBound, to: memos.upperBound, by: SnapshotLayout.recordsPerBlock) {
      let end = min(start + SnapshotLayout.recordsPerBlock, memos.upperBound)
      var block = RecordBlock()
      for run in folders.runs(of: start..<end) {
        read(run, into: &part, &block, group: &group, text: &text)
      }
      blocks.append(block)
    }
    part.blocks = records.write(blocks, with: nil, minimum: SnapshotLayout.packedBytes)
    if group?.isEmpty == false, let place = group?.finish() { part.texts.append(place) }
    return part
  }

  private func read(
    _ run: FolderList.Run, into part: inout Part, _ block: inout RecordBlock, group: inout TextGroup?,
    text: inout SearchText
  ) {
    let paths = run.paths
    var metadata = MemoMetadata()
    var place = 0
    let hasTexts = group != nil
    let limit = hasTexts ? SearchText.readLimit : MemoMetadata.readLimit
    files.read(paths[...], in: run.folder, limit: limit) { bytes in
      metadata = MemoParser.metadata(
        of: UnsafeRawBufferPointer(rebasing: bytes.prefix(MemoMetadata.readLimit)),
        titledBy: TitleSource(rules.titles, at: paths[place]))
      guard hasTexts else { return }
      let names = SearchText.names(at: paths[place], metadata.aliases)
      text.read(title: metadata.title, names: names, by: rules.titles, file: bytes)
    } done: { result in
      place += 1
      switch result {
      case .success(nil): part.addNothing()
      case .success(let reading?):
        part.add(Part.Row(stamp: stamps.trusted(reading.stamp), place: block.add(reading, metadata)), metadata)
        guard hasTexts else { return }
        text.withView { group?.add($0) }
        if group?.isFull == true, let place = group?.finish() { part.texts.append(place) }
      case .failure(let problem):
        part.addNothing()
        part.problems.append(problem)
      }
    }
  }

  /// Writes the tables, which makes the file a snapshot.
  ///
  /// - Parameter texts: the segment that the texts are kept in; `nil` for none.
  func finish(_ reading: inout Reading, to sink: any CacheSink, texts: UInt64?) {
    reading.endFolders()
    // Every memo that was read has a text, in the same order.
    let segments = texts.map { segment in
      [TextMap.Segment(segment: segment, memos: Array(0..<UInt32(reading.tables.memoCount)))]
    }
    reading.tables.finish(
      sink, identity: identity, generation: .random(in: .min ... .max), texts: TextMap(segments: segments ?? []))
  }
}

extension SnapshotBuild.Reading {
  /// Adds the memos that come next.
  fileprivate mutating func add(_ part: SnapshotBuild.Part, to sink: any CacheSink) {
    let blocks = part.blocks.map { block in block.map { tables.add($0) } }
    var numbers = [Int](repeating: 0, count: part.rows.count)
    for (place, row) in part.rows.enumerated() {
      while passedCount == folders[folder].found.memos.count { endFolder() }
      // One that is gone may have been moved away with a folder above it, and be back.
      if row == nil { isWhole = false }
      if let row, let block = blocks[place / SnapshotLayout.recordsPerBlock] {
        numbers[place] = tables.memoCount
        let name = folders[folder].found.memos[passedCount]
        tables.add(memo: name, stamp: row.stamp, block: block, place: row.place)
        tables.add(title: part.titles[place], to: sink)
      }
      passedCount += 1
    }
    tables.add(part.tags)
    tables.columns.add(part.columns) { numbers[$0] }
    for group in part.texts { textTables.add(group) }
    problems += part.problems
  }

  /// Adds the folder that all memos before are in, or the folders before it are.
  private mutating func endFolder() {
    let ended = folders[folder]
    // One that could not even be looked up is kept as well, to be tried again.
    let stamp = ended.found.stamp ?? .unknown
    tables.add(
      folder: ended.path, stamp: ended.problem == nil && isWhole ? stamps.trusted(stamp) : stamp.distrusted)
    (folder, passedCount, isWhole) = (folder + 1, 0, true)
  }

  /// Adds the folders after the last memo.
  fileprivate mutating func endFolders() {
    while folder < folders.count { endFolder() }
    folders = FolderList()
    folder = 0
  }
}
