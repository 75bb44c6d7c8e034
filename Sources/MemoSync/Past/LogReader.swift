import MemoCore

/// Reads what `git log -z --raw --numstat -c --combined-all-paths` writes in `format`.
struct LogReader {
  /// The commits in git's order.
  private(set) var commits: [LoggedCommit] = []

  /// Each field ends with NUL, which no field can hold.
  static let format = "%x00%H%x00%P%x00%at%x00%an%x00%s%x00%B%x00"

  private static let fields = 6
  /// By SHA-1 and by SHA-256.
  private static let idLengths = [40, 64]
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
      let isRead = Self.isId(word) ? readCommit(String(decoding: word, as: UTF8.self)) : readEntry(word)
      guard isRead else { return nil }
    }
  }

  /// Whether a word is the name of a commit.
  static func isId(_ word: some Collection<UInt8>) -> Bool {
    idLengths.contains(word.count)
      && word.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
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
