import MemoCore
import MemoTestSupport
import Testing

@Suite struct MemoAnchorsTests {
  private static let text = """
    ---
    a: b
    ---
    # Plan *one*

    ## Risks & costs!

    text ^first-1

    ### Money

    Setext heading
    --------------

    ## 위험 요소

    ### Money

    - item ^item
    ## 🚀
    > ### In a quote
    """

  /// See `MemoHostileTextTests`: the limit is for work that grows with the square of the number of headings. An editor asks
  /// for the table of contents after each move of the cursor.
  @Test(.ends(within: .seconds(60))) func theAnchorsOfManyHeadingsAreFoundAtOnce() throws {
    let count = 60_000
    let text = "# Big\n\n" + (0..<count).map { "## Heading \($0)\n\n" }.joined()
    let (contents, isNew) = try #require(TableOfContents.update(Array(text.utf8)))
    #expect(isNew && contents.count > 2 * text.utf8.count)
    let anchors = Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0) }
    #expect(anchors.heading("heading-\(count - 1)", .markdown) == count)
    // For each broken anchor, check looks for the heading that is meant.
    #expect((0..<count).allSatisfy { anchors.likeliest(for: "Hea ding\($0)", .wiki) == "Heading \($0)" })
  }

  @Test func aTableOfContentsIndentsWhatIsListed() throws {
    let text = "# T\n\n## A\n\n#### B\n\n### C\n\n> ## Quoted\n\n# D\n\n## A\n\n###### E\n"
    let (contents, _) = try #require(TableOfContents.update(Array(text.utf8)))
    let lines = String(decoding: contents, as: UTF8.self).split(separator: "\n").filter { $0.utf8.contains(0x5B) }
    #expect(
      lines == ["- [A](#a)", "  - [B](#b)", "  - [C](#c)", "- [D](#d)", "  - [A](#a-1)", "    - [E](#e)"])
  }

  /// Obsidian follows no name that GitHub gives a heading.
  @Test func aTableOfContentsMayNameTheTextsOfHeadings() throws {
    let text = "# T\n\n## What is new?\n\n## One\n\n# D: e\n\n## One\n"
    let style = LinkStyle(namesTitles: false, namesHeadingTexts: true)
    let (contents, _) = try #require(TableOfContents.update(Array(text.utf8), titledBy: .firstLine, style))
    let lines = String(decoding: contents, as: UTF8.self).split(separator: "\n").filter { $0.utf8.contains(0x5B) }
    #expect(
      lines == [
        "- [What is new?](#What%20is%20new%3F)", "- [One](#One)", "- [D: e](#D:%20e)", "  - [One](#D:%20e#One)",
      ])
    #expect(TableOfContents.change(of: contents, titledBy: .firstLine, style) == nil)
    #expect(TableOfContents.change(of: contents) == .update)
  }

  /// An editor asks after each key what there is to do, and for the table only once that is chosen.
  @Test func whatIsToDoWithATableOfContentsIsWhatUpdateDoes() {
    var random = SeededRandom(seed: 25)
    let lines = [
      "# T", "## A", "## A", "### B *c*", "Setext", "---", "> ## Quoted", "- # Item", "```", "text", "", "",
      "<!-- toc -->", "<!-- tocstop -->", "<!--toc:start-->", "<!--toc:end-->", "title: T",
    ]
    var seen: [TableOfContents.Change?: Int] = [:]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in lines.randomElement(using: &random) ?? "" }
      var memo = Array(text.joined(separator: "\n").utf8)
      // One that is up to date, or was before a heading came.
      if Bool.random(using: &random) { memo = TableOfContents.update(memo)?.contents ?? memo }
      if Bool.random(using: &random) { memo += "\n\n## New\n".utf8 }
      let updated = TableOfContents.update(memo).flatMap { $0.contents == memo ? nil : $0 }
      let change = TableOfContents.change(of: memo)
      #expect(change == updated.map { $0.isNew ? .insertion : .update }, "\(String(decoding: memo, as: UTF8.self))")
      seen[change, default: 0] += 1
    }
    print("tables of contents:", seen.map { "\($1) \($0.map { "\($0)" } ?? "nothing")" }.sorted())
    #expect(seen.count == 3 && seen.values.allSatisfy { $0 > 100 })
  }

  private static func line(_ anchor: String, _ kind: MemoLink.Kind) -> Int? {
    Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0).line(of: anchor, kind) }
  }

  @Test(
    arguments: [
      ("q--a", .markdown, 1), ("Q%20&%20A", .markdown, 1), ("Q & A", .wiki, 1), ("Q &amp; A", .wiki, 1),
      ("q-amp-a", .markdown, 1), ("a--b--c", .markdown, 2), ("A < B … C", .wiki, 2), ("Q & A#A < B … C", .wiki, 2),
      ("the-amp-entity", .markdown, 3), ("r-bogus-d", .markdown, 4),
      ("Été & Ω", .wiki, 5), ("été--ω", .markdown, 5),
    ] as [(String, MemoLink.Kind, Int)])
  func entitiesStandForTheirCharacters(anchor: String, kind: MemoLink.Kind, line: Int) {
    let text =
      "# Q &amp; A\n## A &#60; B &hellip; C\n# The `&amp;` entity\n# R &bogus; D\n# &Eacute;t&eacute; &AMP; &Omega;"
    #expect(Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0).line(of: anchor, kind) } == line)
    let slugs = Array(text.utf8).withUnsafeBytes { MarkupTree($0, from: 0).headings.map(\.slug) }
    #expect(slugs == ["q--a", "a--b--c", "the-amp-entity", "r-bogus-d", "été--ω"])
  }

  /// As in Obsidian, and on GitHub in Markdown links: two headings that differ in spaces alone stay two.
  @Test(
    arguments: [
      ("What's up?", .wiki, 1), ("what s up", .wiki, 1), ("A B", .wiki, 2), ("Whats up", .wiki, nil),
      ("whats-up", .wiki, nil), ("whats-up", .markdown, 1), ("a-b", .markdown, 2), ("what's%20up", .markdown, 1),
      ("AB", .wiki, 3),
    ] as [(String, MemoLink.Kind, Int?)])
  func punctuationCountsAsASpace(anchor: String, kind: MemoLink.Kind, line: Int?) {
    let text = "# What's up?\n# A, B\n# AB\n"
    #expect(Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0).line(of: anchor, kind) } == line)
  }

  @Test(
    arguments: [
      ("Plan one", 4), ("plan ONE", 4), ("plan *one*", 4), ("Risks & costs!", 6), ("risks costs", 6), ("Money", 10),
      ("위험 요소#Money", 17), ("위험 요소#money", 17), ("Plan one#위험 요소#Money", 17), ("Plan one#Money", 10),
      ("Setext heading", 12), ("위험 요소", 15), ("🚀", 20), ("In a quote", 21), ("^first-1", 8), ("^ITEM", 19),
      ("Money#Plan one", nil), ("Risk", nil), ("risks-costs", 6), ("^none", nil), ("^", nil), ("", nil), ("#", nil),
    ] as [(String, Int?)])
  func aWikiLinkNamesAHeadingByItsText(anchor: String, line: Int?) {
    #expect(Self.line(anchor, .wiki) == line)
  }

  /// With Markdown's marks in a word, as Obsidian writes it, or without them; a heading that has the name without marks comes
  /// first.
  @Test(
    arguments: [
      ("`memo`는", 1), ("memo는", 1), ("memo 는", 1), ("`memo`나", 2), ("memo나", 3), ("`memo`나#**a**b", 4),
      ("memo나#ab", 4), ("a b", 4), ("memo는#ab", nil), ("f(*args, **kwargs)", 5),
    ] as [(String, Int?)])
  func aHeadingIsNamedWithItsMarksOrWithout(anchor: String, line: Int?) {
    let text = "# `memo`는\n# memo 나\n# `memo`나\n## **a**b\n# f(*args, **kwargs)\n"
    #expect(Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0).line(of: anchor, .wiki) } == line)
  }

  @Test(
    arguments: [
      ("plan-one", 4), ("risks--costs", 6), ("money", 10), ("money-1", 17), ("Plan%20one", 4), ("MONEY-1", 17),
      ("%EC%9C%84%ED%97%98-%EC%9A%94%EC%86%8C", 15), ("위험-요소", 15), ("money-2", nil), ("^first-1", 8),
    ] as [(String, Int?)])
  func aMarkdownLinkNamesItAlsoAsGitHubDoes(anchor: String, line: Int?) {
    #expect(Self.line(anchor, .markdown) == line)
  }

  /// Obsidian knows no name that GitHub gives to a heading.
  @Test(
    arguments: [
      ("Head,%20one", .markdown, "B#Head,%20one"), ("T#Head,%20one", .markdown, "B#Head,%20one"),
      ("head-one", .markdown, "head-one-1"), ("Head, one", .wiki, "B#Head, one"),
    ] as [(String, MemoLink.Kind, String)])
  func anAnchorThatIsATextStaysOne(like anchor: String, kind: MemoLink.Kind, new: String) {
    let text = "# T\n## Head, one\n# B\n## Head, one\n"
    let anchors = Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0) }
    #expect(anchors.anchor(of: 3, like: anchor, kind) == new)
    #expect(anchors.line(of: new, kind) == 4)
  }

  @Test(
    arguments: [
      ("^open-questions", .wiki, 7), ("^Open-Questions", .markdown, 7), ("%5Eopen-questions", .markdown, 7),
      ("^costs", .wiki, nil), ("^costs", .markdown, nil), ("open-questions", .markdown, 3),
      ("open questions", .wiki, 3), ("costs", .wiki, 5), ("second", .wiki, nil), ("second", .markdown, nil),
    ] as [(String, MemoLink.Kind, Int?)])
  func aBlockIsNoHeadingAndAHeadingIsNoBlock(anchor: String, kind: MemoLink.Kind, line: Int?) {
    let text = "# Plan\n\n## Open questions\n\n## Costs\n\nWhy? ^open-questions\n\nNext ^second\n"
    let anchors = Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0) }
    #expect(anchors.line(of: anchor, kind) == line)
    let isBlock = anchor.utf8.contains(UInt8(ascii: "^")) || anchor.utf8.first == UInt8(ascii: "%")
    #expect((anchors.heading(anchor, kind) != nil) == (line != nil && !isBlock))
    #expect(anchors.likeliest(for: anchor, kind) == nil || !isBlock)
  }

  @Test(
    arguments: [
      ("setup", 1, 0), ("Setup", 3, 2), ("usage", 5, nil), ("old", 7, 4), ("one", 9, nil), ("two", 9, nil),
      ("three", 11, nil), ("block", 12, nil), ("odd", nil, nil), ("code", nil, nil), ("none", nil, nil),
      ("b-id", 14, 5), ("set-up-setup", 1, 0), ("hidden", nil, nil), ("in", 17, 6), ("x", nil, nil),
    ] as [(String, Int?, Int?)])
  func aTextNamesItsPlacesItself(anchor: String, line: Int?, heading: Int?) {
    let text = """
      # Set up {#setup}
      ## Other
      ## Setup
      ## Usage
      <a name="usage"></a>
      text {#odd}
      ## Install {: #old .class } ##

      some <a class=b id = 'one' name=two>text</a> `<a id="code">`
      <A
      ID="three"> <abbr id="none">
      <a id="block">

      ## B ^b-x {#b-id}

      <!-- <a id="hidden"> --> {#x}
      ## <a id="in"></a>Inside
      ## Braces {.x}
      """
    let anchors = Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0) }
    for kind in [.markdown, .wiki] as [MemoLink.Kind] where kind == .markdown || anchor != "set-up-setup" {
      #expect(anchors.line(of: anchor, kind) == line, "\(anchor)")
      #expect(anchors.heading(anchor, kind) == heading, "\(anchor)")
    }
  }

  @Test func aNameOfItsOwnStaysWithTheHeading() {
    func anchors(_ text: String) -> MemoAnchors { Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0) } }
    #expect(BlockAnchor.keepingName(of: "Set up {#setup}", in: "Install") == "Install {#setup}")
    #expect(BlockAnchor.keepingName(of: "Set up {#setup} ^b", in: "Install") == "Install {#setup} ^b")
    #expect(BlockAnchor.keepingName(of: "Set up {#setup}", in: "Install {#install}") == "Install {#install}")
    #expect(BlockAnchor.keepingName(of: "Set up {.x}", in: "Install") == "Install")
    let rewriter = AnchorRewriter(before: anchors("# A {#a}\n## B\n"), after: anchors("# C {#a}\n## B\n"))
    #expect(rewriter.fate(of: "a", .markdown) == .kept)
    #expect(rewriter.fate(of: "a-a", .markdown) == .rewritten("c-a"))
    // A heading of the same name as another's own cannot be named by it.
    let hiding = AnchorRewriter(before: anchors("# A {#a}\n## B\n"), after: anchors("# A {#a}\n## a\n"))
    #expect(hiding.fate(of: "a", .markdown) == .kept)
    #expect(hiding.fate(of: "b", .markdown) == .lost)
  }

  @Test(
    arguments: [
      ("C", 1), ("C++", 2), ("c++", 2), ("C#", 3), ("c#", 3), ("Langs#C#", 3), ("langs#c++", 2), ("Langs#C", 1),
      ("C !", 1), ("Other#C++", 6), ("Other!#C#", 6), ("C#D", 4), ("Other", 5), ("Other#D", nil), ("C+", 1),
      ("^2 powers", 7), ("2 powers", 7), ("2 Powers", 7), ("#C++", 2), ("D", nil), ("", nil), ("#", nil),
    ] as [(String, Int?)])
  func aPersonNamesAHeadingAsItIsSpelled(name: String, place: Int?) {
    let anchors = Self.anchors([
      (1, "Langs"), (2, "C"), (2, "C++"), (2, "C#"), (2, "C#D"), (1, "Other"), (2, "C++"), (2, "^2 powers"),
    ])
    #expect(anchors.heading(spelled: name) == place)
  }

  @Test(arguments: [
    ("`code`s {#id4}", 0), ("codes {#ID4}", 0), ("`CODE`t ^b", 1), ("`#` hash", 2), ("T#`#` hash", nil),
  ])
  func aHeadingIsSpelledAsItIsWritten(name: String, place: Int?) {
    let text = "# `code`s {#id4}\n# `code`t ^b\n# `#` hash\n"
    let anchors = Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0) }
    #expect(anchors.heading(spelled: name) == place)
    #expect(anchors.anchor(of: 0, like: "x", .wiki) == "codes id4")
  }

  @Test func aLinkNamesTheFirstHeadingThatReadsAlike() {
    let anchors = Self.anchors([(2, "C"), (2, "C++"), (2, "C#")])
    for anchor in ["C", "C++", "C#"] { #expect(anchors.heading(anchor, .wiki) == 0) }
    for (place, anchor) in ["c", "c-1", "c-2"].enumerated() { #expect(anchors.heading(anchor, .markdown) == place) }
  }

  /// Headings of the same few texts in random sections get other texts; each anchor names the heading that it named.
  @Test func anchorsKeepTheirHeadings() {
    var (kept, rewritten) = (0, 0)
    let texts = ["One", "Two", "Three *x*", "a & b", "하나", "A|B", "one"]
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let levels = (0..<8).map { _ in 1 + random.below(3) }
      let old = levels.map { (level: $0, text: random.pick(texts) ?? "") }
      var new = old
      new[random.below(new.count)].text = random.pick(texts + ["New #tag", "`c`", "new"]) ?? ""
      let (before, after) = (Self.anchors(old), Self.anchors(new))
      let rewriter = AnchorRewriter(before: before, after: after)
      for kind in [MemoLink.Kind.wiki, .markdown] {
        for anchor in texts + ["One#Two", "one#two#one", "one-1", "two-1", "하나-1", "a--b"] {
          guard let heading = before.heading(anchor, kind) else {
            #expect(rewriter.fate(of: anchor, kind) == .kept)
            continue
          }
          let fate = rewriter.fate(of: anchor, kind)
          let place = Comment(rawValue: "seed \(seed): \(kind) \(anchor): \(fate) of \(new)")
          switch fate {
          case .kept:
            kept += 1
            #expect(after.heading(anchor, kind) == heading, place)
          case .rewritten(let now):
            rewritten += 1
            #expect(after.heading(now, kind) == heading, place)
          // Where a heading of the same sections and text is before it, no wiki link can name it.
          case .lost: #expect(kind == .wiki && Self.hasTwin(new, heading), place)
          }
        }
      }
    }
    print("anchors that stayed: \(kept), rewritten: \(rewritten)")
    #expect(kept > 1000 && rewritten > 200)
  }

  private static func anchors(_ headings: [(level: Int, text: String)]) -> MemoAnchors {
    let text = headings.map { "\(String(repeating: "#", count: $0.level)) \($0.text)\n\ntext\n" }.joined(
      separator: "\n")
    return Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0) }
  }

  private static func hasTwin(_ headings: [(level: Int, text: String)], _ place: Int) -> Bool {
    func key(_ text: String) -> [Substring] { text.lowercased().split { !$0.isLetter } }
    return headings[..<place].contains { key($0.text) == key(headings[place].text) }
  }
}
