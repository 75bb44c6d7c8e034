import MemoCore
import MemoStore

/// One number for the names and stamps of all files of a vault. Where it is that of the last sync, and nothing was left to
/// do then, nothing is to be done now: then not even the table of the files need be read.
struct WorkTreeFingerprint: Equatable, Sendable {
  private(set) var sum: UInt64 = 0
  /// Whether no file can have changed again since without another stamp.
  private(set) var isSure = true
  /// What else has to stay as it is for git to ignore the same files; `nil` where that cannot be said.
  var ignoring: UInt64?
  /// All folders, so that a snapshot need not look at each file once more.
  private(set) var folders: [WorkTreeListing.Folder] = []

  /// Looks at all files; `nil` where one cannot be looked at.
  ///
  /// - Parameters:
  ///   - seed: a number for what else the outcome of a sync depends on.
  ///   - now: before any file is looked at, in nanoseconds since 1970.
  init?(_ workTree: any WorkTree, seed: UInt64 = 0, now: Int64) {
    let stamps = StampRule.sync(from: now)
    let scan = TreeScan(of: workTree, nothing: Part()) { entries, folder in Self.look(at: entries, stamps, &folder) }
    sum = seed
    for folder in scan.run(from: [.root], until: Self.needsSnapshot) {
      if Self.needsSnapshot(folder) { return nil }
      sum &+= folder.found.sum
      isSure = isSure && folder.found.isSure
      folders.append(WorkTreeListing.Folder(path: folder.path, entries: folder.found.entries))
    }
  }

  /// Whether files are those that were in step.
  ///
  /// - Parameter clean: what was noted of them; `ignoring` is `nil` where none was ignored.
  func isSame(as clean: (head: ObjectId, sum: UInt64, ignoring: UInt64?)) -> Bool {
    sum == clean.sum && (clean.ignoring == nil || clean.ignoring == ignoring)
  }

  /// What one folder adds.
  private struct Part: Sendable {
    var sum: UInt64 = 0
    var isSure = true
    /// Whether it is a repository of its own or holds something that is neither a file nor a folder.
    var isSpecial = false
    var entries: [WorkTreeEntry] = []
  }

  /// Whether only a snapshot can say what is in a folder.
  private static func needsSnapshot(_ folder: TreeScan<Part>.Folder) -> Bool {
    folder.problem != nil || folder.found.isSpecial
  }

  private static func look(at entries: [WorkTreeEntry], _ stamps: StampRule, _ folder: inout TreeScan<Part>.Folder) {
    var part = Part(entries: entries)
    defer { folder.found = part }
    let start = XXHash64.hash(folder.path.bytes)
    for entry in entries {
      if entry.isRepository {
        if folder.path == .root { continue }
        part.isSpecial = true
        return
      }
      switch entry.kind {
      case .other:
        part.isSpecial = true
        return
      case .folder:
        let path = folder.path.appending(entry.name)
        if CarriedPaths.mayBeIn(path) { folder.descend(into: path) }
      case .file(let stamp, _):
        if isOwn(folder.path), !CarriedPaths.contain(folder.path.appending(entry.name)) { continue }
        part.sum &+= hash(start, entry.name, stamp)
        part.isSure = part.isSure && stamps.vouches(for: stamp)
      }
    }
  }

  /// Whether a folder holds files of memo's own, most of which do not travel.
  private static func isOwn(_ folder: VaultPath) -> Bool { folder.bytes.elementsEqual(VaultLocator.marker.utf8) }

  private static func hash(_ folder: UInt64, _ name: [UInt8], _ stamp: FileStamp) -> UInt64 {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 6) { words in
      words[0] = folder
      words[1] = XXHash64.hash(name)
      words[2] = stamp.size
      words[3] = UInt64(bitPattern: stamp.modified)
      words[4] = UInt64(bitPattern: stamp.changed)
      words[5] = stamp.inode
      return XXHash64.hash(UnsafeRawBufferPointer(words))
    }
  }
}
