import MemoCore
import MemoTestSupport

extension FuzzTarget {
  private static let triples = [
    "7a\n5b\n2x\n3c\n4y\n", "7---\n1tags: [a]\n6tags: [a, b]\n7---\n5- [ ] one\n2- [x] one\n3- [ ] two\n4- [x] two\n",
    "2\u{FEFF}a\n>b\n:\nt", "7one\n7\n3two\n7\n2three\n2\n4four\n4\n7five\nw", "1a\r1b\n?c\n?d\n4e\n7f\n6g\n5h\nsi\n",
  ]

  /// Merging texts.
  static let lineMerge = FuzzTarget("line merge", seeds: triples) { input in
    let texts = ThreeTexts(input)
    let (base, first, second) = (texts.base, texts.first, texts.second)
    let merge = LineMerge(base: base, first: first, second: second)
    try expect(LineMerge(base: base, first: first, second: base).bytes == first, "a side without changes has no say")
    try expect(LineMerge(base: base, first: base, second: first).bytes == first, "a side without changes has no say")
    try expect(LineMerge(base: base, first: first, second: first).bytes == first, "what both have stays")
    try expectStaleLinesAdded(base, merge.bytes, second)
    // The rules of front matter are another test's.
    guard !merge.bytes.starts(with: "---".utf8), !texts.hasMark else { return }
    try expectNoLineLost(texts, merge.bytes)
    if texts.areLinesDistinct, !texts.mayHaveBlocks { try expectOrder(texts, merge.bytes) }
  }

  private static func expectStaleLinesAdded(_ old: [UInt8], _ new: [UInt8], _ saved: [UInt8]) throws {
    let change = StaleBuffer.Change(from: old, to: new)
    guard let stale = StaleBuffer([change], before: new, saved: saved) else { return }
    let added = LineDifference(from: saved, to: stale.text).hunks
    try expect(added.allSatisfy(\.old.isEmpty), "nothing of a save goes")
    try expect(stale.asSaved(stale.text, saved: saved) == saved, "a save comes back whole")
    _ = stale.asIncoming(stale.text)
  }

  private static func expectNoLineLost(_ texts: ThreeTexts, _ merged: [UInt8]) throws {
    let (old, merged) = (counts(texts.base), counts(merged))
    let sides = counts(texts.first).merging(counts(texts.second), uniquingKeysWith: max)
    for (line, count) in sides {
      try expect(merged[line, default: 0] >= count - old[line, default: 0], "no added line is lost: \(line)")
    }
    try expect(merged.keys.allSatisfy { sides[$0] != nil }, "no line is made up")
  }

  /// Lines of which each is another one and that no side moved, so that there is one right answer but for their order.
  private static func expectOrder(_ texts: ThreeTexts, _ merged: [UInt8]) throws {
    let merged = ThreeTexts.lines(merged)
    let (first, second) = (ThreeTexts.lines(texts.first), ThreeTexts.lines(texts.second))
    let base = Set(ThreeTexts.lines(texts.base))
    let expected = Set(first).union(second).subtracting(base).union(base.intersection(first).intersection(second))
    try expect(merged.count == expected.count && Set(merged) == expected, "what was added or kept is there, and once")
    for side in [first, second] {
      let shared = Set(side).intersection(merged)
      try expect(merged.filter(shared.contains) == side.filter(shared.contains), "each side's order stays")
    }
  }

  /// How often each line is there, without its end.
  private static func counts(_ text: [UInt8]) -> [[UInt8]: Int] {
    ThreeTexts.lines(text).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private static let trees = [
    joined("\u{1}", "a.md=1\nb.md=2\nd/c.md=3", "a.md=4\nd/c.md=3\nA.md=5", "e.md=2\nb.md=6\nd=7"),
    joined("", "x=1", ".git/config=1\n../y=2\n/z=3\na//b=4\n.GIT /x=5", "git~1/a=1\ng\u{200C}it/b=2\nx/..=3"),
  ]

  /// Merging trees, whose files are given as `path=content`.
  static let treeMerge = FuzzTarget("tree merge", seeds: trees) { input in
    let parts = parts(input, 4)
    let sides = parts[1...].map(tree)
    let flags = parts[0].first ?? 0
    let hints = flags & 1 == 0 ? [] : zip(sides[0], sides[1]).map { RenameHint(old: $0.path, new: $1.path) }
    let merge = TreeMerge(
      base: sides[0], first: sides[1], second: sides[2], renames: RenameHints(first: hints, second: [])
    ) { ids in ids.map { content(of: $0) } }
    let entries = merge.entries(of: sides[1]) { id(of: $0.merge.bytes) }
    let old = Set(sides[1].map(\.path))
    for entry in entries where !old.contains(entry.path) {
      try expect(TreePath.isSafe(entry.path), "nothing comes to an unsafe path: \(entry.path.text)")
    }
    try expect(Set(entries.map(\.path)).count == entries.count, "a path is taken once")
  }

  private static func tree(_ text: [UInt8]) -> [TreeEntry] {
    var entries: [VaultPath: TreeEntry] = [:]
    for line in text.split(separator: 10) {
      let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let path = VaultPath(bytes: Array(parts[0]))
      entries[path] = TreeEntry(path: path, id: id(of: parts.count > 1 ? Array(parts[1]) : []))
    }
    return Array(entries.values)
  }

  /// An id that shows its content: up to nine bytes of it, doubled into lines.
  private static func id(of content: [UInt8]) -> ObjectId {
    ObjectId(digits: (Array(content.prefix(18)) + Array(repeating: 0, count: 20)).prefix(20).flatMap(hexadecimal))
  }

  private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func content(of id: ObjectId) -> [UInt8] {
    let digits = Array(id.text.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).flatMap { [digits[$0], digits[$0 + 1], 10] }
  }
}
