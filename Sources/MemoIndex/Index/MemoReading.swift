package import MemoCore
import MemoStore
import Synchronization

/// Reads memos on all cores and makes their records.
struct MemoReading {
  let files: any VaultFiles
  let titles: TitleRule
  /// Called with the number of memos read and their total, from any thread.
  let progress: @Sendable (Int, Int) -> Void

  private static let memosPerPart = 64

  /// What became of one memo.
  enum Outcome: Sendable {
    case read(FreshMemo)
    case gone
    case failed(FileError)
  }

  func run(_ paths: [VaultPath]) -> [Outcome] {
    let done = Atomic(0)
    return paths.concurrentMap(partSize: Self.memosPerPart) { part in
      defer {
        progress(done.wrappingAdd(part.count, ordering: .relaxed).newValue, paths.count)
      }
      return byFolder(part).flatMap { read($0, in: $1) }
    }.flatMap(\.self)
  }

  /// Runs of memos in the same folder, which is looked for once.
  private func byFolder(_ paths: ArraySlice<VaultPath>) -> [(paths: ArraySlice<VaultPath>, folder: VaultPath)] {
    var runs: [(paths: ArraySlice<VaultPath>, folder: VaultPath)] = []
    var rest = paths
    while let first = rest.first {
      let run = rest.prefix { $0.isBeside(first) }
      runs.append((run, first.parent))
      rest = rest.dropFirst(run.count)
    }
    return runs
  }

  /// Reads memos of one folder.
  func read(_ paths: ArraySlice<VaultPath>, in folder: VaultPath) -> [Outcome] {
    var outcomes: [Outcome] = []
    var metadata = MemoMetadata()
    files.read(paths, in: folder, limit: MemoMetadata.readLimit) { bytes in
      let path = paths[paths.startIndex + outcomes.count]
      metadata = MemoParser.metadata(of: bytes, titledBy: TitleSource(titles, at: path))
    } done: { result in
      switch result {
      case .success(let reading?):
        outcomes.append(
          .read(FreshMemo(stamp: reading.stamp, record: MemoRecord(reading, metadata).encoded())))
      case .success(nil): outcomes.append(.gone)
      case .failure(let problem): outcomes.append(.failed(problem))
      }
    }
    return outcomes
  }

  /// Reads one memo; `nil` if there is none.
  static func record(
    of path: VaultPath, in files: any VaultFiles, _ titles: TitleRule
  ) throws(FileError) -> (stamp: FileStamp, record: MemoRecord)? {
    var metadata = MemoMetadata()
    let source = TitleSource(titles, at: path)
    let reading = try files.read(path, limit: MemoMetadata.readLimit) {
      metadata = MemoParser.metadata(of: $0, titledBy: source)
    }
    guard let reading else { return nil }
    return (reading.stamp, MemoRecord(reading, metadata))
  }
}

/// A memo as one refresh found it.
package struct Sighting: Equatable {
  let memo: FreshMemo

  /// Whether it is the same memo in the same state. Inode and ctime are not looked at: they show in no list.
  package static func == (left: Sighting, right: Sighting) -> Bool {
    left.memo.stamp.modified == right.memo.stamp.modified && left.memo.record == right.memo.record
  }

  /// What it says; `nil` if the cache is damaged.
  package var record: MemoRecord? {
    memo.record.withUnsafeBytes { try? MemoRecord(decoding: $0) }
  }

  var inode: UInt64 { memo.stamp.inode }

  /// Whether two names had this file, one after the other. The inode alone proves nothing, because a new file gets that
  /// of one just removed.
  func isFile(of other: Sighting) -> Bool {
    guard inode == other.inode, let record, let otherRecord = other.record else { return false }
    return record.hash == otherRecord.hash || record.born != nil && record.born == otherRecord.born
  }
}

extension VaultIndex {
  /// The memo at a path as this index knows it.
  func sighting(at path: VaultPath) -> Sighting? {
    do {
      return try state.memo(at: path).map(Sighting.init)
    } catch {
      // Read again from nothing next time; until then the file itself answers.
      discardCache()
      return (try? MemoReading.record(of: path, in: files, titles)).map {
        Sighting(memo: FreshMemo(stamp: $0.stamp, record: $0.record.encoded()))
      }
    }
  }

  /// The memos that were added, changed or removed between an earlier index and this one.
  package func differences(from earlier: VaultIndex) -> [(path: VaultPath, before: Sighting?, now: Sighting?)] {
    var changed: [(path: VaultPath, before: Sighting?, now: Sighting?)] = []
    // In the order of the snapshots, so that each part of them is in memory once.
    for path in candidates(since: earlier).sorted() {
      let (before, now) = (earlier.sighting(at: path), sighting(at: path))
      if before != now { changed.append((path, before, now)) }
    }
    return changed
  }

  /// Paths among which all that differ are. Of one snapshot, only the changes above it can differ.
  private func candidates(since earlier: VaultIndex) -> Set<VaultPath> {
    if let generation = state.snapshot?.header.generation, generation == earlier.state.snapshot?.header.generation {
      let (new, old) = (state.delta.memos, earlier.state.delta.memos)
      return Set(new.keys.filter { new[$0] != old[$0] }).union(old.keys.filter { new[$0] == nil })
    }
    if let new = state.snapshot, let old = earlier.state.snapshot {
      return Set(new.differences(from: old, isReread: titles != earlier.titles))
        .union(state.delta.memos.keys).union(earlier.state.delta.memos.keys)
    }
    var paths = Set<VaultPath>()
    for memo in memos where earlier.sighting(at: memo.path) != sighting(at: memo.path) { paths.insert(memo.path) }
    for memo in earlier.memos where state.stamp(ofMemo: memo.path) == nil { paths.insert(memo.path) }
    return paths
  }
}
