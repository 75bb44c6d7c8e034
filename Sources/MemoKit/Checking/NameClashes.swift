import MemoCore
import MemoIndex

/// Memos that share a title or a path, case and normalization aside.
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
        if !title.isEmpty { names.titles.append(Name(hash: keys.hash(title), memo: place)) }
      }
    }
    return names
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
