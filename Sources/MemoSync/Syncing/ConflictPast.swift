import MemoCore
import MemoStore

/// What git knows of the past of conflicts.
///
/// To start git takes longer than most of its answers do, so it is asked for all conflicts together: what needs an answer that
/// is not known yet ends with `Unanswered`, and begins again once git has been asked for everything that was missing.
final class ConflictPast {
  /// An answer is not known yet.
  struct Unanswered: Error {}

  /// Questions of one kind, and the answers to them.
  private struct Answers<Question: Hashable, Answer> {
    private var known: [Question: Answer] = [:]
    /// The questions without an answer.
    private(set) var open: Set<Question> = []

    mutating func answers(to questions: [Question]) throws -> [Answer] {
      let unknown = questions.filter { known[$0] == nil }
      open.formUnion(unknown)
      guard unknown.isEmpty else { throw Unanswered() }
      return questions.compactMap { known[$0] }
    }

    mutating func take(_ answer: (Question) throws -> Answer) rethrows {
      for question in open { known.updateValue(try answer(question), forKey: question) }
      open = []
    }
  }

  /// A file that two sides of a merge may have under other names.
  private struct MergedNames: Hashable {
    let merge: ObjectId
    let names: [VaultPath]
  }

  /// The commit up to which the history counts.
  let head: ObjectId
  /// The merges that record conflicts.
  let log: CommitLog
  private let repository: GitRepository
  private let makeConversions: () throws -> PathConversions

  private var knownConversions: PathConversions?
  private var knownGraph: CommitGraph?
  private var entries = Answers<CommitFile, TreeEntry?>()
  private var texts = Answers<TreeEntry, [UInt8]?>()
  private var sides = Answers<ObjectId, MergedSides?>()
  private var histories = Answers<MergedNames, [SideHistory]>()
  private var laterVersions = Answers<CommitFile, [(commit: ObjectId, entry: TreeEntry)]>()
  /// How many bytes the texts have that are known.
  private var size = 0

  /// Of more bytes of paths, git compares all files: it would look for each of them in the whole list, which has no place in a
  /// command line either.
  private static let pathsLimit = 1 << 16
  /// So many later versions of a memo are looked at, the newest first.
  private static let versionsLookedAt = 500

  /// The past of what the merges up to a commit record.
  init(
    of head: ObjectId, in repository: GitRepository, conversions: @escaping () throws -> PathConversions
  ) throws {
    (self.head, self.repository, makeConversions) = (head, repository, conversions)
    log = try CommitLog(repository, ofConflictsIn: head)
  }

  /// The places that the merges record, those of the newest merge first.
  private(set) lazy var overlaps: [(commit: ObjectId, overlap: Overlap)] = log.issues.compactMap { commit, issue in
    if case .overlap(let overlap) = issue { (commit, overlap) } else { nil }
  }

  /// The places that merges in the history of a commit record of the lines of a file, those of the newest merge first.
  func overlaps(
    of path: VaultPath, before commit: ObjectId
  ) throws -> [(commit: ObjectId, overlap: Overlap)] {
    let all = overlaps.filter { $0.overlap.path == path && !$0.overlap.isOfKey }
    let older = try graph.ancestors(of: commit, among: all.map(\.commit))
    return try all.filter { older.contains($0.commit) }.compactMap { merge, overlap in
      try overlap.unsealed(by: texts(of:)).map { (merge, $0) }
    }
  }

  /// Which commits of the history come from which.
  var graph: CommitGraph {
    get throws {
      let graph = try knownGraph ?? CommitGraph(of: [head], in: repository)
      knownGraph = graph
      return graph
    }
  }

  // MARK: Asking

  /// What comes of each of some subjects, which ask for what they need: of all together, or of parts of them, where the texts
  /// that they need are more than should be in memory at once.
  func answers<Subject, Answer>(
    about subjects: [Subject], _ answer: (Subject) throws -> Answer
  ) throws -> [Answer] {
    try subjects[...].halvedWhereTooMuch { try answersTogether(about: $0, answer) }
  }

  private func answersTogether<Subject, Answer>(
    about subjects: ArraySlice<Subject>, _ answer: (Subject) throws -> Answer
  ) throws -> [Answer] {
    (texts, size) = (Answers(), 0)
    var found: [Int: Answer] = [:]
    while true {
      var isLacking = false
      for (place, subject) in zip(subjects.indices, subjects) where found[place] == nil {
        do {
          found.updateValue(try answer(subject), forKey: place)
        } catch is Unanswered {
          isLacking = true
        }
      }
      guard isLacking else { return subjects.indices.compactMap { found[$0] } }
      try ask(atOnce: subjects.count > 1)
    }
  }

