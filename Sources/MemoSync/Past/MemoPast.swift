public import MemoCore

/// The past of one memo, up to the commit that is checked out.
public struct MemoPast: Sendable {
  /// Where the memo is or was, from the vault's root.
  public let path: VaultPath
  /// What became of it, the newest first; none where no commit knows it. At most as many as were asked for.
  public let versions: [MemoVersion]

  private let repository: PastRepository
  /// The commit that is checked out; `nil` where there is none yet.
  private let head: String?
  /// The names that it had in the repository, the newest first.
  private let names: [VaultPath]

  /// Looks for the past of the memo at a path, whether or not it is still there.
  ///
  /// - Parameters:
  ///   - paths: those under which the last commit may have it, the likeliest first; none for a memo that is newer. Its own
  ///     where they are not given.
  ///   - count: how many of the newest versions are wanted; `nil` for all, as it takes to find the one at a revision.
  public init(
    of path: VaultPath, at paths: [VaultPath]? = nil, newest count: Int? = nil, in repository: PastRepository
  ) throws {
    (self.path, self.repository) = (path, repository)
    let starts = (paths ?? [path]).map(repository.path)
    let (head, walk) = try Self.walk(from: starts, newest: count, in: repository)
    self.head = head
    names = walk?.names ?? starts
    let steps = (walk?.steps ?? []).prefix(count ?? .max)
    let filtered = try repository.conversions.filtered(among: Set(steps.map(\.change.path)))
    versions = try steps.map { step in
      // Lines of what git stores through a filter say nothing.
      let lines = filtered.contains(step.change.path) ? nil : try repository.lines(of: step)
      return MemoVersion(step, in: repository, lines: lines)
    }
  }

  /// Walks from the first name under which the last commit has the memo, else from the first that any commit has.
  private static func walk(
    from names: [VaultPath], newest count: Int?, in repository: PastRepository
  ) throws -> (head: String?, PastWalk?) {
    guard let head = try repository.commit(named: Revision.head.text) else { return (nil, nil) }
    var gone: VaultPath?
    for name in names {
      let start = try start(of: count, from: name, upTo: head, in: repository)
      let walk = try start ?? walk(from: name, upTo: head, in: repository)
      guard let newest = walk.steps.first else { continue }
      if newest.change.blob != nil { return (head, walk) }
      gone = gone ?? name
    }
    // The side on which it was last edited may be the one that a merge did not take.
    return (head, try gone.map { try walk(from: $0, upTo: head, in: repository, isGone: true) })
  }

  /// A walk through few commits that finds as many steps as are wanted; `nil` where all are, or where it may take the whole
  /// history to find them.
  ///
  /// What came before a line of commits changes nothing about them. Where there are merges it may: the side that a merge did
  /// not take counts if it changed a file at a name that the memo had long ago.
  private static func start(
    of count: Int?, from name: VaultPath, upTo head: String, in repository: PastRepository
  ) throws -> PastWalk? {
    guard let count, count > 0 else { return nil }
    var limit = count
    while limit <= mostCommitsOfStart {
      let walk = try walk(from: name, upTo: head, in: repository, limit: limit)
      if walk.length < limit { return walk.isLine ? walk : nil }
      if walk.steps.count >= count {
        return try repository.hasMerge(from: walk.steps[count - 1].commit.id, to: head) ? nil : walk
      }
      // The others are commits of another memo that has a former name of this one.
      limit *= 4
    }
    return nil
  }

  private static let mostCommitsOfStart = 1_000

  /// Asks for the history of all names that are known, and again where it records another. What is recorded counts only
  /// once the history shows it: anyone can write a message.
  private static func walk(
    from name: VaultPath, upTo head: String, in repository: PastRepository, isGone: Bool = false, limit: Int? = nil
  ) throws -> PastWalk {
    var names = [name]
    var renames: [String: [RenameHint]] = [:]
    var known: Set<KnownRenames.Rename> = []
    var commits = try repository.log(upTo: head, of: names, limit: limit, withAllSides: isGone)
    while true {
      let walk = PastWalk(commits, of: names, renames: renames, known: known, isGone: isGone)
      let missing = (walk.names + walk.destinations).filter { !names.contains($0) }
      guard missing.isEmpty else {
        names += missing
        commits = try repository.log(upTo: head, of: names, limit: limit, withAllSides: isGone)
        continue
      }
      let count = known.count
      known.formUnion(walk.renamings)
      if walk.origins.isEmpty, known.count == count { return walk }
      if !walk.origins.isEmpty { renames.merge(try repository.renames(in: walk.origins)) { $1 } }
    }
  }

  /// Whether the last commit has the memo.
  public var isCommitted: Bool { versions.first.map { $0.change != .deleted } ?? false }

  /// Whether there may be older versions that this clone does not have.
  public var mayBeCut: Bool { get throws { try repository.isShallow } }

  // MARK: One version

  /// The memo as it was at a revision.
  ///
  /// - Throws: `notThere` where it was not there then; `beforeShallow` where only the whole repository knows.
  public func version(at revision: Revision) throws -> MemoVersion {
    let version = try known(at: revision)
    if let version, version.entry != nil { return version }
    if version == nil, case .time(let time, let text) = revision, try repository.isShallow,
      try repository.lastCommit(until: time) == nil
    {
      throw PastError.beforeShallow(text)
    }
    throw PastError.notThere(path, revision: revision.text)
  }

