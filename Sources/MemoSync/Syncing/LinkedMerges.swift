package import MemoCore
import MemoStore

/// A merge that was made here, after which links may have to follow what one of its sides has renamed.
package struct LinkedMerge: Equatable, Sendable {
  let commit: ObjectId
  /// What its two sides did to memos.
  package let sides: [MergedSide]
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
    return try notes.compactMap { note in
      guard let ids = note.ids else { return nil }
      do {
        // One that a sync did not come to is made again, if it is still needed.
        guard try sync.repository.isAncestor(ids.commit, of: head) else { return nil }
        return try made.first { $0.commit == ids.commit } ?? LinkedMerge(ids, in: sync)
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

extension LinkedMerge {
  fileprivate init(_ ids: (commit: ObjectId, sides: [ObjectId], bases: [ObjectId]), in sync: SyncContext) throws {
    // They are in order here, which their dates say in a sync.
    let sides = ids.sides.enumerated().map { RepositoryRefs.Tip(id: $1, date: Int64($0)) }
    let divergence = try Divergence(sync.repository, sides[0].id, sides[1].id, since: ids.bases)
    let merge = CommitMerge(
      sync.repository, sides[0], sides[1], divergence, sync.conversions, trees: sync.trees())
    self.init(commit: ids.commit, sides: try merge.run(by: sync.conversions(by:)).sides)
  }
}
