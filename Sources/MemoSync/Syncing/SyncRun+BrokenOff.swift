import MemoCore

/// Edits of files that a sync which was broken off had put in place.
extension SyncRun {
  /// Merges such edits as edits of what the files were then. Taken for edits of what the branch has, they would seem to
  /// have made again what came from elsewhere, and what they took out of that would come back.
  func mergeEditsOfPending() throws {
    guard !refs.pending.isEmpty, head != nil else { return }
    try loadTable()
    for pending in refs.pending {
      guard let head else { return }
      // One that took a rewritten history over has nothing of this branch.
      let isAhead = try repository.isAncestor(head.id, of: pending)
      guard isAhead, head.id != pending else { continue }
      let edits = try settled(take).edits
      let based = try self.edits(edits, of: pending)
      try merge(based, since: pending)
    }
  }

  /// Those edits that differ less from a commit's version of their file than from the branch's.
  private func edits(
    _ edits: [WorkTreeSnapshot.Edit], of commit: ObjectId
  ) throws -> [WorkTreeSnapshot.Edit] {
    let tree = edits.isEmpty ? [:] : try repository.tree(of: commit)
    let changed = edits.filter { edit in
      let new = tree[edit.path]
      return edit.bytes != nil && edit.converted == nil && new?.mode.isFile == true
        && new != table.files[edit.path]?.entry
    }
    let versions = changed.flatMap { [tree[$0.path], table.files[$0.path]?.entry].compactMap(\.self) }
    let texts = try conversions.texts(of: versions)
    return changed.filter { edit in
      guard let new = tree[edit.path].flatMap({ texts[$0] }), let text = edit.bytes else { return false }
      let old = table.files[edit.path].map { texts[$0.entry] } ?? []
      guard let old, ![old, new, text].contains(where: { $0.contains(0) }) else { return false }
      return Self.linesApart(text, new) < Self.linesApart(text, old)
    }
  }

  /// How many lines only one of two texts has.
  private static func linesApart(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in one.split(separator: UInt8(ascii: "\n")) { counts[line, default: 0] += 1 }
    for line in other.split(separator: UInt8(ascii: "\n")) { counts[line, default: 0] -= 1 }
    return counts.values.reduce(0) { $0 + abs($1) }
  }
}
