import MemoCore
import MemoStore

/// Finds the files to import below a folder: those with the ending of a memo or a text file, not hidden.
struct TextFileWalk {
  /// The files, sorted.
  private(set) var found: [VaultPath] = []
  /// How many files are of another kind: pictures, attachments, whatever there is.
  private(set) var otherCount = 0
  /// Folders that could not be looked into, with the reason.
  private(set) var problems: [(path: VaultPath, reason: TransferError)] = []

  private static let depthLimit = 200

  init(_ files: any VaultFiles) {
    var folders = [VaultPath.root]
    while let folder = folders.popLast() {
      do throws(FileError) {
        for entry in try files.entries(of: folder) ?? [] {
          take(folder.appending(entry.name), entry.kind, folders: &folders)
        }
      } catch {
        problems.append((folder, .file(error)))
      }
    }
    found.sort()
  }

  private mutating func take(_ path: VaultPath, _ kind: FolderEntry.Kind, folders: inout [VaultPath]) {
    switch kind {
    case .file where WantedPath.memoEnding(of: path) != nil: found.append(path)
    case .folder where path.components.count < Self.depthLimit: folders.append(path)
    case .folder: problems.append((path, .tooDeep(path)))
    case .file: otherCount += 1
    }
  }
}
