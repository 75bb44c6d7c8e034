package import MemoCore

/// Lists folders and the folders in them, level by level, each level on all cores.
///
/// The index and sync look at a vault through it. What they list and take differs: the index needs names, sync needs the
/// stamp of every file.
package struct TreeScan<Found: Sendable>: Sendable {
  /// A folder and what was found in it.
  package struct Folder: Sendable {
    package let path: VaultPath
    /// What was taken from its entries.
    package var found: Found
    /// The folders in it to be listed.
    package private(set) var folders: [VaultPath] = []
    /// The folders in it that would be listed if they were not nested so deep.
    package private(set) var tooDeep: [VaultPath] = []
    /// Why it could not be listed.
    package fileprivate(set) var failure: FileError?

    private let depthLimit: Int

    fileprivate init(_ path: VaultPath, _ found: Found, depthLimit: Int) {
      (self.path, self.found, self.depthLimit) = (path, found, depthLimit)
    }

    /// Has a folder in this one listed, unless it is nested too deep.
    package mutating func descend(into folder: VaultPath) {
      // Counted only where the bytes allow so many: every folder passes here.
      if folder.bytes.count > depthLimit, folder.components.count > depthLimit {
        tooDeep.append(folder)
      } else {
        folders.append(folder)
      }
    }

    /// The folders that were not listed: this one where that failed, and those nested too deep.
    package var unlisted: [VaultPath] { failure == nil ? tooDeep : [path] + tooDeep }

    /// Why something in it is not known.
    package var problem: FileError? { failure ?? tooDeep.last.map(FileError.tooDeep) }
  }

  private let depthLimit: Int
  private let nothing: Found
  private let list: @Sendable (inout Folder) throws(FileError) -> Void

  /// Describes a scan.
  ///
  /// - Parameters:
  ///   - depthLimit: how many components the path of a listed folder may have.
  ///   - nothing: what was found in a folder before it is listed.
  ///   - list: lists one folder: takes what it wants of the entries and descends into folders. Called from any thread.
  package init(
    depthLimit: Int, nothing: Found, list: @escaping @Sendable (inout Folder) throws(FileError) -> Void
  ) {
    (self.depthLimit, self.nothing, self.list) = (depthLimit, nothing, list)
  }

  /// Lists some folders and all below them, each once.
  ///
  /// - Parameters:
  ///   - isKnown: whether a folder in a listed one need not be listed.
  ///   - isLast: whether nothing more need be listed once this folder is.
  package func run(
    from start: [VaultPath], except isKnown: (VaultPath) -> Bool = { _ in false },
    until isLast: (Folder) -> Bool = { _ in false }
  ) -> [Folder] {
    var listed: [Folder] = []
    var seen = Set(start)
    var level = start
    while !level.isEmpty {
      let folders = level.concurrentMap(partSize: foldersPerPart) { part in part.map(folder) }.flatMap(\.self)
      listed += folders
      if folders.contains(where: isLast) { break }
      level = folders.flatMap(\.folders).filter { !isKnown($0) && seen.insert($0).inserted }
    }
    return listed
  }

  private var foldersPerPart: Int { 4 }

  private func folder(at path: VaultPath) -> Folder {
    var folder = Folder(path, nothing, depthLimit: depthLimit)
    do {
      try list(&folder)
    } catch {
      folder.failure = error
    }
    return folder
  }
}
