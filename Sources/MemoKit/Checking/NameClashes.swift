package import MemoCore
package import MemoIndex
import MemoStore

/// Memos that share a title or a path, case and normalization aside. Files in different folders may well have the same name,
/// so a title that comes from the file clashes with none.
package struct NameClashes {
  /// For each memo of the clash, its problem.
  private(set) var problems: [VaultProblem] = []
  /// The places of memos whose titles others have as well, with their problems' kinds.
  private(set) var titles: [Int: VaultProblem.Kind] = [:]

  /// A name's hash and the memo's place.
  private struct Name {
    let hash: UInt64
    let memo: Int
  }

  private struct Names {
    var titles: [Name] = []
    var paths: [Name] = []
  }

  /// Compares all memos of an index.
  init(in index: VaultIndex) {
    let parts = index.mapPlaces { Self.names(of: $0, in: index) }
    for memos in Self.groups(parts.flatMap(\.titles)) { noteTitle(of: memos, in: index) }
    for memos in Self.groups(parts.flatMap(\.paths)) { notePath(of: memos, in: index) }
  }

  /// Compares one memo with all others of a graph.
  package init(of path: VaultPath, in graph: LinkGraph) {
    let index = graph.index
    guard let place = index.place(of: path) else { return }
    // Those at the same path may differ in extension, and the titles of others may come from their files.
    let twins = Self.names(of: graph.resolver.memos(at: path), in: index).paths
    for memos in Self.groups(twins) { notePath(of: memos, in: index) }
    guard let title = Self.names(of: [place], in: index).titles.first else { return }
    let namesakes = Self.names(of: graph.resolver.memos(titled: title.hash), in: index).titles
    for memos in Self.groups(namesakes) { noteTitle(of: memos, in: index) }
  }

  private mutating func noteTitle(of memos: [Int], in index: VaultIndex) {
    let paths = memos.map { index.path(at: $0) }.sorted()
    for memo in memos {
      let path = index.path(at: memo)
      titles[memo] = paths.first { $0 != path }.map { .duplicateTitle(count: memos.count, other: $0) }
    }
  }

  private mutating func notePath(of memos: [Int], in index: VaultIndex) {
    let paths = memos.map { index.path(at: $0) }.sorted()
    problems += paths.compactMap { VaultProblem.twin($0, among: paths) }
  }

  private static func names(of places: some Sequence<Int>, in index: VaultIndex) -> Names {
    var keys = NameKeys()
    var names = Names()
    for place in places {
      index.read(MemoRecord.title, at: place) { title in
        names.paths.append(Name(hash: index.path(at: place).bytes.withUnsafeBytes { keys.hash($0) }, memo: place))
        if !title.isEmpty, !isFileName(title, at: place, in: index) {
          names.titles.append(Name(hash: keys.hash(title), memo: place))
        }
      }
    }
    return names
  }

  private static func isFileName(_ title: UnsafeRawBufferPointer, at place: Int, in index: VaultIndex) -> Bool {
    guard index.titles == .heading else { return index.titles == .fileName }
    return title.elementsEqual(MemoFileRules.stem(of: index.path(at: place)))
  }

  /// The memos of each name that at least two share.
  private static func groups(_ names: [Name]) -> [[Int]] {
    let sorted = names.sorted { $0.hash < $1.hash }
    var groups: [[Int]] = []
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].hash == sorted[start].hash { end += 1 }
      if end - start > 1 { groups.append(sorted[start..<end].map(\.memo)) }
      start = end
    }
    return groups
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
    let groups = Dictionary(grouping: seen) { Folding.matchKey(String(decoding: $0.path.name, as: UTF8.self)) }
    return (
      groups.values.filter { $0.count > 1 }.flatMap { group in
        let memos = Set(group.filter { !$0.isFolder && rules.isMemo($0.path) }.map(\.path))
        return group.map(\.path).sorted().compactMap { path -> VaultProblem? in
          if memos.contains(path), memos.count > 1 { return nil }
          return VaultProblem.twin(path, among: group.map(\.path).sorted())
        }
      },
      seen.filter(\.isFolder).map(\.path).filter(rules.isSearched)
    )
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
