import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore

/// Memos that become one, where something of theirs is written anew or clashes.
@Suite struct MemoMergeTests {
  private func merged(_ vault: ChangedVault) throws -> String {
    let merge = try MemoMerge([vault.read("b.md")], into: vault.read("a.md"), in: vault.refresh(), of: vault.vault)
    return String(decoding: merge.rewrites[0].contents, as: UTF8.self)
  }

  @Test func whatIsWrittenAnewHasTheLineBreaksOfTheFirst() throws {
    let tagged = try ChangedVault([
      "a.md": "# A\r\n\r\na\r\n", "b.md": "---\r\ntags: [books]\r\n---\r\n# B\r\n\r\nb\r\n",
    ])
    #expect(try merged(tagged) == "# A\r\n\r\na\r\n\r\n#books\r\n\r\n# B\r\n\r\nb\r\n")
    let files = ["a.md": "text\r\n", "b.md": "---\r\ntags: [x]\r\n---\r\nb\r\n"]
    #expect(try merged(ChangedVault(files, titles: .fileName)) == "text\r\n\r\n# b\r\n\r\n#x\r\n\r\nb\r\n")
  }

  @Test func whatIsMergedTakesTheLineBreaksOfTheFirst() throws {
    func merged(_ first: String, _ second: String) throws -> String {
      try self.merged(ChangedVault(["a.md": first, "b.md": second]))
    }
    let lines = "# B\n\nsee [b\nb](a.md) and [^1]\n\n[^1]: n\n"
    let expected = "# A\n\na [^1]\n\n[^1]: m\n\n# B\n\nsee [b\nb](a.md) and [^1-2]\n\n[^1-2]: n\n"
    let first = "# A\n\na [^1]\n\n[^1]: m\n"
    func windows(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
    #expect(try merged(first, lines) == expected)
    #expect(try merged(windows(first), lines) == windows(expected))
    #expect(try merged(first, windows(lines)) == expected)
    let (one, two) = ("# A\r\n\r\n# B\r\n\r\nb\r\n", "# A\n\n# B\n")
    #expect(try merged("# A", "# B\r\n\r\nb\r\n") == one, "a first memo without a line break has none to give")
    #expect(try merged("# A", "# B\n") == two)
  }

  @Test(arguments: ["", "\n\n", " \n", "---\nk: v\n---\n", "---\nk: v\n---\n\n"])
  func aMemoWithoutTextAddsNothing(text: String) throws {
    for first in ["# A\n\na\n", "# A\r\na", ""] {
      #expect(try merged(ChangedVault(["a.md": first, "b.md": text])) == first)
    }
    let tagged = "---\ntitle: B\ntags: [x]\n---\n"
    let isEndedOnce = try merged(ChangedVault(["a.md": "# A\n", "b.md": tagged])) == "# A\n\n# B\n\n#x\n"
    #expect(isEndedOnce, "no blank line at the end")
    let vault = try ChangedVault(["a.md": "# A\n", "b.md": text, "c.md": "# C\n"])
    let merge = try MemoMerge(
      [vault.read("b.md"), vault.read("c.md")], into: vault.read("a.md"), in: vault.refresh(), of: vault.vault)
    #expect(merge.rewrites[0].contents == Array("# A\n\n# C\n".utf8))
  }

  /// Obsidian follows no name that GitHub gives to a heading.
  @Test func anAnchorThatIsTheTextOfAHeadingStaysOne() throws {
    let vault = try ChangedVault([
      "a.md": "# T\n## Head, one\n", "b.md": "# B\n\n## Head, one\n",
      "u.md": "[x](b.md#Head,%20one) [[b#Head, one]] [y](b.md#head-one)\n",
    ])
    let merge = try MemoMerge([vault.read("b.md")], into: vault.read("a.md"), in: vault.refresh(), of: vault.vault)
    let text = try #require(merge.rewrites.first { $0.memo.path == VaultPath("u.md") })
    #expect(
      String(decoding: text.contents, as: UTF8.self)
        == "[x](a.md#B#Head,%20one) [[a#B#Head, one]] [y](a.md#head-one-1)\n")
  }

