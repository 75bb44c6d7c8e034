import MemoCore
import Testing

@Suite struct LinkRewriterTests {
  private typealias Names = (path: String, title: String, aliases: [String])

  /// A vault before and after one memo got another path or title.
  private static func rewritten(
    _ text: String, in path: String, movedTo newPath: String? = nil, _ memos: [Names],
    changing change: (String, Names)?,
    beside files: [String] = []
  ) -> String {
    let own: Names = (path, "", [])
    let before = memos + [own]
    var after = memos
    if let change, let place = memos.firstIndex(where: { $0.path == change.0 }) { after[place] = change.1 }
    after.append((newPath ?? path, "", []))
    let now = after
    var rewriter = LinkRewriter(
      before: resolver(before, beside: files), after: resolver(after, beside: files),
      memo: { LinkResolver.Memo(path: VaultPath(now[$0].path), title: now[$0].title) },
      formerPath: { before[$0].path == now[$0].path ? nil : VaultPath(before[$0].path) })
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { bytes in
      let rewriting = rewriter.rewriting(of: bytes, from: VaultPath(path), to: VaultPath(newPath ?? path))
      let lost = rewriting.lost.map { "lost: \(String(decoding: bytes[$0.range], as: UTF8.self))" }
      return ([String(decoding: ByteEdit.apply(rewriting.edits, to: bytes), as: UTF8.self)] + lost).joined(
        separator: " ")
    }
  }

  private static func resolver(_ memos: [Names], beside files: [String]) -> LinkResolver {
    LinkResolver(
      memos.map { LinkResolver.Memo(path: VaultPath($0.path), title: $0.title, aliases: $0.aliases) },
      hasFile: { path, _ in files.contains(String(decoding: path, as: UTF8.self)) })
  }

  private static let memos: [Names] = [
    ("work/plan.md", "Release plan", ["The plan"]), ("home/list.md", "장보기", []), ("a.md", "Alpha", []),
  ]

