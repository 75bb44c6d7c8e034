public import MemoCore
import MemoStore
public import MemoSync
import Synchronization

/// Git for one device of a model: the commands that a sync runs, on refs in files as git keeps them.
///
/// It does what git's manual says of them and knows no attributes, no ignored files, no index and no reflogs.
public struct MemoryGit: Git {
  private let disk: MemoryDisk
  private let hub: MemoryHub

  private static let newline = UInt8(ascii: "\n")

  /// Git on a device's disk, with a remote.
  public init(on disk: MemoryDisk, remote hub: MemoryHub) {
    (self.disk, self.hub) = (disk, hub)
  }

  /// One that never changes.
  public func identity() -> String? { "model" }
  /// What every machine is called.
  public var device: String { "model" }
  /// No one changes any settings.
  public func userStamp(with others: [String]) -> UInt64 { 0 }
  /// There are none.
  public var hasUserAttributes: Bool { false }
  /// The disk as git sees it.
  public func workTree(at root: HostPath) -> any WorkTree { disk.workTree }
  /// Only memo runs it.
  public func isRunning(in root: HostPath) -> Bool { false }

  /// Does what git does.
  public func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    let words = call.arguments.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    switch call.name {
    case "for-each-ref": return done(refList(words))
    case "ls-tree": return done(tree(words))
    case "diff-tree" where words.contains("--stdin") && words.contains("--raw"):
      return done(changes(by: Array(chunks.joined())))
    case "diff-tree" where words.contains("--stdin"): return done(changedPaths(Array(chunks.joined())))
    case "diff-tree": return done(difference(ObjectId(words[words.count - 2]), ObjectId(words[words.count - 1])))
    case "cat-file": return done(objects(Array(chunks.joined()), isCheck: words.contains("--batch-check")))
    case "log" where words.contains("--walk-reflogs"): return done([])
    case "log": return done(log(words))
    case "merge-base": return mergeBase(words)
    case "update-ref": return try change(Array(chunks.joined()))
    case "fast-import": return try commit(chunks, isForced: words.contains("--force"))
    case "fetch": return try fetch(words)
    case "push": return push(words)
    case "check-ignore", "var": return GitAnswer(status: 1, output: [], errors: "")
    // Git's own index is none of the model.
    case "read-tree", "ls-files": return done([])
    default: throw .failed(command: call.name, reason: "the model does not know it")
    }
  }

  private func done(_ output: [UInt8]) -> GitAnswer { GitAnswer(status: 0, output: output, errors: "") }

  private func failed(_ reason: String) -> GitAnswer { GitAnswer(status: 1, output: [], errors: reason) }

  // MARK: Refs

  private func ref(_ name: String) -> ObjectId? {
    disk.bytes(of: VaultPath(".git/\(name)")).map { ObjectId(digits: $0.dropLast()) }
  }

  /// Makes all steps at once.
  private func set(_ refs: [String: ObjectId?]) throws(GitError) {
    do throws(FileError) {
      try disk.files.changing { tree throws(FileError) in
        for (name, id) in refs {
          let path = VaultPath(".git/\(name)")
          if let id { try tree.add(path, id.digits + [Self.newline], nil) } else { tree.files[path] = nil }
        }
      }
    } catch {
      throw .killed(command: "update-ref", signal: 9)
    }
  }

  private func refList(_ words: [String]) -> [UInt8] {
    let prefixes = words.dropFirst().map { Array(".git/\($0)".utf8) }
    let names = disk.state.files.keys.filter { path in prefixes.contains { path.bytes.starts(with: $0) } }.sorted()
    let lines = names.compactMap { path -> String? in
      let name = String(decoding: path.bytes.dropFirst(5), as: UTF8.self)
      guard let id = ref(name), let commit = hub.store.withLock({ $0.commits[id] }) else { return nil }
      return "\(name) \(id.text) \(commit.committed)\n"
    }
    return Array(lines.joined().utf8)
  }

  private func change(_ input: [UInt8]) throws(GitError) -> GitAnswer {
    var words = input.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }[
      ...]
    var steps: [String: ObjectId?] = [:]
    while let line = words.popFirst(), !line.isEmpty {
      let parts = line.parts(at: " ")
      let new = parts[0] == "update" ? words.popFirst() : nil
      let old = words.popFirst() ?? ""
      let isMissing = old.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
      guard old.isEmpty || ref(parts[1])?.text ?? "" == (isMissing ? "" : old) else {
        return failed("fatal: cannot lock ref '\(parts[1])'")
      }
      steps[parts[1]] = .some(new.map { ObjectId($0) })
    }
    try set(steps)
    return done([])
  }

  // MARK: The remote

  private func fetch(_ words: [String]) throws(GitError) -> GitAnswer {
    guard let head = hub.head else { return failed("fatal: couldn't find remote ref") }
    let names = (words.last ?? "").parts(at: ":")
    if ref(names[1]) != head { try set([names[1]: head]) }
    return done([])
  }

  private func push(_ words: [String]) -> GitAnswer {
    let commit = ObjectId((words.last ?? "").parts(at: ":")[0])
    let isTaken = hub.store.withLock { store in
      let isNewer = store.head.map { store.ancestors(of: commit).contains($0) } ?? true
      if isNewer { store.head = commit }
      return isNewer
    }
    return isTaken ? done([]) : GitAnswer(status: 1, output: Array("!\tx:y\t[rejected]\n".utf8), errors: "")
  }

  // MARK: Objects

  private func commit(_ chunks: some Sequence<[UInt8]>, isForced: Bool) throws(GitError) -> GitAnswer {
    var input = FastImport(Array(chunks.joined()))
    let (name, id) = hub.store.withLock { input.run(&$0) }
    if !isForced, let old = ref(name), !hub.store.withLock({ $0.ancestors(of: id).contains(old) }) {
      return failed("warning: Not updating \(name) (new tip \(id.text) does not contain \(old.text))")
    }
    try set([name: id])
    return done(id.digits + [Self.newline])
  }

  private func commit(_ id: ObjectId) -> MemoryHub.Commit {
    hub.store.withLock { $0.commits[id] } ?? MemoryHub.Commit()
  }

  private func tree(_ words: [String]) -> [UInt8] {
    let commit = words.first { $0.utf8.count == 40 && $0.utf8.first != UInt8(ascii: "-") } ?? ""
    let path = words.last == commit || words.last == "--" ? nil : words.last.map { VaultPath($0) }
    let entries = self.commit(ObjectId(commit)).tree.values.filter { path == nil || $0.path == path }
    return entries.flatMap { Array("\($0.mode.text) blob \($0.id.text)\t".utf8) + $0.path.bytes + [0] }
  }

  private func changes(_ old: [VaultPath: TreeEntry], _ new: [VaultPath: TreeEntry]) -> [(
    path: VaultPath, old: TreeEntry?, new: TreeEntry?
  )] {
    Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map { ($0, old[$0], new[$0]) }
  }

  private func difference(_ old: ObjectId, _ new: ObjectId) -> [UInt8] {
    difference(commit(old).tree, commit(new).tree)
  }

  private func difference(_ old: [VaultPath: TreeEntry], _ new: [VaultPath: TreeEntry]) -> [UInt8] {
    let none = String(repeating: "0", count: 40)
    return changes(old, new).flatMap { path, old, new in
      let modes = ":\(old?.mode.text ?? "000000") \(new?.mode.text ?? "000000")"
      return Array("\(modes) \(old?.id.text ?? none) \(new?.id.text ?? none) X".utf8) + [0] + path.bytes + [0]
    }
  }

  /// Each commit against its parent; neither merges nor commits without changes are named.
  private func changes(by input: [UInt8]) -> [UInt8] {
    input.split(separator: Self.newline).flatMap { line -> [UInt8] in
      let commit = commit(ObjectId(digits: line))
      guard commit.parents.count < 2 else { return [] }
      let changes = difference(commit.parents.first.map { self.commit($0).tree } ?? [:], commit.tree)
      return changes.isEmpty ? [] : Array(line) + [0] + changes
    }
  }

  /// Nothing of what is deleted, and of merges what no parent has so, as git does.
  private func changedPaths(_ input: [UInt8]) -> [UInt8] {
    input.split(separator: Self.newline).flatMap { line -> [UInt8] in
      let commit = commit(ObjectId(digits: line))
      let parents = commit.parents.isEmpty ? [[:]] : commit.parents.map { self.commit($0).tree }
      let changed = parents.map { changes($0, commit.tree).map(\.path) }
      let paths = (changed.first ?? []).filter { path in
        commit.tree[path] != nil && changed.allSatisfy { $0.contains(path) }
      }
      return Array(line) + [0] + paths.flatMap { $0.bytes + [0] }
    }
  }

  private func objects(_ input: [UInt8], isCheck: Bool) -> [UInt8] {
    input.split(separator: Self.newline).flatMap { line -> [UInt8] in
      let id = ObjectId(digits: line)
      if let bytes = hub.store.withLock({ $0.blobs[id] }) {
        let head = Array("\(id.text) blob \(bytes.count)\n".utf8)
        return isCheck ? head : head + bytes + [Self.newline]
      }
      let isCommit = hub.store.withLock { $0.commits[id] } != nil
      return Array("\(id.text) \(isCommit ? "commit 0" : "missing")\n".utf8)
    }
  }

  private func log(_ words: [String]) -> [UInt8] {
    let patterns = words.compactMap { $0.dropping(prefix: "--grep=^") }
    return hub.store.withLock { store in
      Self.range(words, in: store).flatMap { mark, id -> [UInt8] in
        guard let commit = store.commits[id], !words.contains("--merges") || commit.parents.count > 1 else { return [] }
        let lines = commit.message.split(separator: Self.newline)
        let isWanted = patterns.isEmpty || lines.contains { line in patterns.contains { line.starts(with: $0.utf8) } }
        let parents = commit.parents.map(\.text).joined(separator: " ")
        let (name, email) = commit.nameAndEmail
        let words = [mark, id.text, parents, "\(commit.committed)", "\(commit.authored)", email, name]
        return isWanted ? words.flatMap { Array("\($0)\n".utf8) } + commit.message + [0] : []
      }
    }
  }

  /// The commits that `log` lists, with what `%m` is of each: those from `^ID` to another, or those that one side alone of
  /// `ID...ID` has and, with `--boundary`, their parents that both have.
  private static func range(_ words: [String], in store: MemoryHub.Store) -> [(mark: String, id: ObjectId)] {
    let isByDate = !words.contains("--topo-order")
    let names = words.filter { $0.utf8.first != UInt8(ascii: "-") }
    let old = names.compactMap { $0.dropping(prefix: "^") }.map { ObjectId($0) }
    guard let name = names.first(where: { $0.utf8.first != UInt8(ascii: "^") }) else { return [] }
    let ends = [name.utf8.prefix(40), name.utf8.suffix(40)].map { ObjectId(digits: $0) }
    guard name.utf8.count > 40 else { return store.log(from: old, to: ends[0], isByDate: isByDate).map { (">", $0) } }
    let bases = store.mergeBases(ends[0], ends[1])
    let sides = zip(["<", ">"], ends).flatMap { mark, end in
      store.log(from: bases, to: end, isByDate: isByDate).map { (mark, $0) }
    }
    guard words.contains("--boundary") else { return sides }
    let parents = Set(sides.flatMap { store.commits[$0.1]?.parents ?? [] }).subtracting(sides.map(\.1))
    return sides + parents.sorted().map { ("-", $0) }
  }

  private func mergeBase(_ words: [String]) -> GitAnswer {
    let (first, second) = (ObjectId(words[1]), ObjectId(words[2]))
    return hub.store.withLock { store in
      if words[0] == "--is-ancestor" {
        return store.ancestors(of: second).contains(first) ? done([]) : failed("")
      }
      let bases = store.mergeBases(first, second)
      return bases.isEmpty ? failed("") : done(Array(bases.map { $0.text + "\n" }.joined().utf8))
    }
  }
}

