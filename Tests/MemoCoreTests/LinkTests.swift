import MemoCore
import Testing

@Suite struct LinkTests {
  private static func wiki(_ target: String, _ heading: String? = nil, _ label: String? = nil) -> MemoLink {
    MemoLink(kind: .wiki, target: target, heading: heading, label: label)
  }

  private static func markdown(_ target: String, _ heading: String? = nil, _ label: String? = nil) -> MemoLink {
    MemoLink(kind: .markdown, target: target, heading: heading, label: label)
  }

  private static let wikiLinks: [(text: String, links: [MemoLink])] = [
    ("[[a]]", [wiki("a")]),
    ("x[[ 회의 록 ]]y", [wiki("회의 록")]),
    ("[[a#b]] [[a#b#c|d]] [[a|b#c]]", [wiki("a", "b"), wiki("a", "b#c", "d"), wiki("a", nil, "b#c")]),
    ("| [[a\\|b]] |", [wiki("a", nil, "b")]),
    ("![[a.png]]", [wiki("a.png")]),
    ("[[a|]] [[a#]]", [wiki("a"), wiki("a")]),
    ("[[]] [[ ]] [[|a]] [[#a]]", [wiki("", "a")]),
    ("[[a\nb]] [[a", []),
    ("[[a [[b]]", [wiki("b")]),
    ("[[[a]]]", [wiki("a")]),
    ("[[a]b]]", [wiki("a]b")]),
    ("`[[a]]` \\[[b]] [[c]]", [wiki("c")]),
    ("```\n[[a]]\n```", []),
    ("http://x/[[a]]", [wiki("a")]),
    // Links with labels as Logseq writes them.
    ("[l]([[a]]) ![l]([[b c]]) [l]( [[d#e|f]] )", [wiki("a"), wiki("b c"), wiki("d", "e", "f")]),
    ("[[l]]([[a)]]) [x [y](z.md)]([[b]])", [wiki("l"), wiki("a)"), markdown("z.md", nil, "y"), wiki("b")]),
    ("[l]([[a]]b.md) [l]([[]].md)", [markdown("[[a]]b.md", nil, "l"), markdown("[[]].md", nil, "l")]),
  ]

  @Test(arguments: wikiLinks)
  func aWikiLinkIsInDoubleBrackets(text: String, links: [MemoLink]) {
    #expect(MemoParser.metadata(of: Array(text.utf8)).links == links, "\(text.debugDescription)")
  }

  private static let markdownLinks: [(text: String, links: [MemoLink])] = [
    ("[a](b.md)", [markdown("b.md", nil, "a")]),
    ("[](../b/c.MARKDOWN#d)", [markdown("../b/c.MARKDOWN", "d")]),
    ("[a](b%2Emd) [a](b.m%64?x=1#y)", [markdown("b%2Emd", nil, "a"), markdown("b.m%64", "y", "a")]),
    ("[a]( <b c.md> \"t\" )", [markdown("b c.md", nil, "a")]),
    ("[a](b.md 't (\\')') [a](b.md (t)) [a](b.md \"t)", [markdown("b.md", nil, "a"), markdown("b.md", nil, "a")]),
    ("[a](b(1).md) [a](b\\).md)", [markdown("b(1).md", nil, "a"), markdown("b\\).md", nil, "a")]),
    ("[a [b] c](d.md)", [markdown("d.md", nil, "a [b] c")]),
    ("[a `]` c](d.md)", [markdown("d.md", nil, "a `]` c")]),
    ("[![i](i.png)](d.md)", [markdown("d.md", nil, "![i](i.png)")]),
    ("[[x] y](d.md)", [markdown("d.md", nil, "[x] y")]),
    ("[a\nb](d.md)", [markdown("d.md", nil, "a\nb")]),
    ("[a\n\nb](d.md)", []),
    ("[a](http://x/b.md) [a](mailto:b.md) [a](b.txt) [a](b.md.txt) [a]() [a](//x/b.md) [a](?b) [a](#)", []),
    (
      "[a](#b) [a](md) [a](d/#b) [a](b.c)",
      [
        markdown("", "b", "a"), markdown("md", nil, "a"), markdown("d/", "b", "a"), markdown("b.c", nil, "a"),
      ]
    ),
    (
      "[a][r] [R][] [r] ![a][r]\n\n[r]: b.md#c\n[r]: d.md\n[e]: f",
      [
        markdown("b.md", "c", "a"), markdown("b.md", "c", "R"), markdown("b.md", "c", "r"), markdown("b.md", "c", "a"),
        markdown("d.md", nil, "r"), markdown("f", nil, "e"),
      ]
    ),
    ("> [a\n> b]\n\n> [A\n> B]:\n> c.md", [markdown("c.md", nil, "a\n> b")]),
    ("[a] (b.md) [a](b.md [a](b c.md) [a](<b.md) [a](b(.md)", []),
    ("\\[a](b.md) `[a](b.md)`", []),
    ("[a](c:b.md)", [markdown("c:b.md", nil, "a")]),
    ("[a](b.md)[c](d.md)", [markdown("b.md", nil, "a"), markdown("d.md", nil, "c")]),
    ("[a](b.md#)", [markdown("b.md", nil, "a")]),
  ]

