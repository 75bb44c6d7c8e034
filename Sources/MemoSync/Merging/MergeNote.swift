import MemoCore

/// What a merge decided that people would like to know of, as the merge's commit tells it: so every device knows.
enum MergeNote: Equatable, Sendable {
  /// One side deleted the file and the other changed it, or gave it this name: it stays.
  case kept(VaultPath)
  /// Each side gave the file another name: it has both, the first side's and the second's.
  case doubled(VaultPath, [VaultPath])
  /// Both sides changed a file that cannot hold both: one version has the name and the other is beside it. Where each
  /// was written; empty where that is not known.
  case split(VaultPath, copy: VaultPath, devices: [String])
  /// A file has another name now, because another file or a folder is in its place. Where the two were written;
  /// empty where that is not known.
  case displaced(VaultPath, newPath: VaultPath, other: VaultPath, devices: [String])

  private static let keptName = Array("Memo-Kept:".utf8)
  private static let doubledName = Array("Memo-Doubled:".utf8)
  private static let splitName = Array("Memo-Split:".utf8)
  private static let displacedName = Array("Memo-Displaced:".utf8)

  /// The line of a commit's message that tells it: `Memo-Kept: "a.md"`, `Memo-Doubled: "a.md" "b.md" "c.md"`,
  /// `Memo-Split: "a.json" "a (conflict 1a2b3c4).json" "desk" "phone"` or
  /// `Memo-Displaced: "A.md" "A (2).md" "a.md" "desk" "phone"`.
  var trailer: [UInt8] {
    switch self {
    case .kept(let path): Self.line(Self.keptName, [path])
    case .doubled(let path, let names): Self.line(Self.doubledName, [path] + names)
    case .split(let path, let copy, let devices):
      Self.line(Self.splitName, [path, copy] + devices.map { VaultPath($0) })
    case .displaced(let path, let newPath, let other, let devices):
      Self.line(Self.displacedName, [path, newPath, other] + devices.map { VaultPath($0) })
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
    } else if let paths = Self.paths(after: Self.splitName, in: trailer), paths.count == 4 {
      self = .split(paths[0], copy: paths[1], devices: paths[2...].map(\.text))
    } else if let paths = Self.paths(after: Self.displacedName, in: trailer), paths.count == 5 {
      self = .displaced(paths[0], newPath: paths[1], other: paths[2], devices: paths[3...].map(\.text))
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

  /// Whether a person is to look at the files, until one is gone.
  var needsLook: Bool {
    switch self {
    case .kept: false
    case .doubled, .split, .displaced: true
    }
  }

  /// Where a file went that the merge itself gave another name.
  var rename: RenameHint? {
    if case .displaced(let path, let newPath, _, _) = self { RenameHint(old: path, new: newPath) } else { nil }
  }

  /// Those that a commit's message tells.
  static func all(in message: [UInt8]) -> [MergeNote] {
    message.split(separator: UInt8(ascii: "\n")).compactMap(MergeNote.init(trailer:))
  }
}

/// Finds out what a merge decided, from trees and renames alone.
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
    let names = [newNames(in: trees[0], renames.first), newNames(in: trees[1], renames.second)]
    let moved = movedAndDeleted(names).filter(held.contains)
    return Set(kept.map(\.path) + moved).sorted().map { .kept($0) } + doubled(merge, names, held)
  }

  /// The new names of files that one side gave another name and the other side deleted.
  private func movedAndDeleted(_ names: [[VaultPath: VaultPath]]) -> [VaultPath] {
    [(0, 1), (1, 0)].flatMap { side, other in
      names[side].filter { trees[other][$0.key] == nil && names[other][$0.key] == nil && trees[other][$0.value] == nil }
        .map(\.value)
    }
  }

  /// Memos that both sides renamed, and other files of which they say so.
  private func doubled(
    _ merge: TreeMerge, _ names: [[VaultPath: VaultPath]], _ held: Set<VaultPath>
  ) -> [MergeNote] {
    var found = Dictionary(merge.doubled.map { ($0.path, [$0.first, $0.second]) }) { first, _ in first }
    for (old, new) in names[0] where found[old] == nil {
      if let other = names[1][old], other != new { found[old] = [new, other] }
    }
    return found.filter { $0.value.allSatisfy(held.contains) }.sorted { $0.key < $1.key }.map { .doubled($0, $1) }
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
