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
    let all = notes.compactMap(\.ids)
    let inBranch = try sync.repository.ancestors(of: head, among: all.map(\.commit))
    let merges = all.filter { inBranch.contains($0.commit) }
    // One that a sync did not come to is made again.
    let sides = merges.filter { merge in !made.contains { $0.commit == merge.commit } }.flatMap(\.sides)
    let tips = try CommitLog(sync.repository, of: sides).entries.map(\.tip)
    return try merges.compactMap { merge in
      do {
        return try made.first { $0.commit == merge.commit } ?? LinkedMerge(merge, tips, in: sync)
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
  /// - Parameter tips: among them its two sides.
  fileprivate init?(
    _ ids: (commit: ObjectId, sides: [ObjectId], bases: [ObjectId]), _ tips: [RepositoryRefs.Tip], in sync: SyncContext
  ) throws {
    let sides = ids.sides.compactMap { id in tips.first { $0.id == id } }
    guard sides.count == 2 else { return nil }
    let divergence = try Divergence(sync.repository, sides[0].id, sides[1].id, since: ids.bases)
    let merge = CommitMerge(
      sync.repository, sides[0], sides[1], divergence, sync.conversions, trees: sync.trees())
    self.init(commit: ids.commit, sides: try merge.run(by: sync.conversions(by:)).sides)
  }
}
