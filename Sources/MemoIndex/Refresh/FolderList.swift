import MemoCore
import MemoStore

/// The folders of a vault in byte order of their paths, and their memos, numbered in the same order.
struct FolderList: Sendable {
  /// Memos of one folder.
  struct Run {
    let folder: VaultPath
    let paths: [VaultPath]
  }

  private let folders: [ListedFolder]
  /// The number of each one's first memo.
  private let starts: [Int]
  let memoCount: Int
  /// What could not be listed.
  let problems: [FileError]

  var count: Int { folders.count }

  /// No folders.
  init() {
    (folders, starts, memoCount, problems) = ([], [], 0, [])
  }

  /// Lists a vault.
  ///
  /// - Throws: where the root itself cannot be listed.
  init(of files: any VaultFiles, _ rules: MemoFileRules) throws {
    let listed = TreeScan(for: rules, in: files).run(from: [.root])
    try ListedFolder.checkRoot(in: listed, of: files)
    problems = listed.compactMap(\.problem)
    let unsure = ListedFolder.parents(ofMissingIn: listed)
    folders = listed.filter { $0.found.stamp != nil || $0.problem != nil }.sorted { $0.path < $1.path }
      .map { unsure.contains($0.path) ? $0.distrusted : $0 }
    var next = 0
    starts = folders.map { folder in
      defer { next += folder.found.memos.count }
      return next
    }
    memoCount = next
  }

  subscript(number: Int) -> ListedFolder { folders[number] }

  /// Some memos by their folders.
  func runs(of memos: Range<Int>) -> [Run] {
    var folder = folder(of: memos.lowerBound)
    var runs: [Run] = []
    var next = memos.lowerBound
    while next < memos.upperBound {
      let (start, names) = (starts[folder], folders[folder].found.memos)
      let end = min(start + names.count, memos.upperBound)
      if next < end {
        let path = folders[folder].path
        runs.append(Run(folder: path, paths: (next..<end).map { path.appending(names[$0 - start]) }))
        next = end
      }
      folder += 1
    }
    return runs
  }

  /// The last folder that begins at a memo or before it; those without memos begin where the next one does.
  private func folder(of memo: Int) -> Int { starts.partitioningIndex { $0 > memo } - 1 }

  /// Whether a path is that of one of the memos.
  func holds(_ memo: VaultPath) -> Bool {
    let parent = memo.parent
    let number = folders.partitioningIndex { $0.path >= parent }
    guard number < folders.count, folders[number].path == parent else { return false }
    let names = folders[number].found.memos.all
    let place = names.partitioningIndex { !$0.lexicographicallyPrecedes(memo.name) }
    return place < names.endIndex && names[place].elementsEqual(memo.name)
  }
}
