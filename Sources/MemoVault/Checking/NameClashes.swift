import MemoCore

/// Memos that share a title or a path, case and normalization aside.
struct NameClashes {
  /// For each memo of the clash, its problem.
  private(set) var problems: [VaultProblem] = []
  /// The places of memos whose titles others have as well, with their problems' kinds.
  private(set) var titles: [Int: VaultProblem.Kind] = [:]

  private static let memosPerPart = 1024

  /// A name's hash and the memo's place.
  private struct Name {
    let hash: UInt64
    let memo: Int
  }

  private struct Names {
    var titles: [Name] = []
    var paths: [Name] = []
  }

  /// Compares all memos of an index, newest first.
  init(_ memos: [IndexedMemo], in index: VaultIndex) {
    let parts = memos.concurrentMap(partSize: Self.memosPerPart) { Self.names(of: $0, in: index) }
    for group in Self.groups(parts.flatMap(\.titles)) {
      let paths = group.map { memos[$0].path }.sorted()
      for memo in group {
        let path = memos[memo].path
        titles[memo] = paths.first { $0 != path }.map { .duplicateTitle(count: group.count, other: $0) }
      }
    }
    for group in Self.groups(parts.flatMap(\.paths)) { addTwins(group.map { memos[$0].path }.sorted()) }
  }

  /// One problem for each twin: normalization counts before case.
  private mutating func addTwins(_ paths: [VaultPath]) {
    for path in paths {
      let others = paths.filter { $0 != path }
      // `String` compares by canonical equivalence.
      let kind =
        others.first { $0.text == path.text }.map { VaultProblem.Kind.normalizationTwin($0) }
        ?? others.first.map { .caseTwin($0) }
      if let kind { problems.append(VaultProblem(kind: kind, path: path, position: .start)) }
    }
  }

  private static func names(of part: ArraySlice<IndexedMemo>, in index: VaultIndex) -> Names {
    var keys = NameKeys()
    var names = Names()
    for memo in part {
      let place = memo.number - 1
      names.paths.append(Name(hash: memo.path.bytes.withUnsafeBytes { keys.hash($0) }, memo: place))
      index.read(MemoRecord.title, of: memo) { title in
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
