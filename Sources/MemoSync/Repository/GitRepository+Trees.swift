package import MemoCore
import MemoStore

extension GitRepository {
  /// All entries of a commit's tree.
  package func tree(of commit: ObjectId) throws -> VaultTree {
    try Self.tree(in: output(["ls-tree", "-r", "-z", "--full-tree", commit.text]))
  }

  /// Reads the files in what `ls-tree -z` writes.
  static func tree(in output: [UInt8]) throws -> VaultTree {
    var tree: VaultTree = [:]
    for (words, path) in try records(in: output, of: "ls-tree") {
      // 100644 blob ID
      guard let mode = FileMode(digits: words[0]), let id = ObjectId(hexadecimal: words[2]) else {
        throw GitError.unclear("ls-tree")
      }
      // A folder, where one path was asked for.
      if words[1].elementsEqual("tree".utf8) { continue }
      tree[path] = TreeEntry(path: path, mode: mode, id: id)
    }
    return tree
  }

  /// Reads what `ls-tree -z` and `ls-files -z --stage` write: three words and, behind a tab, a path.
  private static func records(
    in output: [UInt8], of command: String
  ) throws -> [(words: [ArraySlice<UInt8>], path: VaultPath)] {
    try output.split(separator: 0).map { record in
      let words = record.prefix { $0 != UInt8(ascii: "\t") }
      let parts = words.split(separator: UInt8(ascii: " "))
      guard words.count < record.count, parts.count == 3 else { throw GitError.unclear(command) }
      return (parts, VaultPath(bytes: Array(record.dropFirst(words.count + 1))))
    }
  }

  /// All entries of git's own index.
  ///
  /// - Parameter isMerged: whether to leave out the paths that are unmerged; else there is the last version of them.
  func indexEntries(merged isMerged: Bool = false) throws -> [VaultPath: TreeEntry?] {
    var entries: [VaultPath: TreeEntry?] = [:]
    for (words, path) in try Self.records(in: output(["ls-files", "-z", "--stage"]), of: "ls-files") {
      // 100644 ID 0
      guard let mode = FileMode(digits: words[0]), let id = ObjectId(hexadecimal: words[1]) else {
        throw GitError.unclear("ls-files")
      }
      if isMerged, !words[2].elementsEqual("0".utf8) { continue }
      entries[path] = TreeEntry(path: path, mode: mode, id: id)
    }
    return entries
  }

  /// The paths in git's own index that git passes over in the work tree.
  func passedOver() throws -> Set<VaultPath> {
    let mark = UserIndex.passedMark
    let lines = try output(["ls-files", "-z", "-t"]).split(separator: 0).filter { $0.starts(with: mark) }
    return Set(lines.map { VaultPath(bytes: Array($0.dropFirst(mark.count))) })
  }

  /// The files among them: links and other repositories, which memo does not make, are none.
  func filesPassedOver() throws -> Set<VaultPath> {
    let mark = UserIndex.passedMark
    let paths = try output(["ls-files", "-z", "-t", "--stage"]).split(separator: 0).compactMap { line -> VaultPath? in
      // S 100644 ID 0<tab>path
      guard line.starts(with: mark), let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let mode = line.dropFirst(mark.count).prefix { $0 != UInt8(ascii: " ") }
      return FileMode(digits: mode)?.isFile == true ? VaultPath(bytes: Array(line[(tab + 1)...])) : nil
    }
    return Set(paths)
  }

  /// What the sides of unmerged paths have in git's own index: two, or one where the other has deleted the file.
  func unmergedSides() throws -> [VaultPath: [ObjectId]] {
    var sides: [VaultPath: [ObjectId]] = [:]
    for (words, path) in try Self.records(in: output(["ls-files", "-z", "--unmerged"]), of: "ls-files") {
      // 100644 ID 2
      guard let id = ObjectId(hexadecimal: words[1]) else { throw GitError.unclear("ls-files") }
      // The first one is what both come from.
      if !words[2].elementsEqual("1".utf8) { sides[path, default: []].append(id) }
    }
    return sides
  }

  /// Whether a commit that a ref leads to has an object at a path; not where git cannot say.
  func hasCommit(of path: VaultPath, with object: ObjectId) -> Bool {
    let words = ["log", "--all", "-m", "-n", "1", "--format=%H", "--no-patch", "--find-object=\(object.text)", "--"]
    var call = GitCall(words, in: place)
    call.arguments.append(path.bytes)
    return (try? answer(to: call))?.isEmpty == false
  }

  /// How the trees of two commits differ.
  func changes(from old: ObjectId, to new: ObjectId) throws -> [TreeChange] {
    guard old != new else { return [] }
    return try Self.changes(
      in: output(["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", old.text, new.text]))
  }