  private func known(at revision: Revision) throws -> MemoVersion? {
    switch revision {
    case .time(let time, _): return versions.first { $0.date <= time }
    case .commit(let name):
      let found = try revision == .head ? head : repository.commit(named: name)
      guard let commit = found else { throw PastError.unknownRevision(name) }
      // Of several names one may be another memo's at the head.
      if commit == head, names.count == 1 { return versions.first }
      if let version = versions.first(where: { $0.rev == commit }) { return version }
      return try lastVersion(in: commit)
    }
  }

  /// The bytes of a version.
  public func contents(of version: MemoVersion) throws -> [UInt8] {
    guard let entry = version.entry else { throw PastError.notThere(path, revision: version.shortRev) }
    let texts = try repository.contents(of: [entry])
    guard let text = texts[entry] else { throw PastError.filtered(path, revision: version.shortRev) }
    return text
  }

  /// What the last commit before one made of the memo.
  private func lastVersion(in commit: String) throws -> MemoVersion? {
    guard !names.isEmpty else { return nil }
    let found = try repository.files(at: names, in: commit)
    let there = names.filter(found.contains)
    guard let newest = there.first, try !isMadeLater(than: commit) else { return nil }
    if try there.count > 1 || newest != names[0] && isOfThisPast(commit), let own = try ownVersion(in: commit) {
      return own
    }
    let log = try repository.log(upTo: commit, of: [newest], limit: 1)
    return PastWalk(log, of: [newest]).steps.first.map { MemoVersion($0, in: repository, lines: nil) }
  }

  /// Whether the memo was made by commits that one of its past does not come from: what has its name there is another memo.
  private func isMadeLater(than commit: String) throws -> Bool {
    guard versions.last?.change == .added, try isOfThisPast(commit) else { return false }
    let makers = versions.filter { $0.change == .added }.map(\.rev)
    return try makers.allSatisfy { try !repository.git.isAncestor(ObjectId($0), of: ObjectId(commit)) }
  }

  /// Whether the walk went through a commit, so that it has found all that became of the memo up to there.
  private func isOfThisPast(_ commit: String) throws -> Bool {
    guard let head else { return false }
    return try repository.git.isAncestor(ObjectId(commit), of: ObjectId(head))
  }

  /// Where files of several of its names were there, or of a former name alone, one may have been another memo.
  private func ownVersion(in commit: String) throws -> MemoVersion? {
    let commits = Set(try repository.log(upTo: commit, of: names).map(\.id))
    return versions.first { commits.contains($0.rev) }
  }
}

extension MemoVersion {
  /// What a walk found, with its paths seen from the vault.
  init(_ step: PastWalk.Step, in repository: PastRepository, lines: LineCount?) {
    let (commit, change) = (step.commit, step.change)
    rev = commit.id
    date = commit.date.multipliedClamped(by: 1_000_000_000)
    (author, summary) = (commit.author, commit.summary)
    path = repository.vaultPath(of: change.path)
    formerPath = step.formerName.map(repository.vaultPath)
    entry = change.blob.map { TreeEntry(path: change.path, id: ObjectId($0)) }
    self.lines = lines
    modified = MemoTimes(message: commit.message).times[change.path]
    self.change =
      if change.blob == nil {
        .deleted
      } else if formerPath != nil {
        .renamed
      } else {
        step.isMade ? .added : .changed
      }
  }
}

/// A memo as a commit left it.
public struct MemoVersion: Equatable, Sendable {
  /// What a commit did to a memo.
  public enum Change: String, Sendable {
    /// Made it.
    case added
    /// Gave it another text.
    case changed
    /// Gave it another path, and perhaps another text.
    case renamed
    /// Removed it.
    case deleted
  }

  /// The commit's name, all of its hexadecimal digits.
  public let rev: String
  /// The author's date, in nanoseconds since 1970.
  public let date: Int64
  /// The author's name.
  public let author: String
  /// The first line of the commit's message.
  public let summary: String
  /// What became of the memo.
  public let change: Change
  /// The memo's path then, from the vault's root; it may lead out of the vault by `..`.
  public let path: VaultPath
  /// The path that it had before, where it was renamed.
  public let formerPath: VaultPath?
  /// The lines that came and went; `nil` where they were not counted.
  public let lines: LineCount?
  /// When the memo was modified, in nanoseconds since 1970, where the commit says so.
  public let modified: Int64?
  /// What the commit has of it in the repository; `nil` where it was deleted.
  let entry: TreeEntry?

  /// How many digits of a commit's name are shown to people.
  public static let shortLength = 8

  /// The first digits of the commit's name, for people.
  public var shortRev: String { String(rev.prefix(Self.shortLength)) }
}

/// How many lines came and went.
public struct LineCount: Equatable, Sendable {
  /// Lines that came.
  public let added: Int
  /// Lines that went.
  public let removed: Int

  /// Puts together a count.
  public init(added: Int, removed: Int) {
    self.added = added
    self.removed = removed
  }
}
