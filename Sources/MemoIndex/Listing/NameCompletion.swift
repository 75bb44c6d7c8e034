public import MemoCore
import MemoStore

/// Finds the names of memos that begin with what a person has typed, in what is cached.
public struct NameCompletion: Sendable {
  /// A name that memos may be called by.
  public struct Candidate: Equatable, Sendable {
    /// A title, a file name without extension, or a path.
    public let name: String
    /// The memo's path.
    public let path: VaultPath
  }

  private let index: VaultIndex
  private let typed: String
  /// The same as a path from a folder: then names are paths alone.
  private let start: PathStart?
  /// Whether it may be the start of a path.
  private let isPath: Bool
  /// Whether names may begin with a dash.
  private let takesDashes: Bool
  /// Of each folder of the snapshot, where it is a path, whether paths in there may begin so.
  private let folders: [Bool]

  private static let slash = UInt8(ascii: "/")

  /// Looks in an index for the names that begin so, and for paths from the vault's root.
  ///
  /// - Parameter takesDashes: whether names that begin with a dash are offered, which elsewhere would be options.
  public init(of typed: String, in index: VaultIndex, takesDashes: Bool = false) {
    self.index = index
    self.typed = typed
    self.takesDashes = takesDashes
    start = nil
    isPath = typed.utf8.contains(Self.slash)
    var prefix = NamePrefix(typed)
    folders = isPath ? index.snapshotFolders.map { $0.bytes.withUnsafeBytes { prefix.mayBegin(pathIn: $0) } } : []
  }

  /// Looks in an index for the paths that begin so.
  public init(of start: PathStart, in index: VaultIndex, takesDashes: Bool = false) {
    self.index = index
    self.takesDashes = takesDashes
    self.start = start
    typed = start.lead + start.rest
    isPath = true
    var prefix = NamePrefix(start.rest)
    let hasFolder = start.rest.utf8.contains(Self.slash)
    folders = index.snapshotFolders.map { folder in
      if folder == start.folder { return !hasFolder }
      return start.below(folder).map { $0.withUnsafeBytes { prefix.mayBegin(pathIn: $0) } } ?? false
    }
  }

  /// The newest memos' names, each once. So that a shell that inserts what all of these begin with leaves no other out, either
  /// they have nothing in common behind what is typed, or the first and the last of all names by their bytes are among them.
  ///
  /// - Parameter newest: how many memos are looked at for that, before all are.
  public func candidates(limit: Int, newest: Int = 10_000) -> [Candidate] {
    let all =
      matchesInFolders(limit, atMost: newest) ?? newestMatches(limit, among: newest) ?? allMatches(limit)
    let memos = all.newest.values.sorted(by: isBefore).map(\.place)
    var seen: Set<[UInt8]> = []
    return (memos + [all.first, all.last].compactMap { $0?.place }).compactMap { place in
      guard let name = name(at: place), seen.insert(Array(name.utf8)).inserted else { return nil }
      return Candidate(name: name, path: index.path(at: place))
    }
  }

  // MARK: Matching

  private var noMatches: Matches { Matches(isBefore: isBefore, takesDashes: takesDashes) }
  private var prefix: NamePrefix { NamePrefix(start?.rest ?? typed) }

  /// The matches in the folders that the path of a match may begin with; `nil` where there are too many memos in these, or a
  /// name need not be a path.
  private func matchesInFolders(_ limit: Int, atMost most: Int) -> Matches? {
    guard start != nil, let snapshot = index.state.snapshot else { return nil }
    let runs = folders.indices.filter { folders[$0] }.map(snapshot.memos)
    guard runs.reduce(0, { $0 + $1.count }) <= most else { return nil }
    var (found, prefix) = (noMatches, prefix)
    for run in runs + [snapshot.memoCount..<index.placeCount] {
      withNames(at: run, from: nil, &prefix) { found.add($1, $0, modified: index.modified(at: $0)) }
    }
    keepNewest(limit, of: &found)
    return found
  }

  /// The matches among the memos that changed since the snapshot and its newest ones; `nil` where they are not all that a
  /// shell may want.
  private func newestMatches(_ limit: Int, among newest: Int) -> Matches? {
    guard let snapshot = index.state.snapshot, snapshot.memoCount > newest else { return nil }
    var (found, prefix) = (noMatches, prefix)
    func add(_ place: Int, _ name: UnsafeRawBufferPointer) {
      found.add(name, place, modified: index.modified(at: place))
    }
    withNames(at: snapshot.memoCount..<index.placeCount, from: nil, &prefix, add)
    // What changed last need not be new: a sync and other programs keep the times of files.
    let changed = found.newest.count
    if start != nil {
      for rank in 0..<newest where !found.areEnough(limit, besides: changed, behind: typed) {
        let place = snapshot.memo(atRank: rank)
        withNames(at: place..<place + 1, from: nil, &prefix, add)
      }
    } else {
      index.readNewestTitles(newest) { place, title in
        withName(at: place, title, &prefix, add)
        return !found.areEnough(limit, besides: changed, behind: typed)
      }
    }
    guard found.areEnough(limit, besides: changed, behind: typed) else { return nil }
    keepNewest(limit, of: &found)
    return found.newest.count < limit ? nil : found
  }

  /// The matches among all memos.
  private func allMatches(_ limit: Int) -> Matches {
    let labels = index.labels
    let parts = index.mapPlaces { places in
      // Of each run only the newest, so that all are never sorted together.
      var (matches, prefix) = (noMatches, prefix)
      withNames(at: places, from: labels, &prefix) { matches.add($1, $0, modified: index.modified(at: $0)) }
      keepNewest(limit, of: &matches)
      return matches
    }
    var all = parts.reduce(into: noMatches) { $0.add($1) }
    keepNewest(limit, of: &all)
    return all
  }

