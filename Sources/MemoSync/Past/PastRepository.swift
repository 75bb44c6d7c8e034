public import MemoCore
public import MemoStore

/// The repository that holds a vault's past: the vault's own, or that of a folder above it.
public struct PastRepository: Sendable {
  package let git: GitRepository
  /// Where the vault lies in it.
  let folder: VaultPath
  /// How git makes files of blobs.
  let conversions: PathConversions

  /// Finds the repository; no git is run before its settings are known to be harmless or trusted.
  public init(
    of vault: Vault, host: any HostFiles, trusted: TrustedRepositories, git: any Git
  ) throws {
    let repository = try Self.repository(of: vault, host, trusted, git)
    conversions = PathConversions(repository, host: host, settings: try FilterSettings(of: repository))
    self.git = repository
    folder = vault.root.path(inVault: repository.root) ?? .root
  }

  private static func repository(
    of vault: Vault, _ host: any HostFiles, _ trusted: TrustedRepositories, _ git: any Git
  ) throws -> GitRepository {
    do {
      return try open(vault, host, trusted, git)
    } catch SyncError.repository(.insideAnother(let root)) {
      return try repository(above: root, host, trusted, git)
    } catch let error as SyncError {
      throw PastError.repository(error)
    }
  }

  private static func repository(
    above root: HostPath, _ host: any HostFiles, _ trusted: TrustedRepositories, _ git: any Git
  ) throws -> GitRepository {
    let folder = try Vault(at: root, host: host)
    do {
      return try open(folder, host, trusted, git)
    } catch SyncError.untrusted(let keys) {
      throw PastError.untrustedAbove(root, keys)
    } catch let error as SyncError {
      throw PastError.repository(error)
    }
  }

  private static func open(
    _ folder: Vault, _ host: any HostFiles, _ trusted: TrustedRepositories, _ git: any Git
  ) throws -> GitRepository {
    do {
      let config = try RepositoryGate(folder, host: host, trusted: trusted, git: git).open()
      guard git.identity() != nil else { throw PastError.noGit }
      try RepositoryPreflight(vault: folder, host: host).checkHead(config)
      return GitRepository(at: folder.root, config: config, git: git)
    } catch GitError.notInstalled {
      throw PastError.noGit
    }
  }

  // MARK: Paths

  /// The place of a memo in the repository.
  package func path(of memo: VaultPath) -> VaultPath {
    folder == .root ? memo : folder.appending(memo.bytes)
  }

  /// The place of a file of the repository, seen from the vault.
  func vaultPath(of path: VaultPath) -> VaultPath {
    let (own, top) = (path.components, folder.components)
    let common = zip(own, top).prefix { $0 == $1 }.count
    let steps = Array(repeating: Array("..".utf8)[...], count: top.count - common) + own.dropFirst(common)
    return VaultPath(bytes: Array(steps.joined(separator: [UInt8(ascii: "/")])))
  }

  /// The place in the vault of a file of the repository; `nil` for one outside of the vault.
  package func memoPath(of path: VaultPath) -> VaultPath? {
    let components = path.components
    guard components.starts(with: folder.components, by: { $0.elementsEqual($1) }) else { return nil }
    let rest = components.dropFirst(folder.components.count)
    return VaultPath(bytes: Array(rest.joined(separator: [UInt8(ascii: "/")])))
  }

  // MARK: Questions

  /// The commit that a revision names, as its whole hash; `nil` where it names none.
  package func commit(named revision: String) throws -> String? {
    try git.commit(named: revision)?.text
  }

  /// The last commit whose author date is not later than a time, in nanoseconds since 1970; `nil` where none was made.
  ///
  /// `--before` would ask for the dates of committing: a rebase makes them all new.
  package func lastCommit(until time: Int64) throws -> String? {
    guard try commit(named: Revision.head.text) != nil else { return nil }
    let output = try git.output(["rev-list", "--date-order", "--format=%at", "HEAD", "--"])
    var commit: String?
    for line in output.split(separator: UInt8(ascii: "\n")).map({ String(decoding: $0, as: UTF8.self) }) {
      if let id = line.dropping(prefix: "commit ") {
        commit = id
      } else if let seconds = Int64(line), seconds.multipliedClamped(by: 1_000_000_000) <= time {
        return commit
      }
    }
    return nil
  }

  /// When the last commit was made, in seconds since 1970; `nil` where there is none. Of the newest commits the latest counts:
  /// the last one may come from a device whose clock is slow.
  package func lastCommitTime() throws -> Int64? {
    guard try commit(named: Revision.head.text) != nil else { return nil }
    let output = try git.output(["rev-list", "--max-count=100", "--format=%ct", "HEAD", "--"])
    return output.split(separator: UInt8(ascii: "\n")).compactMap { Int64(String(decoding: $0, as: UTF8.self)) }.max()
  }

  /// Whether commits are missing on purpose, as after `git clone --depth`.
  package var isShallow: Bool {
    get throws { try git.output(["rev-parse", "--is-shallow-repository"]).starts(with: "true".utf8) }
  }

  /// Whether a merge is among the commits that lead from one to another.
  func hasMerge(from old: String, to new: String) throws -> Bool {
    try !git.output(["rev-list", "--merges", "--max-count=1", new, "^\(old)", "--"]).isEmpty
  }

