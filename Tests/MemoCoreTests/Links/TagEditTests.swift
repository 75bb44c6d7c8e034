import MemoCore
import MemoTestSupport
import Testing

@Suite struct TagEditTests {
  @Test(
    arguments: [
      // A list keeps its form.
      ("---\ntags: [a, b]\n---\n# T\n", "---\ntags: [a, b, new]\n---\n# T\n"),
      ("---\ntags: []\n---\n", "---\ntags: [new]\n---\n"), ("---\ntags: [ a ]\n---\n", "---\ntags: [ a, new ]\n---\n"),
      ("---\ntags: [a, \"b, c\"] # why\n---\n", "---\ntags: [a, \"b, c\", new] # why\n---\n"),
      ("---\ntags: [a,\n  b, # b\n]\n---\n", "---\ntags: [a,\n  b, new, # b\n]\n---\n"),
      ("---\ntags:\n  - a\n  - b # b\nkey: x\n---\n", "---\ntags:\n  - a\n  - b # b\n  - new\nkey: x\n---\n"),
      ("---\r\ntags:\r\n- a\r\n---\r\n", "---\r\ntags:\r\n- a\r\n- new\r\n---\r\n"),
      ("---\ntags: a, b\n---\n", "---\ntags: a, b, new\n---\n"), ("---\ntags: a b\n---\n", "---\ntags: a b new\n---\n"),
      ("---\ntag: a\n---\n", "---\ntag: a, new\n---\n"), ("---\ntags: \"a\"\n---\n", "---\ntags: \"a, new\"\n---\n"),
      ("---\ntags:\n---\n", "---\ntags: [new]\n---\n"), ("---\ntags: # none\n---\n", "---\ntags: [new] # none\n---\n"),
      ("---\ntags:\n  a b\nk: v\n---\n", "---\ntags:\n  a b new\nk: v\n---\n"),
      ("---\ntags:\n  [a, b]\n---\n", "---\ntags:\n  [a, b, new]\n---\n"),
      ("---\nkeywords: [x]\n---\n", "---\nkeywords: [x, new]\n---\n"),
      // No list: the front matter, the line of tags, or a line of its own.
      ("---\nkey: x # y\n---\n# T\n", "---\nkey: x # y\ntags: [new]\n---\n# T\n"),
      ("---\r\nkey: x\r\n---\r\n#a\r\n", "---\r\nkey: x\r\ntags: [new]\r\n---\r\n#a\r\n"),
      ("---\nrel: [[Alpha]]\nq: 1\n---\n# T\n", "---\nrel: [[Alpha]]\nq: 1\ntags: [new]\n---\n# T\n"),
      ("---\n? x\n---\n", "---\n? x\ntags: [new]\n---\n"),
      ("# T\n\n#a #b/c\n\ntext #d\n", "# T\n\n#a #b/c #new\n\ntext #d\n"),
      ("# T\n\n#a\ntext\n", "# T\n\n#a #new\ntext\n"),
      ("# T\n\ntext\n", "# T\n\n#new\n\ntext\n"), ("# T\n", "# T\n\n#new\n"), ("# T", "# T\n\n#new"),
      ("plain\ntext\n", "plain\n#new\n\ntext\n"),
      ("a [[b]] [c\nd](e.md)\n", "a [[b]] [c\nd](e.md)\n\n#new\n"),
      ("# T\r\n\r\ntext", "# T\r\n\r\n#new\r\n\r\ntext"), ("\u{FEFF}# T\n", "\u{FEFF}# T\n\n#new\n"), ("", "#new\n"),
      // It is there already.
      ("# T #new\n", "# T #new\n"), ("---\ntags: NEW\n---\n", "---\ntags: NEW\n---\n"),
    ] as [(String, String)])
  func aTagIsAdded(text: String, changed: String) throws {
    #expect(try Self.added("new", to: text) == changed)
  }

