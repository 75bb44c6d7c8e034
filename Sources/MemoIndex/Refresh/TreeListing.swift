import MemoCore
import MemoStore

/// Lists folders and every folder below them that is not known yet, level by level on all cores.
struct TreeListing {
  let files: any VaultFiles
  let rules: MemoFileRules
  /// Whether a folder needs no listing, because it is known and did not change.
  let isKnown: @Sendable (VaultPath) -> Bool

  private static let foldersPerPart = 8

  /// A folder with what it held.
  struct Folder: Sendable {
    var path: VaultPath
    /// Taken before the listing; `nil` where the folder is gone.
    var stamp: FileStamp?
    /// In byte order.
    var memos: [VaultPath] = []
    var folders: [VaultPath] = []
    var problem: FileError?
  }

  func run(from start: [VaultPath]) -> [Folder] {
    var listed: [Folder] = []
    var seen = Set(start)
    var level = start
    while !level.isEmpty {
      let folders = level.concurrentMap(partSize: Self.foldersPerPart) { part in part.map(list) }.flatMap(\.self)
      level = folders.flatMap(\.folders).filter { !isKnown($0) && seen.insert($0).inserted }
      listed += folders
    }
    return listed
  }

  /// - Throws: where the root itself could not be listed or is not there.
  static func checkRoot(in folders: [Folder], of files: any VaultFiles) throws(FileError) {
    guard let root = folders.first(where: { $0.path == .root }) else { return }
    if let problem = root.problem { throw problem }
    if root.stamp == nil { throw FileError(.list, path: files.root.bytes, reason: .notFound) }
  }

  private func list(_ path: VaultPath) -> Folder {
    var folder = Folder(path: path)
    do {
      guard let stamp = try files.folderStamp(of: path) else { return folder }
      folder.stamp = stamp
      for entry in try files.entries(of: path) ?? [] {
        let entryPath = path.appending(entry.name)
        switch entry.kind {
        case .file where rules.isMemo(entryPath): folder.memos.append(entryPath)
        case .folder where rules.isSearched(folder: entryPath): folder.folders.append(entryPath)
        case .folder where MemoFileRules.isTooDeep(entryPath): folder.problem = .tooDeep(entryPath)
        default: break
        }
      }
    } catch {
      folder.problem = error
    }
    folder.memos.sort()
    return folder
  }
}
