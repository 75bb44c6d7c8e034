/// Folders whose names a side of a merge gave another spelling, in case or normalization alone: `reading/` in place of
/// `Reading/`. The files of the other side, and those of the base, count as if they were in the folder as it is spelled now.
///
/// By their paths alone, what the other side added would stay below the old spelling, and the folder would be two.
struct RespelledFolders {
  /// The files of the trees that have another path now, each with that.
  let paths: [VaultPath: VaultPath]

  private let trees: MergeTrees
  /// The paths of the same files, by those that they have now.
  private let formerPaths: [VaultPath: [VaultPath]]

  /// Looks for them.
  init(in trees: MergeTrees) {
    self.trees = trees
    let names = Self.names(in: trees)
    let all = names.isEmpty ? [] : Set(trees.base.keys).union(trees.first.keys).union(trees.second.keys)
    let new = all.map { ($0, Self.respelled($0, names)) }
    let paths = Dictionary(uniqueKeysWithValues: new.filter { $0 != $1 })
    self.paths = paths
    formerPaths = Dictionary(grouping: paths.keys) { paths[$0] ?? $0 }
  }

  /// The new names of folders, by what their paths are where case and normalization make no difference: of those that each tree
  /// spells in one way, and a side in another than the base. Where the sides differ, too, the name that sorts first counts.
  private static func names(in trees: MergeTrees) -> [[UInt8]: ArraySlice<UInt8>] {
    // What a side has spelled differently differs with every file.
    let keys = Set(spellings(in: trees.differing).filter { $0.value.count > 1 }.keys)
    guard !keys.isEmpty else { return [:] }
    let base = spellings(in: trees.base.keys, of: keys)
    let sides = trees.sides.map { spellings(in: $0.keys, of: keys) }
    // In the place of such a folder, a tree may have a file: `Plan/` beside `plan`.
    let files = Set(([trees.base] + trees.sides).flatMap { $0.keys.lazy.map(\.nameKey).filter(keys.contains) })
    return base.reduce(into: [:]) { names, folder in
      let spelled = sides.map { $0[folder.key] ?? [] }
      // Where there are two, they are two folders on purpose.
      guard folder.value.count == 1, spelled.allSatisfy({ $0.count < 2 }), !files.contains(folder.key) else { return }
      let new = spelled[0].union(spelled[1]).subtracting(folder.value)
      names[folder.key] = new.min { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// The names of the folders that files are in, by the same keys.
  ///
  /// - Parameter keys: those of the folders that are asked for; `nil` for all.
  private static func spellings(
    in files: some Sequence<VaultPath>, of keys: Set<[UInt8]>? = nil
  ) -> [[UInt8]: Set<ArraySlice<UInt8>>] {
    let parents = Set(files.lazy.filter(TreePath.isSafe).map(\.parent)).subtracting([.root])
    return parents.union(parents.flatMap(\.foldersAbove)).reduce(into: [:]) { spellings, folder in
      let key = folder.nameKey
      if keys?.contains(key) ?? true { spellings[key, default: []].insert(folder.name) }
    }
  }

  private static func respelled(_ path: VaultPath, _ names: [[UInt8]: ArraySlice<UInt8>]) -> VaultPath {
    guard TreePath.isSafe(path) else { return path }
    var (folder, new) = (VaultPath.root, VaultPath.root)
    for name in path.components.dropLast() {
      folder = folder.appending(name)
      new = new.appending(names[folder.nameKey] ?? name)
    }
    return new.appending(path.name)
  }

  /// The path that a file of one of the trees has there.
  func formerPath(_ path: VaultPath, in tree: [VaultPath: TreeEntry]) -> VaultPath {
    formerPaths[path]?.first { tree[$0] != nil } ?? path
  }

  /// The trees as if their folders had always been spelled as they are now.
  var respelledTrees: MergeTrees {
    guard !paths.isEmpty else { return trees }
    let respelled = ([trees.base] + trees.sides).map { tree in
      Dictionary(
        uniqueKeysWithValues: tree.map { path, entry in
          let path = paths[path] ?? path
          return (path, TreeEntry(path: path, mode: entry.mode, id: entry.id))
        })
    }
    return MergeTrees(base: respelled[0], first: respelled[1], second: respelled[2])
  }

  /// Renames as if the folders had always been spelled as they are now.
  func respelled(_ renames: RenameHints) -> RenameHints {
    RenameHints(first: respelled(renames.first), second: respelled(renames.second))
  }

  private func respelled(_ renames: [RenameHint]) -> [RenameHint] {
    guard !paths.isEmpty else { return renames }
    let hints = renames.map { hint in
      RenameHint(old: paths[hint.old] ?? hint.old, new: paths[hint.new] ?? hint.new, keepsOld: hint.keepsOld)
    }
    return hints.filter { $0.old != $0.new }
  }

  /// What a merge of the respelled trees changes, as changes to the first side's tree as it was.
  func changes(_ changes: [TreeMerge.Change]) -> [TreeMerge.Change] {
    let respelled = trees.first.values.filter { paths[$0.path] != nil }
    guard !respelled.isEmpty else { return changes }
    var byPath = Dictionary(uniqueKeysWithValues: changes.map { ($0.path, $0) })
    for entry in respelled {
      guard let path = paths[entry.path] else { continue }
      byPath[entry.path] = .remove(entry.path)
      switch byPath[path] {
      case .remove: byPath[path] = nil
      case nil: byPath[path] = .take(TreeEntry(path: path, mode: entry.mode, id: entry.id))
      case .take, .write: break
      }
    }
    return byPath.values.sorted { $0.path < $1.path }
  }

  /// Where the sides moved memos of the base, by the paths that these have there and on the sides.
  func moves(_ moves: RenameHints) -> RenameHints {
    RenameHints(first: self.moves(moves.first, in: trees.first), second: self.moves(moves.second, in: trees.second))
  }

  private func moves(_ moves: [RenameHint], in tree: [VaultPath: TreeEntry]) -> [RenameHint] {
    guard !paths.isEmpty else { return moves }
    let known = moves.map { hint in
      RenameHint(old: formerPath(hint.old, in: trees.base), new: formerPath(hint.new, in: tree))
    }
    let moved = Set(known.map(\.old))
    let own = paths.filter { trees.base[$0.key] != nil && !moved.contains($0.key) }
      .map { RenameHint(old: $0, new: formerPath($1, in: tree)) }.filter { $0.old != $0.new && tree[$0.new] != nil }
    return known + own.sorted { $0.old < $1.old }
  }
}
