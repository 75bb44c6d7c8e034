import MemoCore

/// How many files changed in which way.
public struct ChangeCounts: Equatable, Sendable {
  /// Files that are new or have other bytes.
  public var changed = 0
  /// Files that are gone.
  public var deleted = 0
  /// Files that have another path.
  public var renamed = 0

  /// Counts nothing.
  public init() {}

  /// - Parameter told: renames that commits tell of, for files that got other bytes as well.
  init(_ changes: [TreeChange], told: [RenameHint] = []) {
    renamed = changes.renames(told).count
    changed = changes.count { $0.new != nil } - renamed
    deleted = changes.count { $0.new == nil } - renamed
  }

  /// Takes so many files for renamed that were counted as deleted and as new.
  mutating func count(renamed more: Int) {
    renamed += more
    changed -= more
    deleted -= more
  }

  /// How many files it is about; one that was renamed is one.
  public var total: Int { changed + deleted + renamed }

  static func += (counts: inout ChangeCounts, more: ChangeCounts) {
    counts.changed += more.changed
    counts.deleted += more.deleted
    counts.renamed += more.renamed
  }
}
