import MemoCore

/// What a merge decided that people would like to know of, as the merge's commit tells it: so every device knows.
enum MergeNote: Equatable, Sendable {
  /// One side deleted the file and the other changed it: it stays.
  case kept(VaultPath)
  /// Each side gave the file another name: it has both, the first side's and the second's.
  case doubled(VaultPath, [VaultPath])

  private static let keptName = Array("Memo-Kept:".utf8)
  private static let doubledName = Array("Memo-Doubled:".utf8)

  /// The line of a commit's message that tells it: `Memo-Kept: "a.md"` or `Memo-Doubled: "a.md" "b.md" "c.md"`.
  var trailer: [UInt8] {
    switch self {
    case .kept(let path): Self.line(Self.keptName, [path])
    case .doubled(let path, let names): Self.line(Self.doubledName, [path] + names)
    }
  }

  private static func line(_ name: [UInt8], _ paths: [VaultPath]) -> [UInt8] {
    name + paths.flatMap { [UInt8(ascii: " ")] + QuotedPath.sealed($0) } + [UInt8(ascii: "\n")]
  }

  /// Reads such a line; `nil` for any other.
  init?(trailer: ArraySlice<UInt8>) {
    if let paths = Self.paths(after: Self.keptName, in: trailer), paths.count == 1 {
      self = .kept(paths[0])
    } else if let paths = Self.paths(after: Self.doubledName, in: trailer), paths.count == 3 {
      self = .doubled(paths[0], Array(paths.dropFirst()))
    } else {
      return nil
    }
  }

  private static func paths(after name: [UInt8], in line: ArraySlice<UInt8>) -> [VaultPath]? {
    guard line.starts(with: name) else { return nil }
    var rest = line.dropFirst(name.count)
    var paths: [VaultPath] = []
    while rest.popFirst() == UInt8(ascii: " "), let path = QuotedPath.take(from: &rest) { paths.append(path) }
    return paths
  }

  /// Those that a commit's message tells.
  static func all(in message: [UInt8]) -> [MergeNote] {
    message.split(separator: UInt8(ascii: "\n")).compactMap(MergeNote.init(trailer:))
  }
}

/// Finds out what a merge decided.
struct MergeNotes {
  /// The trees of the first and the second side.
  let trees: [VaultTree]
  let base: VaultTree
  let renames: RenameHints

  /// What became of files that one side has and the other has not under that name.
  func notes(of merge: TreeMerge) -> [MergeNote] {
    var held = Set(trees[0].keys)
    for change in merge.changes {
      if case .remove(let path) = change { held.remove(path) } else { held.insert(change.path) }
    }
    let kept = base.values.filter { entry in
      entry.mode.isFile && held.contains(entry.path)
        && (trees[0][entry.path] == nil) != (trees[1][entry.path] == nil)
    }
    return kept.map(\.path).sorted().map { .kept($0) } + doubled(held)
  }

  private func doubled(_ held: Set<VaultPath>) -> [MergeNote] {
    let names = [newNames(in: trees[0], renames.first), newNames(in: trees[1], renames.second)]
    return names[0].sorted { $0.key < $1.key }.compactMap { old, new in
      guard let other = names[1][old], other != new, held.contains(new), held.contains(other) else { return nil }
      return .doubled(old, [new, other])
    }
  }

  /// The names that a side gave to files of the base, as far as they have them still.
  private func newNames(in tree: VaultTree, _ hints: [RenameHint]) -> [VaultPath: VaultPath] {
    var names: [VaultPath: VaultPath] = [:]
    for hint in hints {
      let old = names.first { $0.value == hint.old }?.key ?? hint.old
      names[old] = hint.new
    }
    return names.filter { base[$0.key] != nil && tree[$0.key] == nil && tree[$0.value] != nil }
  }
}
