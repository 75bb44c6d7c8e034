public import MemoCore

/// Which files of a vault are memos, besides the rule that hidden entries never are, and which text is their title: all
/// that a cache depends on besides the files.
public struct MemoFileRules: Equatable, Sendable {
  /// Globs of files and folders that are left out.
  public let ignored: [Glob]
  /// Which text is the title of a memo.
  public let titles: TitleRule

  /// How many components a memo's path may have. Deeper trees come from programs that went astray, or from someone who
  /// wants ours to: the work to open a folder grows with its depth.
  public static let depthLimit = 1_000

  /// How many bytes the patterns of what is left out may have in all: each is compared with each path.
  static let patternLimit = 1 << 15

  private static let extensions = [Array(".md".utf8), Array(".markdown".utf8)]

  /// Leaves out what the globs match: a glob without a slash matches names at any depth, one with a slash the path from
  /// the root, and one that ends in a slash folders only.
  public init(ignored: [Glob] = [], titles: TitleRule = .firstLine) {
    (self.ignored, self.titles) = (ignored, titles)
  }

  /// Whether a regular file is a memo.
  public func isMemo(_ path: VaultPath) -> Bool {
    Self.hasMemoExtension(path) && !ignored.contains { $0.matches(path, isFolder: false) }
  }

  /// Whether a folder may contain memos.
  public func isSearched(folder path: VaultPath) -> Bool {
    !Self.isTooDeep(path) && !ignores(folder: path)
  }

  /// Whether a folder is left out with everything in it.
  package func ignores(folder path: VaultPath) -> Bool {
    ignored.contains { $0.matches(path, isFolder: true) }
  }

  /// Whether a folder is nested so deep that no memo can be in it.
  package static func isTooDeep(_ folder: VaultPath) -> Bool {
    folder.bytes.count >= depthLimit && folder.components.count >= depthLimit
  }

  /// Whether a memo at a path, which has no hidden component, would be seen.
  package func showsMemo(at path: VaultPath) -> Bool {
    isMemo(path) && path.foldersAbove.allSatisfy(isSearched)
  }

  /// Whether a name has a memo's extension; an extension alone is not a name.
  public static func hasMemoExtension(_ path: VaultPath) -> Bool {
    // At the end of the bytes, without the name: every file of a vault comes by here.
    extensions.contains { ending in
      let start = path.bytes.count - ending.count
      return start > 0 && path.bytes[start - 1] != UInt8(ascii: "/") && path.bytes[start...].elementsEqual(ending)
    }
  }

  /// A file's name without the ending that makes it a memo.
  public static func stem(of path: VaultPath) -> ArraySlice<UInt8> {
    stem(ofName: path.name)
  }

  package static func stem<Name: RandomAccessCollection<UInt8>>(ofName name: Name) -> Name.SubSequence {
    let ending = extensions.first { name.count > $0.count && name.suffix($0.count).elementsEqual($0) }
    return name.dropLast(ending?.count ?? 0)
  }

  /// A hash of the rules, by which a cache detects that they changed.
  package var hash: UInt64 {
    XXHash64.hash(ignored.flatMap { Array($0.pattern.utf8) + [0] } + titles.rawValue.utf8)
  }
}

/// Places in a vault where something may have changed; only the files show what did.
public struct ChangedPaths: Equatable, Sendable {
  /// Memos that may have been added, changed or removed.
  public var memos: Set<VaultPath>
  /// Folders that may have been added, changed or removed with everything below.
  public var folders: Set<VaultPath>

  /// Creates a set of paths; empty by default.
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
