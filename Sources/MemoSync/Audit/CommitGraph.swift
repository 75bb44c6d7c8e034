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
