import MemoCore
import MemoTestSupport

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Small files of a cache, and their checksums.
enum CacheImage {
  /// What changed in a vault.
  static func delta(memos: Int = 2) -> IndexDelta {
    var delta = IndexDelta()
    delta.folders[.root] = stamp(1)
    delta.folders[VaultPath("d")] = stamp(2)
    for number in 0..<memos {
      let text = Array("---\naliases: [x]\n---\n# title \(number)\n#tag [[a|b]] [c](d.md) text".utf8)
      let record = MemoRecord(size: 9, hash: 8, born: 7, metadata: MemoParser.metadata(of: text))
      delta.memos[VaultPath("d/\(number).md")] = FreshMemo(stamp: stamp(number), record: record.encoded())
    }
    if memos > 1 { delta.memos[VaultPath("gone.md")] = .some(nil) }
    return delta
  }

  private static func stamp(_ number: Int) -> FileStamp {
    FileStamp(size: 9, modified: Int64(number), changed: 5, inode: UInt64(number))
  }

  // MARK: The snapshot

  /// A snapshot of some memos, with their previews packed.
  static func snapshot(memos: Int) -> [UInt8] {
    let sink = MemorySink()
    let merge = merge(of: CacheState(snapshot: nil, delta: delta(memos: memos)))
    do {
      try merge.write(to: sink) { _ in nil }
    } catch {
      return []
    }
    return bytes(of: sink)
  }

  /// What writes a new snapshot of a state, with few previews packed as well.
  static func merge(of state: CacheState) -> SnapshotMerge {
    SnapshotMerge(
      state: state, identity: SnapshotIdentity(rootDevice: 1, rootInode: 2, settings: 3),
      texts: TextMerge(files: MemoryVault.files(), titles: .firstLine, store: NoStore()), packedBytes: 1)
  }

  /// A snapshot whose checksums are right, as far as what it says lies inside.
  static func signedSnapshot(_ file: [UInt8]) -> [UInt8] {
    guard file.count >= SnapshotLayout.headerSize else { return file }
    var file = file
    let sections = SnapshotLayout.Section.allCases.map { 72 + 24 * $0.rawValue }
    if let blocks = range(in: file, at: sections[0]) {
      for row in stride(from: blocks.lowerBound, to: blocks.upperBound - 23, by: 24) {
        guard let block = range(in: file, at: row, lengthAt: row + 16) else { continue }
        if block.count >= 8, let symbols = Int(exactly: number(file, block.lowerBound, UInt64.self)), symbols > 0 {
          signSymbols(&file, at: symbols)
        }
        sign(&file, block, at: row + 8)
      }
    }
    for section in sections {
      guard let bytes = range(in: file, at: section) else { continue }
      sign(&file, bytes, at: section + 16, by: SnapshotLayout.checksum)
    }
    let end = SnapshotLayout.headerSize - 8
    sign(&file, 0..<end, at: end)
    return file
  }

  // MARK: The text index

  /// The name that the segment has.
  static let segmentName: UInt64 = 7

  /// A segment of three packed blocks in one group, with the first lines of a filter.
  static func textSegment() -> [UInt8] {
    let sink = MemorySink()
    TextSegmentTables.begin(sink)
    var tables = TextSegmentTables()
    let words = "some title and text, some other title and some other text; "
    let packer = TextPacker(learning: Array(String(repeating: words, count: 8).utf8))
    let symbols = sink.write(packer.symbols.encoded())
    let blocks = (0..<3).map {
      block(["some title \($0)\u{FE}and text, some other text", "other \u{FE}한글"], packer, to: sink)
    }
    let filter = sink.write([UInt8](repeating: 0xFF, count: 4 * TextSegmentLayout.lineSize))
    tables.add(TextGroup.Place(blocks: blocks, filter: filter, symbols: symbols))
    tables.finish(sink, segment: segmentName)
    return bytes(of: sink)
  }

  private static func block(_ texts: [String], _ packer: TextPacker, to sink: MemorySink) -> TextGroup.Block {
    var bytes: [UInt8] = []
    var ends = ByteWriter()
    for text in texts {
      // The mark between title and text is no UTF-8.
      let parts = text.split(separator: "\u{FE}", omittingEmptySubsequences: false).map { Array($0.utf8) }
      bytes += parts[0] + [0xFE] + parts[1]
      ends.integer(UInt32(bytes.count))
      ends.integer(UInt32(parts[0].count))
    }
    let padded = bytes + [UInt8](repeating: 0, count: TextSymbols.longest)
    bytes = (padded.withUnsafeBytes { packer.pack($0, 0..<bytes.count) } ?? bytes) + ends.bytes
    let checksum = XXHash64.hash(bytes)
    return TextGroup.Block(
      offset: sink.write(bytes), length: bytes.count, checksum: checksum, documentCount: texts.count)
  }

