import MemoCore
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// Text that is added to one section of a memo.
struct SectionAdditionTests {
  @Test(arguments: [
    ("# A\n\n## B\nx\n\n## C\n", "# A\n\n## B\nx\nnew\n\n## C\n", "# A\n\n## B\nnew\nx\n\n## C\n"),
    ("# A\n\n## B\n\nx\n", "# A\n\n## B\n\nx\nnew\n", "# A\n\n## B\n\nnew\nx\n"),
    ("# A\n\n## B\nx\n## C\n", "# A\n\n## B\nx\nnew\n\n## C\n", "# A\n\n## B\nnew\nx\n## C\n"),
    ("## B\nx\nC\n---\n", "## B\n\nnew\n\nx\nC\n---\n", "## B\n\nnew\n\nx\nC\n---\n"),
    ("## B\n### D\n\ny\n\n\n# C\n", "## B\n### D\n\ny\nnew\n\n\n# C\n", "## B\nnew\n### D\n\ny\n\n\n# C\n"),
    ("B\n---\n\n# C\n", "B\n---\n\nnew\n\n# C\n", "B\n---\n\nnew\n\n# C\n"),
    ("# A\n## B\n## C\n", "# A\n## B\n\nnew\n\n## C\n", "# A\n## B\n\nnew\n\n## C\n"),
    ("# A\n## B", "# A\n## B\n\nnew", "# A\n## B\n\nnew"), ("## B\nx", "## B\nx\nnew", "## B\nnew\nx"),
    ("# A\r\n## B\r\nx\r\n", "# A\r\n## B\r\nx\r\nnew\r\n", "# A\r\n## B\r\nnew\r\nx\r\n"),
    ("\u{FEFF}## B\n\n \n# C", "\u{FEFF}## B\n\nnew\n\n \n# C", "\u{FEFF}## B\n\nnew\n\n \n# C"),
    ("## B\n```\n## C\n```\n# D\n", "## B\n```\n## C\n```\nnew\n\n# D\n", "## B\nnew\n```\n## C\n```\n# D\n"),
  ])
  func aTextGoesToTheEndOrTheStart(of memo: String, atEnd: String, atStart: String) throws {
    #expect(try adding("new", to: "B", .end, in: memo) == atEnd)
    #expect(try adding("new", to: "B", .start, in: memo) == atStart)
    #expect(try adding("", to: "B", .end, in: memo) == memo)
  }

  @Test func aTextIsSetApartFromWhatWouldTakeItIn() throws {
    let memo = "# A\n## B\n- [ ] a\n\n## C\n> q\n"
    #expect(try adding("new", to: "B", .end, in: memo) == "# A\n## B\n- [ ] a\n\nnew\n\n## C\n> q\n")
    #expect(try adding("- [ ] b", to: "B", .end, in: memo) == "# A\n## B\n- [ ] a\n- [ ] b\n\n## C\n> q\n")
    #expect(try adding("new", to: "C", .end, in: memo) == memo + "\nnew\n")
    #expect(try adding("- x", to: "C", .start, in: memo) == "# A\n## B\n- [ ] a\n\n## C\n- x\n\n> q\n")
  }

  @Test(arguments: [
    ("- a[^1]\n\n[^1]: x\n", "- a[^1]\n- b\n\n[^1]: x\n"),
    (
      "- a\n\n[^1]: x\n    more\n\n    and more\n[^2]: y\n\n\n[^3]: z",
      "- a\n- b\n\n[^1]: x\n    more\n\n    and more\n[^2]: y\n\n\n[^3]: z"
    ),
    ("a\n\n[x]: https://a.b\n[^1]: x\n\n[y]: c.md \"C\"\n", "a\n- b\n\n[x]: https://a.b\n[^1]: x\n\n[y]: c.md \"C\"\n"),
    ("a\r\n\r\n[^1]: x\r\n", "a\r\n- b\r\n\r\n[^1]: x\r\n"),
    ("### C\n\na\n\n[^1]: x\n", "### C\n\na\n- b\n\n[^1]: x\n"),
    // Only what is at the end, and not where the section holds nothing else.
    ("a\n\n[^1]: x\n\nc\n", "a\n\n[^1]: x\n\nc\n- b\n"), ("[^1]: x\n", "[^1]: x\n\n- b\n"),
    ("a\n\n[^1]: x\n\n# D\n", "a\n\n[^1]: x\n\n- b\n\n# D\n"),
  ])
  func aTextGoesAboveTheFootnotesAtTheEndOfTheMemo(section: String, expected: String) throws {
    let head = section.utf8.contains(0x0D) ? "# A\r\n## B\r\n" : "# A\n## B\n"
    let changed = try adding("- b", to: "B", .end, in: head + section)
    #expect(changed.utf8.elementsEqual((head + expected).utf8), "\(changed)")
  }

  @Test(arguments: [
    ("- a\n\n\n%% kanban:settings\n```\n{}\n```\n%%", "- a\n- b\n\n\n%% kanban:settings\n```\n{}\n```\n%%"),
    ("- a\n%%\n# Drawing\n%%\n", "- a\n- b\n\n%%\n# Drawing\n%%\n"),
    (
      "- a\n\n[^1]: x\n\n[//begin]: # \"x\"\n[c]: c.md\n[//end]: # \"x\"\n",
      "- a\n- b\n\n[^1]: x\n\n[//begin]: # \"x\"\n[c]: c.md\n[//end]: # \"x\"\n"
    ),
    ("\n%% kanban:settings\n%%\n", "\n- b\n\n%% kanban:settings\n%%\n"),
  ])
  func aTextGoesAboveWhatAProgramKeepsAtTheEndOfTheMemo(section: String, expected: String) throws {
    let changed = try adding("- b", to: "B", .end, in: "# A\n## B\n" + section)
    #expect(changed == "# A\n## B\n" + expected, "\(changed)")
  }

  @Test func aHeadingIsNamedAsLinksNameIt() throws {
    let memo = "# A\n## B\n# C\n## B\n할 일\n"
    #expect(try adding("- [ ] 새 일", to: "C#B", .end, in: memo) == "# A\n## B\n# C\n## B\n할 일\n- [ ] 새 일\n")
    #expect(throws: RenamingError.self) { try adding("x", to: "nothing", .end, in: memo) }
    #expect(throws: RearrangingError.self) { try adding("x", to: "B", .end, in: "> ## B\n> x\n") }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func allElseStaysAsItIs(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pieces = ["## B\n", "# A\n", "\n", "x\n", "- y\n", "```\n", "> q\n", " \n", "B\n---\n", "<!--\n", "끝\r\n"]
    let memo = "# T\n## B\n" + (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    for place in [SectionAddition.Place.start, .end] {
      let result = try adding("§", to: "B", place, in: memo)
      let rest = result.unicodeScalars.filter { !"§\r\n".unicodeScalars.contains($0) }
      #expect(rest.elementsEqual(memo.unicodeScalars.filter { !"\r\n".unicodeScalars.contains($0) }), "\(memo)")
      #expect(result.utf8.count <= memo.utf8.count + 2 + 3 * 2, "\(memo)")
    }
  }

  private func adding(
    _ text: String, to heading: String, _ place: SectionAddition.Place, in memo: String
  ) throws -> String {
    let vault = try ChangedVault(["Plan.md": memo])
    let read = try ReadMemo(VaultPath("Plan.md"), in: vault.vault)
    let addition = SectionAddition(to: heading, at: place)
    return String(decoding: try addition.adding(Array(text.utf8), to: read), as: UTF8.self)
  }
}
