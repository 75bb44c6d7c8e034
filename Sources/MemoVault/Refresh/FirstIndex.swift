import MemoCore

/// Indexes a vault of which nothing is known, straight into a snapshot: blocks of records are written in order while
/// later ones are read.
///
/// `RefreshStep` would come to the same, but keeps everything in dictionaries first: with 100,000 memos all cores but
/// one then stand still for a third of the time.
struct FirstIndex {
  private let files: any VaultFiles
  private let settledBefore: Int64
  private let progress: @Sendable (Int, Int) -> Void
  /// In byte order of their paths.
  private let folders: [TreeListing.Folder]
  /// For each folder, whether it has to be listed again next time.
  private var isDistrusted: [Bool]
  private var writtenFolders = 0

  private(set) var problems: [FileError]
  private(set) var counts = RefreshCounts()

  /// Lists the vault.
  ///
  /// - Parameter settledBefore: as in `RefreshStep`.
  /// - Throws: where the root cannot be listed.
  init(
    _ files: any VaultFiles, rules: MemoFileRules, settledBefore: Int64,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(FileError) {
    self.files = files
    self.settledBefore = settledBefore
    self.progress = progress
    let listed = TreeListing(files: files, rules: rules) { _ in false }.run(from: [.root])
    try TreeListing.checkRoot(listed, of: files)
    problems = listed.compactMap(\.problem)
    folders = listed.filter { $0.stamp != nil || $0.problem != nil }.sorted { $0.path < $1.path }
    isDistrusted = folders.map { $0.problem != nil }
  }

  /// Reads all memos and adds them and their folders to a snapshot.
  mutating func write(to writer: inout SnapshotWriter) {
    BlockReading(files: files, folders: folders, progress: progress).run { block in
      for memo in block.memos {
        addFolders(before: memo.folder, to: &writer)
        add(memo.outcome, memo.place, to: &writer)
      }
      writer.add(records: block.records)
    }
    addFolders(before: folders.count, to: &writer)
  }

  private mutating func add(_ outcome: BlockReading.Outcome, _ place: Int, to writer: inout SnapshotWriter) {
    switch outcome {
    case .read(let stamp):
      let path = folders[writtenFolders].memos[place]
      writer.add(memo: path.name, stamp: stamp.trusted(ifBefore: settledBefore))
      counts.added += 1
    case .gone: break
    case .failed(let problem):
      problems.append(problem)
      isDistrusted[writtenFolders] = true
    }
  }

  private mutating func addFolders(before end: Int, to writer: inout SnapshotWriter) {
    while writtenFolders < end {
      let folder = folders[writtenFolders]
      let stamp = folder.stamp?.trusted(ifBefore: settledBefore) ?? .unknown
      writer.add(folder: folder.path, stamp: isDistrusted[writtenFolders] ? stamp.distrusted : stamp)
      writtenFolders += 1
    }
  }
}
