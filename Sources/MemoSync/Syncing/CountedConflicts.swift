import MemoCore
import MemoStore

/// What was known of open conflicts at a commit, so that a sync that leaves their memos alone need not look for them again: each
/// takes a look at the history.
struct CountedConflicts: Codable, Equatable {
  private let commit: String
  /// The memos with conflicts, and those that had some at earlier counts: what was settled there can be undone.
  private let paths: [StoredPath]

  /// So many memos are remembered; where there are more, all is looked for each time.
  private static let mostPaths = 2_000

  /// What holds at a commit; `nil` where that is too much to remember.
  init?(_ places: [SyncConflict], at commit: ObjectId, besides earlier: CountedConflicts?) {
    let found = Set(places.flatMap { [$0.path, $0.otherPath].compactMap(\.self) } + (earlier?.paths.map(\.path) ?? []))
    guard found.count <= Self.mostPaths else { return nil }
    self.commit = commit.text
    paths = found.sorted().map(StoredPath.init)
  }

  private init(commit: String, paths: [StoredPath]) { (self.commit, self.paths) = (commit, paths) }

  /// The same at a later commit; `nil` where one of the memos is another one there, or it is not known what is.
  func follow(to later: ObjectId, by known: KnownChanges) -> CountedConflicts? {
    guard let commit = ObjectId(hexadecimal: Array(commit.utf8)), let changes = known.between(commit, later) else {
      return nil
    }
    let changed = Set(changes.map(\.path))
    return paths.contains { changed.contains($0.path) } ? nil : CountedConflicts(commit: later.text, paths: paths)
  }

  static func == (one: CountedConflicts, other: CountedConflicts) -> Bool {
    one.commit == other.commit && one.paths.map(\.path) == other.paths.map(\.path)
  }
}