  @Test(
    arguments: [
      // A link stays what it was: title, file name or path.
      ("[[Release plan]]", "work/plan.md", "Launch", "[[Launch]]"),
      ("![[release PLAN#When|the plan]]", "work/plan.md", "Launch", "![[Launch#When|the plan]]"),
      ("[[plan]] [[plan.md]]", "work/roadmap.md", "Release plan", "[[roadmap]] [[roadmap.md]]"),
      ("[[work/plan]] [[work/plan.md#a]]", "work/roadmap.md", "x", "[[work/roadmap]] [[work/roadmap.md#a]]"),
      ("[[/work/plan]] [[./work/plan]]", "old/plan.md", "x", "[[/old/plan]] [[./old/plan]]"),
      (
        "[x](work/plan.md \"t\") [y](<work/plan.md#a b>)", "work/a b(1).md", "x",
        "[x](work/a%20b%281%29.md \"t\") [y](<work/a b(1).md#a b>)"
      ),
      ("[x](work/plan.md)", "work/계획.md", "x", "[x](work/계획.md)"),
      ("[x](./work/plan.md)", "plan.md", "x", "[x](./plan.md)"),
      // What still leads there is not touched.
      (
        "[[plan]] [[The plan]] [[Release plan|x]]", "old/plan.md", "Release plan",
        "[[plan]] [[The plan]] [[Release plan|x]]"
      ),
      ("[[The plan]]", "old/roadmap.md", "Launch", "[[The plan]]"),
      // A name that others have, or that cannot be written, gives way to the path.
      ("[[Release plan]]", "work/plan.md", "장보기", "[[plan]]"), ("[[plan]]", "work/list.md", "x", "[[work/list]]"),
      ("[[Release plan]]", "work/plan.md", "C# | [x]", "[[plan]]"),
      ("[[Release plan]]", "work/plan.md", "", "[[plan]]"),
      ("[[plan]]", "work/a.md", "x", "[[work/a]]"),
      ("[[plan]] [[work/plan]]", "work/c#.md", "x", "[[x]] [[x]]"), ("[[work/plan]]", "c#/plan.md", "x", "[[plan]]"),
      ("[[plan]]", "work/c#.md", "y#", "[[plan]] lost: [[plan]]"), ("[x](work/plan.md)", "c#.md", "x", "[x](c%23.md)"),
      // A backtick that has its pair in the name, and none in front of the link.
      (
        "[[plan]] `a` [[plan|`x`]] `b`", "work/The `x` flag.md", "x",
        "[[The `x` flag]] `a` [[The `x` flag|`x`]] `b`"
      ),
      ("- a ` b [[plan]]\n- [[plan]] ` c", "work/The `x`.md", "y", "- a ` b [[y]]\n- [[The `x`]] ` c"),
      ("`` a ` [[plan]]", "work/The `x`.md", "y#", "`` a ` [[plan]] lost: [[plan]]"),
      ("`` a [[plan]] [[plan]]", "work/The `x`.md", "y#", "`` a [[The `x`]] [[The `x`]]"),
      ("[[plan]]", "work/The `` ` `` mark.md", "y", "[[The `` ` `` mark]]"),
      ("[[plan]]", "work/` mark.md", "y", "[[y]]"), ("[[plan]]", "work/`a``.md", "y#", "[[plan]] lost: [[plan]]"),
      ("[x](work/plan.md) ` a", "work/The `x`.md", "y", "[x](work/The%20%60x%60.md) ` a"),
      ("---\nup: \"[[plan]]\"\n---\n", "work/The `x`.md", "y", "---\nup: \"[[The `x`]]\"\n---\n"),
      // Front matter and definitions.
      // A text in single quotes that is a link gets the quotes that can hold an apostrophe.
      (
        "---\nup: '[[plan#a|it]]' # it\n---\n", "work/Bob's plan.md", "Bob's plan",
        "---\nup: \"[[Bob's plan#a|it]]\" # it\n---\n"
      ),
      (
        "---\nup: ['[[plan]]', 'x']\n---\n", "work/Bob's plan.md", "Bob's plan",
        "---\nup: [\"[[Bob's plan]]\", 'x']\n---\n"
      ),
      (
        "---\nup: 'see [[plan]]'\n---\n", "work/Bob's plan.md", "Bob's plan",
        "---\nup: 'see [[plan]]'\n---\n lost: [[plan]]"
      ),
      (
        "---\nup: '''[[plan]]'''\n---\n", "work/Bob's plan.md", "Bob's plan",
        "---\nup: '''[[plan]]'''\n---\n lost: [[plan]]"
      ),
      (
        "---\nup: '[[plan|\"it\"]]'\n---\n", "work/Bob's plan.md", "Bob's plan",
        "---\nup: '[[plan|\"it\"]]'\n---\n lost: [[plan|\"it\"]]"
      ),
      (
        "---\nup: \"[[Release plan]]\"\nsee: [[Release plan]]\n---\n[[Release plan]]", "work/plan.md", "Jane's, 1: 2",
        "---\nup: \"[[Jane's, 1: 2]]\"\nsee: [[plan]]\n---\n[[Jane's, 1: 2]]"
      ),
      (
        "---\nup: '[[Release plan|it]]'\nsee: \"[[Release plan#a]]\"\n---\n", "work/plan.md", "Jane's \"plan\"",
        "---\nup: '[[plan|it]]'\nsee: \"[[plan#a]]\"\n---\n"
      ),
      (
        "See [it][p].\n\n[p]: work/plan.md#a 'So'\n[q]: <work/plan.md>", "work/a b.md", "x",
        "See [it][p].\n\n[p]: work/a%20b.md#a 'So'\n[q]: <work/a b.md>"
      ),
      // Code, broken links, other memos.
      (
        "`[[plan]]` [[none]] [[Alpha]] [a](https://x/plan.md)", "b.md", "x",
        "`[[plan]]` [[none]] [[Alpha]] [a](https://x/plan.md)"
      ),
    ] as [(String, String, String, String)])
  func aLinkFollowsItsMemo(text: String, path: String, title: String, result: String) {
    let found = Self.rewritten(text, in: "n.md", Self.memos, changing: ("work/plan.md", (path, title, ["The plan"])))
    #expect(found == result, "\(path) \(title)")
  }

