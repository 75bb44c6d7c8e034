import MemoCore
import MemoStore
import Synchronization

/// A mapped snapshot: all memos of a vault as they were when it was written, in path order and in order of time.
///
/// The tables are checked when it is opened, each block when it is first touched. After that every index within the counts is safe to use.
final class Snapshot: Sendable {
  let header: SnapshotHeader
  private let region: any ByteRegion
  private let checkedBlocks: CheckedBlocks
  /// Which blocks are in memory, where that is limited.
  private let residence: BlockResidence?
  /// The symbols that were read, by their places.
  private let readSymbols = Mutex<[UInt64: TextSymbols]>([:])

  private static let symbolsLimit = 16

  var folderCount: Int { header.folderCount }
  var memoCount: Int { header.memoCount }

  /// The file's stamp, from before its tables were checked; `nil` for one in memory.
  var stamp: FileStamp? { region.stamp }

  /// Whether all that was read of it so far is what was written; see `ByteRegion.isIntact`.
  var isIntact: Bool { region.isIntact }

  /// Checks the header and the tables.
  ///
  /// - Parameter isChecked: whether the tables were checked before, and the file's stamp is the same. To read all of them
  ///   takes longer than all else that a list of a few memos does.
  init(_ region: any ByteRegion, isChecked: Bool = false) throws(CacheDamage) {
    self.region = region
    header = try SnapshotHeader(decoding: region.bytes)
    let count = header.blockCount
    checkedBlocks = CheckedBlocks(count: count)
    residence = region.residentLimit.map { BlockResidence(limit: $0, count: count) }
    try checkSizes()
    if !isChecked { try checkTables() }
  }

  /// Gives back the memory of all that was read, where that is limited.
  func release() {
    guard let residence else { return }
    residence.removeAll()
    region.release()
  }

  // MARK: Folders

  func folderPath(_ folder: Int) -> VaultPath {
    VaultPath(bytes: Array(folderPathBytes(folder)))
  }

  func folderStamp(_ folder: Int) -> FileStamp {
    stamp(folderRow(folder))
  }

  /// The memos directly in a folder, sorted by name.
  func memos(inFolder folder: Int) -> Range<Int> {
    let row = folderRow(folder)
    let first = Int(integer(row, 40, UInt32.self))
    return first..<first + Int(integer(row, 44, UInt32.self))
  }

  // MARK: Memos

  func stamp(ofMemo memo: Int) -> FileStamp {
    stamp(memoRow(memo))
  }

  func modified(ofMemo memo: Int) -> Int64 {
    integer(memoRow(memo), 8, Int64.self)
  }

  /// The file name, ended by NUL so that the system can look it up where it is.
  func name(ofMemo memo: Int) -> UnsafePointer<CChar> {
    let start = Int(integer(memoRow(memo), 32, UInt32.self))
    // The names section ends with NUL, and no name begins behind that: `checkSizes` and `checkTables` have made sure.
    let names = UnsafeRawBufferPointer(rebasing: section(.names)[start...])
    return names.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped
  }

  func path(ofMemo memo: Int) -> VaultPath {
    folderPath(folder(ofMemo: memo)).appending(UnsafeBufferPointer(cString: name(ofMemo: memo)))
  }

  /// The memo at a place in the order newest first.
  func memo(atRank rank: Int) -> Int {
    Int(integer(section(.order), rank * SnapshotLayout.orderSize, UInt32.self))
  }

  /// The encoded record of a memo, whose preview may be packed.
  func record(ofMemo memo: Int) throws(CacheDamage) -> UnsafeRawBufferPointer {
    let row = memoRow(memo)
    let block = try checkedBlock(Int(integer(row, 40, UInt32.self)))
    let place = Int(integer(row, 44, UInt32.self))
    var reader = ByteReader(block)
    _ = try reader.raw(SnapshotLayout.symbolsSize + place * 4)
    let start = Int(try reader.integer(UInt32.self))
    let end = Int(try reader.integer(UInt32.self))
    guard start <= end, end <= block.count else { throw CacheDamage() }
    return UnsafeRawBufferPointer(rebasing: block[start..<end])
  }

