import MemoTestSupport

/// Trees of memos that are edited at random: each line of text occurs once in all of them.
struct RandomTree {
  private var random: SeededRandom
  private var fresh = 0
  private static let names = [
    "a.md", "A.md", "b.md", "d/a.md", "d/c.md", "D/c.md", "d", "e.md", "e.md/f.md", "\u{E9}.md", "e\u{301}.md",
  ]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// A tree of a few memos.
  mutating func tree() -> [String: String] {
    var tree: [String: String] = [:]
    for _ in 0..<random.below(6) { tree[freeName(in: tree)] = lines(1 + random.below(5)) }
    return tree
  }

  /// The tree after some edits, renames, removals and new memos.
  mutating func edited(_ tree: [String: String]) -> [String: String] {
    var edited = tree
    for _ in 0..<random.below(5) {
      let name = random.pick(edited.keys.sorted()) ?? ""
      switch random.below(8) {
      case 0: edited[name] = nil
      case 1: edited[freeName(in: edited)] = edited.removeValue(forKey: name) ?? lines(2)
      case 2: edited[freeName(in: edited)] = lines(1 + random.below(4))
      default: edited[name] = edited[name].map { self.text($0) }
      }
    }
    return edited.filter { !$0.key.isEmpty }
  }

  /// The tree with other texts under the same names.
  mutating func changed(_ tree: [String: String]) -> [String: String] {
    var changed: [String: String] = [:]
    for (name, old) in tree.sorted(by: { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }) {
      changed[name] = text(old)
    }
    return changed
  }

  /// A name that no file or folder has.
  private mutating func freeName(in tree: [String: String]) -> String {
    let free = Self.names.filter { name in
      !tree.keys.contains { Array($0.utf8) == Array(name.utf8) || $0.hasPrefix(name + "/") || name.hasPrefix($0 + "/") }
    }
    return random.pick(free) ?? ""
  }

  private mutating func text(_ text: String) -> String {
    var lines = text.split(separator: "\n").map(String.init)
    let place = random.below(lines.count + 1)
    if random.happens(percent: 40), place < lines.count { lines.remove(at: place) }
    if random.happens(percent: 70) { lines.insert(line(), at: min(place, lines.count)) }
    return lines.map { $0 + "\n" }.joined()
  }

  private mutating func lines(_ count: Int) -> String { (0..<count).map { _ in line() + "\n" }.joined() }

  private mutating func line() -> String {
    fresh += 1
    return "line \(fresh)"
  }
}
