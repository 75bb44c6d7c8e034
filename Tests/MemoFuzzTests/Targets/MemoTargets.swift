import MemoCore

extension FuzzTarget {
  private static let memoSeeds = [
    "---\ntitle: \"a \\u0041\"\ntags: [x, 'y']\naliases:\n- a\n- b\ndate: 2024-02-30T01:02:03Z # c\n---\n# t\n#tag text",
    "# Title ##\r\n\r\n[[a#b|c]] [x](<y z.md> \"t\") ![i](j) `[[code]]` #a/b-c_d\r> quote\r\n- [ ] item\n1. one",
    "---\nauthor: Kim\u{A0}\n- x\u{3000}\ntags: [a, a] # x\n---\n# T\n#a #A #a #b\n\nsee #a #a\n",
    "\u{FEFF}Setext\n===\n```swift\n#no\n```\n    code\n~~~\nopen\n~~~~\n| a | b |\n|---|---|\nhttp://x.y/#z <b@c.d>",
    "회의록 #태그 ㅎㅇ\n한\u{1112}\u{1161}\u{11AB} 漢字かな e\u{301} \\[[x]] **b** _i_ ~~s~~ [^1]\n[ref]: x.md 'y'",
  ]

  /// What memo reads from a memo's text.
  static let memo = FuzzTarget("memo", seeds: memoSeeds) { input in
    try input.withUnsafeBytes { bytes in
      let memo = MemoParser.metadata(of: bytes)
      // One in quotes in the front matter may hold `\n`, which output shows as a space.
      let isQuoted = FrontMatter(bytes).scalar("title") != nil
      try expect(isQuoted || !memo.title.utf8.contains { $0 == 10 || $0 == 13 }, "a title is one line")
      try expect(!memo.previewBytes.contains { $0 == 10 || $0 == 13 }, "a preview is one line")
      try expect(memo.tags.allSatisfy { !$0.isEmpty && !$0.utf8.contains(10) }, "a tag is a word")
      for span in LinkSpan.all(in: bytes) {
        try expect(span.link.range.lowerBound >= 0 && span.link.range.upperBound <= bytes.count, "a link is inside")
      }
      _ = MemoLayout(bytes)
      _ = FrontMatter(bytes)
      _ = TextPosition.ofTitle(in: bytes)
      _ = ConflictMarkers().conflicts(in: bytes)
      try expect(WordCounter.count(bytes) <= bytes.count, "a word has a byte")
      try expect(LineScanner.lines(of: bytes).last.map { $0.upperBound <= bytes.count } ?? true, "lines are inside")
    }
  }

  /// Changes of a memo's text.
  static let edits = FuzzTarget("edits", seeds: memoSeeds.map { joined("a", "new title", $0) }) { input in
    let parts = parts(input, 3)
    let (word, title, text) = (text(parts[0]), text(parts[1]), parts[2])
    if let tags = TagRewriter(from: word, to: title) {
      let edits = text.withUnsafeBytes { tags.edits(of: $0) }
      try expect(areOrdered(edits, in: text), "edits of tags are inside and in order")
      _ = text.withUnsafeBytes { ByteEdit.apply(edits, to: $0) }
    }
    if let tag = TagEdit(word) {
      let added = try? text.withUnsafeBytes { try tag.adding(to: $0, titledBy: .firstLine) }
      let removed = try? text.withUnsafeBytes { try tag.removing(from: $0, titledBy: .firstLine) }
      for edits in [added, removed] {
        try expect(areOrdered(edits ?? [], in: text), "edits of a tag are inside and in order")
      }
    }
    for change in [FieldChange.set("key", title), .set("tags", word), .add("tags", word), .remove("tags", word)] {
      _ = try? FieldEdit.apply([change], to: text)
    }
    let moved = text.withUnsafeBytes { bytes in
      FileTargetRewriter.edits(of: bytes, from: VaultPath("a/b/m.md"), to: VaultPath("a/c.md")) { $0 }
    }
    try expect(areOrdered(moved, in: text), "edits of paths are inside and in order")
    _ = text.withUnsafeBytes { ByteEdit.apply(moved, to: $0) }
    for isNamedByTitle in [false, true] {
      let edits = text.withUnsafeBytes { TitleEdit.edits(of: $0, to: title, isNamedByTitle: isNamedByTitle) }
      guard let edits else { continue }
      try expect(areOrdered(edits, in: text), "edits of a title are inside and in order")
      _ = text.withUnsafeBytes { ByteEdit.apply(edits, to: $0) }
    }
    let longer = LineInsertion.appending(parts[1], to: text)
    // Above what a program keeps at the end.
    let start = zip(longer, text).prefix { $0 == $1 }.count
    let end = zip(longer.reversed(), text.reversed()).prefix { $0 == $1 }.count
    try expect(longer.count >= text.count && start + end >= text.count, "what is appended to stays")
    let prepended = LineInsertion.prepending(parts[1], to: text)
    try expect(prepended.count >= text.count, "what is prepended to stays")
    _ = UnifiedDiff(from: parts[1], to: text)
    try expect(Slug.fileName(forTitle: title, fallback: "x").utf8.count <= 255, "a name is short")
    let name = VaultPath(Slug.fileName(forTitle: title, fallback: "x"))
    try expect(TreePath.isSafe(name) && WindowsName.isLegal(name), "a name from a title is safe: \(name.text)")
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func areOrdered(_ edits: [ByteEdit], in text: [UInt8]) -> Bool {
    var end = 0
    for edit in edits {
      guard edit.range.lowerBound >= end, edit.range.upperBound <= text.count else { return false }
      end = edit.range.upperBound
    }
    return true
  }
}