  @Test(arguments: markdownLinks)
  func aMarkdownLinkCountsWhereItLeadsToAMemo(text: String, links: [MemoLink]) {
    #expect(MemoParser.metadata(of: Array(text.utf8)).links == links, "\(text.debugDescription)")
  }

  private static let definitions: [(text: String, links: [MemoLink])] = [
    ("[r]: b.md", [markdown("b.md", nil, "r")]),
    ("so\n\n   [the r]: <b c.md#d> \"t\"\n[s]:d.md", [markdown("b c.md", "d", "the r"), markdown("d.md", nil, "s")]),
    ("[a\\]b]: c.md", [markdown("c.md", nil, "a\\]b")]),
    ("so\n[r]: b.md", []), ("[r]:\nb.md\n'a\nb'", [markdown("b.md", nil, "r")]),
    ("[^1]: b.md\n[]: b.md\n[r] : b.md\n[r]:\n[r]: b.md and so on\nx [r]: b.md", []),
    ("# t\n\n    [r]: b.md\n```\n[r]: b.md\n```\n[r]: https://c.d/b.md\n[r]: b.png\n[a [r]: b.md", []),
  ]

  @Test(arguments: definitions)
  func aDefinitionIsALinkOfALineOfItsOwn(text: String, links: [MemoLink]) {
    #expect(MemoParser.metadata(of: Array(text.utf8)).links == links, "\(text.debugDescription)")
  }

  private static let frontLinks: [(front: String, links: [MemoLink])] = [
    ("up: \"[[a]]\"", [wiki("a")]),
    ("up: '[[Jane \"x\"#h|b]]'", [wiki("Jane \"x\"", "h", "b")]),
    ("related:\n  - \"[[a, b]]\"\n  - [[c]]\nx: [\"[[d]]\",'[[e]]']", [wiki("a, b"), wiki("c"), wiki("d"), wiki("e")]),
    ("up: see [[it's]] and '[[b]]' # [[c]]\n# [[d]]", [wiki("it's"), wiki("b")]),
    ("m: [[1, 2], [3, 4]]\nn: [[1, 2]]\no: [[[a]]]", [wiki("a")]),
    (
      "a: \"[[b\\\"c]]\"\nb: '[[it''s]]'\nc: \"\\\" [[d]]\"\nd: 'it''s #1 [[g]]'\ne: \"[[f\" ]]",
      [wiki("d"), wiki("g")]
    ),
    ("a: [b](c.md)", []),
  ]

  @Test(arguments: frontLinks)
  func frontMatterHoldsWikiLinks(front: String, links: [MemoLink]) {
    let text = "---\n\(front)\n---\ntext [[z]]"
    #expect(MemoParser.metadata(of: Array(text.utf8)).links == links + [Self.wiki("z")], "\(front)")
  }

  @Test func linksHavePlaces() throws {
    let bytes = Array("가 [[a #b|c]] [d](<e.md#f>)".utf8)
    let links = bytes.withUnsafeBytes { LinkSpan.all(in: $0).map(\.link) }
    let parts = links.map { link in
      [link.range, link.target, link.heading, link.label].map { $0.map { String(decoding: bytes[$0], as: UTF8.self) } }
    }
    #expect(parts == [["[[a #b|c]]", "a", "b", "c"], ["[d](<e.md#f>)", "e.md", "f", "d"]])
  }
}
