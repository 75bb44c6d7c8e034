/// Merges two trees of files that come from a common one, without conflicts.
///
/// What one side alone changed is taken; a change wins over a removal; memos that both changed are woven (`LineMerge`), and
/// other texts where the changes leave each other alone; of what else both changed, the second side's is kept beside the
/// first's. The same three trees give the same result on every device, as long as all call the same side the first.
public struct TreeMerge: Equatable, Sendable {
  /// How the merged tree differs from the first side's at one path.
  public enum Change: Equatable, Sendable {
    /// The path holds an object that is in the store already.
    case take(TreeEntry)
    /// The path holds a text made of both sides'.
    case write(MergedText)
    /// The path is gone.
    case remove(VaultPath)

    /// Where it is.
    public var path: VaultPath {
      switch self {
      case .take(let entry): entry.path
      case .write(let text): text.path
      case .remove(let path): path
      }
    }
  }

  /// A text made of both sides'.
  public struct MergedText: Equatable, Sendable {
    /// Where it is in the merged tree.
    public internal(set) var path: VaultPath
    /// What it is.
    public let mode: FileMode
    /// The text that both come from; `nil` where both sides made the file.
    public let base: ObjectId?
    /// The first side's text.
    public let first: ObjectId
    /// The second side's text.
    public let second: ObjectId
    /// The merged text, with the lines that both changed.
    public let merge: LineMerge
  }

  /// A memo to which each side gave another name, and which has both.
  public struct Doubled: Equatable, Sendable {
    /// The name that it had.
    public let path: VaultPath
    /// The first side's name for it.
    public let first: VaultPath
    /// The second side's.
    public let second: VaultPath
  }

  /// A memo that one side merged into another one while the other side changed it.
  public struct MergedMemo: Equatable, Sendable {
    /// Where the other side has it.
    public let path: VaultPath
    /// The memo that has its text, where the side that merged the two has that.
    public let target: VaultPath
    /// Where this memo is in the merged tree.
    public let newPath: VaultPath
    /// Whether the first side merged the two.
    public let isFirst: Bool
    /// Whether it stays as the other side has it; else what that changed is in the other memo.
    public let isKept: Bool
  }

  /// A file that could not hold both sides' changes.
  public struct Split: Equatable, Sendable {
    /// Where the first side's version is.
    public let path: VaultPath
    /// Where the second side's is.
    public let copy: VaultPath
    /// The second side's version.
    public let second: ObjectId
  }

  /// A file that got another name, because what the other side has cannot stand beside it.
  public struct Displaced: Equatable, Sendable {
    /// The name that it had.
    public let path: VaultPath
    /// The name that it has.
    public let newPath: VaultPath
    /// What is in its place: a file whose name differs in case or normalization alone, a folder, or another memo.
    public let other: VaultPath
    /// Whether that is a folder.
    public let isFolder: Bool
  }

  /// How the merged tree differs from the first side's, by path.
  public let changes: [Change]
  /// Files that hold a second side's version which could not be woven into the first's.
  public let copies: [VaultPath]
  /// Those among them that are there because both sides changed one file.
  public let splits: [Split]
  /// Files that have another name than on the side they come from.
  public let displaced: [Displaced]
  /// Memos that have two names.
  public let doubled: [Doubled]
  /// Memos that one side merged into others while the other side changed them.
  public let mergedMemos: [MergedMemo]
  /// Where the sides moved memos, as far as it had to be found out: by what they say, by names, and by lines.
  public let moves: RenameHints
  /// Files of the base or a side whose folder the merge spells differently, in case or normalization, each with its new path.
  public let respelled: [VaultPath: VaultPath]
  /// Paths where the first side's version stayed and the second's is in no file: links, and memo's own settings.
  public let unmerged: [VaultPath]
  /// Paths that no vault may hold, and that were left out where the trees differ.
  public let rejected: [VaultPath]

  /// Merges three trees.
  ///
  /// - Parameters:
  ///   - renames: files that the sides say they renamed since the base.
  ///   - read: gives the contents of objects in the order asked for; it is called with as many as are needed at a time.
  public init<Failure: Error>(
    _ trees: MergeTrees, renames: RenameHints = RenameHints(),
    read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) {
    let canvases = CanvasMerge(in: trees, renames)
    rejected = trees.differing.filter { !TreePath.isSafe($0) }
    let (folders, given) = (RespelledFolders(in: trees), trees)
    respelled = folders.paths
    let (trees, renames) = (folders.respelledTrees, folders.respelled(renames))
    let names = TakenNames(
      in: try ReusedNames.apart(TreeSlot.differing(in: trees), renames, read: read), renames)
    let moves = try RenameMatching.matches(names.slots, in: trees, renames, read: read)
    var tree = MergedTree(first: trees.first, second: trees.second)
    let merged = try MergedMemos.found(names.slots, in: trees, moves, read: read)
    var plan = MergePlan(names.slots, moves: moves, merging: merged, canvases)
    plan.apply(to: &tree)
    for rival in names.rivals { tree.rename(rival) }
    try plan.mergeTexts(in: &tree, read: read)
    tree.separateNames()
    changes = folders.changes(tree.changes)
    copies = tree.copies.sorted()
    splits = tree.splits.sorted { $0.path < $1.path }
    displaced = tree.displaced.sorted { $0.path < $1.path }
    doubled = plan.doubled.sorted { ($0.path, $0.first, $0.second) < ($1.path, $1.first, $1.second) }.map { memo in
      Doubled(path: folders.formerPath(memo.path, in: given.base), first: memo.first, second: memo.second)
    }
    let newPaths = displaced.newPaths
    mergedMemos = plan.merged.sorted { $0.path < $1.path }.map { memo in
      let (own, other) = memo.isFirst ? (given.first, given.second) : (given.second, given.first)
      return MergedMemo(
        path: folders.formerPath(memo.path, in: other), target: folders.formerPath(memo.target, in: own),
        newPath: newPaths[memo.newPath] ?? memo.newPath, isFirst: memo.isFirst, isKept: memo.isKept)
    }
    self.moves = folders.moves(moves.hints)
    unmerged = plan.unmerged.sorted()
  }

  /// The merged tree, once the merged texts are in the store.
  ///
  /// - Parameter id: the object that holds a merged text.
  public func entries(of first: [TreeEntry], id: (MergedText) -> ObjectId) -> [TreeEntry] {
    let changed = Set(changes.map(\.path)).union(rejected)
    let taken = changes.compactMap { change -> TreeEntry? in
      switch change {
      case .take(let entry): entry
      case .write(let text): TreeEntry(path: text.path, mode: text.mode, id: id(text))
      case .remove: nil
      }
    }
    return (first.filter { !changed.contains($0.path) } + taken).sorted { $0.path < $1.path }
  }
}

extension [TreeMerge.Displaced] {
  /// The names that files have, by those that they had; without files whose former name another memo has.
  var newPaths: [VaultPath: VaultPath] {
    Dictionary(filter { $0.other != $0.path }.map { ($0.path, $0.newPath) }) { path, _ in path }
  }
}
