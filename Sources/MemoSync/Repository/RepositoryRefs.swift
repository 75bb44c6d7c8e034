import Foundation
import MemoCore
import MemoStore

/// The commits that the refs of a repository named at one moment.
struct RepositoryRefs: Equatable, Sendable {
  /// A commit that a ref names.
  struct Tip: Equatable, Sendable {
    let id: ObjectId
    /// Its committer's date, in seconds since 1970.
    let date: Int64
  }

  /// By full name, byte for byte: two names may be canonically equivalent.
  private(set) var tips: [VaultPath: Tip] = [:]

  /// Reads what `for-each-ref` writes in `format`.
  init(_ output: [UInt8]) {
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 3, let id = ObjectId(hexadecimal: words[1]),
        let date = Int64(String(decoding: words[2], as: UTF8.self))
      else { continue }
      tips[VaultPath(bytes: Array(words[0]))] = Tip(id: id, date: date)
    }
  }

  static let format = "%(refname) %(objectname) %(committerdate:unix)"

  subscript(_ name: String) -> Tip? { tips[VaultPath(name)] }

  /// The names in a folder of refs.
  func names(in folder: String) -> [String] {
    tips.keys.sorted().map(\.text).filter { $0.hasBytePrefix(folder + "/") }
  }

  /// Notes steps that were made, to commits that are known.
  mutating func note(_ steps: [GitRepository.RefStep], to commits: [Tip]) {
    for step in steps {
      switch step {
      case .move(let name, let id, _), .set(let name, let id): tips[VaultPath(name)] = commits.first { $0.id == id }
      case .remove(let name): tips[VaultPath(name)] = nil
      }
    }
  }

  /// The branches of which the remote was ever synced, by name.
  var syncedBranches: [String] {
    names(in: BranchNames.allTaken).compactMap { $0.dropping(prefix: BranchNames.allTaken + "/") }
  }

  /// The refs of backups, by name.
  var backups: [(name: String, tip: Tip)] {
    names(in: BranchNames.backup).compactMap { name in self[name].map { (name, $0) } }
  }
}

/// The names of refs that memo uses for a branch.
struct BranchNames: Equatable, Sendable {
  /// The branch here, without `refs/heads/`.
  let local: String
  /// The branch on the remote.
  let remote: String

  var head: String { "refs/heads/\(local)" }
  var remoteHead: String { "refs/heads/\(remote)" }
  /// Where the remote's branch was seen last.
  var tracking: String { "\(Self.allTracking)/\(remote)" }
  static let allTracking = "refs/remotes/origin"
  /// The last commit of the remote that is in the branch here: what a rewritten history does not hold any more.
  var taken: String { "\(Self.allTaken)/\(local)" }
  static let allTaken = "refs/memo/taken"
  /// The commit whose files are being brought in.
  static let pending = "refs/memo/pending"
  /// A commit that is to be signed.
  static let unsigned = "refs/memo/unsigned"
  /// The folder of refs for what was here before something took its place, or may.
  static let backup = "refs/memo/backup"
  /// The folder of refs for what was staged of files that have other bytes now.
  static let staged = "refs/memo/staged"
  /// What was written to files that waited, while it is merged.
  static let waited = "refs/memo/waited"

  /// Whether git can have one of two names only: what is a ref cannot be a folder of refs.
  static func clash(_ one: String, _ other: String) -> Bool {
    one.hasBytePrefix(other + "/") || other.hasBytePrefix(one + "/")
  }
}

extension [String] {
  /// Whether a branch is among them, byte for byte: of canonically equivalent names, git makes two branches.
  func hold(branch: String) -> Bool { contains { $0.utf8.elementsEqual(branch.utf8) } }
}

extension GitRepository {
  /// Where branches, the remote's branches and memo's own refs are.
  func refs() throws -> RepositoryRefs {
    RepositoryRefs(
      try output([
        "for-each-ref", "--format=\(RepositoryRefs.format)", "refs/heads", "refs/remotes/origin", "refs/memo",
      ]))
  }

  /// The commits that a branch named lately, the last first, as far as that was written down.
  ///
  /// - Parameter areCommitted: whether only those count that `git commit` has made on this device.
  func recentTips(of name: String, newest limit: Int, committedHere areCommitted: Bool = false) throws -> [ObjectId] {
    let filter = areCommitted ? ["--grep-reflog=^commit"] : []
    let words = ["log", "--walk-reflogs"] + filter + ["--format=%H", "--max-count=\(limit)", name, "--"]
    // A branch without a log fails, and has none.
    return ObjectId.lines(of: try git.run(GitCall(words, in: place)).output)
  }

  /// A name in a folder of refs that is free: several may be made in one second.
  func freeRef(in folder: String, at seconds: Int64) throws -> String {
    let output = String(decoding: try output(["for-each-ref", "--format=%(refname)", folder]), as: UTF8.self)
    let taken = Set(output.filledLines)
    let first = "\(folder)/\(seconds)"
    return ([first] + (2...taken.count + 2).map { "\(first)-\($0)" }).first { !taken.contains($0) } ?? first
  }

