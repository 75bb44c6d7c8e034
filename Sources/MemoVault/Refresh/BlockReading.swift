import MemoCore
import Synchronization

/// Reads the memos of listed folders on all cores, as many at a time as a snapshot keeps in a block of records.
struct BlockReading {
  let files: any VaultFiles
  let folders: [TreeListing.Folder]
  /// Told how many memos of how many are read, from any thread.
  let progress: @Sendable (Int, Int) -> Void

  /// Memos of one folder that follow each other.
  private struct Segment: Sendable {
    var folder: Int
    var memos: Range<Int>
  }

  /// What reading a block's memos came to.
  struct Block: Sendable {
    /// The memos in order: their folder, their place in it and what became of them.
    var memos: [(folder: Int, place: Int, outcome: Outcome)] = []
    /// The records of those that were read.
    var records: RecordBlock
  }

  /// What became of one memo.
  enum Outcome: Sendable {
    case read(FileStamp)
    case gone
    case failed(FileError)
  }

  /// Hands over the blocks in order, on this thread, while others are read.
  func run(_ use: (Block) -> Void) {
    let total = folders.reduce(0) { $0 + $1.memos.count }
    let counter = Counter()
    parts().concurrentPipeline { part in
      let block = read(part)
      progress(counter.add(block.memos.count), total)
      return block
    } use: {
      use($0)
    }
  }

  /// The memos of all folders in order, cut into blocks.
  private func parts() -> [[Segment]] {
    var parts: [[Segment]] = []
    var part: [Segment] = []
    var room = SnapshotLayout.recordsPerBlock
    for (index, folder) in folders.enumerated() {
      var start = 0
      while start < folder.memos.count {
        let end = min(folder.memos.count, start + room)
        part.append(Segment(folder: index, memos: start..<end))
        (start, room) = (end, room - (end - start))
        guard room == 0 else { continue }
        parts.append(part)
        (part, room) = ([], SnapshotLayout.recordsPerBlock)
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }

  private func read(_ part: [Segment]) -> Block {
    var memos: [(folder: Int, place: Int, outcome: Outcome)] = []
    memos.reserveCapacity(SnapshotLayout.recordsPerBlock)
    var records = RecordBlock.Builder()
    for segment in part {
      let folder = folders[segment.folder]
      var place = segment.memos.lowerBound
      var metadata = MemoMetadata()
      files.read(folder.memos[segment.memos], in: folder.path, limit: MemoMetadata.readLimit) {
        metadata = MemoParser.metadata(of: $0)
      } done: { result in
        if case .success(let reading?) = result { records.add(MemoRecord(reading, metadata)) }
        memos.append((segment.folder, place, Outcome(result)))
        place += 1
      }
    }
    return Block(memos: memos, records: records.finish())
  }
}

extension BlockReading.Outcome {
  init(_ result: Result<FileReading?, FileError>) {
    switch result {
    case .success(let reading?): self = .read(reading.stamp)
    case .success(nil): self = .gone
    case .failure(let problem): self = .failed(problem)
    }
  }
}

/// A number that several threads count up.
private final class Counter: Sendable {
  private let value = Atomic(0)

  func add(_ count: Int) -> Int {
    value.wrappingAdd(count, ordering: .relaxed).newValue
  }
}
