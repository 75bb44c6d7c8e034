public import MemoCore

/// Where something may have changed in a vault. What did, if anything, only the disk knows.
public struct ChangedPaths: Equatable, Sendable {
  /// Memos that may have come, changed or gone.
  public var memos: Set<VaultPath>
  /// Folders that may have come, changed or gone with all below them.
  public var folders: Set<VaultPath>

  /// Puts together paths; none unless given.
  public init(memos: Set<VaultPath> = [], folders: Set<VaultPath> = []) {
    self.memos = memos
    self.folders = folders
  }

  /// Any memo.
  public static let everything = ChangedPaths(folders: [.root])

  /// Whether nothing may have changed.
  public var isEmpty: Bool { memos.isEmpty && folders.isEmpty }

  /// Whether any memo may have changed.
  public var isEverything: Bool { folders.contains(.root) }

  /// Takes over others.
  public mutating func merge(_ others: ChangedPaths) {
    if isEverything || others.isEverything {
      self = .everything
      return
    }
    memos.formUnion(others.memos)
    folders.formUnion(others.folders)
  }

  /// Whether a folder is one of those that may have changed, or is below one.
  package func covers(folder: VaultPath) -> Bool {
    var folder = folder
    while !folders.contains(folder) {
      if folder == .root { return false }
      folder = folder.parent
    }
    return true
  }
}