  /// The record of a memo.
  func decodedRecord(ofMemo memo: Int) throws(CacheDamage) -> MemoRecord {
    try MemoRecord(decoding: try record(ofMemo: memo), symbols: try symbols(ofMemo: memo))
  }

  /// The encoded record of a memo, as it is before it comes into a snapshot.
  func unpackedRecord(ofMemo memo: Int) throws(CacheDamage) -> [UInt8] {
    try MemoRecord.unpacked(try record(ofMemo: memo), with: try symbols(ofMemo: memo))
  }

  /// Where the symbols are that the previews in a memo's block are packed with; 0 for none.
  func symbolsPlace(ofMemo memo: Int) throws(CacheDamage) -> UInt64 {
    var reader = ByteReader(try checkedBlock(Int(integer(memoRow(memo), 40, UInt32.self))))
    return try reader.integer(UInt64.self)
  }

  /// What the previews in a memo's block are packed with; `nil` for nothing.
  func symbols(ofMemo memo: Int) throws(CacheDamage) -> TextSymbols? {
    let place = try symbolsPlace(ofMemo: memo)
    if place == 0 { return nil }
    if let known = readSymbols.withLock({ $0[place] }) { return known }
    var reader = ByteReader(region.bytes)
    guard let start = Int(exactly: place), start <= region.bytes.count else { throw CacheDamage() }
    reader.position = start
    let symbols = try TextSymbols(decoding: try reader.raw(TextSymbols.encodedSize))
    readSymbols.withLock { known in
      if known.count == Self.symbolsLimit { known = [:] }
      known[place] = symbols
    }
    return symbols
  }

  /// A block that holds no records.
  func block(_ block: Int) throws(CacheDamage) -> UnsafeRawBufferPointer {
    guard block < header.blockCount else { throw CacheDamage() }
    return try checkedBlock(block)
  }

  /// The last block: see `SnapshotColumns`.
  func directory() throws(CacheDamage) -> UnsafeRawBufferPointer {
    guard header.blockCount > 0 else { throw CacheDamage() }
    return try checkedBlock(header.blockCount - 1)
  }

  /// The places of the memos' texts in the text index.
  func texts() throws(CacheDamage) -> TextMap {
    try TextMap(decoding: section(.texts), memoCount: memoCount)
  }

  /// The folder that a memo is in.
  func folder(ofMemo memo: Int) -> Int {
    Int(integer(memoRow(memo), 36, UInt32.self))
  }

  /// The blocks of what completions offer; see `SnapshotLabels`.
  var labels: UnsafeRawBufferPointer { section(.labels) }

  /// The index of the folder with a path, found by bisection.
  func folderIndex(of path: VaultPath) -> Int? {
    let folder = (0..<folderCount).partitioningIndex { !folderPathBytes($0).lexicographicallyPrecedes(path.bytes) }
    return folder < folderCount && folderPathBytes(folder).elementsEqual(path.bytes) ? folder : nil
  }

  /// The paths of the memos that are not the same in another snapshot. Both are gone through side by side: to look each memo
  /// up in the other took half of the time after a checkout of 10,000 files.
  ///
  /// - Parameter isReread: whether records may differ though their files are the same.
  func differences(from other: Snapshot, isReread: Bool) -> [VaultPath] {
    var found: [VaultPath] = []
    var (mine, theirs) = (0, 0)
    while mine < folderCount || theirs < other.folderCount {
      let path = mine < folderCount ? folderPath(mine) : nil
      let otherPath = theirs < other.folderCount ? other.folderPath(theirs) : nil
      let isMine = otherPath.map { otherPath in path.map { $0 <= otherPath } ?? false } ?? true
      let isTheirs = path.map { path in otherPath.map { $0 <= path } ?? false } ?? true
      found += differences(
        in: isMine ? memos(inFolder: mine) : 0..<0, from: other, isTheirs ? other.memos(inFolder: theirs) : 0..<0,
        isReread)
      mine += isMine ? 1 : 0
      theirs += isTheirs ? 1 : 0
    }
    return found
  }

