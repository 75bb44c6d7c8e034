import MemoCore
import MemoStore

/// Compares what is known of a vault with the disk, by stamps alone: nothing is listed or read.
struct TreeCheck {
  let files: any VaultFiles
  let state: CacheState

  private static let foldersPerPart = 64
  private static let memosPerLookup = 1024
  private static let lookupsPerPart = 8

  /// The result of comparing stamps.
  struct Outcome: Sendable {
    /// Known folders whose entries may differ from what is known.
    var changedFolders: [VaultPath] = []
    /// Known folders that are there no more.
    var goneFolders: [VaultPath] = []
    /// Known memos, in folders that did not change, to be read again.
    var changedMemos: [VaultPath] = []

    var isUnchanged: Bool { changedFolders.isEmpty && goneFolders.isEmpty && changedMemos.isEmpty }
  }

  /// A run of memos of one folder, to be looked up together.
  private struct Lookup: Sendable {
    var folder: VaultPath
    var names: Names

    enum Names: Sendable {
      case snapshot(Range<Int>)
      case fresh([(path: VaultPath, stamp: FileStamp)])
    }
  }

  func run() -> Outcome {
    let known = state.folders()
    let current = currentStamps(of: known.map(\.path))
    var outcome = Outcome()
    var unchanged: [VaultPath] = []
    for (index, folder) in known.enumerated() {
      switch current[index] {
      // A vault without its root is an error, which listing it shows.
      case nil where folder.path != .root: outcome.goneFolders.append(folder.path)
      case folder.stamp where !folder.stamp.isDistrusted: unchanged.append(folder.path)
      default: outcome.changedFolders.append(folder.path)
      }
    }
    outcome.changedMemos = changedMemos(in: unchanged)
    return outcome
  }

  /// The stamps on disk, `nil` for a folder that is gone. One that cannot be looked up counts as changed: listing it
  /// shows why.
  private func currentStamps(of folders: [VaultPath]) -> [FileStamp?] {
    folders.concurrentMap(partSize: Self.foldersPerPart) { part in part.map(currentStamp) }.flatMap(\.self)
  }

  private func currentStamp(of folder: VaultPath) -> FileStamp? {
    do {
      return try files.folderStamp(of: folder)
    } catch {
      return .unknown
    }
  }

  /// The known memos of some folders that changed or are gone.
  func changedMemos(in folders: [VaultPath]) -> [VaultPath] {
    guard !folders.isEmpty else { return [] }
    let hidden = state.hiddenMemos()
    return lookups(in: folders).concurrentMap(partSize: Self.lookupsPerPart) { part in
      part.flatMap { changedMemos($0, hidden: hidden) }
    }.flatMap(\.self)
  }

  private func lookups(in folders: [VaultPath]) -> [Lookup] {
    let fresh = state.freshMemosByFolder()
    var lookups: [Lookup] = []
    for folder in folders {
      if let memos = fresh[folder] {
        lookups.append(Lookup(folder: folder, names: .fresh(memos.map { ($0.path, $0.memo.stamp) })))
      }
      guard let snapshot = state.snapshot, let index = snapshot.folderIndex(of: folder) else { continue }
      let range = snapshot.memos(inFolder: index)
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.memosPerLookup) {
        let end = min(start + Self.memosPerLookup, range.upperBound)
        lookups.append(Lookup(folder: folder, names: .snapshot(start..<end)))
      }
    }
    return lookups
  }

  private func changedMemos(_ lookup: Lookup, hidden: Set<Int>) -> [VaultPath] {
    switch lookup.names {
    case .snapshot(let range):
      guard let snapshot = state.snapshot else { return [] }
      return differing(lookup.folder, count: range.count) {
        snapshot.name(ofMemo: range.lowerBound + $0)
      } isSame: {
        hidden.contains(range.lowerBound + $0) || snapshot.stamp(ofMemo: range.lowerBound + $0) == $1
      }
    case .fresh(let memos): return changed(memos.map { ($0.path, $0.stamp) }, in: lookup.folder)
    }
  }

  /// The memos among some of one folder whose stamps are not these.
  ///
  /// - Parameter memos: with the known stamps; `nil` for one that is not known to be there.
  func changed(_ memos: [(path: VaultPath, stamp: FileStamp?)], in folder: VaultPath) -> [VaultPath] {
    guard !memos.isEmpty else { return [] }
    return withPointers(to: memos.map { $0.path.name.map(CChar.init(bitPattern:)) + [0] }) { names in
      differing(folder, count: memos.count, name: { names[$0] }, isSame: { memos[$0].stamp == $1 })
    }
  }

  /// The memos of a folder whose stamp on disk is not the known one. A folder that cannot be searched counts as changed
  /// in every memo; reading them shows why.
  private func differing(
    _ folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, isSame: (Int, FileStamp?) -> Bool
  ) -> [VaultPath] {
    var paths: [VaultPath] = []
    func add(_ index: Int) {
      paths.append(folder.appending(UnsafeBufferPointer(cString: name(index))))
    }
    do {
      try files.fileStamps(in: folder, count: count, name: name) { index, stamp in
        if !isSame(index, stamp) { add(index) }
      }
    } catch {
      paths.removeAll()
      for index in 0..<count { add(index) }
    }
    return paths
  }

  private func withPointers<Result>(
    to names: [[CChar]], _ body: ([UnsafePointer<CChar>]) -> Result
  ) -> Result {
    let copies = names.map { name in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: name.count)
      copy.initialize(from: name, count: name.count)
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return body(copies.map { UnsafePointer($0) })
  }
}

