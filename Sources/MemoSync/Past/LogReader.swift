import MemoCore

/// Reads what `git log -z --raw --numstat -c --combined-all-paths` writes in `format`.
struct LogReader {
  /// The commits in git's order.
  private(set) var commits: [LoggedCommit] = []

  /// Each field ends with NUL, which no field can hold.
  static let format = "%x00%H%x00%P%x00%at%x00%an%x00%s%x00%B%x00"

  private static let fields = 6
  private static let colon = UInt8(ascii: ":")
  private static let tab = UInt8(ascii: "\t")
  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  private let words: [ArraySlice<UInt8>]
  private var place = 0

  /// Reads all of it; `nil` where it is of another form.
  init?(_ output: [UInt8]) {
    words = output.split(separator: 0, omittingEmptySubsequences: false)
    while let word = nextWord() {
      let isRead = ObjectId.isHexadecimal(word) ? readCommit(String(decoding: word, as: UTF8.self)) : readEntry(word)
      guard isRead else { return nil }
    }
  }

  /// The next word that is not empty, without newlines before it.
  private mutating func nextWord() -> ArraySlice<UInt8>? {
    while place < words.count {
      let word = words[place].drop { $0 == Self.newline }
      place += 1
      if !word.isEmpty { return word }
    }
    return nil
  }

  private mutating func readCommit(_ id: String) -> Bool {
    let end = place + Self.fields - 1
    guard end <= words.count else { return false }
    let fields = words[place..<end].map { String(decoding: $0, as: UTF8.self) }
    var commit = LoggedCommit(id: id)
    commit.parents = fields[0].parts(at: " ")
    commit.date = Int64(fields[1]) ?? 0
    commit.author = fields[2]
    commit.summary = fields[3]
    commit.message = Array(words[end - 1])
    commits.append(commit)
    place = end
    return true
  }

  private mutating func readEntry(_ word: ArraySlice<UInt8>) -> Bool {
    guard !commits.isEmpty else { return false }
    return word.first == Self.colon ? readChange(word) : readLines(word)
  }

  /// `:100644 100644 ID ID M`, then the path; two paths for a rename. One colon for each parent, with a mode, an id and a
  /// letter each, and then a path for each, too.
  private mutating func readChange(_ word: ArraySlice<UInt8>) -> Bool {
    let parents = word.prefix { $0 == Self.colon }.count
    let parts = word.dropFirst(parents).split(separator: Self.space)
    guard parts.count == 2 * parents + 3, let state = parts.last else { return false }
    let letters = Array(parents == 1 ? state.prefix(1) : state)
    let hasTwoPaths = parents == 1 && (letters == [UInt8(ascii: "R")] || letters == [UInt8(ascii: "C")])
    let count = parents == 1 ? (hasTwoPaths ? 2 : 1) : parents + 1
    guard place + count <= words.count, letters.count == parents else { return false }
    let paths = words[place..<(place + count)].map { VaultPath(bytes: Array($0)) }
    place += count
    let isFile = parts[parents].starts(with: "100".utf8)
    let blob = isFile ? String(decoding: parts[2 * parents + 1], as: UTF8.self) : nil
    commits[commits.count - 1].changes.append(
      LoggedCommit.Change(path: paths[count - 1], letters: letters, oldPaths: Array(paths.prefix(parents)), blob: blob))
    return true
  }

  /// `3<tab>1<tab>path`; for a rename the path is empty and two follow.
  private mutating func readLines(_ word: ArraySlice<UInt8>) -> Bool {
    let parts = word.split(separator: Self.tab, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return false }
    var path = VaultPath(bytes: Array(parts[2]))
    if path == .root {
      guard place + 2 <= words.count else { return false }
      path = VaultPath(bytes: Array(words[place + 1]))
      place += 2
    }
    if let added = Int(String(decoding: parts[0], as: UTF8.self)),
      let removed = Int(String(decoding: parts[1], as: UTF8.self))
    {
      commits[commits.count - 1].lines[path] = LineCount(added: added, removed: removed)
    }
    return true
  }
}

/// A commit of a history that git has limited to some paths. Its parents are the next commits of that history, not those
/// that it was made from.
struct LoggedCommit: Equatable {
  /// What a commit did to a file.
  struct Change: Equatable {
    /// The path in the commit.
    let path: VaultPath
    /// What happened since each parent, as git's letters: `A`, `M`, `R`, `D`.
    let letters: [UInt8]
    /// The path in each parent.
    let oldPaths: [VaultPath]
    /// The object with the file's bytes; `nil` where there is no file any more.
    let blob: String?
  }

