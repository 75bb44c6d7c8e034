import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// The git of the model answers as git does: the same calls that a sync makes, on both, by chance.
@Suite struct ModelGitTests {
  @Test(arguments: 1...UInt64(3)) func theModelAnswersAsGitDoes(seed: UInt64) throws {
    var pair = try GitPair(seed: seed)
    for _ in 0..<20 { try pair.step() }
    try pair.compare()
  }
}

/// A repository of git's and one of the model's with the same history; commits go by their number, since their names differ.
private struct GitPair {
  private static let paths = ["a.md", "b c.md", "sub/d.md", "sub", "한.md", "q\"\t.md", "a.md/x.md"].map {
    VaultPath($0)
  }
  private static let refs = [
    "refs/heads/main", "refs/memo/pending", "refs/memo/taken/main", "refs/remotes/origin/main",
  ]
  private static let trailers = [
    "", "Memo-Time: 17.5 \"a.md\"\n", "Memo-Device: desk 1\n", "Memo-Renamed: \"a.md\" -> \"sub/d.md\"\n",
    "Memo-Conflict: 1 \"a.md\" \"x\" \"y\"\n",
  ]

  private var random: SeededRandom
  private let seed: UInt64
  private let scratch: GitFolder
  private let sides: [GitRepository]
  /// The names of each commit.
  private var commits: [[ObjectId]] = []
  private var blobs: [ObjectId] = []

  init(seed: UInt64) throws {
    (self.seed, random) = (seed, SeededRandom(seed: seed))
    scratch = try GitFolder()
    try scratch.shell("git init -q -b main v")
    let config = try #require(RepositoryConfig([UInt8]()))
    let model = GitRepository(
      at: HostPath("/model"), config: config, git: MemoryGit(on: MemoryDisk(), remote: MemoryHub()))
    sides = [scratch.repository("v"), model]
  }

  /// Asks both and expects the same.
  private func same<Answer: Equatable>(
    _ question: String, at location: SourceLocation = #_sourceLocation, _ ask: (Int) throws -> Answer
  ) throws {
    let (git, model) = (try ask(0), try ask(1))
    #expect(git == model, "seed \(seed), \(question)", sourceLocation: location)
  }

  private func number(_ id: ObjectId, _ side: Int) -> Int? { commits.firstIndex { $0[side] == id } }

  // MARK: What a sync writes

  mutating func step() throws {
    if commits.isEmpty || random.happens(percent: 65) { try commit() } else { try changeRefs() }
    try same("refs") { side in try tips(side) }
  }

  private func tips(_ side: Int) throws -> [VaultPath: [Int64]] {
    try sides[side].refs().tips.mapValues { [Int64(number($0.id, side) ?? -1), $0.date] }
  }

  private mutating func commit() throws {
    let ref = random.pick(Self.refs) ?? ""
    let tip = try sides[0].refs()[ref].flatMap { number($0.id, 0) }
    var parents = [random.happens(percent: 80) ? tip : random.pick(commits.indices)].compactMap(\.self)
    if let other = random.pick(commits.indices), random.happens(percent: 40), !parents.contains(other) {
      parents.append(other)
    }
    let changes = change(parents.first)
    let isForced = random.happens(percent: 30)
    let dates = [random.below(9), random.below(9)].map { Int64(1_000 + $0) }
    let message = Array("memo: \(random.below(4))\n\n\(random.pick(Self.trailers) ?? "")".utf8)
    let ids = sides.indices.map { side in
      try? sides[side].commit(
        CommitDraft(
          ref: ref, parents: parents.map { commits[$0][side] },
          author: CommitDraft.Signature(name: "a", email: "a@x", seconds: dates[0]),
          committer: CommitDraft.Signature(name: "c", email: "c@x", seconds: dates[1]), message: message,
          changes: changes, isForced: isForced))
    }
    try same("whether a commit on \(ref) is made") { ids[$0] != nil }
    let made = ids.compactMap(\.self)
    if made.count == 2, !commits.contains(made) { commits.append(made) }
  }

  /// Some paths with new bytes, some with bytes that are known, some without.
  private mutating func change(_ parent: Int?) -> [(path: VaultPath, content: CommitDraft.Content)] {
    var changes: [(path: VaultPath, content: CommitDraft.Content)] = []
    let tree = parent.flatMap { try? sides[0].tree(of: commits[$0][0]) } ?? [:]
    for path in Self.paths where random.happens(percent: 35) {
      // No two of them are in each other's way.
      if changes.contains(where: { $0.path.clashes(with: path) }) { continue }
      let mode = random.pick([FileMode.file, .file, .executable]) ?? .file
      switch random.below(4) {
      case 0: if tree[path] != nil { changes.append((path, .removed)) }
      case 1:
        guard let id = random.pick(blobs) else { continue }
        changes.append((path, .known(TreeEntry(path: path, mode: mode, id: id))))
      default:
        let bytes = Array("text \(random.below(12))\n\0".utf8.dropLast(random.below(3)))
        blobs.append(ObjectId(ofBlob: bytes))
        changes.append((path, .new(mode) { bytes }))
      }
    }
    return changes
  }