  private func differences(
    in mine: Range<Int>, from other: Snapshot, _ theirs: Range<Int>, _ isReread: Bool
  ) -> [VaultPath] {
    var found: [VaultPath] = []
    var (left, right) = (mine.lowerBound, theirs.lowerBound)
    while left < mine.upperBound || right < theirs.upperBound {
      let name = left < mine.upperBound ? UnsafeBufferPointer(cString: self.name(ofMemo: left)) : nil
      let otherName = right < theirs.upperBound ? UnsafeBufferPointer(cString: other.name(ofMemo: right)) : nil
      if let name, let otherName, name.elementsEqual(otherName) {
        if !isSame(left, as: right, of: other, isReread) { found.append(path(ofMemo: left)) }
        (left, right) = (left + 1, right + 1)
      } else if let name, otherName.map({ name.lexicographicallyPrecedes($0) }) ?? true {
        found.append(path(ofMemo: left))
        left += 1
      } else {
        found.append(other.path(ofMemo: right))
        right += 1
      }
    }
    return found
  }

  private func isSame(_ memo: Int, as otherMemo: Int, of other: Snapshot, _ isReread: Bool) -> Bool {
    let stamp = stamp(ofMemo: memo)
    // A stamp that vouches for a file vouches for its record, which then need not be read.
    if !isReread, !stamp.isDistrusted, stamp == other.stamp(ofMemo: otherMemo) { return true }
    guard modified(ofMemo: memo) == other.modified(ofMemo: otherMemo),
      let record = try? unpackedRecord(ofMemo: memo), let otherRecord = try? other.unpackedRecord(ofMemo: otherMemo)
    else { return false }
    return record == otherRecord
  }

  /// The index of the memo with a path, found by bisection.
  func memoIndex(of path: VaultPath) -> Int? {
    guard let folder = folderIndex(of: path.parent) else { return nil }
    let range = memos(inFolder: folder)
    let memo = range.partitioningIndex {
      !UnsafeBufferPointer(cString: name(ofMemo: $0)).lexicographicallyPrecedes(path.name)
    }
    return memo < range.upperBound && UnsafeBufferPointer(cString: name(ofMemo: memo)).elementsEqual(path.name)
      ? memo : nil
  }

  // MARK: Checks

  private func checkSizes() throws(CacheDamage) {
    let expected: [SnapshotLayout.Section: Int] = [
      .blocks: header.blockCount * SnapshotLayout.blockSize,
      .folders: folderCount * SnapshotLayout.folderSize,
      .memos: memoCount * SnapshotLayout.memoSize,
      .order: memoCount * SnapshotLayout.orderSize,
      .labels: SnapshotLabels.sectionSize(memoCount: memoCount),
    ]
    for (section, length) in expected where header.sections[section.rawValue].length != length { throw CacheDamage() }
    guard section(.names).last == 0 else { throw CacheDamage() }
  }

  /// For fewer memos, a second core is not worth waking.
  private static let memosForManyCores = 1 << 15
  /// Whole rows of any table, few enough to stay in a core's cache from the check to the checksum.
  private static let bytesPerCheck = 48 << 10

  private func checkTables() throws(CacheDamage) {
    let parts = SnapshotLayout.Section.allCases.flatMap { section in
      SnapshotLayout.checkedParts(ofLength: self.section(section).count).map { (section: section, bytes: $0) }
    }
    let found = parts.concurrentMap(partSize: memoCount < Self.memosForManyCores ? max(parts.count, 1) : 1) {
      $0.map { checksum(of: $0.section, in: $0.bytes) }
    }.joined()
    for section in SnapshotLayout.Section.allCases {
      let checksums = zip(parts, found).filter { $0.0.section == section }.map(\.1)
      guard checksums.allSatisfy({ $0 != nil }),
        SnapshotLayout.checksum(ofParts: checksums.compactMap(\.self)) == header.sections[section.rawValue].checksum
      else { throw CacheDamage() }
    }
  }

