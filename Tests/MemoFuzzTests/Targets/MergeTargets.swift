import MemoCore

extension FuzzTarget {
  private static let triples = [
    joined("a\nb\nc\n", "a\nx\nc\n", "a\nb\ny\n"),
    joined(
      "---\ntags: [a]\n---\n- [ ] one\n- [ ] two\n", "---\ntags: [a, b]\n---\n- [x] one\n- [ ] two\n",
      "- [ ] one\r\n- [x] two"),
    joined("", "\u{FEFF}a\r\nb", "a\nb\n\n"),
  ]

  /// Merging texts.
  static let lineMerge = FuzzTarget("line merge", seeds: triples) { input in
    let parts = parts(input, 3)
    let (base, first, second) = (parts[0], parts[1], parts[2])
    let merge = LineMerge(base: base, first: first, second: second)
    let merged = lines(merge.bytes)
    try expect(LineMerge(base: base, first: first, second: base).bytes == first, "a side without changes has no say")
    try expect(LineMerge(base: base, first: base, second: first).bytes == first, "a side without changes has no say")
    try expect(LineMerge(base: base, first: first, second: first).bytes == first, "what both have stays")
    _ = StaleBuffer(old: base, merged: merge.bytes, file: second)
    // The rules of front matter are another test's.
    guard !parts.contains(where: { withoutMark($0).starts(with: "---".utf8) }) else { return }
    let old = lines(base)
    for (line, count) in lines(first).merging(lines(second), uniquingKeysWith: max) {
      try expect(merged[line, default: 0] >= count - old[line, default: 0], "no added line is lost: \(line)")
    }
    let sides = lines(first).merging(lines(second), uniquingKeysWith: max)
    try expect(merged.keys.allSatisfy { sides[$0] != nil }, "no line is made up")
  }

  /// How often each line is there, without its end, and without a byte order mark, which is one only in the first line.
  private static func lines(_ text: [UInt8]) -> [[UInt8]: Int] {
    let lines = text.split { $0 == 10 || $0 == 13 }.map { Array(withoutMark(Array($0))) }
    return lines.filter { !$0.isEmpty }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private static func withoutMark(_ text: [UInt8]) -> ArraySlice<UInt8> {
    text.starts(with: [0xEF, 0xBB, 0xBF]) ? withoutMark(Array(text.dropFirst(3))) : text[...]
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

  /// An id that tells its content: up to nine bytes of it, doubled into lines.
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