  private mutating func changeRefs() throws {
    let tips = try sides[0].refs()
    var refs = Self.refs
    var steps: [(Int) -> GitRepository.RefStep] = []
    for _ in 0...random.below(2) {
      let name = refs.remove(at: random.below(refs.count))
      let new = commits[random.below(commits.count)]
      let seen = random.happens(percent: 70) ? tips[name].flatMap { number($0.id, 0) } : random.pick(commits.indices)
      let old = seen.map { commits[$0] }
      switch random.below(3) {
      case 0: steps.append { .move(name, to: new[$0], from: old?[$0]) }
      case 1: steps.append { .set(name, to: new[$0]) }
      default: steps.append { _ in .remove(name) }
      }
    }
    try same("whether refs change") { side in
      do {
        try sides[side].change(steps.map { $0(side) }, reason: "test")
        return "done"
      } catch let error as GitError {
        return error.isOvertaken ? "overtaken" : "\(error)"
      }
    }
  }

  // MARK: What a sync asks

  mutating func compare() throws {
    let wanted = Set(blobs).union([ObjectId(ofBlob: Array("nowhere".utf8))])
    try same("blobs") { try sides[$0].blobs(wanted) }
    try same("known objects") { side in
      try sides[side].known(wanted + commits.map { $0[side] }).map { number($0, side).map(String.init) ?? $0.text }
        .sorted()
    }
    try same("changes by all") { side in try sides[side].changes(by: commits.map { $0[side] }).count }
    for (number, names) in commits.enumerated() {
      try same("tree of \(number)") { try sides[$0].tree(of: names[$0]) }
      for path in Self.paths where random.happens(percent: 30) {
        try same("\(path.text) in \(number)") { try sides[$0].entry(of: path, in: names[$0]) }
      }
      try same("changes by \(number)") { side in
        try sides[side].changes(by: [names[side]]).map { changes in changes.sorted { $0.path < $1.path } }
      }
      try same("conflicts in \(number)") { try entries(CommitLog(sides[$0], ofConflictsIn: names[$0]), $0) }
      try same("renames in \(number)") { try entries(CommitLog(sides[$0], ofRenamesIn: names[$0]), $0) }
      for _ in 0..<2 {
        let other = random.below(commits.count)
        let otherNames = commits[other]
        try same("\(number) to \(other)") { side in
          try sides[side].changes(from: names[side], to: otherNames[side]).sorted { $0.path < $1.path }
        }
        try same("bases of \(number) and \(other)") { side in
          try sides[side].mergeBases(names[side], otherNames[side]).map { self.number($0, side) ?? -1 }.sorted()
        }
        try same("\(number) before \(other)") { try sides[$0].isAncestor(names[$0], of: otherNames[$0]) }
        try same("history from \(number) to \(other)") { side in
          try entries(CommitLog(sides[side], from: [names[side]], to: otherNames[side]), side)
        }
        try same("what \(number) and \(other) have of their own") { side in
          let divergence = try Divergence(sides[side], names[side], otherNames[side])
          let bases = divergence.bases.map { self.number($0, side) ?? -1 }.sorted().description
          return [bases] + entries(divergence.own, side) + ["and"] + entries(divergence.other, side)
        }
        try expectTheSameInParts(names[0], otherNames[0])
        try same("times from \(number) to \(other)") { side in
          try CommitLog(sides[side], from: [names[side]], to: otherNames[side]).times(in: sides[side])
        }
      }
    }
  }

  /// What is asked at once is what git says to each question apart.
  private func expectTheSameInParts(_ first: ObjectId, _ second: ObjectId) throws {
    let repository = sides[0]
    let divergence = try Divergence(repository, first, second)
    let bases = try repository.mergeBases(first, second)
    let parts = try Divergence(repository, first, second, since: bases)
    #expect(divergence.bases == bases, "seed \(seed)")
    #expect(entries(divergence.own, 0) == entries(parts.own, 0), "seed \(seed)")
    #expect(entries(divergence.other, 0) == entries(parts.other, 0), "seed \(seed)")
  }

  private func entries(_ log: CommitLog, _ side: Int) -> [String] {
    log.entries.map { entry in
      let message = String(decoding: entry.message, as: UTF8.self)
      let commits = ([entry.id] + entry.parents).map { number($0, side) ?? -1 }
      return "\(commits) \(entry.tip.date) \(entry.date) \(entry.name) \(entry.email) \(message)"
    }
  }
}
