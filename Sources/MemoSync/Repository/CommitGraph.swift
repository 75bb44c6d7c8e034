import MemoCore

/// Which commits are the parents of which, for many questions about one history.
struct CommitGraph {
  private var numbers: [ObjectId: Int] = [:]
  private var ids: [ObjectId] = []
  /// Children come before their parents, so a parent's number is greater.
  private var parents: [[Int]] = []

  /// Reads what `rev-list --topo-order --parents` writes: a line for each commit, with its parents behind it.
  init(_ output: [UInt8]) {
    var links: [[ObjectId]] = []
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).compactMap { ObjectId(hexadecimal: $0) }
      guard let id = words.first else { continue }
      numbers[id] = ids.count
      ids.append(id)
      links.append(Array(words.dropFirst()))
    }
    parents = links.map { $0.compactMap { numbers[$0] } }
  }

  /// The history of some commits.
  init(of heads: [ObjectId], in repository: GitRepository) throws {
    let words = ["rev-list", "--topo-order", "--parents", "--stdin"]
    self.init(try repository.output(words, feeding: heads.map { Array("\($0.text)\n".utf8) }))
  }

  /// The best common ancestors of two commits; none for unrelated histories.
  func mergeBases(_ first: ObjectId, _ second: ObjectId) -> [ObjectId] {
    guard let first = numbers[first], let second = numbers[second] else { return [] }
    // Each commit is looked at once, after all its children: what both sides reach is common, and so are its ancestors,
    // none of which is the best then.
    var marks: [Int: Mark] = [first: .first]
    marks[second, default: []].insert(.second)
    var (open, number) = (marks.count, min(first, second))
    var best: [ObjectId] = []
    while open > 0, number < ids.count {
      defer { number += 1 }
      guard let mark = marks.removeValue(forKey: number) else { continue }
      if !mark.isAncestor { open -= 1 }
      if mark == .both { best.append(ids[number]) }
      let inherited = mark == .both ? .ancestor : mark
      for parent in parents[number] {
        let known = marks[parent]
        if known?.isAncestor == false { open -= 1 }
        let new = (known ?? []).union(inherited)
        if !new.isAncestor { open += 1 }
        marks[parent] = new
      }
    }
    return best.sorted()
  }

  /// Those of its commits that a commit was made from.
  func parents(of id: ObjectId) -> [ObjectId] { numbers[id].map { parents[$0].map { ids[$0] } } ?? [] }

  /// The commits that one of two histories has and the other has not, children before their parents.
  func sides(_ first: ObjectId, _ second: ObjectId) -> [(id: ObjectId, isOfFirst: Bool)] {
    var marks: [Int: Mark] = [:]
    if let number = numbers[first] { marks[number] = .first }
    if let number = numbers[second] { marks[number, default: []].insert(.second) }
    var open = marks.values.count { $0 != .both }
    var found: [(id: ObjectId, isOfFirst: Bool)] = []
    var number = marks.keys.min() ?? ids.count
    while open > 0, number < ids.count {
      defer { number += 1 }
      guard let mark = marks.removeValue(forKey: number) else { continue }
      if mark != .both {
        open -= 1
        found.append((ids[number], mark == .first))
      }
      for parent in parents[number] {
        let known = marks[parent] ?? []
        let new = known.union(mark)
        marks[parent] = new
        if known == .first || known == .second { open -= 1 }
        if new != .both { open += 1 }
      }
    }
    return found
  }

  /// The commits that come of others, children before their parents.
  func descendants(of commits: some Sequence<ObjectId>) -> [ObjectId] {
    let isLater = areLater(than: Set(commits.compactMap { numbers[$0] }))
    return isLater.indices.filter { isLater[$0] }.map { ids[$0] }
  }

  /// Those of some commits that come of another one, in their order.
  func descendants(of id: ObjectId, among commits: [ObjectId]) -> [ObjectId] {
    guard !commits.isEmpty, let number = numbers[id] else { return [] }
    let isLater = areLater(than: [number])
    return commits.filter { commit in numbers[commit].map { $0 < number && isLater[$0] } ?? false }
  }

  /// For each number up to the last of some whether its commit comes of one of them.
  private func areLater(than numbers: Set<Int>) -> [Bool] {
    guard let last = numbers.max() else { return [] }
    var areLater = [Bool](repeating: false, count: last + 1)
    for number in areLater.indices.reversed() {
      areLater[number] = parents[number].contains { $0 <= last && (areLater[$0] || numbers.contains($0)) }
    }
    return areLater
  }

  /// Those of some commits that are another one or its ancestors.
  func ancestors(of id: ObjectId, among commits: [ObjectId]) -> Set<ObjectId> {
    let wanted = Set(commits.compactMap { numbers[$0] })
    guard let first = numbers[id], let last = wanted.max(), first <= last else { return [] }
    var isOlder = [Bool](repeating: false, count: last - first + 1)
    isOlder[0] = true
    for number in first...last where isOlder[number - first] {
      for parent in parents[number] where parent <= last { isOlder[parent - first] = true }
    }
    return Set(wanted.filter { $0 >= first && isOlder[$0 - first] }.map { ids[$0] })
  }

  /// From where a commit is reached.
  private struct Mark: OptionSet {
    let rawValue: UInt8

    static let first = Mark(rawValue: 1)
    static let second = Mark(rawValue: 2)
    static let both: Mark = [.first, .second]
    /// From a common ancestor.
    static let ancestor: Mark = [.first, .second, Mark(rawValue: 4)]

    var isAncestor: Bool { contains(.ancestor) }
  }
}
