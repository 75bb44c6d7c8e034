import MemoCore
import MemoStore

/// Gathers records of an older snapshot and those that changed since into blocks. Previews that are packed stay so: to pack
/// all anew takes longer than all else.
struct RecordGroup {
  private let target: PackingSink
  private let snapshot: Snapshot?
  private let packedBytes: Int
  /// Those that are not written yet, with the numbers that are reserved for them.
  private var blocks: [(number: UInt32, block: RecordBlock)] = []
  /// Where the symbols of previews in these blocks are in the older snapshot; `nil` if none is packed.
  private var place: UInt64?
  /// What was packed with symbols of the older snapshot is packed with here, by their places there.
  private var packings: [UInt64: PackingSink.Packing] = [:]

  /// Previews take about so much of their space; others may be packed with the same symbols.
  private static let usualRate = 0.55

  /// An empty one.
  ///
  /// - Parameter packedBytes: fewer bytes of previews are not packed.
  init(to target: PackingSink, from snapshot: Snapshot?, packedBytes: Int) {
    self.target = target
    self.snapshot = snapshot
    self.packedBytes = packedBytes
  }

  /// Adds a record; returns the number of its block and its place there.
  ///
  /// - Parameter old: the memo's index in the older snapshot, if it is from there.
  mutating func add(
    _ record: [UInt8], of old: Int?, to tables: inout SnapshotTables
  ) throws(CacheDamage) -> (block: UInt32, place: UInt32) {
    if blocks.last?.block.isFull ?? true {
      if blocks.count == SnapshotLayout.blocksPerGroup { finish(&tables) }
      blocks.append((tables.reserveBlock(), RecordBlock()))
    }
    let last = blocks.count - 1
    let record = try old.map { (old) throws(CacheDamage) in try keptRecord(record, of: old) } ?? record
    return (blocks[last].number, blocks[last].block.add(encoded: record))
  }

  /// The record of an older memo, unpacked where the group has other symbols.
  private mutating func keptRecord(_ record: [UInt8], of old: Int) throws(CacheDamage) -> [UInt8] {
    guard let snapshot, case let symbols = try snapshot.symbolsPlace(ofMemo: old), symbols != 0 else { return record }
    if place == nil, let read = try snapshot.symbols(ofMemo: old) {
      place = symbols
      if packings[symbols] == nil { packings[symbols] = target.packing(with: read, rate: Self.usualRate) }
    }
    return place == symbols ? record : try snapshot.unpackedRecord(ofMemo: old)
  }

  /// Writes the blocks.
  mutating func finish(_ tables: inout SnapshotTables) {
    let written = target.write(blocks.map(\.block), with: place.flatMap { packings[$0] }, minimum: packedBytes)
    for (block, place) in zip(blocks, written) {
      if let place { tables.set(block.number, to: place) }
    }
    blocks = []
    place = nil
  }
}
