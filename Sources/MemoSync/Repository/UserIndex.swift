import MemoCore
import MemoStore

/// Git's own index, which memo does not use but keeps in step, so that `git status` is right for the user.
struct UserIndex {
  /// What became of it.
  enum Outcome: Equatable {
    /// It is in step. The ref that holds what was staged of files that have other bytes now; `nil` for nothing.
    case inStep(staged: String?)
    /// Another program holds it, so it is as it was.
    case locked
  }

  let vault: Vault
  let repository: GitRepository
  /// Now, in seconds since 1970.
  let now: Int64

  static let path = VaultPath(".git/index")
  private static let lock = VaultPath(".git/index.lock")
  private static let damaged = SyncFolder.path.appending("index.damaged")
  private static let sizeLimit = 1 << 28

  /// Brings it to a commit. What the user has staged of other files stays staged; of those that the commit changes, it
  /// would only take the commit back again, so a ref keeps it instead.
  ///
  /// - Parameters:
  ///   - old: the commits that it may stand for, file by file, when nothing is staged: more than one after a sync was
  ///     killed; `nil` for none at all.
  ///   - known: how commits differ, as far as that was found out already.
  ///   - waiting: files that wait, which `passOver` is for.
  func update(
    from old: [ObjectId?], to new: ObjectId, knowing known: KnownChanges, besides waiting: Set<VaultPath> = []
  ) throws -> Outcome {
    let isThere = try vault.writer.isTaken(Self.path)
    guard old != [new] || !isThere else { return .inStep(staged: nil) }
    guard try !vault.writer.isTaken(Self.lock) else { return .locked }
    guard isThere else {
      // Nothing can be staged in an index that is not there.
      try read(new)
      return .inStep(staged: nil)
    }
    let (changes, staged) = try changes(from: old, to: new, known)
    try change(changes.filter { $0.new == nil || !waiting.contains($0.path) })
    return .inStep(staged: staged)
  }

  /// How closely it is looked at.
  enum Look {
    /// Its first bytes: what a power cut mostly leaves is enough.
    case glance
    /// All of it.
    case thorough
    /// All of it, after git has failed; what no hash covers, as git reads it.
    case strict
  }

  /// Makes it anew from a commit where it cannot be read; what there was is set aside. Returns whether that was so.
  func repair(to commit: ObjectId?, by look: Look) throws -> Bool {
    guard let stamp = vault.files.stamp(of: Self.path), vault.files.stamp(of: Self.lock) == nil else { return false }
    if stamp.size >= Self.smallest, try isReadable(by: look) { return false }
    _ = try vault.writer.remove(Self.damaged)
    let isKept = stamp.size > 0 ? try vault.writer.move(Self.path, to: Self.damaged) : false
    if !isKept { _ = try vault.writer.remove(Self.path) }
    if let commit { try read(commit) }
    return true
  }

  /// Whether there is one that is not cut to nothing.
  var isThere: Bool { vault.files.stamp(of: Self.path).map { $0.size >= Self.smallest } ?? false }

  /// Whether another git is about to change it, as in the middle of a checkout. A lock that is older is one that a killed git
  /// has left, or that of a commit whose message is being written.
  var isBeingChanged: Bool {
    guard let lock = vault.files.stamp(of: Self.lock) else { return false }
    return (0..<Self.longestChange).contains(now - lock.modified / 1_000_000_000)
  }

  /// Seconds.
  private static let longestChange: Int64 = 5

  /// A header of 12 bytes and a hash of 20.
  private static let smallest = 32

  private func isReadable(by look: Look) throws -> Bool {
    var bytes: [UInt8] = []
    _ = try vault.files.read(Self.path, limit: look == .glance ? Self.smallest : Self.sizeLimit) { bytes = Array($0) }
    guard bytes.starts(with: "DIRC".utf8) else { return false }
    if look == .glance || bytes.count >= Self.sizeLimit { return true }
    let hash = bytes.suffix(20)
    // `index.skipHash` leaves it out.
    guard hash.allSatisfy({ $0 == 0 }) else {
      return hash.elementsEqual(SHA1.hash(bytes.dropLast(20))) && !(look == .strict && lacksSharedPart)
    }
    if look == .strict, !isReadableByGit { return false }
    // An entry ends with eight zeros at most; more were never written.
    return !bytes.dropLast(20).suffix(9).allSatisfy { $0 == 0 }
  }

