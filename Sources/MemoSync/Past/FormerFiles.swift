package import MemoCore

/// What became of files that are gone, as far as the commits show.
package struct FormerFiles {
  /// Where the commits say that they went, by their former paths.
  package private(set) var moved: [VaultPath: VaultPath] = [:]
  /// Those that were there together with the file that might be taken for them.
  package private(set) var deleted: Set<VaultPath> = []

  /// How many paths git gets at a time.
  private static let pathsAtOnce = 1_000

  /// Asks for the last commits that changed them.
  ///
  /// - Parameter files: the paths that are gone from the vault, each with the files that might be taken for it.
  package init(_ files: [VaultPath: [VaultPath]], in repository: PastRepository) throws {
    guard let head = try repository.commit(named: Revision.head.text) else { return }
    for part in files.keys.sorted().parts(of: Self.pathsAtOnce) {
      let commits = try repository.log(upTo: head, of: part.map(repository.path))
      // A commit that moves a folder is the last one of all files in it.
      var former: [String: [VaultPath]] = [:]
      for path in part {
        let name = repository.path(of: path)
        guard let last = commits.first(where: { $0.change(of: name) != nil }) else { continue }
        let isGone = last.change(of: name)?.blob == nil
        if isGone, let new = last.hints.targets[name].flatMap(repository.memoPath) {
          moved[path] = new
        } else if files[path]?.isEmpty == false {
          // What the log has for its parent is the last commit before it that changed such a path.
          former[isGone ? "\(last.id)^" : head, default: []].append(path)
        }
      }
      for (commit, paths) in former {
        let others = { path in (files[path] ?? []).map(repository.path) }
        let found = try repository.files(at: Array(Set(paths.flatMap(others))), in: commit)
        deleted.formUnion(paths.filter { !found.isDisjoint(with: others($0)) })
      }
    }
  }
}
