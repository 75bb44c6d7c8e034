package import MemoCore
import MemoStore

/// A merge that was made here, after which links may have to follow what one of its sides has renamed.
package struct LinkedMerge: Equatable, Sendable {
  let commit: ObjectId
  /// What its two sides did to memos.
  package let sides: [MergedSide]
  /// Whether it is no merge: the first side was saved on top of the second, in the middle of the sync that had brought this one in,
  /// by programs that may not have seen it.
  package var isOfSaves = false
}

/// What git's objects hold, as files have it.
package struct StoredTexts {
  let repository: GitRepository
  let conversions: PathConversions

  /// Some of the texts; of what cannot be read, nothing.
  package func texts(of entries: [TreeEntry]) throws -> [TreeEntry: [UInt8]] {
    try conversions.texts(of: entries)
  }

  /// What a merge has made of a file; `nil` where it cannot be read.
  package func text(of path: VaultPath, in merge: LinkedMerge) throws -> [UInt8]? {
    guard let entry = try repository.entry(of: path, in: merge.commit) else { return nil }
    return try conversions.texts(of: [entry])[entry]
  }
}

extension Syncer {
  /// The merges that are in the branch and after which links may still have to follow, the oldest first: those, too, of syncs
  /// that ended before. Those that are in no branch are forgotten.
  ///
  /// - Parameter made: those that this process has just made.
  package func mergesToFollow(knowing made: [LinkedMerge]) throws -> [LinkedMerge] {
    let notes = folder.readState().linkedMerges ?? []
    guard !notes.isEmpty else { return [] }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let sync = try context(SyncOptions(), isLocal: true)
    let known = RefFiles(sync.names, in: vault)?.head
    guard let head = try known ?? sync.repository.refs()[sync.names.head]?.id else { return [] }
    let all = notes.compactMap(\.ids)
    let inBranch = try sync.repository.ancestors(of: head, among: all.map(\.commit))
    let merges = all.filter { inBranch.contains($0.commit) }
    let inOthers = try sync.repository.inBranches(all.map(\.commit).filter { !inBranch.contains($0) })
    // One that a sync did not come to is made again.
    func madeNow(_ ids: LinkedMergeNote.Ids) -> LinkedMerge? {
      ids.isOfSaves ? nil : made.first { $0.commit == ids.commit }
    }
    let sides = merges.filter { madeNow($0) == nil }.flatMap(\.sides)
    let tips = try CommitLog(sync.repository, of: sides).entries.map(\.tip)
    let found: [LinkedMerge] = try merges.compactMap { merge in
      do {
        return try madeNow(merge) ?? LinkedMerge(merge, tips, in: sync)
      } catch let error as GitError where !error.isByForce {
        // The history may have been rewritten.
        return nil
      }
    }
    let left = inOthers.union(found.map(\.commit))
    folder.forgetMerges { !left.contains($0) && all.map(\.commit).contains($0) }
    return found
  }

  /// Forgets merges after which all links have followed.
  package func forget(_ merges: [LinkedMerge]) {
    guard !merges.isEmpty else { return }
    folder.forgetMerges { commit in merges.contains { $0.commit == commit } }
  }
}

extension GitRepository {
  /// Those of some commits that are in any branch.
  fileprivate func inBranches(_ commits: [ObjectId]) throws -> Set<ObjectId> {
    guard !commits.isEmpty else { return [] }
    let branches = try refs().tips.filter { $0.key.text.hasBytePrefix("refs/heads/") }
    return try branches.values.reduce(into: []) { found, tip in
      found.formUnion(try ancestors(of: tip.id, among: commits))
    }
  }
}

extension SyncContext {
  /// Remembers what was saved since files came in with this sync, in which links may have to follow what these have renamed.
  func noteSavesSinceArrival() {
    guard let arrival, let head else { return }
    folder.note(LinkedMergeNote(ofSaves: head.id, since: arrival, at: clock.now))
  }
}

extension LinkedMerge {
  /// - Parameter tips: among them its two sides.
  fileprivate init?(_ ids: LinkedMergeNote.Ids, _ tips: [RepositoryRefs.Tip], in sync: SyncContext) throws {
    let sides = ids.sides.compactMap { id in tips.first { $0.id == id } }
    guard sides.count == 2 else { return nil }
    guard ids.isOfSaves else {
      self.init(commit: ids.commit, sides: try Self.merge(sides[0], sides[1], since: ids.bases, in: sync).sides)
      return
    }
    let arrived = try Self.side(sides[1], since: ids.bases[0], in: sync)
    let saved = try Self.side(sides[0], since: sides[1].id, in: sync)
    self.init(commit: ids.commit, sides: [saved, arrived], isOfSaves: true)
  }

  /// What a commit has that another one, which it comes from, has not.
  private static func side(_ tip: RepositoryRefs.Tip, since base: ObjectId, in sync: SyncContext) throws -> MergedSide {
    // The side with the later date is the second.
    try merge(tip, RepositoryRefs.Tip(id: base, date: .max), since: [base], in: sync).sides[0]
  }

  private static func merge(
    _ one: RepositoryRefs.Tip, _ other: RepositoryRefs.Tip, since bases: [ObjectId], in sync: SyncContext
  ) throws -> CommitMerge.Result {
    let divergence = try Divergence(sync.repository, one.id, other.id, since: bases)
    let merge = CommitMerge(sync.repository, one, other, divergence, sync.conversions, trees: sync.trees())
    return try merge.run(by: sync.conversions(by:))
  }
}