  /// Whether git cannot read the file that `core.splitIndex` keeps most of it in.
  private var lacksSharedPart: Bool {
    do {
      _ = try repository.indexEntries()
    } catch GitError.failed(_, let reason) {
      // The signature of the index itself is right.
      return ["sharedindex.", "bad signature", "index uses  extension"].contains(where: reason.containsBytes)
    } catch {}
    return false
  }

  /// Whether git lists its entries, and none without an object: what was cut may end in zeros.
  private var isReadableByGit: Bool {
    guard let entries = try? repository.indexEntries() else { return false }
    return !entries.values.contains { $0?.id.text.utf8.allSatisfy { $0 == UInt8(ascii: "0") } ?? false }
  }

  /// Has git pass over files that are not as the branch has them. To `git add .` and `git commit -a`, what is here under
  /// their names would be the user's edit of what no one here has seen. Returns whether that is done: not while another program
  /// holds the index.
  ///
  /// - Parameters:
  ///   - entries: what the branch has of the files.
  ///   - others: those that it passed over before.
  func passOver(_ entries: [TreeEntry], noLonger others: Set<VaultPath> = []) throws -> Bool {
    guard !entries.isEmpty || !others.isEmpty, try vault.writer.isTaken(Self.path) else { return true }
    guard try !vault.writer.isTaken(Self.lock) else { return false }
    let known = try repository.output(["ls-files", "-z", "-t", "--stage"]).split(separator: 0).map(Array.init)
    let passed = Set(known.filter { $0.starts(with: Self.passedMark) }.map { $0.dropFirst(Self.passedMark.count) })
    let added = entries.filter { !passed.contains(Self.line(of: $0)[...]) }
    for part in added.parts(of: Self.entriesAtOnce) { try passOver(part) }
    let waiting = Set(entries.map(\.path))
    let names = passed.compactMap { line in line.firstIndex(of: 0x09).map { VaultPath(bytes: Array(line[($0 + 1)...])) }
    }
    let freed = names.filter { others.contains($0) && !waiting.contains($0) }.sorted()
    if !freed.isEmpty { try mark(freed, ["--no-skip-worktree"]) }
    return true
  }

  /// None is ever in the index without the mark, but for those with names that are not UTF-8.
  private func passOver(_ entries: ArraySlice<TreeEntry>) throws {
    let words = entries.filter(\.path.isUTF8).flatMap {
      ["--cacheinfo", "\($0.mode.text),\($0.id.text),\($0.path.text)"]
    }
    try change(entries.filter { !$0.path.isUTF8 }.map { TreeChange(path: $0.path, old: nil, new: $0) })
    try mark(entries.map(\.path), ["--add", "--replace"] + words + ["--skip-worktree"])
  }

  private func mark(_ paths: [VaultPath], _ words: [String]) throws {
    _ = try repository.output(
      ["update-index"] + words + ["-z", "--stdin"], feeding: paths.map { $0.bytes + [0] })
  }

  private static let entriesAtOnce = 200
  /// What `ls-files -t` begins the lines of such files with.
  static let passedMark = Array("S ".utf8)

  /// An entry as `ls-files --stage` lists it.
  private static func line(of entry: TreeEntry) -> [UInt8] {
    Array("\(entry.mode.text) \(entry.id.text) 0\t".utf8) + entry.path.bytes
  }

  private func read(_ commit: ObjectId) throws {
    _ = try repository.output(["read-tree", commit.text])
  }