  /// Keeps the newest of the names that can be typed in a shell.
  private func keepNewest(_ limit: Int, of matches: inout Matches) {
    let names = matches.newest.sorted { isBefore($0.value, $1.value) }
    matches.newest = [:]
    for (hash, memo) in names where matches.newest.count < limit && name(at: memo.place) != nil {
      matches.newest[hash] = memo
    }
  }

  /// The order of a list: newest first, and by paths among those of one moment.
  private func isBefore(_ one: Matches.Memo, _ other: Matches.Memo) -> Bool {
    one.modified != other.modified
      ? one.modified > other.modified : index.path(at: one.place) < index.path(at: other.place)
  }

  /// The names that begin so, and the memos that are called by them.
  private struct Matches: Sendable {
    struct Match {
      let place: Int
      let name: [UInt8]
    }

    struct Memo {
      let place: Int
      let modified: Int64
    }

    let isBefore: @Sendable (Memo, Memo) -> Bool
    let takesDashes: Bool
    /// Of each name, by its hash, the newest memo.
    var newest: [Int: Memo] = [:]
    var first: Match?
    var last: Match?

    mutating func add(_ name: UnsafeRawBufferPointer, _ place: Int, modified: Int64) {
      var hasher = Hasher()
      hasher.combine(bytes: name)
      add(Memo(place: place, modified: modified), hasher.finalize())
      let isFirst = first.map { name.lexicographicallyPrecedes($0.name) } ?? true
      let isLast = last.map { $0.name.lexicographicallyPrecedes(name) } ?? true
      guard isFirst || isLast, NameCompletion.text(of: Array(name), takesDashes) != nil else { return }
      let match = Match(place: place, name: Array(name))
      if isFirst { first = match }
      if isLast { last = match }
    }

    mutating func add(_ other: Matches) {
      for (hash, memo) in other.newest { add(memo, hash) }
      first = [first, other.first].compactMap { $0 }.min { $0.name.lexicographicallyPrecedes($1.name) }
      last = [last, other.last].compactMap { $0 }.max { $0.name.lexicographicallyPrecedes($1.name) }
    }

    private mutating func add(_ memo: Memo, _ hash: Int) {
      if let known = newest[hash], !isBefore(memo, known) { return }
      newest[hash] = memo
    }

    /// Whether there are as many as are wanted besides those that changed, and all have nothing in common behind what is typed.
    func areEnough(_ limit: Int, besides changed: Int, behind typed: String) -> Bool {
      newest.count - changed >= limit && differ(behind: typed)
    }

    /// Whether they have nothing in common behind what is typed.
    private func differ(behind typed: String) -> Bool {
      guard let first, let last else { return false }
      return zip(first.name, last.name).prefix { $0 == $1 }.count <= typed.utf8.count
    }
  }

  /// Hands over the first of each memo's names that begins so.
  private func withNames(
    at places: Range<Int>, from labels: SnapshotLabels?, _ prefix: inout NamePrefix,
    _ body: (_ place: Int, _ name: UnsafeRawBufferPointer) -> Void
  ) {
    if let start { return withPaths(from: start, at: places, &prefix, body) }
    index.readTitles(at: places, from: labels) { withName(at: $0, $1, &prefix, body) }
  }

  /// Hands over the first name of the memo with a title that begins so.
  private func withName(
    at place: Int, _ title: UnsafeRawBufferPointer, _ prefix: inout NamePrefix,
    _ body: (_ place: Int, _ name: UnsafeRawBufferPointer) -> Void
  ) {
    if !title.isEmpty, prefix.begins(title) { return body(place, title) }
    // Most files are called like their titles: what is left is looked at where it is, without a copy.
    guard isPath ? mayBeginPath(at: place) : index.withName(at: place, { prefix.begins($0) }) else { return }
    let path = index.path(at: place)
    // With its ending only where that much of it is typed.
    let names = isPath ? [path.bytes] : [Array(MemoFileRules.stem(of: path)), Array(path.name)]
    names.first { $0.withUnsafeBytes { prefix.begins($0) } }?.withUnsafeBytes { body(place, $0) }
  }

  /// Hands over the paths that begin so.
  private func withPaths(
    from start: PathStart, at places: Range<Int>, _ prefix: inout NamePrefix,
    _ body: (_ place: Int, _ name: UnsafeRawBufferPointer) -> Void
  ) {
    for place in places where index.hasMemo(at: place) && mayBeginPath(at: place) {
      let path = index.path(at: place)
      guard start.below(path)?.withUnsafeBytes({ prefix.begins($0) }) ?? false else { continue }
      start.bytes(path)?.withUnsafeBytes { body(place, $0) }
    }
  }

  private func mayBeginPath(at place: Int) -> Bool {
    index.snapshotFolder(at: place).map { folders[$0] } ?? true
  }

  /// The name that a memo is offered by; `nil` for one that cannot be typed in a shell.
  private func name(at place: Int) -> String? {
    var (bytes, prefix) = ([UInt8](), prefix)
    withNames(at: place..<place + 1, from: nil, &prefix) { bytes = Array($1) }
    return Self.text(of: bytes, takesDashes)
  }

  /// A name as text; `nil` for one that cannot be typed in a shell, or would be an option.
  private static func text(of name: [UInt8], _ takesDashes: Bool) -> String? {
    guard let text = String(validating: name, as: UTF8.self), TerminalText.visible(text) == text,
      takesDashes || name.first != UInt8(ascii: "-")
    else { return nil }
    return text
  }
}

extension VaultIndex {
  /// The folders that hold memos or folders, in byte order; the root is not among them.
  public var folders: [VaultPath] {
    state.folders().map(\.path).filter { $0 != .root }
  }
}
