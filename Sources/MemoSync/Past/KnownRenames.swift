import MemoCore

/// The renames of a history, and which of its commits have which of them: a merge may be made of commits in which a memo has
/// different names, and in which its name is another memo's.
struct KnownRenames {
  /// A commit gave a memo another name.
  struct Rename: Hashable {
    let commit: String
    let former: VaultPath
    let new: VaultPath
  }

  /// The newest first.
  private let renames: [Rename]
  /// The places of the renames that are in the past of each commit; nothing where there are no merges.
  private var placesByCommit: [String: Set<Int>] = [:]

  /// - Parameter commits: each before its parents.
  init(_ renames: Set<Rename>, in commits: [LoggedCommit]) {
    let byCommit = Dictionary(grouping: renames, by: \.commit)
    let inOrder = byCommit.isEmpty ? [] : commits.map { byCommit[$0.id] ?? [] }
    self.renames = inOrder.flatMap { $0 }
    guard !self.renames.isEmpty, commits.contains(where: { $0.parents.count > 1 }) else { return }
    var end = self.renames.count
    for (commit, own) in zip(commits, inOrder).reversed() {
      var places = commit.parents.first.flatMap { placesByCommit[$0] } ?? []
      for parent in commit.parents.dropFirst() { places.formUnion(placesByCommit[parent] ?? []) }
      places.formUnion((end - own.count)..<end)
      end -= own.count
      placesByCommit[commit.id] = places
    }
  }

  /// The names that a memo of a commit had in each of its parents, as far as only merges changed them.
  func names(of name: VaultPath, before commit: LoggedCommit) -> [VaultPath] {
    guard commit.parents.count > 1, !placesByCommit.isEmpty else { return commit.parents.map { _ in name } }
    let places = commit.parents.map { placesByCommit[$0] ?? [] }
    let sides = places.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let own = places.map { $0.filter { sides[$0] == 1 }.sorted().map { renames[$0] } }
    let origins = own.map { Self.name(name, through: $0, from: \.new, to: \.former) }
    // On one side it got the name that it has, or it had that before the sides parted.
    guard let side = origins.firstIndex(where: { $0 != name }) else { return origins }
    return own.indices.map { parent in
      parent == side
        ? name : Self.name(origins[side], through: own[parent].reversed(), from: \.former, to: \.new)
    }
  }

  private static func name(
    _ name: VaultPath, through renames: [Rename], from: KeyPath<Rename, VaultPath>, to: KeyPath<Rename, VaultPath>
  ) -> VaultPath {
    var (name, last) = (name, "")
    // Two memos whose names one commit swapped go each one way.
    for rename in renames where rename[keyPath: from] == name && rename.commit != last {
      (name, last) = (rename[keyPath: to], rename.commit)
    }
    return name
  }
}
