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
    ("[[]] [[ ]] [[|a]] [[#a]]", []),
    ("[[a\nb]] [[a", []),
    ("[[a [[b]]", [wiki("b")]),
    ("[[[a]]]", [wiki("a")]),
    ("[[a]b]]", [wiki("a]b")]),
    ("`[[a]]` \\[[b]] [[c]]", [wiki("c")]),
    ("```\n[[a]]\n```", []),
    ("http://x/[[a]]", [wiki("a")]),
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
    ("[a](http://x/b.md) [a](mailto:b.md) [a](#b.md) [a](b.txt) [a](b.md.txt) [a]() [a](md)", []),
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

  @Test func linksHavePlaces() throws {
    var places = LinkPlaces()
    let bytes = Array("가 [[a #b|c]] [d](<e.md#f>)".utf8)
    bytes.withUnsafeBytes { InlineScanner.scan($0, visitor: &places) }
    let parts = places.links.map { link in
      [link.range, link.target, link.heading, link.label].map { $0.map { String(decoding: bytes[$0], as: UTF8.self) } }
    }
    #expect(parts == [["[[a #b|c]]", "a", "b", "c"], ["[d](<e.md#f>)", "e.md", "f", "d"]])
  }
}

/// Keeps the links met.
private struct LinkPlaces: InlineVisitor {
  var links: [InlineLink] = []
  mutating func visitTag(_ name: Range<Int>) {}
  mutating func visitLink(_ link: InlineLink) { links.append(link) }
}