  /// A segment whose checksums are right, as far as what it says lies inside.
  static func signedSegment(_ file: [UInt8]) -> [UInt8] {
    guard file.count >= TextSegmentLayout.headerSize else { return file }
    var file = file
    let (blockCount, groupCount) = (Int(number(file, 24, UInt32.self)), Int(number(file, 28, UInt32.self)))
    let size = blockCount * TextSegmentLayout.blockSize + groupCount * TextSegmentLayout.groupSize
    if let start = Int(exactly: number(file, 32, UInt64.self)), start <= file.count, size <= file.count - start {
      for row in 0..<blockCount {
        let place = start + row * TextSegmentLayout.blockSize
        let length = Int(number(file, place + 16, UInt32.self))
        guard let offset = Int(exactly: number(file, place, UInt64.self)), offset <= file.count,
          length <= file.count - offset
        else { continue }
        sign(&file, offset..<offset + length, at: place + 8)
      }
      for row in 0..<groupCount {
        let place = start + blockCount * TextSegmentLayout.blockSize + row * TextSegmentLayout.groupSize
        if let filter = Int(exactly: number(file, place, UInt64.self)), filter > 0 { signLines(&file, from: filter) }
        if let symbols = Int(exactly: number(file, place + 16, UInt64.self)) { signSymbols(&file, at: symbols) }
      }
      sign(&file, start..<start + size, at: 40)
    }
    sign(&file, 0..<56, at: 56)
    return file
  }

  private static func signLines(_ file: inout [UInt8], from start: Int) {
    for line in 0..<4 {
      let (place, isPast) = start.addingReportingOverflow(line * TextSegmentLayout.lineSize)
      guard !isPast, place <= file.count - TextSegmentLayout.lineSize else { return }
      sign(&file, place..<place + TextSegmentLayout.lineContent, at: place + TextSegmentLayout.lineContent)
    }
  }

  private static func signSymbols(_ file: inout [UInt8], at start: Int) {
    guard start <= file.count - TextSymbols.encodedSize else { return }
    let end = start + TextSymbols.encodedSize - 8
    sign(&file, start..<end, at: end)
  }

  // MARK: Bytes

  private static func bytes(of sink: MemorySink) -> [UInt8] {
    let region = sink.region()
    return withExtendedLifetime(region) { Array(region.bytes) }
  }

  private static func sign(
    _ file: inout [UInt8], _ range: Range<Int>, at place: Int,
    by checksum: (UnsafeRawBufferPointer) -> UInt64 = XXHash64.hash
  ) {
    let sum = file.withUnsafeBytes { checksum(UnsafeRawBufferPointer(rebasing: $0[range])) }
    file.replaceSubrange(place..<place + 8, with: withUnsafeBytes(of: sum.littleEndian, Array.init))
  }

  private static func number<Value: FixedWidthInteger>(_ file: [UInt8], _ place: Int, _ type: Value.Type) -> Value {
    file.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Value.self)) }
  }

  private static func range(in file: [UInt8], at place: Int, lengthAt: Int? = nil) -> Range<Int>? {
    guard let start = Int(exactly: number(file, place, UInt64.self)),
      let length = Int(exactly: number(file, lengthAt ?? place + 8, UInt64.self)), start <= file.count,
      length <= file.count - start
    else { return nil }
    return start..<start + length
  }
}

/// A file of the cache that is mapped.
final class BytesRegion: ByteRegion {
  var bytes: UnsafeRawBufferPointer { region.bytes }
  var stamp: FileStamp? { nil }
  private let region: any ByteRegion

  init(_ content: [UInt8]) {
    let sink = MemorySink()
    _ = sink.write(content)
    region = sink.region()
  }
}

/// A place without a cache.
struct NoStore: CacheStore {
  func map(_ file: CacheFile) -> (any ByteRegion)? { nil }
  func open(_ file: CacheFile) -> (any CacheReading)? { nil }
  func lock(waiting limit: Duration) -> (any CacheWriting)? { nil }
}
