import MemoCore
import MemoStore

/// The two sides of a merge in a file, and what they come from.
struct MergedFile {
  /// The commit that both sides come from.
  let common: ObjectId
  let base: [UInt8]
  let first: [UInt8]
  let second: [UInt8]

  /// - Returns: `nil` where one of the three has not the file, and for commits that have not two parents.
  init?(
    _ path: VaultPath, in merge: ObjectId, _ repository: GitRepository, _ conversions: PathConversions
  ) throws {
    let parents = try repository.parents(of: merge)
    guard parents.count == 2, let common = try repository.mergeBases(parents[0], parents[1]).first else { return nil }
    let entries = try ([common] + parents).compactMap { try repository.entry(of: path, in: $0) }
    let texts = try conversions.texts(of: entries)
    let sides = entries.compactMap { texts[$0] }
    guard sides.count == 3 else { return nil }
    (self.common, base, first, second) = (common, sides[0], sides[1], sides[2])
  }
}

extension Syncer {
  /// The conflict that one side of a merge had settled, where the other one had edited the version that was taken out: the
  /// merge records a removal and an edit, but what is in the memo are two versions again.
  func reopened(by overlap: Overlap, in merge: ObjectId) throws -> (commit: ObjectId, overlap: Overlap)? {
    let areEmpty = [overlap.first, overlap.second].map { StaleBuffer.contents($0).isEmpty }
    guard areEmpty[0] != areEmpty[1], !overlap.isOfKey, overlap.path != Vault.settingsPath,
      let file = try mergedFile(overlap.path, in: merge)
    else { return nil }
    let edit = areEmpty[0] ? overlap.second : overlap.first
    let (settled, edited) = areEmpty[0] ? (file.first, file.second) : (file.second, file.first)
    return try recorded(of: overlap.path, before: file.common).first {
      $0.overlap.versions.isReopened(by: edit, from: file.base, settled: settled, edited: edited)
    }
  }

  /// The file of a merge on both sides.
  func mergedFile(_ path: VaultPath, in merge: ObjectId) throws -> MergedFile? {
    let repository = try repository()
    return try MergedFile(path, in: merge, repository, try conversions(of: repository))
  }

  /// Lines of a side of a merge without those of conflicts that were open before: what one side has settled since does not come
  /// back with lines of later.
  ///
  /// - Parameter written: lines that stay nevertheless.
  func uncontested(
    _ text: [UInt8], of path: VaultPath, in file: MergedFile, besides written: [UInt8]
  ) throws -> [UInt8] {
    let contested: Set = try recorded(of: path, before: file.common).reduce(into: []) {
      $0.formUnion($1.overlap.versions.open(in: file.base))
    }
    let gone = contested.subtracting(StaleBuffer.contents(written))
    guard !gone.isEmpty else { return text }
    return text.withUnsafeBytes { bytes in
      var (start, kept) = (0, [UInt8]())
      for line in LineScanner.lines(of: bytes) {
        let end = LineScanner.end(of: bytes, after: line)
        if !gone.contains(text[line]) { kept += text[start..<end] }
        start = end
      }
      return kept
    }
  }

  /// What merges in the history of a commit record of the lines of a file, the newest first.
  private func recorded(
    of path: VaultPath, before commit: ObjectId
  ) throws -> [(commit: ObjectId, overlap: Overlap)] {
    let log = try CommitLog(repository(), ofConflictsIn: commit)
    return try unsealed(overlaps(in: log).filter { $0.overlap.path == path && !$0.overlap.isOfKey })
  }
}