  @Test(
    arguments: [
      ("---\ntags: [a, old, b]\n---\n", "---\ntags: [a, b]\n---\n"),
      ("---\ntags: [old, b]\n---\n", "---\ntags: [b]\n---\n"),
      ("---\ntags: [old]\n---\n", "---\ntags: []\n---\n"),
      ("---\ntags: [a, \"old\"] # c\n---\n", "---\ntags: [a] # c\n---\n"),
      ("---\ntags: [old, OLD, a, '#old']\n---\n", "---\ntags: [a]\n---\n"),
      ("---\ntags:\n  - a\n  - old\n  - b\n---\n", "---\ntags:\n  - a\n  - b\n---\n"),
      ("---\r\ntags:\r\n- old\r\n---\r\nx\r\n", "---\r\ntags:\r\n---\r\nx\r\n"),
      ("---\ntags: a, old, b\n---\n", "---\ntags: a, b\n---\n"), ("---\ntags: old b\n---\n", "---\ntags: b\n---\n"),
      ("---\ntags: old\nk: v\n---\n", "---\ntags:\nk: v\n---\n"),
      ("---\ntags: # c\n  old\nk: v\n---\n", "---\ntags: # c\nk: v\n---\n"),
      ("---\r\ntags:\r\n  old, b\r\n---\r\n", "---\r\ntags:\r\n  b\r\n---\r\n"),
      ("---\r\ntags:\r\n  old\r\n---\r\n", "---\r\ntags:\r\n---\r\n"),
      ("---\ntags: 'a old'\n---\n", "---\ntags: 'a'\n---\n"),
      // In a line of tags with its blanks; of a word of a sentence, only the mark.
      ("# T\n\n#a #old #b\n", "# T\n\n#a #b\n"), ("# T\n\n#old #b\n", "# T\n\n#b\n"),
      ("# T\n\n#a #old\n", "# T\n\n#a\n"), ("# T\n#old #OLD #a\n", "# T\n#a\n"),
      ("# T\n\n#old  #old #a #old #b #old\n", "# T\n\n#a #b\n"),
      // A blank line below goes with it where there is one above, whatever the line breaks are.
      ("T\n#old\n\nx\n", "T\n\nx\n"), ("T\r\n#old\r\n\r\nx\r\n", "T\r\n\r\nx\r\n"),
      ("T\r\n\r\n#old\r\n\r\nx\r\n", "T\r\n\r\nx\r\n"), ("T\r#old\r\rx\r", "T\r\rx\r"),
      ("# T\n\n#old\n\ntext\n", "# T\n\ntext\n"), ("# T\n\nfix #old today\n", "# T\n\nfix old today\n"),
      ("# T #old\n", "# T\n"),
      // Behind the last word of a line, all of it goes.
      ("# T\n\n15 cm deep. #old\n", "# T\n\n15 cm deep.\n"), ("a b\n\nend. #old #a #OLD\n", "a b\n\nend. #a\n"),
      ("T\n\n- [ ] plant #old 📅 2026-11-30\n", "T\n\n- [ ] plant 📅 2026-11-30\n"),
      ("T\n\n- [x] a #old 🔼 🔁 every week ✅ 2026-11-30 ^id\n", "T\n\n- [x] a 🔼 🔁 every week ✅ 2026-11-30 ^id\n"),
      ("T\n\n1. [ ] a #old [due:: 2026-11-30] — 🌱\n", "T\n\n1. [ ] a [due:: 2026-11-30] — 🌱\n"),
      ("T\n\n- [ ] #old plant 📅 2026-11-30\n", "T\n\n- [ ] old plant 📅 2026-11-30\n"),
      ("T\n\n- [ ] #old 📅 2026-11-30\n", "T\n\n- [ ] 📅 2026-11-30\n"), ("T\n\n- [ ] #old\n", "T\n\n- [ ] old\n"),
      ("T\n\nsaid it #old, #b. ^a-1\n", "T\n\nsaid it, #b. ^a-1\n"), ("T\n\na #old  \nb #old\n", "T\n\na  \nb\n"),
      ("T\r\n\r\n> a #old\r\n> b #old c\r\n", "T\r\n\r\n> a\r\n> b old c\r\n"),
      ("T\n\n끝났다 #old。\n", "T\n\n끝났다。\n"), ("T\n\na (#old)\n", "T\n\na (old)\n"),
      ("T\n\n- [ ] #old #OLD 📅 2026-11-30\n", "T\n\n- [ ] 📅 2026-11-30\n"),
      ("T\n\n#old #old #old 📅\n", "T\n\n📅\n"), ("T\n\nsee #old #old\n", "T\n\nsee\n"),
      ("T\n\na #old 📅 soon\n", "T\n\na old 📅 soon\n"), ("T\n\na #old ^b c\n", "T\n\na old ^b c\n"),
      // No rule, heading or empty item comes of it.
      ("T\n\na\n--- #old\n", "T\n\na\n--- old\n"), ("# T\n\n## #old\n", "# T\n\n## old\n"),
      // A line of tags among the lines of a paragraph.
      ("# T\n\n#a #old\nUp: [[x]]\n", "# T\n\n#a\nUp: [[x]]\n"), ("# T\n\ntext\n#old #a\n", "# T\n\ntext\n#a\n"),
      ("# T\n\na\n#old\nb\n", "# T\n\na\nb\n"), ("# T\n\n> a\n> #a #old\n> b\n", "# T\n\n> a\n> #a\n> b\n"),
      ("# T\r\n\r\n#old\r\na #old\r\n", "# T\r\n\r\na\r\n"), ("# T\n\n- #old\n  a\n", "# T\n\n- old\n  a\n"),
      ("---\ntags: [old]\n---\nan #old one `#old`\n", "---\ntags: []\n---\nan old one `#old`\n"),
      // Only itself.
      ("# T\n\n#old/er #older\n", "# T\n\n#old/er #older\n"), ("old\n", "old\n"),
    ] as [(String, String)])
  func aTagIsRemoved(text: String, changed: String) throws {
    #expect(try Self.removed("old", from: text) == changed)
  }

