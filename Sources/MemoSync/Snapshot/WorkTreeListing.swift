import MemoCore
import MemoStore

/// What is in a vault's folders, without a look into the files.
struct WorkTreeListing: Sendable {
  /// A regular file.
  struct File: Equatable, Sendable {
    let path: VaultPath
    let stamp: FileStamp
    let isExecutable: Bool
  }

  /// A folder and all that is in it.
  struct Folder: Equatable, Sendable {
    let path: VaultPath
    let entries: [WorkTreeEntry]
  }

  /// The files that may be carried, of each folder. Not by their paths: to put 100,000 into such a table took a seventh of a
  /// sync.
  private(set) var files: [[File]] = []
  /// Links, pipes and the like.
  var others: Set<VaultPath> = []
  /// Folders that could not be listed.
  var unreadable: [VaultPath] = []
  /// Folders that are repositories of their own.
  var repositories: [VaultPath] = []

  /// Lists a vault.
  ///
  /// - Throws: where the root itself cannot be listed.
  init(_ workTree: any WorkTree) throws {
    let scan = TreeScan(of: workTree, nothing: Taken()) { entries, folder in
      folder.found = Self.take(entries, of: folder.path)
      for path in folder.found.folders { folder.descend(into: path) }
    }
    let folders = scan.run(from: [.root])
    for folder in folders {
      if folder.path == .root, let failure = folder.failure { throw failure }
      if folder.found.isRepository { repositories.append(folder.path) }
      unreadable += folder.unlisted
    }
    add(folders.map(\.found))
  }

  /// Takes what is in folders that were listed a moment ago, all of them, none a repository of its own.
  init(_ folders: [Folder]) {
    add(
      folders.concurrentMap(partSize: Self.foldersPerPart) { part in
        part.map { Self.take($0.entries, of: $0.path) }
      }.flatMap(\.self))
  }

  private static let foldersPerPart = 4

  private mutating func add(_ found: [Taken]) {
    files = found.map(\.files)
    for folder in found { others.formUnion(folder.others) }
  }

  /// What is taken of one folder.
  private struct Taken: Sendable {
    var files: [File] = []
    var others: [VaultPath] = []
    var folders: [VaultPath] = []
    var isRepository = false
  }

  private static func take(_ entries: [WorkTreeEntry], of folder: VaultPath) -> Taken {
    var taken = Taken()
    taken.isRepository = folder != .root && entries.contains(where: \.isRepository)
    if taken.isRepository { return taken }
    var seen = Set<VaultPath>(minimumCapacity: entries.count)
    // A folder that changes while it is listed may show a name twice: the later look counts.
    for entry in entries.reversed() where !entry.isRepository {
      let path = folder.appending(entry.name)
      guard seen.insert(path).inserted else { continue }
      switch entry.kind {
      case .file(let stamp, let isExecutable):
        guard CarriedPaths.contain(path) else { continue }
        taken.files.append(File(path: path, stamp: stamp, isExecutable: isExecutable))
      case .folder: if CarriedPaths.mayBeIn(path) { taken.folders.append(path) }
      case .other: taken.others.append(path)
      }
    }
    return taken
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

extension TreeScan {
  /// A scan of what git would see, for the snapshot and the fingerprint alike.
  init(
    of workTree: any WorkTree, nothing: Found, take: @escaping @Sendable ([WorkTreeEntry], inout Folder) -> Void
  ) {
    self.init(depthLimit: 200, nothing: nothing) { folder throws(FileError) in
      guard let entries = try workTree.entries(of: folder.path) else {
        // Gone or a link since its folder was listed: what the commit has in it is not deleted for all we know.
        throw FileError(.list, path: folder.path.bytes, reason: .notFound)
      }
      take(entries, &folder)
    }
  }
}

extension WorkTreeEntry {
  /// Whether it makes a repository of its folder.
  var isRepository: Bool { name.elementsEqual(".git".utf8) }
}

extension StampRule {
  /// The rule for files that sync looks at from `now` on. FAT keeps times to 2 s.
  static func sync(from now: Int64) -> StampRule { StampRule(now: now, grain: 2_000_000_000) }
}
