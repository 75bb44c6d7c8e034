import MemoCore
import MemoStore

/// Folders, and files that are not memos, whose names differ from others beside them in case or normalization alone: macOS
/// and Windows take such names for one. Memos of which both paths are known are `NameClashes`.
struct TwinNames {
  /// For each of them, its problem.
  private(set) var problems: [VaultProblem] = []

  private static let foldersPerPart = 8

  /// Lists the vault, as far as its rules let memos be found.
  init(in files: any VaultFiles, _ rules: MemoFileRules) {
    var level = [VaultPath.root]
    while !level.isEmpty {
      let parts = level.concurrentMap(partSize: Self.foldersPerPart) { part in
        part.map { Self.list($0, rules, in: files) }
      }
      problems += parts.joined().flatMap(\.problems)
      level = parts.joined().flatMap(\.folders)
    }
  }

  private static func list(
    _ folder: VaultPath, _ rules: MemoFileRules, in files: any VaultFiles
  ) -> (problems: [VaultProblem], folders: [VaultPath]) {
    // What cannot be listed is named by the refresh already.
    let entries = ((try? files.entries(of: folder)) ?? []).filter { [.file, .folder].contains($0.kind) }
    let paths = entries.map { (path: folder.appending($0.name), isFolder: $0.kind == .folder) }
    let seen = paths.filter { entry in !rules.ignored.contains { $0.matches(entry.path, isFolder: entry.isFolder) } }
    let groups = Dictionary(grouping: seen) { Folding.matchKey(String(decoding: $0.path.name, as: UTF8.self)) }
    return (
      groups.values.filter { $0.count > 1 }.flatMap { group in
        let memos = Set(group.filter { !$0.isFolder && rules.isMemo($0.path) }.map(\.path))
        return group.map(\.path).sorted().compactMap { path -> VaultProblem? in
          if memos.contains(path), memos.count > 1 { return nil }
          return VaultProblem.twin(path, among: group.map(\.path).sorted())
        }
      },
      seen.filter(\.isFolder).map(\.path).filter(rules.isSearched)
    )
  }
}

extension VaultProblem {
  /// That others have the same name as a file or folder: normalization counts before case.
  static func twin(_ path: VaultPath, among paths: [VaultPath]) -> VaultProblem? {
    let others = paths.filter { $0 != path }
    // `String` compares by canonical equivalence.
    let kind =
      others.first { $0.text == path.text }.map { Kind.normalizationTwin($0) } ?? others.first.map { .caseTwin($0) }
    return kind.map { VaultProblem(kind: $0, path: path, position: .start) }
  }
}
