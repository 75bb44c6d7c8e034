import MemoCore

/// What a commit did to its files since one of the commits that it was made from.
struct HistoryStep {
  /// The commit's name.
  let commit: String
  /// The name of the one that it is compared with.
  let parent: String
  /// What came, went or got another path.
  var changes: [LoggedCommit.Change] = []
  /// The renames that the commit tells of.
  var hints: [RenameHint] = []

  private static let removed = UInt8(ascii: "D")
  private static let renamed = UInt8(ascii: "R")

  /// Files by the names that they have after the step, given by those that they had before it.
  func taken<File>(by files: [VaultPath: File]) -> [VaultPath: File] {
    guard !changes.isEmpty, !files.isEmpty else { return files }
    var files = files
    var come: [VaultPath: File] = [:]
    let places = places
    // All have gone before the first comes: one may take another's name.
    for change in changes {
      guard let old = Self.gone(change), let file = files.removeValue(forKey: old) else { continue }
      if let new = places[old] { come[new] = file }
    }
    files.merge(come) { first, _ in first }
    return files
  }

  /// Where files went: the commit's own word counts more than git's likeness.
  private var places: [VaultPath: VaultPath] {
    let gone = Set(changes.compactMap(Self.gone))
    let come = Set(changes.filter { $0.blob != nil }.map(\.path))
    let told = hints.filter { gone.contains($0.old) && come.contains($0.new) }
    let taken = Set(told.map(\.new))
    let alike = changes.filter { $0.letters == [Self.renamed] && !taken.contains($0.path) }
    let found = Dictionary(alike.map { ($0.oldPaths[0], $0.path) }) { first, _ in first }
    return found.merging(told.map { ($0.old, $0.new) }) { $1 }
  }

  private static func gone(_ change: LoggedCommit.Change) -> VaultPath? {
    switch change.letters {
    case [removed]: change.path
    case [renamed]: change.oldPaths[0]
    default: nil
    }
  }
}