extension MemoryHub.Commit {
  /// What `%an` and `%ae` are of its author.
  fileprivate var nameAndEmail: (String, String) {
    let parts = author.parts(at: "<")
    return (parts[0].parts(at: " ").joined(separator: " "), parts[1].parts(at: ">").joined())
  }
}

/// What `git fast-import` reads, as far as memo writes it.
private struct FastImport {
  private var rest: ArraySlice<UInt8>
  private var marks: [String: ObjectId] = [:]

  init(_ input: [UInt8]) { rest = input[...] }

  private mutating func line() -> String {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    rest = rest.dropFirst(line.count + 1)
    return String(decoding: line, as: UTF8.self)
  }

  /// The bytes behind `data LENGTH`.
  private mutating func data() -> [UInt8] {
    let length = Int(line().parts(at: " ").last ?? "") ?? 0
    defer { rest = rest.dropFirst(length + 1) }
    return Array(rest.prefix(length))
  }

  /// Adds what the input makes; returns the ref and the commit.
  mutating func run(_ store: inout MemoryHub.Store) -> (ref: String, ObjectId) {
    var (name, commit) = ("", MemoryHub.Commit())
    var removed: [VaultPath] = []
    var written: [TreeEntry] = []
    while !rest.isEmpty {
      let line = line()
      let words = line.parts(at: " ", maxSplits: 3)
      switch words.first {
      case "blob":
        let mark = self.line().parts(at: " ")[1]
        let bytes = data()
        let id = ObjectId(ofBlob: bytes)
        store.blobs[id] = bytes
        marks[mark] = id
      case "commit":
        name = words[1]
        _ = self.line()
        let author = self.line()
        commit.author = author.parts(at: " ").dropFirst().dropLast(2).joined(separator: " ")
        commit.authored = Self.seconds(author)
        commit.committed = Self.seconds(self.line())
        commit.message = data()
      case "from", "merge": commit.parents.append(ObjectId(words[1]))
      case "D": removed.append(Self.path(line.dropping(prefix: "D ") ?? ""))
      case "M":
        let mode = UInt32(words[1], radix: 8).flatMap(FileMode.init(rawValue:)) ?? .file
        written.append(TreeEntry(path: Self.path(words[3]), mode: mode, id: marks[words[2]] ?? ObjectId(words[2])))
      default: break
      }
    }
    commit.tree = commit.parents.first.flatMap { store.commits[$0]?.tree } ?? [:]
    for path in removed { commit.tree[path] = nil }
    for entry in written {
      // A file takes the place of a folder, and a folder that of a file.
      commit.tree = commit.tree.filter { !$0.key.isInside(entry.path) && !entry.path.isInside($0.key) }
      commit.tree[entry.path] = entry
    }
    let tree = commit.tree.values.sorted { $0.path < $1.path }.map { "\($0.mode.text) \($0.id.text) \($0.path.text)" }
    let text = "\(tree)\(commit.parents.map(\.text))\(commit.authored) \(commit.committed)\n"
    let id = ObjectId(ofBlob: Array(text.utf8) + commit.message)
    store.commits[id] = commit
    return (name, id)
  }

  private static func seconds(_ signature: String) -> Int64 {
    Int64(signature.parts(at: " ").dropLast().last ?? "") ?? 0
  }

  private static func path(_ quoted: String) -> VaultPath {
    var text = Array(quoted.utf8)[...]
    return QuotedPath.take(from: &text) ?? VaultPath(quoted)
  }
}
