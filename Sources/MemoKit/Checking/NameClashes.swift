import MemoCore
package import MemoIndex
import MemoStore

/// Memos that share a title or a path, case and normalization aside. Files in different folders may well have the same name,
/// so a title that comes from the file clashes with none.
struct NameClashes {
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
    for group in Self.groups(parts.flatMap(\.titles)) {
      let paths = group.map { index.path(at: $0) }.sorted()
      for memo in group {
        let path = index.path(at: memo)
        titles[memo] = paths.first { $0 != path }.map { .duplicateTitle(count: group.count, other: $0) }
      }
    }
    for group in Self.groups(parts.flatMap(\.paths)) {
      let paths = group.map { index.path(at: $0) }.sorted()
      problems += paths.compactMap { VaultProblem.twin($0, among: paths) }
    }
  }

  private static func names(of places: Range<Int>, in index: VaultIndex) -> Names {
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

/// The names of all memos as a check knows them. They hold for another index as long as no memo has another name.
package struct CheckedNames: Sendable {
  /// Which memos links lead to.
  package let graph: LinkGraph
  let clashes: NameClashes

  /// Learns the names of the index of a graph.
  package init(of graph: LinkGraph) {
    (self.graph, clashes) = (graph, NameClashes(in: graph.index))
  }

  /// Takes over what was learned of an index with the same names.
  package init(of index: VaultIndex, namedAs earlier: CheckedNames) {
    (graph, clashes) = (LinkGraph(of: index, namedAs: earlier.graph), earlier.clashes)
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