  @Test(
    arguments: [
      ("[[Alpha]] [[alpha|x]]", "old-alpha.md", "Old alpha", "[[Old alpha]] [[Old alpha|x]]"),
      ("[[Alpha.md]] [[./a.md]]", "old-alpha.md", "Old alpha", "[[old-alpha.md]] [[./a.md]]"),
      // Another memo has the title, in a folder that is not this one. The title cannot be written, or there is none.
      ("[[Alpha]]", "list-2.md", "장보기", "[[장보기]]"), ("[[Alpha]]", "w/list-2.md", "장보기", "[[list-2]]"),
      ("[[Alpha]]", "old-alpha.md", "A # B", "[[old-alpha]]"),
      ("[[Alpha]]", "beta.md", "", "[[beta]]"),
    ] as [(String, String, String, String)])
  func aLinkByTitleAndFileNameInOneGetsTheTitle(text: String, path: String, title: String, result: String) {
    let memos = Self.memos.filter { $0.path != "a.md" } + [("alpha.md", "Alpha", [])]
    let found = Self.rewritten(text, in: "n.md", memos, changing: ("alpha.md", (path, title, [])))
    #expect(found == result, "\(path) \(title)")
  }

  @Test(
    arguments: [
      ("[x](list.md) [[list]] [[장보기]]", "home/n.md", "n.md", "[x](home/list.md) [[list]] [[장보기]]"),
      ("[x](home/list.md)", "n.md", "home/n.md", "[x](list.md)"),
      ("[x](../home/list.md#a)", "work/n.md", "home/n.md", "[x](../home/list.md#a)"),
      ("[x](list.md)", "home/n.md", "work/deep/n.md", "[x](../../home/list.md)"),
      ("[[../a]] [[./list]]", "home/n.md", "home/sub/n.md", "[[../../a]] [[../list]]"),
      ("[[./list]]", "home/n.md", "n.md", "[[./home/list]]"), ("[[home/list]]", "n.md", "x/n.md", "[[home/list]]"),
      ("[me](n.md) [[n]]", "home/n.md", "work/m.md", "[me](m.md) [[m]]"),
    ] as [(String, String, String, String)])
  func aMemoThatMovesKeepsItsLinks(text: String, path: String, newPath: String, result: String) {
    #expect(Self.rewritten(text, in: path, movedTo: newPath, Self.memos, changing: nil) == result, "\(text)")
  }

  /// The embeds of a picture stay its own, whatever a memo is called.
  @Test(
    arguments: [
      ("![[a.png|300]] [[plan]]", "a.png.md", "x", "![[a.png|300]] [[a.png.md]]"),
      ("![[a.png]] [[Release plan]] [x](work/plan.md)", "w/b.md", "a.png", "![[a.png]] [[b]] [x](w/b.md)"),
      ("[[b.png]] [[plan]]", "b.png.md", "x", "[[b.png]] [[b.png]]"),
    ])
  func aLinkToAMemoNeverBecomesThatOfAFile(text: String, path: String, title: String, result: String) {
    let change = ("work/plan.md", (path, title, [String]()))
    #expect(Self.rewritten(text, in: "n.md", Self.memos, changing: change, beside: ["a.png"]) == result)
  }

  @Test func aMemoThatWasCalledLikeAFileLeavesItsLinksToThat() {
    let text = "![[a.png]] [[a.png|b]] [[a.png.md]] ![[w/a.png#x]]"
    let change = ("w/a.png.md", ("w/b.md", "x", [String]()))
    let found = Self.rewritten(
      text, in: "n.md", [("w/a.png.md", "a.png", [])], changing: change, beside: ["a.png", "w/a.png"])
    #expect(found == "![[a.png]] [[a.png|b]] [[b.md]] ![[w/a.png#x]]")
  }

  /// Other programs tell them apart. A path that was not written as the file's leads to the memo in this one alone.
  @Test(
    arguments: [
      ("[x](work/plan.md#a) [y](work/plan)", "work/Plan.md", "[x](work/Plan.md#a) [y](work/Plan)"),
      ("[x](WORK/plan.md) [[work/plan]] [[plan]]", "work/Plan.md", "[x](WORK/plan.md) [[work/plan]] [[plan]]"),
      ("[x](work/plan.md)\n\n[p]: work/plan.md", "Work/plan.md", "[x](Work/plan.md)\n\n[p]: Work/plan.md"),
      ("[x](/work/plan.md)", "WORK/plan.md", "[x](/WORK/plan.md)"),
    ])
  func aPathIsSpelledAsTheFile(text: String, path: String, result: String) {
    let found = Self.rewritten(text, in: "n.md", Self.memos, changing: ("work/plan.md", (path, "Release plan", [])))
    #expect(found == result)
  }