  var id: String
  var parents: [String] = []
  /// The author's date, in seconds since 1970.
  var date: Int64 = 0
  var author = ""
  var summary = ""
  var message: [UInt8] = []
  var changes: [Change] = []
  var lines: [VaultPath: LineCount] = [:]

  /// The renames that the commit records in its message.
  var hints: [RenameHint] {
    MemoTimes(message: message).renames + IssueTrailer.issues(in: message).compactMap(\.rename)
  }

  /// What the commit did to the file at a path; `nil` where it did nothing.
  func change(of path: VaultPath) -> Change? {
    if let change = changes.first(where: { $0.path == path }) { return change }
    // It went to another path: for whoever looks for it under this one it is gone.
    let isGone = changes.contains { $0.oldPaths.contains(path) && $0.letters.contains(UInt8(ascii: "R")) }
    guard isGone else { return nil }
    let count = max(1, parents.count)
    return Change(
      path: path, letters: Array(repeating: UInt8(ascii: "D"), count: count),
      oldPaths: Array(repeating: path, count: count), blob: nil)
  }
}

extension LoggedCommit {
  /// The commits of a history, each before its parents, else in their order. Git lists them by their dates as it meets them, and
  /// it meets a parent and that one's parent at once: where a clock was wrong, the latter may come first.
  static func childrenFirst(_ commits: [LoggedCommit]) -> [LoggedCommit] {
    let places = Dictionary(commits.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let parents = commits.map { $0.parents.compactMap { places[$0] } }
    /// How many children of each are not in the result yet.
    var children = Array(repeating: 0, count: commits.count)
    for parent in parents.joined() { children[parent] += 1 }
    var ready = Set(commits.indices.filter { children[$0] == 0 })
    var sorted: [LoggedCommit] = []
    while let next = ready.min() {
      ready.remove(next)
      sorted.append(commits[next])
      for parent in parents[next] {
        children[parent] -= 1
        if children[parent] == 0 { ready.insert(parent) }
      }
    }
    return sorted
  }
}

/// What a commit did to its files since one of the commits that it was made from.
struct HistoryStep {
  /// The commit's name.
  let commit: String
  /// The name of the one that it is compared with.
  let parent: String
  /// What came, went or got another path.
  var changes: [LoggedCommit.Change] = []
  /// The renames that the commit records.
  var hints: [RenameHint] = []

  private static let removed = UInt8(ascii: "D")
  private static let renamed = UInt8(ascii: "R")

  /// Files by the names that they have after the step, given by those that they had before it.
  func taken<File>(by files: [VaultPath: File]) -> [VaultPath: File] {
    guard !files.isEmpty, !changes.isEmpty || !hints.isEmpty else { return files }
    var files = files
    var come: [VaultPath: File] = [:]
    let places = places
    // All have gone before the first comes: one may take another's name.
    for old in changes.compactMap(Self.gone) + places.keys {
      guard let file = files.removeValue(forKey: old) else { continue }
      if let new = places[old] { come[new] = file }
    }
    files.merge(come) { first, _ in first }
    return files
  }

  /// Where files went: the commit's own word counts more than git's likeness.
  private var places: [VaultPath: VaultPath] {
    let gone = Set(changes.compactMap(Self.gone))
    let come = Set(changes.filter { $0.blob != nil }.map(\.path))
    let origins = hints.origins
    let left = Set(origins.values)
    // A memo may go to where one was that went elsewhere.
    let recorded = origins.filter { new, old in
      new != old && (gone.contains(old) || origins[old] != nil) && (come.contains(new) || left.contains(new))
    }
    let (taken, known) = (Set(recorded.keys), Set(recorded.values))
    let alike = changes.filter {
      $0.letters == [Self.renamed] && !taken.contains($0.path) && !known.contains($0.oldPaths[0])
    }
    return Dictionary(alike.map { ($0.oldPaths[0], $0.path) } + recorded.map { ($0.value, $0.key) }) { min($0, $1) }
  }

  private static func gone(_ change: LoggedCommit.Change) -> VaultPath? {
    switch change.letters {
    case [removed]: change.path
    case [renamed]: change.oldPaths[0]
    default: nil
    }
  }
}
