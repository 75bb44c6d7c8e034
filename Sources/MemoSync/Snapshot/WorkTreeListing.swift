import MemoCore
import MemoStore

/// What is in a vault's folders, without a look into the files.
struct WorkTreeListing: Sendable {
  /// A regular file.
  struct File: Equatable, Sendable {
    let stamp: FileStamp
    let isExecutable: Bool
  }

  /// The files that may be carried.
  var files: [VaultPath: File] = [:]
  /// Links, pipes and the like.
  var others: Set<VaultPath> = []
  /// Folders that could not be listed.
  var unreadable: [VaultPath] = []
  /// Folders that are repositories of their own.
  var repositories: [VaultPath] = []

  private static let foldersPerPart = 8
  private static let depthLimit = 200

  /// Lists a vault, level by level on all cores.
  init(_ workTree: any WorkTree) throws {
    guard let top = try workTree.entries(of: .root) else {
      throw FileError(.list, path: [], reason: .notFound)
    }
    var level = take(top, in: .root)
    var depth = 0
    while !level.isEmpty, depth < Self.depthLimit {
      depth += 1
      let listed = level.concurrentMap(partSize: Self.foldersPerPart) { part in
        part.map { folder in (folder, Result { try workTree.entries(of: folder) }) }
      }
      level = []
      for (folder, result) in listed.flatMap(\.self) {
        switch result {
        case .success(let entries?): level += take(entries, in: folder)
        // Gone or a link since its folder was listed: what the commit has in it is not deleted for all we know.
        case .success(nil), .failure: unreadable.append(folder)
        }
      }
    }
    unreadable += level
  }

  /// Notes the entries of a folder; returns the folders in it that are to be listed.
  private mutating func take(_ entries: [WorkTreeEntry], in folder: VaultPath) -> [VaultPath] {
    let git = Array(".git".utf8)
    if folder != .root, entries.contains(where: { $0.name == git }) {
      repositories.append(folder)
      return []
    }
    var folders: [VaultPath] = []
    for entry in entries where entry.name != git {
      let path = folder.appending(entry.name)
      switch entry.kind {
      case .file(let stamp, let isExecutable):
        if CarriedPaths.contain(path) { files[path] = File(stamp: stamp, isExecutable: isExecutable) }
      case .folder: if CarriedPaths.mayBeIn(path) { folders.append(path) }
      case .other: others.insert(path)
      }
    }
    return folders
  }

  /// The links, pipes and the like that someone put there; those of editors come and go.
  var specials: [SkippedFile] {
    others.filter { CarriedPaths.contain($0) && !$0.name.starts(with: Array(".#".utf8)) }.map {
      SkippedFile($0, .special)
    }
  }

  /// Whether nothing is known of a path, so that it is not gone for all we know.
  func hides(_ path: VaultPath) -> Bool {
    if others.contains(path) || !CarriedPaths.contain(path) { return true }
    guard !unreadable.isEmpty || !repositories.isEmpty || !others.isEmpty else { return false }
    var folder = path.parent
    while folder != .root {
      if others.contains(folder) || unreadable.contains(folder) || repositories.contains(folder) { return true }
      folder = folder.parent
    }
    return false
  }
}