  @Test(
    arguments: [
      ("T\n\n#old#\n\nx\n", "T\n\nx\n"), ("T\n\n#a# #old# #b#\n", "T\n\n#a# #b#\n"),
      ("T\n\n#old# #b#\n", "T\n\n#b#\n"), ("T\n\n#a #old#\n", "T\n\n#a\n"),
      ("T\n\n여권 #old#\n", "T\n\n여권\n"), ("T\n\nfix #old# today\n", "T\n\nfix old today\n"),
      ("T\n\nsaid it #old#, #b#.\n", "T\n\nsaid it, #b#.\n"), ("T\n\nsee #old# #old#\n", "T\n\nsee\n"),
      ("T #old#", "T"),
      // No closed tags.
      ("T\n\nfix #old#b today\n", "T\n\nfix old#b today\n"), ("T\n\nfix #old## today\n", "T\n\nfix old## today\n"),
    ] as [(String, String)])
  func aTagThatIsClosedAsInBearIsRemovedWithBothItsMarks(text: String, changed: String) throws {
    #expect(try Self.removed("old", from: text) == changed)
  }

  @Test func aTagIsAddedBehindOneThatIsClosed() throws {
    #expect(try Self.added("new", to: "# T\n\n#a#\n\ntext\n") == "# T\n\n#a# #new\n\ntext\n")
  }

  /// However tags stand beside each other, what goes with one is not taken twice, and none is left.
  /// In a text of several tags, each is what YAML reads.
  @Test(arguments: [
    ("tags: 'a''b, c'", "tags: 'c'"), ("tags: 'x, a''b'", "tags: 'x'"), ("tags: \"a\\x27b, c\"", "tags: \"c\""),
    ("tags: \"x a\\u0027b c\"", "tags: \"x c\""), ("tags: a'b c", "tags: c"), ("tags: 'a''b'", "tags:"),
  ])
  func aTagWithAnEscapeIsRemoved(line: String, changed: String) throws {
    let found = try Array("---\n\(line)\n---\n# T\n".utf8).withUnsafeBytes { bytes in
      ByteEdit.apply(try TagEdit(removing: "a'b").removing(from: bytes, titledBy: .firstLine), to: bytes)
    }
    #expect(String(decoding: found, as: UTF8.self) == "---\n\(changed)\n---\n# T\n")
  }

  @Test func noneIsLeftOfAnyLine() throws {
    var random = SeededRandom(seed: 21)
    let pieces = [
      "#old", "#OLD", "#a", " ", " ", "text", "📅 2026-11-30", "- [ ] ", "\n", "^id", ".", "(", ")", "> ", "## ", "\t",
    ]
    var count = 0
    for number in 0..<6_000 {
      // A third of them holds lines of nothing but tags.
      let known = number.isMultiple(of: 3) ? ["#old ", "#OLD ", "#a ", "\n"] : pieces
      let text = "T\n\n" + (0..<random.below(12)).map { _ in random.pick(known) ?? "" }.joined()
      guard let changed = try? Self.removed("old", from: text) else { continue }
      let tags = MemoParser.metadata(of: Array(changed.utf8)).tags
      #expect(!tags.contains { $0.lowercased() == "old" }, "\(text.debugDescription): \(changed.debugDescription)")
      if changed != text { count += 1 }
    }
    #expect(count > 1_000, "\(count)")
  }

