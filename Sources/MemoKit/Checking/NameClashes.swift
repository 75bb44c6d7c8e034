package import MemoCore
package import MemoIndex
import MemoStore

/// Memos that share a title or a path, case and normalization aside. Files in different folders may well have the same name,
/// so a title that comes from the file clashes with none.
package struct NameClashes {
  /// For each memo of the clash, its problem.
  private(set) var problems: [VaultProblem] = []
  /// The titles that at least two memos have.
  private var titles: [SharedTitle] = []
  /// The memos that have them, by place.
  private var holders: [Holder] = []

  /// How many memos have a title, and the first two of them.
  private struct SharedTitle {
    let count: Int
    let first: VaultPath
    let second: VaultPath
  }

  /// The place of a memo, and the number of its title: as small as can be, for there may be a million.
  private struct Holder {
    let memo: UInt32
    let title: UInt32
  }

  /// A name's hash, and the place of the memo, or of the file among others, that has it.
  fileprivate struct Name {
    let hash: UInt64
    let memo: Int
  }

  /// Compares all memos of a graph.
  init(in graph: LinkGraph) {
    let (index, resolver) = (graph.index, graph.resolver)
    let titles = index.flatMapPlaces { places in
      Self.titles(of: places, in: index) { resolver.isShared(title: $0) }
    }
    index.release()
    Self.forEachGroup(of: titles) { noteTitle(of: $0, in: index) }
    holders.sort { $0.memo < $1.memo }
    for memos in resolver.memosAtOnePath {
      Self.forEachGroup(of: Self.paths(of: memos, in: index)) { notePath(of: $0, in: index) }
    }
    index.release()
  }

  /// Compares one memo with all others of a graph.
  package init(of path: VaultPath, in graph: LinkGraph) {
    let index = graph.index
    guard let place = index.place(of: path) else { return }
    // Those at the same path may differ in extension, and the titles of others may come from their files.
    let twins = Self.paths(of: graph.resolver.memos(at: path), in: index)
    Self.forEachGroup(of: twins) { notePath(of: $0, in: index) }
    guard let title = Self.titles(of: [place], in: index).first else { return }
    let namesakes = Self.titles(of: graph.resolver.memos(titled: title.hash), in: index)
    Self.forEachGroup(of: namesakes) { noteTitle(of: $0, in: index) }
    holders.sort { $0.memo < $1.memo }
  }

  /// Whether other memos have the title of a memo.
  func hasNamesake(_ memo: Int) -> Bool { title(of: memo) != nil }

  /// The problem of a memo whose title others have as well; `nil` for one that has it alone.
  func problem(ofTitleAt memo: Int, _ path: VaultPath) -> VaultProblem.Kind? {
    title(of: memo).map { title in
      .duplicateTitle(count: title.count, other: path == title.first ? title.second : title.first)
    }
  }

  private func title(of memo: Int) -> SharedTitle? {
    let place = holders.partitioningIndex { $0.memo >= memo }
    guard place < holders.count, holders[place].memo == memo else { return nil }
    return titles[Int(holders[place].title)]
  }

  private mutating func noteTitle(of memos: ArraySlice<Name>, in index: VaultIndex) {
    let paths = memos.lazy.map { index.path(at: $0.memo) }
    guard let first = paths.min(), let second = paths.lazy.filter({ $0 != first }).min() else { return }
    holders += memos.map { Holder(memo: UInt32($0.memo), title: UInt32(titles.count)) }
    titles.append(SharedTitle(count: memos.count, first: first, second: second))
  }

  private mutating func notePath(of memos: ArraySlice<Name>, in index: VaultIndex) {
    let paths = memos.map { index.path(at: $0.memo) }.sorted()
    problems += paths.compactMap { VaultProblem.twin($0, among: paths) }
  }

  private static func titles(
    of places: some Sequence<Int>, in index: VaultIndex, where mayClash: (UInt64) -> Bool = { _ in true }
  ) -> [Name] {
    var keys = NameKeys()
    var names: [Name] = []
    for place in places {
      index.read(MemoRecord.title, at: place) { title in
        guard !title.isEmpty else { return }
        let hash = keys.hash(title)
        if mayClash(hash), !isFileName(title, at: place, in: index) { names.append(Name(hash: hash, memo: place)) }
      }
    }
    return names
  }

  private static func paths(of places: some Sequence<Int>, in index: VaultIndex) -> [Name] {
    var keys = NameKeys()
    return places.filter { index.hasMemo(at: $0) }.map { place in
      Name(hash: index.path(at: place).bytes.withUnsafeBytes { keys.hash($0) }, memo: place)
    }
  }

  private static func isFileName(_ title: UnsafeRawBufferPointer, at place: Int, in index: VaultIndex) -> Bool {
    guard index.titles == .heading else { return index.titles == .fileName }
    return title.elementsEqual(MemoFileRules.stem(of: index.path(at: place)))
  }

  /// Hands over the memos of each name that at least two share.
  fileprivate static func forEachGroup(of names: consuming [Name], _ body: (ArraySlice<Name>) -> Void) {
    names.sort { $0.hash < $1.hash }
    let sorted = names
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].hash == sorted[start].hash { end += 1 }
      if end - start > 1 { body(sorted[start..<end]) }
      start = end
    }
  }
}

