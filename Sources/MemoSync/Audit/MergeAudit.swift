import MemoCore
import MemoStore

/// Compares merges that other programs made with those that memo would have made.
struct MergeAudit {
  /// A merge that memo did not make.
  typealias Merge = CommitLog.Entry

  /// What a merge has dropped of a file.
  struct Finding {
    let merge: Merge
    let path: VaultPath
    let dropped: DroppedLines
    /// What the merge made of the file; `nil` where it is not there.
    let made: [UInt8]?
  }

  let repository: GitRepository
  let conversions: PathConversions

  private static let mergesAtOnce = 256
  /// So many merges are asked about one by one; for more, the whole history is read once.
  private static let questions = 16

  // MARK: Merges

  /// The merges among some commits that memo did not make, the newest first.
  ///
  /// - Parameter commits: what `rev-list` takes.
  func merges(among commits: [String]) throws -> [Merge] {
    try CommitLog.entries(in: repository, ["--merges"] + commits).filter(\.isMergeOfAnotherProgram)
  }

  // MARK: Findings

  /// What merges of two commits have dropped, in their order and by path.
  func findings(in all: [Merge]) throws -> [Finding] {
    let merges = all.filter(Self.isCompared)
    guard !merges.isEmpty else { return [] }
    let merged = Array(zip(merges, try bases(of: merges)))
    return try merged.parts(of: Self.mergesAtOnce).flatMap { try findings(in: Array($0)) }
  }

  /// Whether a merge is compared: git makes none of more than two commits by itself that has conflicts.
  static func isCompared(_ merge: Merge) -> Bool { merge.parents.count == 2 }

  private func bases(of merges: [Merge]) throws -> [[ObjectId]] {
    if merges.count <= Self.questions {
      return try merges.map { try repository.mergeBases($0.parents[0], $0.parents[1]) }
    }
    let graph = try CommitGraph(of: merges.map(\.id), in: repository)
    return merges.map { graph.mergeBases($0.parents[0], $0.parents[1]) }
  }

  /// A file that a merge may have dropped lines of: for each base, what the commits have at its path.
  private struct Suspect {
    let merge: Merge
    let path: VaultPath
    let bases: [TreeEntry?]
    let parents: [TreeEntry?]
    let made: TreeEntry?
    /// What the file may be called elsewhere: where it is gone, the files that a parent has not; where it is new, those that
    /// its side has not any more.
    let others: [TreeEntry]

    /// What the path has.
    var versions: [TreeEntry] { (bases + parents + [made]).compactMap(\.self) }
    var entries: [TreeEntry] { versions + others }
  }

  private func findings(in merges: [(merge: Merge, bases: [ObjectId])]) throws -> [Finding] {
    let suspects = try suspects(among: merges)
    let texts = try conversions.texts(of: Set(suspects.flatMap(\.entries)))
    return suspects.compactMap { suspect in finding(suspect, texts) }
  }

  /// What is missing whichever base is taken.
  private func finding(_ suspect: Suspect, _ texts: [TreeEntry: [UInt8]]) -> Finding? {
    // What cannot be read, or is no text, says nothing.
    let known = suspect.entries.allSatisfy { entry in texts[entry].map { !$0.contains(0) } ?? false }
    // A drawing is known as one by what it holds, too.
    guard known, suspect.versions.allSatisfy({ TextKind(of: $0.path, texts[$0] ?? []) == .woven }) else { return nil }
    func text(_ entry: TreeEntry?) -> [UInt8]? { entry.flatMap { texts[$0] } }
    var found: DroppedLines?
    for base in suspect.bases {
      let versions = DroppedLines.Versions(
        base: text(base), parents: suspect.parents.map(text), merge: text(suspect.made))
      guard let dropped = DroppedLines(versions, besides: suspect.others.compactMap(text)) else { return nil }
      if found.map({ dropped.lines.count < $0.lines.count }) ?? true { found = dropped }
    }
    return found.map { Finding(merge: suspect.merge, path: suspect.path, dropped: $0, made: text(suspect.made)) }
  }

  // MARK: Trees

  /// Finds them by the differences of trees: a file that only one side changed, and that the merge took, is none.
  private func suspects(among merges: [(merge: Merge, bases: [ObjectId])]) throws -> [Suspect] {
    let questions = merges.flatMap { merge, bases in
      // A commit with another one in the place of its parents.
      merge.parents.map { CommitPair(new: merge.id, old: $0) }
        + bases.flatMap { base in merge.parents.map { CommitPair(new: $0, old: base) } }
    }
    var answers = try repository.differences(of: questions).map(\.byPath)[...]
    return try merges.flatMap { merge, bases in
      let toMerge = answers.prefix(2).map { $0 }
      var fromBases = answers.dropFirst(2).prefix(2 * bases.count).map { $0 }
      answers = answers.dropFirst(2 + 2 * bases.count)
      // Histories with nothing in common come from nothing.
      if bases.isEmpty { fromBases = try merge.parents.map(allFiles) }
      return suspects(in: merge, toMerge, fromBases, areRelated: !bases.isEmpty)
    }
  }

  private typealias Difference = [VaultPath: TreeChange]

  private func allFiles(of commit: ObjectId) throws -> Difference {
    try repository.tree(of: commit).mapValues { TreeChange(path: $0.path, old: nil, new: $0) }
  }

  private func suspects(
    in merge: Merge, _ toMerge: [Difference], _ fromBases: [Difference], areRelated: Bool
  ) -> [Suspect] {
    // Where the merge has a file that a parent has not, it may be one of the other parent's under another name.
    let added = toMerge.flatMap { $0.values.filter { $0.old == nil }.compactMap(\.new) }
    let addedIds = Set(added.map(\.id))
    let paths = Set(fromBases.flatMap(\.keys)).union(toMerge[0].keys).filter { path in
      toMerge.contains { $0[path] != nil }
    }
    return paths.sorted().compactMap { path in
      let differences = toMerge.map { $0[path] }
      let made = differences.compactMap(\.self).first?.new
      let parents = differences.map { $0 == nil ? made : $0?.old }
      var bases: [TreeEntry?] = []
      for start in stride(from: 0, to: fromBases.count, by: 2) {
        let sides = fromBases[start..<(start + 2)].map { $0[path] }
        // One side changed it, and the merge has that.
        if (0..<2).contains(where: { differences[$0] == nil && sides[1 - $0] == nil }) { return nil }
        bases.append(sides[0].map(\.old) ?? parents[0])
      }
      guard (bases + parents + [made]).compactMap(\.self).allSatisfy(Self.isMemo) else { return nil }
      let new = made == nil || !areRelated ? added : []
      let missing = differences.compactMap { $0?.old }
      if !new.isEmpty, missing.allSatisfy({ addedIds.contains($0.id) }) { return nil }
      let isNew = bases.contains(nil) && parents.contains(nil)
      let gone = isNew ? fromBases.flatMap { $0.values.filter { $0.new == nil }.compactMap(\.old) } : []
      return Suspect(
        merge: merge, path: path, bases: bases, parents: parents, made: made, others: (new + gone).filter(Self.isMemo))
    }
  }

  private static func isMemo(_ entry: TreeEntry) -> Bool {
    entry.mode.isFile && TextKind(of: entry.path) == .woven
  }
}