  /// The checksum of a part of a table; `nil` where a row of it points out of a table. Both are seen in one pass: at a million
  /// memos, to read the rows from memory twice took a tenth of a completion.
  private func checksum(of part: SnapshotLayout.Section, in range: Range<Int>) -> UInt64? {
    let (table, row) = (section(part), part.rowSize)
    var hash = XXHash64()
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.bytesPerCheck) {
      let bytes = start..<min(start + Self.bytesPerCheck, range.upperBound)
      guard areInRange(bytes.lowerBound / row..<bytes.upperBound / row, of: part) else { return nil }
      hash.update(UnsafeRawBufferPointer(rebasing: table[bytes]))
    }
    return hash.finish()
  }

  private func areInRange(_ rows: Range<Int>, of part: SnapshotLayout.Section) -> Bool {
    let (table, names) = (section(part), section(.names).count)
    switch part {
    case .folders:
      return rows.allSatisfy { folder in
        let row = folderRow(folder)
        return Int(integer(row, 32, UInt32.self)) + Int(integer(row, 36, UInt32.self)) <= names
          && memos(inFolder: folder).upperBound <= memoCount
      }
    case .memos:
      // The highest of name, folder, block and place, as a comparison for each row takes longer.
      let highest = rows.reduce(SIMD4<UInt32>()) { highest, memo in
        let row = memo * SnapshotLayout.memoSize
        return pointwiseMax(highest, table.loadUnaligned(fromByteOffset: row + 32, as: SIMD4<UInt32>.self))
      }
      return Int(highest[0]) < names && Int(highest[1]) < folderCount && Int(highest[2]) < header.blockCount
    case .order:
      return Int(rows.reduce(0) { max($0, integer(table, $1 * SnapshotLayout.orderSize, UInt32.self)) }) < memoCount
    case .blocks, .names, .texts, .labels:
      return true
    }
  }

  private func checkedBlock(_ block: Int) throws(CacheDamage) -> UnsafeRawBufferPointer {
    let row = block * SnapshotLayout.blockSize
    let file = region.bytes
    guard let start = Int(exactly: integer(section(.blocks), row, UInt64.self)),
      let length = Int(exactly: integer(section(.blocks), row + 16, UInt64.self)),
      start <= file.count, length <= file.count - start
    else { throw CacheDamage() }
    let bytes = UnsafeRawBufferPointer(rebasing: file[start..<start + length])
    if let residence, residence.isFull(with: block, of: length) { region.release() }
    if checkedBlocks.contains(block) { return bytes }
    guard XXHash64.hash(bytes) == integer(section(.blocks), row + 8, UInt64.self) else { throw CacheDamage() }
    checkedBlocks.insert(block)
    return bytes
  }

  // MARK: Rows

  private func section(_ part: SnapshotLayout.Section) -> UnsafeRawBufferPointer {
    let place = header.sections[part.rawValue]
    return UnsafeRawBufferPointer(rebasing: region.bytes[place.offset..<place.offset + place.length])
  }

  private func folderPathBytes(_ folder: Int) -> UnsafeRawBufferPointer {
    let row = folderRow(folder)
    let start = Int(integer(row, 32, UInt32.self))
    return UnsafeRawBufferPointer(rebasing: section(.names)[start..<start + Int(integer(row, 36, UInt32.self))])
  }

  private func folderRow(_ folder: Int) -> UnsafeRawBufferPointer {
    let start = folder * SnapshotLayout.folderSize
    return UnsafeRawBufferPointer(rebasing: section(.folders)[start..<start + SnapshotLayout.folderSize])
  }

  private func memoRow(_ memo: Int) -> UnsafeRawBufferPointer {
    let start = memo * SnapshotLayout.memoSize
    return UnsafeRawBufferPointer(rebasing: section(.memos)[start..<start + SnapshotLayout.memoSize])
  }

  private func stamp(_ row: UnsafeRawBufferPointer) -> FileStamp {
    FileStamp(
      encodedSize: integer(row, 0, UInt64.self), modified: integer(row, 8, Int64.self),
      changed: integer(row, 16, Int64.self), inode: integer(row, 24, UInt64.self))
  }

  private func integer<Value: FixedWidthInteger>(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ type: Value.Type
  ) -> Value {
    Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes before the NUL that ends a C string.
  init(cString: UnsafePointer<CChar>) {
    var length = 0
    while cString[length] != 0 { length += 1 }
    self = UnsafeRawBufferPointer(start: cString, count: length).bindMemory(to: UInt8.self)
  }
}