  /// A wiki link needs not be spelled as the file: what a person has written stays, where that leads to the memo.
  @Test(
    arguments: [
      ("[[Plan]] ![[PLAN.md#a|x]] [[plan]]", "a.md", "Plan.md", "[[work/Plan]] ![[work/PLAN.md#a|x]] [[work/plan]]"),
      ("[[Plan]] [[plan]]", "a.md", "in/Plan.md", "[[work/Plan]] [[plan]]"),
      ("[[Plan]] [[plan|x]]", "a.md", "plan.md", "[[work/Plan]] [[work/plan|x]]"),
      ("[[WORK/Plan]] [[/WORK/Plan]]", "work/plan.md", "old/plan.md", "[[old/Plan]] [[/old/Plan]]"),
      ("[x](WORK/Plan.md)", "work/plan.md", "old/plan.md", "[x](old/plan.md)"),
    ])
  func aNameThatStaysKeepsItsLetters(text: String, path: String, newPath: String, result: String) {
    let change = (path, (newPath, "x", [String]()))
    #expect(Self.rewritten(text, in: "n.md", Self.memos, changing: change) == result)
  }

  @Test func aPathStaysAPathWhereTheTitleIsTheNameInOtherLetters() {
    let memos: [Names] = [("work/plan.md", "Plan", []), ("a.md", "", [])]
    let change = ("work/plan.md", ("old/plan.md", "Plan", [String]()))
    let found = Self.rewritten("[[work/plan]] [[plan.md]] [[Plan]]", in: "n.md", memos, changing: change)
    #expect(found == "[[old/plan]] [[plan.md]] [[Plan]]")
  }

  @Test func aNameThatStaysKeepsItsNormalization() {
    let memos: [Names] = [("work/\u{1100}\u{1168}\u{1112}\u{116C}\u{11A8}.md", "", []), ("a.md", "", [])]
    let found = Self.rewritten("[[계획]]", in: "n.md", memos, changing: ("a.md", ("계획.md", "", [])))
    #expect(found.utf8.elementsEqual("[[work/계획]]".utf8), "\(Array(found.utf8))")
  }

  /// As Foam writes them for programs that know no wiki links.
  @Test(
    arguments: [
      ("[[plan]]\n\n[plan]: work/plan.md \"T\"", "[[goal]]\n\n[goal]: work/goal.md \"T\""),
      ("[[plan#a|it]]\n\n[plan#a|it]: work/plan.md", "[[goal#a|it]]\n\n[goal#a|it]: work/goal.md"),
      ("![[plan]] [[plan]]\n\n[plan]: <work/plan.md>", "![[goal]] [[goal]]\n\n[goal]: <work/goal.md>"),
      // Not one that repeats no link, one that a link by reference needs, and one that there would be twice.
      ("[[plan]]\n\n[Plan]: work/plan.md", "[[goal]]\n\n[Plan]: work/goal.md"),
      ("[[plan]] [a][plan]\n\n[plan]: work/plan.md", "[[goal]] [a][plan]\n\n[plan]: work/goal.md"),
      ("[[plan]]\n\n[plan]: work/plan.md\n[GOAL]: x", "[[goal]]\n\n[plan]: work/goal.md\n[GOAL]: x"),
    ])
  func theLabelOfADefinitionFollowsTheWikiLinkThatItRepeats(text: String, result: String) {
    let found = Self.rewritten(text, in: "n.md", Self.memos, changing: ("work/plan.md", ("work/goal.md", "x", [])))
    #expect(found == result)
  }

  @Test(arguments: ["^1", "a\\b"])
  func aLabelThatWouldBeReadAsAnotherStays(name: String) {
    let text = "[[plan]]\n\n[plan]: a.md"
    let change = ("work/plan.md", ("work/\(name).md", "x", [String]()))
    #expect(Self.rewritten(text, in: "n.md", Self.memos, changing: change) == "[[\(name)]]\n\n[plan]: a.md")
  }

  @Test func everyOtherByteStays() {
    let text = "\u{FEFF}---\r\na: [[plan]]\r\n---\r\n\r[[plan]]\t\u{0}[[ plan |\u{FFFD}]]"
    let found = Self.rewritten(text, in: "n.md", Self.memos, changing: ("work/plan.md", ("work/p.md", "x", [])))
    #expect(found == "\u{FEFF}---\r\na: [[p]]\r\n---\r\n\r[[p]]\t\u{0}[[ p |\u{FFFD}]]")
  }
}