  /// Asks git what was asked for in vain.
  ///
  /// - Parameter isAtOnce: whether to end with `tooMuch` where the texts are more than should be in memory together.
  private func ask(atOnce isAtOnce: Bool) throws {
    if !entries.open.isEmpty {
      let found = try repository.entries(at: entries.open)
      entries.take { found[$0] }
    }
    if !texts.open.isEmpty {
      let found = try conversions.texts(of: texts.open, atOnce: isAtOnce)
      size += found.values.reduce(0) { $0 + $1.count }
      if isAtOnce, size > WholeFile.sizeLimit { throw GitError.tooMuch(command: "cat-file") }
      texts.take { found[$0] }
    }
    if !sides.open.isEmpty { try askForSides() }
    if !histories.open.isEmpty { try askForHistories() }
    if !laterVersions.open.isEmpty { try askForLaterVersions() }
  }

  private var conversions: PathConversions {
    get throws {
      let conversions = try knownConversions ?? makeConversions()
      knownConversions = conversions
      return conversions
    }
  }

  // MARK: Files

  /// What commits have at some paths; `nil` where there is no file.
  func entries(at places: [CommitFile]) throws -> [TreeEntry?] { try entries.answers(to: places) }

  /// What files held, as far as that can be had.
  func texts(of entries: [TreeEntry]) throws -> [TreeEntry: [UInt8]] {
    let found = try texts.answers(to: entries)
    return zip(entries, found).reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// What a commit has in a file; `nil` where that cannot be had.
  func text(of path: VaultPath, in commit: ObjectId) throws -> [UInt8]? {
    guard let entry = try entries(at: [CommitFile(commit: commit, path: path)])[0] else { return nil }
    return try texts(of: [entry])[entry]
  }

  /// What the commits that come of a merge made of a file, the newest first.
  func versions(
    of path: VaultPath, since merge: ObjectId
  ) throws -> [(commit: ObjectId, entry: TreeEntry)] {
    try laterVersions.answers(to: [CommitFile(commit: merge, path: path)])[0]
  }

  private func askForLaterVersions() throws {
    let graph = try graph
    let later = graph.descendants(of: laterVersions.open.map(\.commit))
    let pairs = later.filter { graph.parents(of: $0).count < 2 }
      .map { CommitPair(new: $0, old: graph.parents(of: $0).first) }
    let changes = try changes(between: pairs, at: laterVersions.open.map(\.path))
    laterVersions.take { file in
      let all = changes[file.path] ?? []
      let later = Set(graph.descendants(of: file.commit, among: all.map { $0.pair.new }))
      let versions = all.lazy.filter { later.contains($0.pair.new) }.compactMap { pair, change in
        change.new.map { (commit: pair.new, entry: $0) }
      }
      return Array(versions.prefix(Self.versionsLookedAt))
    }
  }

  /// How commits differ at some paths, in the order of the pairs.
  private func changes(
    between pairs: [CommitPair], at paths: some Sequence<VaultPath>
  ) throws -> [VaultPath: [(pair: CommitPair, change: TreeChange)]] {
    let wanted = Set(paths)
    let isList = wanted.reduce(0) { $0 + $1.bytes.count } <= Self.pathsLimit
    let differences = try repository.differences(of: pairs, at: isList ? wanted.sorted() : [])
    var found: [VaultPath: [(pair: CommitPair, change: TreeChange)]] = [:]
    for (pair, changes) in zip(pairs, differences) {
      for change in changes where wanted.contains(change.path) {
        found[change.path, default: []].append((pair, change))
      }
    }
    return found
  }

  // MARK: Merges

  /// The two sides of a merge; `nil` for a commit that has not two parents.
  func sides(of merge: ObjectId) throws -> MergedSides? { try sides.answers(to: [merge])[0] }

  private func askForSides() throws {
    let graph = try graph
    var commits: [ObjectId: [(id: ObjectId, isOfFirst: Bool)]] = [:]
    for merge in sides.open {
      let tips = graph.parents(of: merge)
      if tips.count == 2 { commits[merge] = graph.sides(tips[0], tips[1]) }
    }
    let log = try CommitLog(repository, of: Set(commits.values.joined().map(\.id)).sorted())
    let entries = Dictionary(log.entries.map { ($0.id, $0) }) { first, _ in first }
    sides.take { merge in
      commits[merge].map { MergedSides($0, tips: graph.parents(of: merge), entries) }
    }
  }

  /// The histories of a file on the two sides of a merge.
  ///
  /// - Parameter names: those that it may have there.
  func histories(of names: [VaultPath], in merge: ObjectId) throws -> [SideHistory] {
    try histories.answers(to: [MergedNames(merge: merge, names: names)])[0]
  }

  private func askForHistories() throws {
    let graph = try graph
    var known: [ObjectId: [SideCommits]] = [:]
    for merge in Set(histories.open.map(\.merge)) {
      guard let merged = try sides(of: merge) else { continue }
      known[merge] = zip(merged.commits, merged.tips.reversed()).map { SideCommits($0, without: $1, in: graph) }
    }
    let pairs = Set(known.values.joined().flatMap(\.pairs))
    let changes = try changes(between: Array(pairs), at: histories.open.flatMap(\.names))
    histories.take { file in
      let own = Dictionary(grouping: file.names.flatMap { changes[$0] ?? [] }) { $0.pair }
      return (known[file.merge] ?? []).map { side in
        SideHistory(of: file.names, in: side, own.mapValues { $0.map { $0.change } })
      }
    }
  }
}