  @Test(arguments: ["^x", "^X"])
  func blocksOfOneNameAreRefused(name: String) throws {
    let vault = try ChangedVault(["a.md": "# A\n\none ^x\n", "b.md": "# B\n\ntwo \(name)\n", "l.md": "![[b#^x]]\n"])
    let before = try vault.texts()
    #expect(throws: RearrangingError.sameBlock(String(name.dropFirst()), VaultPath("a.md"), VaultPath("b.md"))) {
      try merged(vault)
    }
    #expect(try vault.texts() == before)
    #expect(try merged(ChangedVault(["a.md": "a ^x\n", "b.md": "b ^y\n"])) == "a ^x\n\nb ^y\n")
  }

  /// It has no meaning that could be lost, in the memos that become one as elsewhere.
  @Test(arguments: [
    ("[x](#setup) [[#^b]]", "## Setup ^b", "[x](#setup) [[#^b]]"), ("[[b#Setup]]", "t", "[[a#Setup]]"),
    ("[[b#Setup]]\n\n## Setup", "t", "[[a#Setup]]\n\n## Setup"), ("## Setup", "[[#Setup]]", "## Setup"),
    ("[x][s]\n\n[s]: b.md#none", "## None", "[x][s]\n\n[s]: a.md#none"),
    // The first of two headings is another one than that of a link that works.
    ("## Setup", "## Setup\n\n[[#Setup]] [[a#None]]", "## Setup"),
  ])
  func aLinkWithABrokenAnchorMayComeToNameAHeading(first: String, second: String, result: String) throws {
    let vault = try ChangedVault([
      "a.md": "# A\n\n\(first)\n", "b.md": "# B\n\n\(second)\n", "l.md": "[[a#Setup]] [[b#None]]\n",
    ])
    let now = second.replacing("[[#Setup]] [[a#None]]", with: "[[#B#Setup]] [[a#None]]")
    #expect(try merged(vault) == "# A\n\n\(result)\n\n# B\n\n\(now)\n")
    let merge = try MemoMerge([vault.read("b.md")], into: vault.read("a.md"), in: vault.refresh(), of: vault.vault)
    #expect(merge.rewrites.last?.contents == Array("[[a#Setup]] [[a#None]]\n".utf8) && merge.lostLinks.isEmpty)
  }

  /// The text of such a heading changes with its link.
  @Test func aHeadingWithALinkToTheMemoKeepsTheLinksToIt() throws {
    let vault = try ChangedVault([
      "a.md": "# A\n\n[[b#b x]] [y](b.md#b-x)\n", "b.md": "# B\n\n## [[b]] x\n\n[[#b x]]\n", "l.md": "## [[b#b x]]\n",
      "m.md": "[[l#b]]\n",
    ])
    let merge = try MemoMerge([vault.read("b.md")], into: vault.read("a.md"), in: vault.refresh(), of: vault.vault)
    let texts = merge.rewrites.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(texts.first == "# A\n\n[[a#a x]] [y](a.md#a-x)\n\n# B\n\n## [[a]] x\n\n[[#a x]]\n")
    #expect(texts.dropFirst() == ["## [[a#a x]]\n", "[[l#a]]\n"] && merge.lostLinks.isEmpty, "\(texts)")
  }

  /// No wiki link can write such a name.
  @Test(arguments: [
    ("See [[b#under score|L]] x.", "See [[#under score|L]] x."), ("![[b#Under score]] [[B]]", nil),
    ("[b](b.md) [u](<b.md#under-score>)", "[b](C%23%20notes.md) [u](<C%23 notes.md#under-score>)"),
    ("[[b#None]] [[b#^x]]", "[[#None]] [[#^x]]"), ("[[b]]", nil), ("[[c#C]]", "[[c#C]]"),
  ])
  func aMemoWithAHashInItsNameNamesItsOwnHeadings(link: String, result: String?) throws {
    for (first, second) in [(link, "t"), ("t", link)] {
      let vault = try ChangedVault([
        "C# notes.md": "# C\n\n\(first)\n", "b.md": "# B\n\n## Under score\n\n\(second)\n\nblock ^x\n",
        "c.md": "# C\n",
      ])
      func merged() throws -> [UInt8] {
        let first = try vault.read("C# notes.md")
        return try MemoMerge([vault.read("b.md")], into: first, in: vault.refresh(), of: vault.vault).rewrites[0]
          .contents
      }
      guard let result else {
        let lost = link.utf8.first == UInt8(ascii: "!") ? "[[B]]" : link
        let path = VaultPath(first == link ? "C# notes.md" : "b.md")
        #expect(throws: RearrangingError.unwritableLink(lost, path, to: VaultPath("C# notes.md"))) { try merged() }
        continue
      }
      let (above, below) = (first == link ? result : first, second == link ? result : second)
      let expected = "# C\n\n\(above)\n\n# B\n\n## Under score\n\n\(below)\n\nblock ^x\n"
      #expect(try String(decoding: merged(), as: UTF8.self) == expected)
    }
  }

  @Test func whatIsRefusedSaysWhy() throws {
    func error(_ first: String, _ second: String) throws -> RearrangingError? {
      let vault = try ChangedVault(["a.md": first, "b.md": second, "c.md": "c\n"], titles: .fileName)
      return #expect(throws: RearrangingError.self) { try merged(vault) }
    }
    let (path, other) = (VaultPath("a.md"), VaultPath("b.md"))
    #expect(try error("[c] x\n\n[c]: c.md\n", "[[c]] [C] [[c]]\n") == .labelledText("[C]", path))
    // Wherever it would lead: to the web, to a memo that no link was for, from the first memo and from the other.
    #expect(try error("as in [1]\n", "[1]\n\n[1]: https://example.org\n") == .labelledText("[1]", path))
    #expect(try error("[1] ![p][1]\n\n[1]: p.png\n", "as in [1]\n") == .labelledText("[1]", path))
    #expect(try error("one\n\n[c]: c.md\n", "[c]\n") == .labelledText("[c]", path))
    #expect(try error("```\n[[c]]\n", "see [[c]] [c](c.md)\n") == .strayingLink("[[c]]", other))
    #expect(try error("```\n", "see [x][c]\n\n[c]: c.md\n") == .partedLink("[x][c]", other))
    for open in ["```\n", "text\n\n<!-- a\n", "$$\nx\n"] {
      #expect(try error(open, "## Part\n") == .leftOpen(path), "\(open)")
    }
  }

  @Test func theDefinitionsThatFoamGeneratesAreOneBlock() throws {
    func block(_ lines: String) -> String { "[//begin]: # \"x\"\n\(lines)[//end]: # \"x\"\n" }
    func merged(_ first: String, _ second: String) throws -> String {
      try self.merged(ChangedVault(["a.md": first, "b.md": second, "c.md": "# C\n", "d.md": "# D\n"]))
    }
    let (c, d) = ("[c]: c.md \"C\"\n", "[d]: d.md \"D\"\n")
    let both = "# A\n\n[[c]]\n\n# B\n\n[[d]]\n\n" + block(c + d)
    #expect(try merged("# A\n\n[[c]]\n\n" + block(c), "# B\n\n[[d]]\n\n" + block(d)) == both)
    #expect(try merged("# A\n\n[[c]]\n\n" + block(c), "# B\r\n\r\n[[d]]") == both.replacing(d, with: ""))
    let last = "# A\n\n# B\n\n[[d]]\n\n" + block(d)
    #expect(try merged("# A\n", "# B\n\n[[d]]\n\n" + block(d)) == last)
  }

  @Test func ofAMemoThatIsTheSameOnlyTheLinksAreKept() throws {
    let text = "---\nk: v\n---\n# One\n\n## Part\n\nline ^x, see [[b#Part]] and [1].\n\n[1]: https://example.org\n"
    let vault = try ChangedVault([
      "a.md": text, "b.md": text, "c.md": "# C\n\ntext\n",
      "l.md": "[[b]] [[b#Part]] [[b#^x]] [p](b.md#part) [[c]] [[a#Part]]\n",
    ])
    let merge = try MemoMerge(
      [vault.read("b.md"), vault.read("c.md")], into: vault.read("a.md"), in: vault.refresh(), of: vault.vault)
    let texts = merge.rewrites.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(texts[0] == text.replacing("[[b#Part]]", with: "[[a#Part]]") + "\n# C\n\ntext\n")
    #expect(texts[1] == "[[a]] [[a#Part]] [[a#^x]] [p](a.md#part) [[a]] [[a#Part]]\n")
    #expect(merge.rewrites.count == 2 && merge.lostLinks.isEmpty && merge.leftOut.isEmpty)
    #expect(merge.merged.map(\.path) == ["b.md", "c.md"].map { VaultPath($0) })
  }

  @Test(arguments: [
    ("[l](l.md) ![](p.png)", "[l](../l.md) ![](../p.png)", true), ("[b](x/b.md)", "[b](b.md)", true),
    ("[l](l.md)", "[m](../l.md)", false), ("[l](l.md)", "[l](../m.md)", false), ("[n](n.md)", "[n](../n.md)", false),
    ("[l](l.md#a)", "[l](../l.md#b)", false), ("[[l]] x", "[[l]] y", false), ("![](p.png)", "![](../l.md)", false),
  ])
  func aMemoOfAnotherFolderIsTheSameIfItSaysTheSame(text: String, other: String, isSame: Bool) throws {
    let files = [
      "l.md": "# L\n", "m.md": "# M\n", "p.png": "1", "a.md": "# One\n\n\(text)\n", "x/b.md": "# One\n\n\(other)\n",
    ]
    let vault = try ChangedVault(files)
    let merge = try MemoMerge([vault.read("x/b.md")], into: vault.read("a.md"), in: vault.refresh(), of: vault.vault)
    let made = String(decoding: merge.rewrites[0].contents, as: UTF8.self)
    #expect((made.components(of: "# One") == 1) == isSame, "\(made)")
  }

  @Test func theTitleInFrontMatterIsNamedWhereItSaysMoreThanTheFile() throws {
    let vault = try ChangedVault(
      ["a.md": "a\n", "b.md": "---\ntitle: A long name\nstatus: open\n---\nb\n"], titles: .fileName)
    let merge = try MemoMerge([vault.read("b.md")], into: vault.read("a.md"), in: vault.refresh(), of: vault.vault)
    #expect(merge.leftOut.map(\.keys) == [["title", "status"]])
  }

  @Test(arguments: [
    ("text", true), ("[[l]] <https://example.org>", true), ("[l](../l.md)", true), ("[[#Part]]", true),
    ("![](p.png)", false), ("[near](near.md)", false), ("[[near]]", false), ("![[p.png]]", false),
    ("![[l.png]]", true),
  ])
  func aMemoOfAnotherFolderIsTheSameIfItsLinksLeadAlike(text: String, isSame: Bool) throws {
    var files = [
      "l.md": "# L\n", "x/near.md": "# N\n", "y/near.md": "# N\n", "x/p.png": "1", "y/p.png": "2", "l.png": "3",
    ]
    for path in ["x/a.md", "y/b.md"] { files[path] = "# One\n\n\(text)\n" }
    let vault = try ChangedVault(files)
    let merge = try MemoMerge([vault.read("y/b.md")], into: vault.read("x/a.md"), in: vault.refresh(), of: vault.vault)
    let merged = String(decoding: merge.rewrites[0].contents, as: UTF8.self)
    #expect((merged == "# One\n\n\(text)\n") == isSame, "\(merged)")
    #expect(merged.split(separator: "# One").count == (isSame ? 1 : 2), "\(merged)")
  }
}

extension String {
  /// How often a text is in this one.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