/// Folders, and files that are not memos, whose names differ from others in the same folder only in case or normalization: macOS
/// and Windows take such names for one. Memos of which both paths are known are `NameClashes`.
struct TwinNames {
  /// For each of them, its problem.
  private(set) var problems: [VaultProblem] = []

  private static let foldersPerPart = 8

  /// Lists the vault, as far as its rules let memos be found.
  init(in files: any VaultFiles, _ rules: MemoFileRules) {
    var level = [VaultPath.root]
    while !level.isEmpty {
      let parts = level.concurrentMap(partSize: Self.foldersPerPart) { part in
        part.map { Self.list($0, rules, in: files) }
      }
      problems += parts.joined().flatMap(\.problems)
      level = parts.joined().flatMap(\.folders)
    }
  }

  /// Lists one folder.
  init(in folder: VaultPath, of files: any VaultFiles, _ rules: MemoFileRules) {
    problems = Self.list(folder, rules, in: files).problems
  }

  private static func list(
    _ folder: VaultPath, _ rules: MemoFileRules, in files: any VaultFiles
  ) -> (problems: [VaultProblem], folders: [VaultPath]) {
    // What cannot be listed is named by the refresh already.
    let entries = ((try? files.entries(of: folder)) ?? []).filter { [.file, .folder].contains($0.kind) }
    let paths = entries.map { (path: folder.appending($0.name), isFolder: $0.kind == .folder) }
    let seen = paths.filter { entry in !rules.ignored.contains { $0.matches(entry.path, isFolder: entry.isFolder) } }
    var keys = NameKeys()
    let names = seen.indices.map { place in
      NameClashes.Name(hash: seen[place].path.name.withUnsafeBytes { keys.hash($0) }, memo: place)
    }
    var problems: [VaultProblem] = []
    NameClashes.forEachGroup(of: names) { group in
      let entries = group.map { seen[$0.memo] }
      let memos = Set(entries.filter { !$0.isFolder && rules.isMemo($0.path) }.map(\.path))
      let paths = entries.map(\.path).sorted()
      problems += paths.compactMap { path in
        memos.contains(path) && memos.count > 1 ? nil : VaultProblem.twin(path, among: paths)
      }
    }
    return (problems, seen.filter(\.isFolder).map(\.path).filter(rules.isSearched))
  }
}

/// The names in folders that a check has compared, to be used again as long as nothing comes to a folder or leaves it.
package struct KnownTwins: Sendable {
  private var folders: [VaultPath: (stamp: FileStamp, twins: TwinNames)] = [:]

  /// The times of a file system may be as coarse as this, in nanoseconds.
  private static let grain: Int64 = 2_000_000_000

  /// Nothing was compared.
  package init() {}

  /// Those of a folder.
  ///
  /// - Parameter now: the time, in nanoseconds since 1970.
  mutating func twins(
    in folder: VaultPath, of files: any VaultFiles, _ rules: MemoFileRules, at now: Int64
  ) -> TwinNames {
    let stamp = try? files.folderStamp(of: folder)
    if let stamp, let known = folders[folder], known.stamp == stamp { return known.twins }
    let twins = TwinNames(in: folder, of: files, rules)
    folders[folder] = nil
    if let stamp, StampRule(now: now, grain: Self.grain).vouches(for: stamp) { folders[folder] = (stamp, twins) }
    return twins
  }
}

extension VaultProblem {
  /// That others have the same name as a file or folder: normalization counts before case.
  static func twin(_ path: VaultPath, among paths: [VaultPath]) -> VaultProblem? {
    let others = paths.filter { $0 != path }
    // `String` compares by canonical equivalence.
    let kind =
      others.first { $0.text == path.text }.map { Kind.normalizationTwin($0) } ?? others.first.map { .caseTwin($0) }
    return kind.map { VaultProblem(kind: $0, path: path, position: .start) }
  }
}