  @Test(
    arguments: [
      ("---\ntags: {a: b}\n---\n", .holdsKeys(key: "tags", keys: ["tags.a"])),
      ("---\ntags: [[a], b]\n---\n", .notUnderstood(key: "tags", line: 2)),
      ("---\na: 1\ntag: [[a], b]\n---\n", .notUnderstood(key: "tag", line: 3)),
      ("---\na: [1, 2\nc: 3\n---\n", .notUnderstood(key: "tags", line: 2)), ("---\ntags: |\n  a\n---\n", nil),
    ] as [(String, FieldProblem?)])
  func whatIsNotUnderstoodIsRefused(text: String, problem: FieldProblem?) {
    let error = #expect(throws: TagEdit.NotUnderstood.self) { try Self.added("new", to: text) }
    #expect(error?.problem == problem)
  }

  @Test(
    arguments: [
      ("text\n", "---\ntags: [new]\n---\ntext\n"),
      // Above front matter in TOML, another one would hide it.
      ("+++\nx = 1\n+++\n\ntext\n", "+++\nx = 1\n+++\n\n#new\n\ntext\n"),
    ])
  func aVaultOfFileNamesHasTagsInTheFrontMatter(text: String, changed: String) throws {
    let edit = try #require(TagEdit("#new"))
    let source = TitleSource(.fileName, at: VaultPath("a.md"))
    let found = try Array(text.utf8).withUnsafeBytes { bytes in
      ByteEdit.apply(try edit.adding(to: bytes, titledBy: source), to: bytes)
    }
    #expect(String(decoding: found, as: UTF8.self) == changed)
  }

  @Test(arguments: ["", "#", "2026", "a b", "a,b"])
  func whatIsNoTagIsNone(tag: String) {
    #expect(TagEdit(tag) == nil)
  }

  // Front matters of all forms: what was added and removed again leaves the bytes, and all else is read as before.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func anAddedTagIsRemovedAgain(seed: UInt64) throws {
    for note in ConvertedVault(seed: seed, count: 8).notes {
      let before = MemoParser.metadata(of: Array(note.text.utf8))
      let added = try Self.added("zz/new", to: note.text)
      let after = MemoParser.metadata(of: Array(added.utf8))
      #expect(after.tags.filter { $0 != "zz/new" } == before.tags && after.tags.count == before.tags.count + 1)
      #expect(after.links == before.links && after.aliases == before.aliases, "\(note.text)")
      #expect(try Self.removed("zz/new", from: added).utf8.count <= note.text.utf8.count + "tags: []\r\n".utf8.count)
      #expect(try Self.tags(Self.removed("zz/new", from: added)) == Set(before.tags))
      for tag in note.tags {
        let removed = try #require(try? Self.removed(tag, from: note.text), "#\(tag) of\n\(note.text)")
        #expect(Self.tags(removed) == note.tags.subtracting([tag]), "#\(tag) of\n\(note.text)")
        #expect(MemoParser.metadata(of: Array(removed.utf8)).links == before.links)
      }
    }
  }

  private static func tags(_ text: String) -> Set<String> { Set(MemoParser.metadata(of: Array(text.utf8)).tags) }

  private static func added(_ tag: String, to text: String) throws -> String {
    let edit = try #require(TagEdit(tag))
    return try Array(text.utf8).withUnsafeBytes { bytes in
      String(decoding: ByteEdit.apply(try edit.adding(to: bytes, titledBy: .firstLine), to: bytes), as: UTF8.self)
    }
  }

  private static func removed(_ tag: String, from text: String) throws -> String {
    let edit = try #require(TagEdit(tag))
    return try Array(text.utf8).withUnsafeBytes { bytes in
      String(decoding: ByteEdit.apply(try edit.removing(from: bytes, titledBy: .firstLine), to: bytes), as: UTF8.self)
    }
  }
}