  /// How commits have changed the files of the one that each comes from, in their order; merges, and those that changed none, are
  /// left out.
  func changes(by commits: [ObjectId]) throws -> [[TreeChange]] {
    guard !commits.isEmpty else { return [] }
    let words = ["diff-tree", "--stdin", "--root", "-r", "-z", "--raw", "--no-renames", "--no-abbrev"]
    let output = try output(words, feeding: commits.map { Array("\($0.text)\n".utf8) })
    let records = output.split(separator: 0)
    var changes: [[TreeChange]] = []
    var place = 0
    while place < records.count {
      // ID, then the commit's changes with their paths
      let start = place + 1
      place = start
      while place + 1 < records.count, records[place].first == UInt8(ascii: ":") { place += 2 }
      changes.append(try Self.changes(in: Array(records[start..<place])))
    }
    return changes
  }

  /// Reads what `diff-tree -z --raw` and `diff-index -z --raw` write.
  static func changes(in output: [UInt8]) throws -> [TreeChange] {
    try changes(in: output.split(separator: 0))
  }

  /// The same in records that are apart already.
  static func changes(in records: [ArraySlice<UInt8>]) throws -> [TreeChange] {
    var changes: [TreeChange] = []
    var place = 0
    while place + 1 < records.count {
      // :100644 100644 ID ID M
      let words = records[place].dropFirst().split(separator: UInt8(ascii: " "))
      guard words.count == 5 else { throw GitError.unclear("diff-tree") }
      let path = VaultPath(bytes: Array(records[place + 1]))
      changes.append(
        TreeChange(path: path, old: entry(path, words[0], words[2]), new: entry(path, words[1], words[3])))
      place += 2
    }
    return changes
  }

  private static func entry(_ path: VaultPath, _ mode: ArraySlice<UInt8>, _ id: ArraySlice<UInt8>) -> TreeEntry? {
    guard let mode = FileMode(digits: mode), let id = ObjectId(hexadecimal: id) else { return nil }
    return TreeEntry(path: path, mode: mode, id: id)
  }

  /// The bytes of blobs; those that are missing are left out, and those that are larger than any file that memo takes
  /// into memory. A remote decides how large they are, and a pack of a few megabytes may hold gigabytes.
  ///
  /// - Parameter isAtOnce: whether to end with `tooMuch` where together they are more than that.
  package func blobs(_ ids: some Sequence<ObjectId>, atOnce isAtOnce: Bool = false) throws -> [ObjectId:
    [UInt8]]
  {
    let wanted = Set(ids)
    let known = stored.among(wanted)
    let unknown = wanted.subtracting(known.keys).sorted()
    return unknown.isEmpty ? known : try blobs(unknown[...], atOnce: isAtOnce).merging(known) { $1 }
  }

  private func blobs(_ ids: ArraySlice<ObjectId>, atOnce isAtOnce: Bool) throws -> [ObjectId: [UInt8]] {
    var call = GitCall(["cat-file", "--batch", "--buffer"], in: place)
    call.outputLimit = WholeFile.sizeLimit
    do {
      return try Self.blobs(in: answer(to: call, feeding: [Self.lines(of: ids)]))
    } catch GitError.tooMuch where !isAtOnce {
      guard ids.count > 1 else { return [:] }
      let middle = ids.startIndex + ids.count / 2
      return try blobs(ids[..<middle], atOnce: false).merging(blobs(ids[middle...], atOnce: false)) { first, _ in first
      }
    }
  }

  /// What a commit has at a path; `nil` where there is nothing.
  func entry(of path: VaultPath, in commit: ObjectId) throws -> TreeEntry? {
    try entries(of: [path], in: commit.text)[path]
  }

  /// What the commit that a revision names has at some paths.
  func entries(of paths: [VaultPath], in revision: String) throws -> VaultTree {
    var call = GitCall(["ls-tree", "-z", "--full-tree", revision, "--"], in: place)
    call.arguments += paths.map(\.bytes)
    return try Self.tree(in: answer(to: call))
  }

