import MemoCore

/// The commits of one side of a merge, and not of the other, that changed a file.
struct SideHistory {
  /// A commit. Its parents are the next commits of this history.
  private struct Commit {
    let id: ObjectId
    let parents: [ObjectId]
    var changes: [TreeChange] = []
  }

  /// From where a side has lines.
  struct Trace {
    /// The commits in which a line is new; none for a line that no commit of the side wrote.
    fileprivate(set) var origins: [ArraySlice<UInt8>: [ObjectId]] = [:]
    /// The lines that were there before.
    fileprivate(set) var old: Set<ArraySlice<UInt8>> = []
  }

  /// The names that the file may have there.
  let names: [VaultPath]
  /// The newest first.
  private let commits: [Commit]

  /// So many commits are looked at, the newest ones.
  private static let limit = 500
  /// The texts of so many are read at once: what is looked for is mostly in the newest ones.
  private static let batch = 16

  /// The history of a file, as `git log --full-history --parents` has it: without the commits that leave it as it was.
  ///
  /// - Parameters:
  ///   - names: those that it may have.
  ///   - changes: how commits differ in these files.
  init(of names: [VaultPath], in side: SideCommits, _ changes: [CommitPair: [TreeChange]]) {
    self.names = names
    // For each commit the newest one of this history that has the file as it has it.
    var newest: [ObjectId: ObjectId] = [:]
    var found: [Commit] = []
    for commit in side.commits.reversed() {
      let changes = commit.pairs.flatMap { changes[$0] ?? [] }
      let parents = commit.parents.map { newest[$0] ?? $0 }
      if changes.isEmpty, !commit.joinsSide {
        newest[commit.id] = commit.pairs.count == 1 ? commit.pairs[0].old.map { newest[$0] ?? $0 } : nil
      } else {
        let distinct = parents.reduce(into: [ObjectId]()) { if !$0.contains($1) { $0.append($1) } }
        found.append(Commit(id: commit.id, parents: distinct, changes: commit.isMerge ? [] : changes))
      }
    }
    commits = found.reversed().prefix(Self.limit).map(\.self)
  }

  /// Those that are no merges, the newest first.
  var edits: [ObjectId] { commits.filter { $0.parents.count < 2 && !$0.changes.isEmpty }.map(\.id) }

  /// Whether there are merges among them.
  var hasMerges: Bool { commits.contains { $0.parents.count > 1 } }

  /// Looks for the commits in which lines are new. From a merge it goes on to all sides: where two wrote a line, both did.
  ///
  /// - Parameter texts: gives what files held, as far as that can be had.
  func trace(
    _ lines: Set<ArraySlice<UInt8>>, _ texts: ([TreeEntry]) throws -> [TreeEntry: [UInt8]]
  ) throws -> Trace {
    let known = Set(commits.map(\.id))
    var trace = Trace()
    var wanted: [ObjectId: Set<ArraySlice<UInt8>>] = [:]
    for head in known.subtracting(commits.flatMap(\.parents)) { wanted[head] = lines }
    for batch in commits.parts(of: Self.batch) where !wanted.isEmpty {
      let contents = try texts(batch.flatMap(\.changes).flatMap { [$0.old, $0.new].compactMap(\.self) })
      for commit in batch {
        guard let lines = wanted.removeValue(forKey: commit.id) else { continue }
        let isLast = !commit.parents.contains(where: known.contains)
        let left = step(commit, isLast: isLast, lines, contents, &trace)
        for parent in commit.parents where !left.isEmpty && known.contains(parent) {
          wanted[parent, default: []].formUnion(left)
        }
      }
    }
    return trace
  }

  /// Takes note of the lines that are new in a commit, and of those that were there before all commits of the side; returns
  /// the lines to look for in its parents.
  private func step(
    _ commit: Commit, isLast: Bool, _ lines: Set<ArraySlice<UInt8>>, _ contents: [TreeEntry: [UInt8]],
    _ trace: inout Trace
  ) -> Set<ArraySlice<UInt8>> {
    guard commit.parents.count < 2, !commit.changes.isEmpty else { return lines }
    let sides = [commit.changes.compactMap(\.old), commit.changes.compactMap(\.new)]
    let counts = sides.map { LineCounts(of: lines, in: $0.compactMap { contents[$0] }) }
    // Without the text no one knows.
    guard sides.joined().allSatisfy({ contents[$0] != nil }) else { return [] }
    return lines.filter { line in
      let (old, new) = (counts[0].count(of: line), counts[1].count(of: line))
      if new > old { trace.origins[line, default: []].append(commit.id) }
      if isLast, old > 0, new > 0 { trace.old.insert(line) }
      // Where it is gone, or was never there, other sides of merges brought it.
      return new <= old && (new > 0 || names.count > 1 && old == 0)
    }
  }
}

/// The commits that one side of a merge has and the other one has not, children before their parents.
struct SideCommits {
  struct Commit {
    let id: ObjectId
    let parents: [ObjectId]
    /// Those that are compared to find out what it changed. Of a merge, the side's own parents count where it has some: from the
    /// others it has what the other side has, too.
    let pairs: [CommitPair]
    /// Whether it brings lines of the side's history together.
    let joinsSide: Bool

    var isMerge: Bool { parents.count > 1 }
  }

  let commits: [Commit]

  /// All that are compared.
  var pairs: [CommitPair] { commits.flatMap(\.pairs) }

  /// - Parameters:
  ///   - commits: those of the side, children before their parents.
  ///   - other: the newest commit of the other side.
  init(_ commits: [ObjectId], without other: ObjectId, in graph: CommitGraph) {
    let own = Set(commits + [other])
    self.commits = commits.map { id in
      let parents = graph.parents(of: id)
      let near = parents.filter(own.contains)
      let compared = parents.count > 1 && !near.isEmpty ? near : parents
      let pairs = compared.isEmpty ? [CommitPair(new: id, old: nil)] : compared.map { CommitPair(new: id, old: $0) }
      return Commit(id: id, parents: parents, pairs: pairs, joinsSide: parents.count > 1 && near.count > 1)
    }
  }
}

/// How many times texts hold lines.
struct LineCounts {
  private var counts: [ArraySlice<UInt8>: Int] = [:]

  /// A line so long may have been cut where a merge recorded it.
  private static let cutLength = 1_000

  /// Counts lines.
  init(of lines: Set<ArraySlice<UInt8>>, in texts: [[UInt8]]) {
    let cut = lines.filter { $0.count >= Self.cutLength }
    for text in texts {
      for line in text.lines {
        if lines.contains(line) {
          counts[line, default: 0] += 1
        } else if line.count > Self.cutLength {
          for start in cut where line.starts(with: start) { counts[start, default: 0] += 1 }
        }
      }
    }
  }

  /// How many times a line is there.
  func count(of line: ArraySlice<UInt8>) -> Int { counts[line] ?? 0 }
}