  /// A step of a change of refs.
  enum RefStep: Equatable {
    /// Sets a ref, which has to be where it was seen; `nil` where it must not be there.
    case move(String, to: ObjectId, from: ObjectId?)
    /// Sets a ref wherever it is.
    case set(String, to: ObjectId)
    /// Removes a ref where it is there.
    case remove(String)

    fileprivate var name: String {
      switch self {
      case .move(let name, _, _), .set(let name, _), .remove(let name): name
      }
    }

    fileprivate var line: String {
      switch self {
      case .move(let name, let new, let old): "update \(name)\0\(new.text)\0\(old?.text ?? ObjectId.zeros)\0"
      case .set(let name, let new): "update \(name)\0\(new.text)\0\0"
      case .remove(let name): "delete \(name)\0\0"
      }
    }
  }

  /// Makes all steps or none.
  func change(_ steps: [RefStep], reason: String) throws {
    do {
      try update(steps, reason)
    } catch let failure as GitError where failure.isOfNameInTheWay {
      guard try removeRefs(inTheWayOf: steps.map(\.name)) else { throw failure }
      try update(steps, reason)
    }
  }

  private func update(_ steps: [RefStep], _ reason: String) throws {
    _ = try output(["update-ref", "-m", reason, "--stdin", "-z"], feeding: steps.map { Array($0.line.utf8) })
  }

  /// Removes what is noted of branches that are gone and whose names leave no room for others: with the branch `wip`, there
  /// can be no `wip/x`. Returns whether there was any.
  func removeRefs(inTheWayOf names: [String]) throws -> Bool {
    let noted = [BranchNames.allTaken, BranchNames.allTracking].map { VaultPath($0) }
    let gone = try refs().tips.keys.sorted().filter { ref in
      noted.contains(where: ref.isBelow)
        && names.map { VaultPath($0) }.contains { ref.isBelow($0) || $0.isBelow(ref) }
    }
    if gone.isEmpty { return false }
    // Byte for byte: of a name that is not UTF-8, the text is another name.
    let lines = gone.map { Array("delete ".utf8) + $0.bytes + [0, 0] }
    _ = try output(["update-ref", "-m", "memo: sync", "--stdin", "-z"], feeding: lines)
    return true
  }

  /// The commit that a revision names, as a user writes it; `nil` where there is none.
  ///
  /// - Throws: `damaged` where there is none because the repository has lost its commits.
  func commit(named revision: String) throws -> ObjectId? {
    // Git would take the first for an option and the second for what is to be left out.
    guard let first = revision.utf8.first, !"-^".utf8.contains(first), !revision.utf8.contains(0) else { return nil }
    // A search in messages takes all that follows for what is looked for.
    let kind = revision.utf8.starts(with: ":/".utf8) ? "" : "^{commit}"
    let call = GitCall(["rev-parse", "--verify", "--quiet", "--end-of-options", revision + kind], in: place)
    // Whatever its status, an answer that is no commit says that there is none.
    let digits = try git.run(call).output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if digits.count == 2, let commit = ObjectId(hexadecimal: digits[0]) { return commit }
    try checkHead()
    return nil
  }

  /// Ends with `damaged` where the commit that is checked out, or a file that it has, is missing.
  func checkHead() throws {
    do {
      _ = try output(["rev-list", "--objects", "--no-walk", "--quiet", "HEAD", "--"])
    } catch GitError.failed {
      // None has been made yet.
    }
  }

  /// The best common ancestors of two commits, in the order of their names; none for unrelated histories.
  func mergeBases(_ first: ObjectId, _ second: ObjectId) throws -> [ObjectId] {
    let output = try optionalOutput(["merge-base", "--all", first.text, second.text]) ?? []
    return ObjectId.lines(of: output).sorted()
  }

  /// Whether a commit is the other or one of its ancestors.
  func isAncestor(_ older: ObjectId, of newer: ObjectId) throws -> Bool {
    try older == newer || optionalOutput(["merge-base", "--is-ancestor", older.text, newer.text]) != nil
  }

  /// Those of some commits that are another one or its ancestors.
  func ancestors(of newer: ObjectId, among commits: [ObjectId]) throws -> Set<ObjectId> {
    let others = try known(commits.filter { $0 != newer })
    guard !others.isEmpty else { return [newer] }
    let apart = try output(["log", "--format=%H"] + others.map(\.text).sorted() + ["^\(newer.text)", "--"])
    return others.subtracting(ObjectId.lines(of: apart)).union([newer])
  }
}

/// Where the refs of a branch are, read without git. Whatever is not plain counts as not there, and git is asked then.
struct RefFiles: Equatable, Sendable {
  /// The branch here.
  let head: ObjectId?
  /// The remote's branch as it was seen last.
  let tracking: ObjectId?
  private let taken: ObjectId?
  private let hasPending: Bool
  /// Those among them that are there and name no commit: git takes them for refs that are not there.
  let broken: Set<String>

