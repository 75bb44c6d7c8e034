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
    try conversions.texts(of: Set(entries))
  }

  /// What a merge has made of a file; `nil` where it cannot be read.
  package func text(of path: VaultPath, in merge: LinkedMerge) throws -> [UInt8]? {
    guard let entry = try repository.entry(of: path, in: merge.commit) else { return nil }
    return try conversions.texts(of: [entry])[entry]
  }
}

extension Syncer {
  /// The merges that are in the branch and after which links may still have to follow, the oldest first: those, too, of syncs
  /// that ended before.
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
    // One that a sync did not come to is made again.
    func madeNow(_ ids: LinkedMergeNote.Ids) -> LinkedMerge? {
      ids.isOfSaves ? nil : made.first { $0.commit == ids.commit }
    }
    let sides = merges.filter { madeNow($0) == nil }.flatMap(\.sides)
    let tips = try CommitLog(sync.repository, of: sides).entries.map(\.tip)
    return try merges.compactMap { merge in
      do {
        return try madeNow(merge) ?? LinkedMerge(merge, tips, in: sync)
      } catch let error as GitError where !error.isByForce {
        // The history may have been rewritten.
        return nil
      }
    }
  }

  /// Remembers the merges after which links are still to follow, and no others.
  package func keepToFollow(_ merges: [LinkedMerge]) {
    guard folder.readState().linkedMerges != nil else { return }
    folder.note { state in
      let kept = (state.linkedMerges ?? []).filter { note in merges.contains { $0.commit == note.ids?.commit } }
      state.linkedMerges = kept.isEmpty ? nil : kept
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
