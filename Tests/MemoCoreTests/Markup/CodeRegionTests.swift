import MemoCore
import Testing

/// Code, comments and math hold no links and no tags, and end where CommonMark or Obsidian end them.
@Suite struct CodeRegionTests {
  // In each text, what counts is called `yes`.
  private static let code: [String] = [
    // Fences on the line of a list mark, in a quote, in other blocks.
    "- ```\n  #no [[no]]\n  ```\n  #yes [[yes]]", "- ```\n  #no [[no]]\n#yes [[yes]]",
    "1. ```\n   #no [[no]]\n#yes [[yes]]",
    "- [ ] ```\n  #yes [[yes]]\n  ```\n  #no [[no]]\n- t", "> ```\n> #no [[no]]\n\n#yes [[yes]]",
    "- > ~~~\n  > #no [[no]]\n#yes [[yes]]",
    "<!--\n```\n#no [[no]]\n-->\n#yes [[yes]]", "<pre>\n```\n#no [[no]]\n</pre>\n#yes [[yes]]",
    "<script>\n~~~\n#no [[no]]\n</script>\n#yes [[yes]]", "- <!--\n  ```\n- #yes [[yes]]",
    "- ```#no [[no]]```\n- #yes [[yes]]", "- ```#no [[no]]``` #yes [[yes]]\n", "> ```\n#yes [[yes]]",
    // Indented code.
    "t\n\n    #no [[no]]\n#yes [[yes]]", "- t\n\n      #no [[no]]\n  #yes [[yes]]", "-     #no [[no]]\n- #yes [[yes]]",
    "1. t\n\n       #no [[no]]\n\n   #yes [[yes]]", "> t\n>\n>     #no [[no]]\n\n#yes [[yes]]",
    // HTML comments and spans.
    "<!-- #no [[no]] -->\n#yes [[yes]]", "t <!-- #no\n[[no]] --> #yes [[yes]]", "`#no [[no]]` #yes [[yes]]",
  ]

  private static let comments: [String] = [
    "%%#no [[no]]%% #yes [[yes]]", "t %% #no [[no]] %% #yes [[yes]]", "t %%#no\n[[no]] %% #yes [[yes]]",
    "%%\n#no\n\n[[no]]\n%%\n#yes [[yes]]", "t\n%%\n#no\n\n[[no]]\n%%\n#yes [[yes]]",
    "%% a\n```\n#no\n%%\n#yes [[yes]]", "%%\n#no\n[[no]] %% #yes [[yes]]", "%%\n#no\n%% t\nu #yes [[yes]]",
    "%%\n#no\n%%\n- #yes [[yes]]", "> %%\n> #no [[no]]\n\n#yes [[yes]]", "- %%\n  #no [[no]]\n  %%\n- #yes [[yes]]",
    // One that never closes: text within a line, else to the end.
    "t %% #yes [[yes]]", "#yes [[yes]] %%\n\nt", "#yes [[yes]]\n\n%%\n#no\n\n[[no]]", "50%% #yes [[yes]]\n\nt",
    // The mark at the start of a line closes what its paragraph opened.
    "t %%#no\n%% #yes [[yes]]", "t %%#no\n%%\n\n#yes [[yes]]", "t `%%`\n%%\n#no\n%%\n#yes [[yes]]",
    "\\%% #yes %% [[yes]]", "# %%#no%% t\n#yes [[yes]]", "`%%` #yes [[yes]] `%%`", "%%%% #yes [[yes]] %%%%",
    "```\n%%\n```\n#yes [[yes]]", "%%\n<!--\n%%\n#yes [[yes]]", "<!--\n%%\n-->\n#yes [[yes]]",
    "t %% [[100%% yes|a]] #yes [[yes]]",
    // Of a comment and HTML, what begins first wins.
    "t <!-- %% -->\n%%\n#no [[no]]\n%%\n#yes [[yes]]", "t <b id=\"%%\">\n%%\n#no [[no]]\n%%\n#yes [[yes]]",
    "t <!-- $$ -->\n$$\n[[no]]\n$$\n#yes [[yes]]", "t %% <!-- \n%% #yes [[yes]]",
    "<div>\n%%\n</div>\n\n#yes [[yes]]", "%%\n<div>\n%%\n#yes [[yes]]",
  ]

