import MemoCore
import MemoStore

/// What was known of open conflicts at a commit, so that a sync that leaves their memos alone need not look for them again: each
/// takes a look at the history.
struct CountedConflicts: Codable, Equatable {
  private var commit: String
  /// The memos with conflicts, and those that had some at earlier counts: what was settled there can be undone.
  private let paths: [StoredPath]

  /// So many memos are remembered; where there are more, all is looked for each time.
  private static let mostPaths = 2_000

  /// What holds at a commit; `nil` where that is too much to remember.
  init?(of memos: [VaultPath], at commit: ObjectId, besides earlier: CountedConflicts?) {
    let found = Set(memos + (earlier?.paths.map(\.path) ?? []))
    guard found.count <= Self.mostPaths else { return nil }
    self.commit = commit.text
    paths = found.sorted().map(StoredPath.init)
  }

  private init(commit: String, paths: [StoredPath]) { (self.commit, self.paths) = (commit, paths) }

  /// The same at a later commit; `nil` where one of the memos is another one there, or it is not known what is.
  func follow(to later: ObjectId, by known: KnownChanges) -> CountedConflicts? {
    guard let commit = ObjectId(hexadecimal: commit.utf8), let changes = known.between(commit, later) else {
      return nil
    }
    let changed = Set(changes.map(\.path))
    return paths.contains { changed.contains($0.path) } ? nil : CountedConflicts(commit: later.text, paths: paths)
  }

  /// Has them looked for again, because a person has settled some.
  mutating func expire() { commit = "" }
}
