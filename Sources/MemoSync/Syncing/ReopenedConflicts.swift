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
  init?(_ path: VaultPath, in merge: ObjectId, by past: ConflictPast) throws {
    let graph = try past.graph
    let parents = graph.parents(of: merge)
    guard parents.count == 2, let common = graph.mergeBases(parents[0], parents[1]).first else { return nil }
    let entries = try past.entries(at: ([common] + parents).map { CommitFile(commit: $0, path: path) })
    let texts = try past.texts(of: entries.compactMap(\.self))
    let sides = entries.compactMap { entry in entry.flatMap { texts[$0] } }
    guard sides.count == 3 else { return nil }
    (self.common, base, first, second) = (common, sides[0], sides[1], sides[2])
  }
}

extension Syncer {
  /// The conflict that one side of a merge had settled, where the other one had edited the version that was taken out: the
  /// merge records a removal and an edit, but what is in the memo are two versions again.
  func reopened(
    by overlap: Overlap, in merge: ObjectId, by past: ConflictPast
  ) throws -> (commit: ObjectId, overlap: Overlap)? {
    let areEmpty = [overlap.first, overlap.second].map { StaleBuffer.contents($0).isEmpty }
    guard areEmpty[0] != areEmpty[1], !overlap.isOfKey, overlap.path != Vault.settingsPath,
      let file = try MergedFile(overlap.path, in: merge, by: past)
    else { return nil }
    let edit = areEmpty[0] ? overlap.second : overlap.first
    let (settled, edited) = areEmpty[0] ? (file.first, file.second) : (file.second, file.first)
    return try past.overlaps(of: overlap.path, before: file.common).first {
      $0.overlap.versions.isReopened(by: edit, from: file.base, settled: settled, edited: edited)
    }
  }

  /// Lines of a side of a merge without those of conflicts that were open before: what one side has settled since does not come
  /// back with lines of later.
  ///
  /// - Parameter written: lines that stay nevertheless.
  func uncontested(
    _ text: [UInt8], of path: VaultPath, in file: MergedFile, besides written: [UInt8], by past: ConflictPast
  ) throws -> [UInt8] {
    let contested: Set = try past.overlaps(of: path, before: file.common).reduce(into: []) {
      $0.formUnion($1.overlap.versions.open(in: file.base))
    }
    let gone = contested.subtracting(StaleBuffer.contents(written))
    guard !gone.isEmpty else { return text }
    return text.withUnsafeBytes { bytes in
      var (start, kept) = (0, [UInt8]())
      for line in LineScanner.lines(of: bytes) {
        let end = bytes.lineStart(after: line.upperBound)
        if !gone.contains(text[line]) { kept += text[start..<end] }
        start = end
      }
      return kept
    }
  }
}