  private static let math: [String] = [
    "$[[no]]$ #yes [[yes]]", "t $a #no$ #yes [[yes]]", "($#no$) #yes [[yes]]", "$$ #no [[no]] $$ #yes [[yes]]",
    "$$\n#no\n\n[[no]]\n$$\n#yes [[yes]]", "t\n$$\n[[no]]\n$$\n#yes [[yes]]", "$$[[no]]\n#no$$ #yes [[yes]]",
    "t $$\n[[no]]\n$$ #yes [[yes]]", "t $$\n[[no]]\n$$\n\n#yes [[yes]]", "$$a\n[[no]]\n$$\n\n#yes [[yes]]",
    "$$\n+ [[no]]\n\\end{a}$$\n#yes [[yes]]", "> $$\n> [[no]]\n\n#yes [[yes]]",
    // Prices and variables are none.
    "$5 #yes [[yes]] and $6", "$5 #yes [[yes]]", "5$ #yes [[yes]] 6$", "$ #yes [[yes]] $", "\\$a #yes [[yes]]$",
    "$a #yes [[yes]]\n$", "$a #yes [[yes]] $5", "$5 #yes [[yes]] and A$6", "$$ #yes [[yes]]", "$$$ #yes [[yes]] $$$",
    "`$` #yes [[yes]] a$", "$a\\$ #yes [[yes]]", "$5 #yes [[US$ yes]] [[yes]]", "`$$`\n$$\n[[no]]\n$$\n#yes [[yes]]",
    "- $$ #yes\n- [[yes]]",
  ]

  @Test(arguments: code + comments + math)
  func regionsHoldNoLinksAndNoTags(text: String) {
    let metadata = MemoParser.metadata(of: Array("# t\n\(text)\n".utf8))
    #expect(metadata.tags == ["yes"], "\(text.debugDescription)")
    let links = metadata.links.map(\.target).filter { $0 != "US$ yes" && $0 != "100%% yes" }
    #expect(links == ["yes"], "\(text.debugDescription)")
  }

  /// Records, changes of links and tags, and the split view read one tree.
  @Test(arguments: code + comments + math)
  func allReadersAgree(text: String) throws {
    let text = "# t\n\(text)\n"
    let links = LinkSpan.all(in: text).filter { !"US$ yes 100%% yes".contains($0) || $0 == "yes" }
    #expect(links == ["yes"], "\(text.debugDescription)")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    let styled = MarkdownParagraph.spans(of: lines).joined().filter { $0.kind == .tag }
    #expect(styled.count == 1, "\(text.debugDescription)")
    let rewriter = try #require(TagRewriter(from: "no", to: "other"))
    #expect(Array(text.utf8).withUnsafeBytes { rewriter.edits(of: $0) }.isEmpty, "\(text.debugDescription)")
  }

  private static let definitions: [(text: String, links: [String])] = [
    ("[a]\n\n[a]:\n  x.md\n", ["x"]), ("> [a]: x.md\n\n[a]", ["x"]), ("> [a]:\n> x.md\n> 'b'\n\n[a]", ["x"]),
    ("- [a]:\n  x.md\n\n[a]", ["x"]), ("%%\n[a]: x.md\n%%", []), ("```\n[a]: x.md\n```", []),
  ]

  @Test(arguments: definitions)
  func definitionsMayBeOverTwoLinesAndInQuotes(text: String, links: [String]) {
    let found = MemoParser.metadata(of: Array("# t\n\n\(text)".utf8)).links.map(\.target)
    #expect(found == links.map { "\($0).md" }, "\(text.debugDescription)")
  }
}

extension LinkSpan {
  fileprivate static func all(in text: String) -> [String] {
    Array(text.utf8).withUnsafeBytes { bytes in
      all(in: bytes).map { MemoLink($0.link, in: bytes).target }
    }
  }
}
