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
    for record in output.split(separator: 0) {
      // 100644 blob ID<tab>path
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { throw GitError.unclear("ls-tree") }
      let words = record[..<tab].split(separator: UInt8(ascii: " "))
      guard words.count == 3, let mode = FileMode(digits: words[0]), let id = ObjectId(hexadecimal: words[2])
      else { throw GitError.unclear("ls-tree") }
      // A folder, where one path was asked for.
      if words[1].elementsEqual("tree".utf8) { continue }
      let path = VaultPath(bytes: Array(record[(tab + 1)...]))
      tree[path] = TreeEntry(path: path, mode: mode, id: id)
    }
    return tree
  }

  /// All entries of git's own index.
  ///
  /// - Parameter isMerged: whether to leave out the paths that are unmerged; else there is the last version of them.
  func indexEntries(merged isMerged: Bool = false) throws -> [VaultPath: TreeEntry?] {
    var entries: [VaultPath: TreeEntry?] = [:]
    for record in try output(["ls-files", "-z", "--stage"]).split(separator: 0) {
      // 100644 ID 0<tab>path
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { throw GitError.unclear("ls-files") }
      let words = record[..<tab].split(separator: UInt8(ascii: " "))
      guard words.count == 3, let mode = FileMode(digits: words[0]), let id = ObjectId(hexadecimal: words[1])
      else { throw GitError.unclear("ls-files") }
      if isMerged, !words[2].elementsEqual("0".utf8) { continue }
      let path = VaultPath(bytes: Array(record[(tab + 1)...]))
      entries[path] = TreeEntry(path: path, mode: mode, id: id)
    }
    return entries
  }

  /// What the sides of unmerged paths have in git's own index: two, or one where the other has deleted the file.
  func unmergedSides() throws -> [VaultPath: [ObjectId]] {
    var sides: [VaultPath: [ObjectId]] = [:]
    for record in try output(["ls-files", "-z", "--unmerged"]).split(separator: 0) {
      // 100644 ID 2<tab>path
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { throw GitError.unclear("ls-files") }
      let words = record[..<tab].split(separator: UInt8(ascii: " "))
      guard words.count == 3, let id = ObjectId(hexadecimal: words[1]) else { throw GitError.unclear("ls-files") }
      // The first one is what both come from.
      if words[2].elementsEqual("1".utf8) { continue }
      sides[VaultPath(bytes: Array(record[(tab + 1)...])), default: []].append(id)
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
    let wanted = Set(ids).sorted()
    return wanted.isEmpty ? [:] : try blobs(wanted[...], atOnce: isAtOnce)
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
    var call = GitCall(["ls-tree", "-z", "--full-tree", commit.text, "--"], in: place)
    call.arguments.append(path.bytes)
    return try Self.tree(in: answer(to: call))[path]
  }

  /// What the commits that come of another one made of a file, the newest first.
  ///
  /// - Parameter limit: no more than so many.
  func versions(of path: VaultPath, since commit: ObjectId, limit: Int) throws -> [TreeEntry] {
    var call = GitCall(
      [
        "log", "-z", "--raw", "--no-abbrev", "--no-renames", "--full-history", "--ancestry-path", "--format=",
        "-n", "\(limit)", "\(commit.text)..HEAD", "--",
      ], in: place)
    call.arguments.append(path.bytes)
    return try answer(to: call).split(separator: 0).compactMap { record in
      // :MODE MODE ID ID STATUS
      let words = record.split(separator: UInt8(ascii: " "))
      guard words.count == 5, words[0].first == UInt8(ascii: ":") else { return nil }
      return Self.entry(path, words[1], words[3])
    }
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

  /// Which of these objects the repository holds.
  func known(_ ids: [ObjectId]) throws -> Set<ObjectId> {
    guard !ids.isEmpty else { return [] }
    let output = try output(["cat-file", "--batch-check", "--buffer"], feeding: [Self.lines(of: ids)])
    let lines = output.split(separator: UInt8(ascii: "\n")).filter { !$0.ends(with: " missing") }
    return Set(lines.compactMap { ObjectId(hexadecimal: $0.prefix(ObjectId.length)) })
  }
}

extension GitError {
  /// Git answered in a form that memo does not know.
  static func unclear(_ command: String) -> GitError {
    .failed(command: command, reason: "unexpected output")
  }
}

extension Collection<UInt8> {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