  /// The commits up to one that changed files at some paths, each before its parents.
  ///
  /// - Parameters:
  ///   - limit: how many of the newest are wanted. Git goes no further then, and takes them for the newest by their dates.
  ///   - withAllSides: whether to go to all sides of a merge, not only to one that the merge took the files from.
  func log(
    upTo commit: String, of paths: [VaultPath], limit: Int? = nil, withAllSides: Bool = false
  ) throws -> [LoggedCommit] {
    var words = ["log", "-z", "--parents", "--root", "--format=\(LogReader.format)"]
    words += [limit.map { "--max-count=\($0)" } ?? "--date-order"]
    if withAllSides { words += ["--full-history", "--simplify-merges"] }
    words += ["-c", "--combined-all-paths", "--raw", "--numstat", "--no-abbrev", "--text", "-M50%", "-l1000"]
    // Whatever the user's settings say.
    words += ["--no-follow", "--no-color", "--no-notes", "--no-show-signature", "--no-ext-diff", "--no-textconv"]
    let found = try commits(words + ["--encoding=UTF-8", commit, "--"], paths)
    return limit == nil ? found : LoggedCommit.childrenFirst(found)
  }

  /// The lines that came and went with a version; `nil` where git does not count them. For a memo of whose other name only
  /// the commit knows, those that git has counted are those of other files.
  func lines(of step: PastWalk.Step) throws -> LineCount? {
    let (commit, change) = (step.commit, step.change)
    guard let former = step.formerName, change.oldPaths.first != former, change.blob != nil,
      let parent = commit.parents.first
    else { return commit.lines[change.path] }
    var call = GitCall(["diff", "--numstat", "--text", "--no-ext-diff", "--no-textconv", "--no-color"], in: git.place)
    call.arguments += [Array("\(parent):".utf8) + former.bytes, Array("\(commit.id):".utf8) + change.path.bytes]
    let answer = try git.git.run(call)
    let counts = answer.output.split(separator: UInt8(ascii: "\t"), maxSplits: 2).prefix(2)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard answer.status == 0 else { return nil }
    guard counts.count == 2, let added = counts[0], let removed = counts[1] else {
      return LineCount(added: 0, removed: 0)
    }
    return LineCount(added: added, removed: removed)
  }

  /// The files that commits gave another path, as git finds them out by likeness.
  func renames(in commits: [String]) throws -> [String: [RenameHint]] {
    let words = ["diff-tree", "--stdin", "-r", "-z", "--raw", "--no-abbrev", "-M50%", "-l1000", "--diff-filter=R"]
    let output = try git.output(
      words + ["--format=\(LogReader.format)"], feeding: commits.map { Array("\($0)\n".utf8) })
    guard let log = LogReader(output) else { throw GitError.unclear("diff-tree") }
    // One that is not recorded made what it made from nothing.
    var renames = Dictionary(uniqueKeysWithValues: commits.map { ($0, [RenameHint]()) })
    for commit in log.commits {
      // A tree may hold any name, and git ends where it is asked for one outside of the repository.
      renames[commit.id] = commit.changes.filter { TreePath.isSafe($0.oldPaths[0]) }
        .map { RenameHint(old: $0.oldPaths[0], new: $0.path) }
    }
    return renames
  }

  /// Those of some paths at which a commit has a file.
  func files(at paths: [VaultPath], in commit: String) throws -> Set<VaultPath> {
    Set(try git.entries(of: paths, in: commit).values.filter(\.mode.isFile).map(\.path))
  }

  /// What files of the repository held, by their entries; those that git cannot make are left out.
  package func contents(of entries: some Sequence<TreeEntry>) throws -> [TreeEntry: [UInt8]] {
    try conversions.texts(of: entries)
  }

  private func commits(_ words: [String], _ paths: [VaultPath]) throws -> [LoggedCommit] {
    var call = GitCall(words, in: git.place)
    call.arguments += paths.map(\.bytes)
    guard let log = LogReader(try git.answer(to: call)) else { throw GitError.unclear("log") }
    return log.commits
  }
}

/// What a person names a version of the past by.
public enum Revision: Equatable, Sendable {
  /// Git's name of a commit: the start of its hash, a branch, a tag, `HEAD~2`.
  case commit(String)
  /// A time, in nanoseconds since 1970, and how it was written. Of a day it is the last moment.
  case time(Int64, String)

  /// The commit that is checked out.
  public static let head = Revision.commit("HEAD")

  /// From so many digits on, hexadecimal ones are a hash, though `123456d` might be days.
  private static let hashLength = 7

  /// Reads what a person wrote. What can be a time is one: a branch of that name is `heads/2026-10-01`.
  public init(_ text: String, clock: any LocalClock) {
    let isHash = text.utf8.count >= Self.hashLength && text.utf8.allSatisfy(Self.isHexadecimal)
    guard !isHash, let span = DateFilter(clock: clock).span(text) else {
      self = .commit(text)
      return
    }
    self = .time(span.isEmpty ? span.lowerBound : span.upperBound - 1, text)
  }

  /// As it was written.
  public var text: String {
    switch self {
    case .commit(let text), .time(_, let text): text
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

/// Why a memo's past could not be read or restored.
public enum PastError: Error, Equatable, Sendable {
  /// The repository is missing, or is one that memo does not read.
  case repository(SyncError)
  /// No git is installed.
  case noGit
  /// The settings of a repository above the vault are neither harmless nor trusted; they are named.
  case untrustedAbove(HostPath, [String])
  /// Nothing is called so: no commit, no branch, no tag, no time.
  case unknownRevision(String)
  /// No backup was made.
  case noBackup
  /// No commit was made until a time, which is named.
  case nothingYet(String)
  /// The repository is a shallow clone, which has no commit that was made until a time, which is named.
  case beforeShallow(String)
  /// The memo was not there then.
  case notThere(VaultPath, revision: String)
  /// The memo cannot be had as it was then: git stores it through a filter that fails or is not set up here.
  case filtered(VaultPath, revision: String)
  /// No memo can be at a path: it is hidden, ignored, or its name is not a memo's.
  case noPlace(VaultPath)
}
