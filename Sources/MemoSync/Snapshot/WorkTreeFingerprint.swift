import MemoCore
import MemoStore

/// One number for the names and stamps of all files of a vault. Where it is that of the last sync, and nothing was left to
/// do then, nothing is to be done now: then not even the table of the files need be read.
struct WorkTreeFingerprint: Equatable, Sendable {
  private(set) var sum: UInt64 = 0
  /// Whether no file can have changed again since without another stamp.
  private(set) var isSure = true

  private static let foldersPerPart = 4

  /// Looks at all files; `nil` where one cannot be looked at.
  ///
  /// - Parameters:
  ///   - seed: a number for what else the outcome of a sync depends on.
  ///   - now: before any file is looked at, in nanoseconds since 1970.
  init?(_ workTree: any WorkTree, seed: UInt64 = 0, now: Int64) {
    sum = seed
    var level: [VaultPath] = [.root]
    while !level.isEmpty {
      let parts = level.concurrentMap(partSize: Self.foldersPerPart) { part in Self.look(part, workTree, now) }
      level = []
      for part in parts {
        guard let part else { return nil }
        sum &+= part.sum
        isSure = isSure && part.isSure
        level += part.folders
      }
    }
  }

  private struct Part: Sendable {
    var sum: UInt64 = 0
    var isSure = true
    var folders: [VaultPath] = []
  }

  private static func look(_ folders: ArraySlice<VaultPath>, _ workTree: any WorkTree, _ now: Int64) -> Part? {
    var part = Part()
    for folder in folders {
      guard let entries = try? workTree.entries(of: folder) else { return nil }
      let start = XXHash64.hash(folder.bytes)
      for entry in entries {
        // A repository in a folder, what is no file and what is nested too deeply take the long way.
        if entry.name.elementsEqual(".git".utf8) {
          if folder == .root { continue }
          return nil
        }
        switch entry.kind {
        case .other: return nil
        case .folder:
          let path = folder.appending(entry.name)
          if MemoFileRules.isTooDeep(path) { return nil }
          if CarriedPaths.mayBeIn(path) { part.folders.append(path) }
        case .file(let stamp, _):
          if isOwn(folder), !CarriedPaths.contain(folder.appending(entry.name)) { continue }
          part.sum &+= hash(start, entry.name, stamp)
          part.isSure = part.isSure && SnapshotTaking.proves(stamp, at: now)
        }
      }
    }
    return part
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
