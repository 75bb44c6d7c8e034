import MemoCore
import MemoStore
import Synchronization

/// Compares an index with the files, all of which are read: some at a time on each core, so that little but the names of the
/// memos is ever in memory.
struct CacheComparison {
  let index: VaultIndex
  let files: any VaultFiles
  let rules: MemoFileRules
  /// Called with the number of memos read and their total, from any thread.
  let progress: @Sendable (Int, Int) -> Void

  private static let memosPerPart = 256

  /// The paths of the memos of which the index and the files do not say the same, in byte order.
  ///
  /// - Throws: where the root itself cannot be listed.
  func run() throws -> [VaultPath] {
    let folders = try FolderList(of: files, rules)
    let done = Atomic(0)
    let parts = (folders.memoCount + Self.memosPerPart - 1) / Self.memosPerPart
    let different = concurrentParts(parts, into: [VaultPath]()) { number in
      let memos = number * Self.memosPerPart..<min((number + 1) * Self.memosPerPart, folders.memoCount)
      defer { progress(done.wrappingAdd(memos.count, ordering: .relaxed).newValue, folders.memoCount) }
      return folders.runs(of: memos).flatMap(differences)
    } take: {
      $0 += $1
    }
    let gone = index.flatMapPlaces { places in
      places.filter(index.hasMemo).map(index.path).filter { !folders.holds($0) }
    }
    return (different + gone).sorted()
  }

  /// Whether the index and the file of one memo do not say the same.
  func differs(at path: VaultPath) -> Bool {
    !differences(in: FolderList.Run(folder: path.parent, paths: [path])).isEmpty
  }

  private func differences(in run: FolderList.Run) -> [VaultPath] {
    let reading = MemoReading(files: files, titles: rules.titles) { _, _ in }
    return zip(run.paths, reading.read(run.paths[...], in: run.folder)).filter { path, outcome in
      outcome.record != index.sighting(at: path)?.memo.record
    }.map(\.0)
  }
}

extension MemoReading.Outcome {
  /// What was read; `nil` of a memo that is gone or cannot be read.
  fileprivate var record: [UInt8]? {
    if case .read(let memo) = self { memo.record } else { nil }
  }
}