  /// What commits have at some paths; nothing for a path where one has no file.
  func entries(at places: some Collection<CommitFile>) throws -> [CommitFile: TreeEntry] {
    var found: [CommitFile: TreeEntry] = [:]
    for file in places where !file.isLine { found[file] = try entry(of: file.path, in: file.commit) }
    let lines = places.filter(\.isLine)
    guard !lines.isEmpty else { return found }
    let words = ["cat-file", "--batch-check=%(objectname) %(objecttype)", "--buffer"]
    let output = try output(words, feeding: [lines.flatMap { $0.name + [UInt8(ascii: "\n")] }])
    let answers = output.split(separator: UInt8(ascii: "\n"))
    guard answers.count == lines.count else { throw GitError.unclear("cat-file") }
    for (file, answer) in zip(lines, answers) {
      // ID blob, or NAME missing
      let words = answer.split(separator: UInt8(ascii: " "))
      guard words.count == 2, words[1].elementsEqual("blob".utf8), let id = ObjectId(hexadecimal: words[0]) else {
        continue
      }
      found[file] = TreeEntry(path: file.path, id: id)
    }
    return found
  }

  /// How commits differ from others, in the order of the questions.
  ///
  /// - Parameter paths: the files to compare; all where there is none.
  func differences(of questions: [CommitPair], at paths: [VaultPath] = []) throws -> [[TreeChange]] {
    guard !questions.isEmpty else { return [] }
    // A commit is named before its differences, also where there are none.
    let words = [
      "diff-tree", "--stdin", "--root", "--always", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--",
    ]
    var call = GitCall(words, in: place)
    call.arguments += paths.map(\.bytes)
    let lines = questions.flatMap { pair -> [UInt8] in
      pair.new.digits + (pair.old.map { [UInt8(ascii: " ")] + $0.digits } ?? []) + [UInt8(ascii: "\n")]
    }
    var parts: [[ArraySlice<UInt8>]] = []
    for record in try answer(to: call, feeding: [lines]).split(separator: 0) {
      let isName =
        parts.count < questions.count && record.elementsEqual(questions[parts.count].new.digits)
        && (parts.last?.count ?? 0) % 2 == 0
      if isName { parts.append([]) } else if !parts.isEmpty { parts[parts.count - 1].append(record) }
    }
    guard parts.count == questions.count else { throw GitError.unclear("diff-tree") }
    return try parts.map { try Self.changes(in: $0) }
  }

  /// Names for git to read, in one piece: it would be woken for each line, and answer each with writes of its own.
  private static func lines(of ids: some Sequence<ObjectId>) -> [UInt8] {
    ids.flatMap { $0.digits + [UInt8(ascii: "\n")] }
  }

  /// Reads what `cat-file --batch` writes.
  static func blobs(in output: [UInt8]) throws -> [ObjectId: [UInt8]] {
    var blobs: [ObjectId: [UInt8]] = [:]
    var rest = output[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      // ID blob SIZE
      let words = rest[..<end].split(separator: UInt8(ascii: " "))
      rest = rest[(end + 1)...]
      guard words.count == 3 else { continue }
      guard let id = ObjectId(hexadecimal: words[0]), let size = Int(String(decoding: words[2], as: UTF8.self)),
        size >= 0, rest.count > size
      else { throw GitError.unclear("cat-file") }
      blobs[id] = Array(rest.prefix(size))
      rest = rest.dropFirst(size + 1)
    }
    return blobs
  }

  /// How many bytes objects have; those that are missing are left out.
  func sizes(of ids: some Sequence<ObjectId>) throws -> [ObjectId: Int] {
    let words = ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"]
    var sizes: [ObjectId: Int] = [:]
    for line in try output(words, feeding: [Self.lines(of: ids)]).split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 2, let id = ObjectId(hexadecimal: words[0]) else { continue }
      sizes[id] = Int(String(decoding: words[1], as: UTF8.self))
    }
    return sizes
  }

  /// Which of these objects the repository holds.
  func known(_ ids: [ObjectId]) throws -> Set<ObjectId> {
    guard !ids.isEmpty else { return [] }
    let output = try output(["cat-file", "--batch-check", "--buffer"], feeding: [Self.lines(of: ids)])
    let missing = " missing".utf8
    let lines = output.split(separator: UInt8(ascii: "\n")).filter { !$0.suffix(missing.count).elementsEqual(missing) }
    return Set(lines.compactMap { ObjectId(hexadecimal: $0.prefix(ObjectId.length)) })
  }
}

/// A commit and one that it is compared with.
struct CommitPair: Hashable {
  let new: ObjectId
  /// `nil` for a commit that comes from no other one.
  let old: ObjectId?
}

/// A file of a commit.
struct CommitFile: Hashable {
  let commit: ObjectId
  let path: VaultPath

  /// As git names it.
  fileprivate var name: [UInt8] { commit.digits + [UInt8(ascii: ":")] + path.bytes }

  /// Whether git can be asked for it by a line.
  fileprivate var isLine: Bool { !path.bytes.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } }
}

extension GitError {
  /// Git answered in a form that memo does not know.
  static func unclear(_ command: String) -> GitError {
    .failed(command: command, reason: "unexpected output")
  }
}