  /// The entries that differ between the commits, and the ref for what the user has staged of them.
  private func changes(
    from old: [ObjectId?], to new: ObjectId, _ known: KnownChanges
  ) throws -> ([TreeChange], staged: String?) {
    var changes: [VaultPath: TreeChange] = [:]
    for old in old {
      let found = try old.flatMap { known.between($0, new) } ?? self.changes(from: old, to: new)
      for change in found { changes[change.path] = change }
    }
    guard !changes.isEmpty else { return ([], nil) }
    var (staged, missing) = (changes, Set<VaultPath>())
    for old in old where !staged.isEmpty {
      let found = try stagedEntries(since: old)
      staged = staged.filter { path, change in found[path].map { $0?.id != change.new?.id } ?? false }
      missing.formUnion(found.lazy.filter { $0.value == nil }.map(\.key))
    }
    // What the user has taken out of the index and git ignores stays out: else the next sync would send it.
    let untracked = try repository.ignored(staged.keys.filter { missing.contains($0) }.sorted())
    staged = staged.filter { !untracked.contains($0.key) }
    let all = changes.values.filter { !untracked.contains($0.path) }.sorted { $0.path < $1.path }
    guard !staged.isEmpty else { return (all, nil) }
    switch try keepStaged(on: new) {
    case .kept(let ref): return (all, ref)
    case .lost: return (all, nil)
    case .unmerged:
      let chosen = try chosen(among: all.filter { staged[$0.path] != nil })
      return (all.filter { staged[$0.path] == nil || chosen.contains($0.path) }, nil)
    }
  }

  /// The unmerged files of which the commit has one side, as after `git stash pop` and `git checkout --theirs`, and another commit the
  /// other: then the index alone has nothing of them, and nothing is staged where it has what the commit has. A file that was
  /// merged by hand stays unmerged: only `git add` says that this is done.
  private func chosen(among changes: [TreeChange]) throws -> Set<VaultPath> {
    let sides = try repository.unmergedSides()
    let chosen = changes.filter { change in
      guard let new = change.new, new.mode.isFile, let sides = sides[change.path], sides.count == 2,
        let other = sides.first(where: { $0 != new.id }), sides.contains(new.id)
      else { return false }
      return other == change.old?.id || repository.hasCommit(of: change.path, with: other)
    }
    return Set(chosen.map(\.path))
  }

  private enum Keeping {
    case kept(String)
    /// The objects are not there: `git add` does not wait for the disk.
    case lost
    /// Git cannot make a tree of it; it stays as it is.
    case unmerged
  }

  /// Has a ref hold all that is staged.
  private func keepStaged(on commit: ObjectId) throws -> Keeping {
    let answer = try repository.git.run(GitCall(["write-tree"], in: repository.place))
    guard answer.status == 0, let tree = ObjectId(hexadecimal: answer.output.prefix(ObjectId.length)) else {
      return .unmerged
    }
    let blobs = try repository.changes(from: commit, to: tree).compactMap(\.new).filter(\.mode.isFile).map(\.id)
    guard try repository.known(blobs).isSuperset(of: blobs) else { return .lost }
    // Where that cannot be waited for, the ref may name what is not there after a power cut.
    try? vault.writer.synchronizeAll()
    let ref = try repository.freeRef(in: BranchNames.staged, at: now)
    try repository.change([.set(ref, to: tree)], reason: "memo: staged")
    return .kept(ref)
  }

  private func changes(from old: ObjectId?, to new: ObjectId) throws -> [TreeChange] {
    if let old { return try repository.changes(from: old, to: new) }
    return try repository.tree(of: new).changes(from: [:])
  }

  /// The entries in which the index differs from a commit; `nil` for those it lacks.
  private func stagedEntries(since old: ObjectId?) throws -> [VaultPath: TreeEntry?] {
    guard let old else { return try repository.indexEntries() }
    // What `git add -N` has announced would be an empty file there.
    let output = try repository.output([
      "diff-index", "--cached", "--ita-invisible-in-index", "--raw", "-z", "--no-renames", "--no-abbrev", old.text,
      "--",
    ])
    return Dictionary(try GitRepository.changes(in: output).map { ($0.path, $0.new) }) { first, _ in first }
  }

  private func change(_ changes: [TreeChange]) throws {
    guard !changes.isEmpty else { return }
    let removed: [UInt8] = changes.filter { $0.new == nil }.flatMap { change in
      Array("0 \(ObjectId.zeros)\t".utf8) + change.path.bytes + [0]
    }
    let written: [UInt8] = changes.compactMap(\.new).flatMap { entry in
      Array("\(entry.mode.text) \(entry.id.text)\t".utf8) + entry.path.bytes + [0]
    }
    _ = try repository.output(["update-index", "--replace", "-z", "--index-info"], feeding: [removed + written])
  }
}
