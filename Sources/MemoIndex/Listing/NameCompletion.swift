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
  private let labels: SnapshotLabels?
  private let typed: String
  /// Whether it may be the start of a path.
  private let isPath: Bool
  /// Of each folder of the snapshot, where it is a path, whether paths in there may begin so.
  private let folders: [Bool]

  private static let slash = UInt8(ascii: "/")

  /// Looks in an index.
  public init(of typed: String, in index: VaultIndex) {
    self.index = index
    self.typed = typed
    labels = index.labels()
    isPath = typed.utf8.contains(Self.slash)
    var prefix = NamePrefix(typed)
    folders = isPath ? index.snapshotFolders.map { $0.bytes.withUnsafeBytes { prefix.mayBegin(pathIn: $0) } } : []
  }

  /// The newest memos' names, and of all names the first and the last by their bytes: so what all of these begin with is
  /// what all of the others begin with, too, and a shell that inserts it leaves none out.
  public func candidates(limit: Int) -> [Candidate] {
    let parts = index.mapPlaces { matches(at: $0, limit: limit) }
    var all = parts.reduce(into: Matches()) { $0.add($1) }
    all.keepNewest(limit)
    var seen: Set<[UInt8]> = []
    return ([all.first, all.last].compactMap { $0?.place } + all.places.map(\.place)).compactMap { place in
      guard let name = name(at: place), seen.insert(Array(name.utf8)).inserted else { return nil }
      return Candidate(name: name, path: index.path(at: place))
    }
  }

  // MARK: Matching

  /// The memos with a name that begins so.
  private struct Matches: Sendable {
    struct Match {
      let place: Int
      let name: [UInt8]
    }

    var places: [(place: Int, modified: Int64)] = []
    var first: Match?
    var last: Match?

    mutating func add(_ name: UnsafeRawBufferPointer, _ place: Int, modified: Int64) {
      places.append((place, modified))
      if first.map({ name.lexicographicallyPrecedes($0.name) }) ?? true {
        first = Match(place: place, name: Array(name))
      }
      if last.map({ $0.name.lexicographicallyPrecedes(name) }) ?? true { last = Match(place: place, name: Array(name)) }
    }

    mutating func add(_ other: Matches) {
      places += other.places
      first = [first, other.first].compactMap { $0 }.min { $0.name.lexicographicallyPrecedes($1.name) }
      last = [last, other.last].compactMap { $0 }.max { $0.name.lexicographicallyPrecedes($1.name) }
    }

    mutating func keepNewest(_ limit: Int) {
      places = Array(places.sorted { ($0.modified, $1.place) > ($1.modified, $0.place) }.prefix(limit))
    }
  }

  /// What begins so in a run of places; of that only the newest, so that all are never sorted together.
  private func matches(at places: Range<Int>, limit: Int) -> Matches {
    var prefix = NamePrefix(typed)
    var matches = Matches()
    withNames(at: places, &prefix) { place, name in
      matches.add(name, place, modified: index.modified(at: place))
    }
    matches.keepNewest(limit)
    return matches
  }

  /// Hands over the first of each memo's names that begins so.
  private func withNames(
    at places: Range<Int>, _ prefix: inout NamePrefix, _ body: (_ place: Int, _ name: UnsafeRawBufferPointer) -> Void
  ) {
    index.readTitles(at: places, from: labels) { place, title in
      if !title.isEmpty, prefix.begins(title) { return body(place, title) }
      // Most files are called like their titles: what is left is looked at where it is, without a copy.
      guard isPath ? mayBeginPath(at: place) : index.withName(at: place, { prefix.begins($0) }) else { return }
      let path = index.path(at: place)
      // With its ending only where that much of it is typed.
      let names = isPath ? [path.bytes] : [Array(MemoFileRules.stem(of: path)), Array(path.name)]
      names.first { $0.withUnsafeBytes { prefix.begins($0) } }?.withUnsafeBytes { body(place, $0) }
    }
  }

  private func mayBeginPath(at place: Int) -> Bool {
    index.snapshotFolder(at: place).map { folders[$0] } ?? true
  }

  /// The name that a memo is offered by; `nil` for one that cannot be typed in a shell.
  private func name(at place: Int) -> String? {
    var prefix = NamePrefix(typed)
    var bytes: [UInt8] = []
    withNames(at: place..<place + 1, &prefix) { bytes = Array($1) }
    guard let name = String(validating: bytes, as: UTF8.self), TerminalText.visible(name) == name,
      name.utf8.first != UInt8(ascii: "-")
    else { return nil }
    return name
  }
}

extension VaultIndex {
  /// The folders that hold memos or folders, in byte order; the root is not among them.
  public var folders: [VaultPath] {
    state.folders().map(\.path).filter { $0 != .root }
  }
}