extension TreeCheck {
  /// What may differ by hints alone; no stamp is compared. A memo is read again whatever its stamp: the event that hints
  /// at it may be that of the end of a write whose start has set the times already.
  func run(within changed: ChangedPaths) -> Outcome {
    var listed = foldersToList(changed)
    var outcome = Outcome()
    for memo in changed.memos {
      let folder = memo.parent
      let known = knownFolder(above: folder)
      if known == folder { outcome.changedMemos.append(memo) } else { listed.insert(known) }
    }
    outcome.changedFolders = listed.sorted()
    return outcome
  }

  /// Known folders: those that may have changed, and those that hold one. What is new is found by listing these.
  private func foldersToList(_ changed: ChangedPaths) -> Set<VaultPath> {
    guard !changed.folders.isEmpty else { return [] }
    var listed = Set(changed.folders.map { knownFolder(above: $0.parent) })
    for folder in state.folders() where changed.covers(folder: folder.path) { listed.insert(folder.path) }
    return listed
  }

  /// A folder if it is known, else the next above it that is.
  private func knownFolder(above folder: VaultPath) -> VaultPath {
    var folder = folder
    while folder != .root && state.stamp(ofFolder: folder) == nil { folder = folder.parent }
    return folder
  }
}

/// A folder that was listed, with its memos.
typealias ListedFolder = TreeScan<FolderMemos>.Folder

/// What the index knows of a folder once it is listed.
struct FolderMemos: Sendable {
  /// Taken before the listing; `nil` if the folder is gone.
  var stamp: FileStamp?
  /// The names of its memos in byte order.
  var memos = PackedTexts()
}

extension TreeScan where Found == FolderMemos {
  /// A scan for memos. An entry's name and kind are enough for it, so no file is looked at.
  init(for rules: MemoFileRules, in files: any VaultFiles) {
    self.init(depthLimit: MemoFileRules.depthLimit - 1, nothing: FolderMemos()) { folder throws(FileError) in
      guard let listing = try files.listing(of: folder.path) else { return }
      folder.found.stamp = listing.stamp
      var memos: [VaultPath] = []
      for entry in listing.entries {
        let path = folder.path.appending(entry.name)
        switch entry.kind {
        case .file where rules.isMemo(path): memos.append(VaultPath(bytes: entry.name))
        case .folder where !rules.ignores(folder: path): folder.descend(into: path)
        default: break
        }
      }
      folder.found.memos = PackedTexts(names: memos)
    }
  }
}

extension TreeScan.Folder where Found == FolderMemos {
  /// The folders above those that were gone when they were to be listed. A folder that is moved away with all that is in it,
  /// and back, leaves no trace in the stamps of those: where one of them was missed, nothing but another listing shows it.
  static func parents(ofMissingIn folders: [ListedFolder]) -> Set<VaultPath> {
    Set(folders.filter { $0.found.stamp == nil && $0.problem == nil }.map(\.path.parent))
  }

  /// The same, to be listed again next time.
  var distrusted: Self {
    var folder = self
    folder.found.stamp = found.stamp?.distrusted
    return folder
  }

  /// - Throws: where the root itself could not be listed or is not there.
  static func checkRoot(in folders: [ListedFolder], of files: any VaultFiles) throws {
    guard let root = folders.first(where: { $0.path == .root }) else { return }
    if let problem = root.problem { throw problem }
    if root.found.stamp == nil { throw FileError(.list, path: files.root.bytes, reason: .notFound) }
  }
}