  private static let git = VaultPath(".git")
  private static let sizeLimit = 1 << 22

  /// Reads the refs; `nil` where they are kept in some other way than in files.
  init?(_ names: BranchNames, in vault: Vault) {
    guard (try? vault.writer.isTaken(VaultPath(".git/reftable"))) == false else { return nil }
    let packed = Self.packedRefs(in: Self.git, vault.files)
    var broken: Set<String> = []
    func ref(_ name: String) -> ObjectId? {
      guard let bytes = Self.contents(of: Self.git.appending(name), vault.files) else { return packed[VaultPath(name)] }
      if Self.isBroken(bytes) { broken.insert(name) }
      return ObjectId(hexadecimal: bytes.prefix { $0 > 0x20 })
    }
    (head, tracking, taken) = (ref(names.head), ref(names.tracking), ref(names.taken))
    hasPending = ref(BranchNames.pending) != nil
    self.broken = broken
  }

  /// The commit that a ref of a repository names; `nil` where that cannot be said without git.
  static func commit(named name: String, in folder: VaultPath, _ files: any VaultFiles) -> ObjectId? {
    guard let bytes = contents(of: folder.appending(name), files) else {
      return packedRefs(in: folder, files)[VaultPath(name)]
    }
    return ObjectId(hexadecimal: bytes.prefix { $0 > 0x20 })
  }

  /// Whether a ref is there and names no commit.
  static func isBroken(_ name: String, in vault: Vault) -> Bool {
    contents(of: git.appending(name), vault.files).map(isBroken) ?? false
  }

  private static func isBroken(_ bytes: [UInt8]) -> Bool {
    let id = bytes.prefix { $0 > 0x20 }
    let isNone = !ObjectId.isHexadecimal(id) || id.allSatisfy { $0 == UInt8(ascii: "0") }
    return isNone && !bytes.starts(with: "ref: ".utf8)
  }

  /// Whether the branch here is what the remote's was, and nothing is half done.
  var isLevel: Bool { head != nil && head == tracking && head == taken && !hasPending }

  /// The lines of `packed-refs` that name a commit: `ID refs/heads/main`.
  private static func packedRefs(in folder: VaultPath, _ files: any VaultFiles) -> [VaultPath: ObjectId] {
    var refs: [VaultPath: ObjectId] = [:]
    for line in (contents(of: folder.appending("packed-refs"), files) ?? []).split(separator: UInt8(ascii: "\n")) {
      guard let id = ObjectId(hexadecimal: line.prefix(ObjectId.length)) else { continue }
      refs[VaultPath(bytes: Array(line.dropFirst(ObjectId.length + 1)))] = id
    }
    return refs
  }

  private static func contents(of path: VaultPath, _ files: any VaultFiles) -> [UInt8]? {
    var bytes: [UInt8] = []
    guard (try? files.read(path, limit: sizeLimit, head: { bytes = Array($0) })) != nil else { return nil }
    return bytes
  }
}

/// Locks that a git has left which was killed together with the memo that ran it.
struct StaleLocks {
  let vault: Vault
  let names: BranchNames
  /// When that memo began, in nanoseconds since 1970: an older lock is another program's. `nil` where none is known to have
  /// been killed.
  let since: Int64?
  let git: any Git

  /// A git that outlived memo, or one of the user's, lets go of its locks in less time.
  private static let patience = 20
  private static let interval: TimeInterval = 0.1

  /// No one but memo locks these, and there is no other memo at work.
  private var own: [VaultPath] {
    let overtaken = VaultPath(".git/\(BranchNames.overtaken)")
    let names = (try? vault.files.entries(of: overtaken))?.map(\.name) ?? []
    return [self.names.taken, BranchNames.pending, BranchNames.waited].map(lock)
      + names.filter { $0.suffix(5).elementsEqual(".lock".utf8) }.map(overtaken.appending)
  }

  private var shared: [VaultPath] {
    [names.head, names.tracking, "HEAD", "packed-refs", "config"].map(lock)
  }

  /// Git keeps this one as long as the editor of a commit's message is open, a hook runs or files are checked out.
  private var index: VaultPath { lock("index") }

  private func lock(_ name: String) -> VaultPath { VaultPath(".git/\(name).lock") }

  /// Removes them, if they do not go by themselves.
  func remove() throws {
    for _ in 0..<Self.patience {
      if found().isEmpty { return }
      Thread.sleep(forTimeInterval: Self.interval)
    }
    for path in found() where path != index || !git.isRunning(in: vault.root) { _ = try vault.writer.remove(path) }
  }

  private func found() -> [VaultPath] {
    let left = own.filter { vault.files.stamp(of: $0) != nil }
    guard let since else { return left }
    return left
      + (shared + [index]).filter { path in vault.files.stamp(of: path).map { $0.modified >= since } ?? false }
  }
}
