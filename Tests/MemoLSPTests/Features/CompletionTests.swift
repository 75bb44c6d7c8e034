import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct CompletionTests {
  /// What is offered at a cursor: the labels.
  private func labels(_ editor: TestedEditor, _ text: String, in path: String = "a.md") throws -> [String] {
    try editor.ask("textDocument/completion", in: path, text)["items"]?.items.compactMap { $0["label"]?.text } ?? []
  }

  /// The text after one of the offers was taken.
  private func accept(_ editor: TestedEditor, _ text: String, _ label: String, in path: String = "a.md") throws
    -> String
  {
    let items = try editor.ask("textDocument/completion", in: path, text)["items"]?.items ?? []
    let item = try #require(items.first { $0["label"]?.text == label }, "\(items.compactMap { $0["label"]?.text })")
    let edits = [item["textEdit"] ?? .null] + (item["additionalTextEdits"]?.items ?? [])
    return try editor.applied(edits, to: path)
  }

  private let files = [
    "work/회의록.md": "---\naliases: [주간]\ntags: [일/주간, work]\n---\n# 주간 회의록\n\n## 안건 하나\n\n결정 ^d1\n\n### 세부\n",
    "plan.md": "# Release plan\n\n#work #일/주간\n", "home/plan.md": "# Holiday\n", "장보기.md": "# 장보기 목록\n",
  ]

  @Test(arguments: PositionEncoding.allCases)
  func memosAreFoundByTitleInitialsWordsAndOpenSyllables(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(files, encoding: encoding)
    for typed in ["ㅈㅂㄱ", "장ㅂ", "장보기", "목", "장보ㄱ"] {
      #expect(try labels(editor, "😀 한글 [[\(typed)|").contains("장보기 목록"), "\(typed)")
    }
    #expect(try labels(editor, "[[회으|") == ["주간 회의록"])
    #expect(try accept(editor, "😀 한글 [[ㅈㅂㄱ|", "장보기 목록") == "😀 한글 [[장보기 목록]]")
    #expect(try accept(editor, "[[rel|]] rest", "Release plan") == "[[Release plan]] rest")
    #expect(Set(try labels(editor, "[[|")) == ["주간 회의록", "Release plan", "Holiday", "장보기 목록"])
  }

  @Test func clientsKeepWhatWasFoundByTheirOwnFilters() throws {
    let editor = try TestedEditor(files)
    let answer = try editor.ask("textDocument/completion", in: "a.md", "[[ㅈㅂㄱ|")
    #expect(answer["isIncomplete"] == true)
    #expect(answer["items"]?.items.first?["filterText"] == "ㅈㅂㄱ")
  }

  /// Or Neovim 0.7 inserts `sub/` twice. Others compare the filter text, and the label where there is none.
  @Test(
    arguments: [("Neovim", false, nil), ("Neovim", true, "sub/"), ("Other", false, "sub/")] as [(String, Bool, String?)]
  )
  func neovimGetsNoFilterTextWhereTheTextBeginsWithIt(name: String, hasSnippets: Bool, filter: String?) throws {
    let snippets: JSONValue = ["completionItem": ["snippetSupport": .bool(hasSnippets)]]
    let editor = try TestedEditor(["sub/one.md": "# Zwei\n"], isStarted: false)
    var params = editor.initializeParams(["textDocument": ["completion": snippets]]).members
    params["clientInfo"] = ["name": .text(name)]
    _ = try editor.request("initialize", .object(params))
    editor.notify("initialized", [:])
    let paths = try editor.ask("textDocument/completion", in: "a.md", "[x](sub/|")["items"]?.items
    #expect(paths?.map { $0["textEdit", "newText"]?.text } == ["sub/one.md"])
    #expect(paths?.first?["filterText"]?.text == filter)
    let titles = try editor.ask("textDocument/completion", in: "a.md", "[[zw|")["items"]?.items
    #expect(titles?.first?["filterText"] == "zw")
  }

  /// It compares what it shows with the word at the cursor, which holds `/` and no `@`. Other clients make the edit.
  @Test func eglotGetsTextsThatAreSpelledAsTheyAreTyped() throws {
    let editor = try TestedEditor([
      "Home life/garden.md": "# Plants\n", "sub/plan.md": "# Goals\n", "여행/일정.md": "# Trip\n",
    ])
    for (typed, spelling) in [
      ("[[sub/|", "sub/plan"), ("[[sub/go|", "sub/plan"), ("[[Home life/g|", "Home life/garden"), ("[[goa|", nil),
      ("[x](sub/p|", "sub/plan.md"), ("[x](여행/|", "여행/일정.md"), ("[x](Home%20life/g|", "Home%20life/garden.md"),
      ("[x](su|", nil), ("@오|", "오늘"), ("@tod|", nil), ("어제|", "어제"),
    ] as [(String, String?)] {
      let items = try editor.ask("textDocument/completion", in: "a.md", typed)["items"]?.items ?? []
      #expect(items.first?["insertText"]?.text == spelling, "\(typed)")
      #expect(!items.isEmpty && items.allSatisfy { $0["textEdit", "newText"] != nil }, "\(typed)")
    }
  }

  @Test func neovimGetsTextsWithSpacesAsSnippetsWhichItDoesNotCut() throws {
    let snippets: JSONValue = ["textDocument": ["completion": ["completionItem": ["snippetSupport": true]]]]
    for (name, format, text) in [("Neovim", 2, #"US\$ \}x]]"#), ("Other", 1, "US$ }x]]")] {
      let editor = try TestedEditor(["b.md": "# US$ }x\n", "c.md": "# Word\n"], isStarted: false)
      var params = editor.initializeParams(snippets).members
      params["clientInfo"] = ["name": .text(name)]
      _ = try editor.request("initialize", .object(params))
      editor.notify("initialized", [:])
      let items = try editor.ask("textDocument/completion", in: "a.md", "[[|")["items"]?.items ?? []
      let spaced = items.first { $0["label"] == "US$ }x" }
      #expect(spaced?["insertTextFormat"] == .integer(format), "\(name)")
      #expect(spaced?["textEdit", "newText"] == .text(text), "\(name)")
      #expect(items.first { $0["label"] == "Word" }?["insertTextFormat"] == 1)
    }
  }

  @Test func anAliasIsOfferedWhereItIsWhatIsTyped() throws {
    let editor = try TestedEditor(["b.md": "---\naliases: [Weekly]\n---\n# Minutes\n"])
    #expect(try accept(editor, "[[week|", "Weekly") == "[[Weekly]]")
  }

  @Test func aLinkLeadsToTheMemoThatWasChosen() throws {
    let editor = try TestedEditor(["x/same.md": "# Same\n", "y/same.md": "# Same\n", "z.md": "# a [b]\n"])
    let items = try editor.ask("textDocument/completion", in: "a.md", "[[same|")["items"]?.items ?? []
    #expect(Set(items.compactMap { $0["textEdit", "newText"]?.text }) == ["x/same]]", "y/same]]"])
    #expect(try accept(editor, "[[a [|", "a [b]") == "[[z]]")
  }

  @Test func aPathIsCompletedWithTheMemosOfItsFolder() throws {
    let editor = try TestedEditor([
      "Plan.md": "# Plan\n", "sub/Plan.md": "# Plan\n", "sub/회의록.md": "# 주간\n", "sub/deep/x.md": "# X\n",
      "other/sub/y.md": "# Y\n", "AC/DC.md": "# Band\n", "z.md": "# AC/DC live\n",
    ])
    #expect(Set(try labels(editor, "[[sub/|")) == ["Plan", "주간", "Y"])
    #expect(try accept(editor, "[[sub/Pl|]] x", "Plan") == "[[sub/Plan]] x")
    #expect(try accept(editor, "[[SUB/ㅎㅇ|", "주간") == "[[SUB/회의록]]")
    #expect(try accept(editor, "[[sub/y|", "Y") == "[[sub/y]]")
    #expect(try labels(editor, "[[/sub/|").sorted() == ["Plan", "주간"])
    #expect(try accept(editor, "[[/Pl|", "Plan") == "[[/Plan]]")
    #expect(try accept(editor, "[[./|", "X", in: "sub/deep/a.md") == "[[./x]]")
    #expect(try accept(editor, "[[../Pl|", "Plan", in: "sub/deep/a.md") == "[[../Plan]]")
    #expect(try accept(editor, "[[AC/D|", "AC/DC live") == "[[AC/DC live]]")
    #expect(try labels(editor, "[[nowhere/|") == [])
    #expect(try !labels(editor, "[[../|").contains("Plan"))
    // A document that was never saved is in its folder, too.
    try editor.open("sub/new.md", "# New\n")
    #expect(try accept(editor, "[[sub/n|", "New") == "[[sub/new]]")
  }

  @Test func whereNamesAreTitlesLinksNameFiles() throws {
    let editor = try TestedEditor([
      ".memo/config.json": "{\"titles\": \"file-name\"}", "Road map.md": "---\naliases: [Plan]\n---\ntext\n",
    ])
    #expect(try accept(editor, "[[road|", "Road map") == "[[Road map]]")
    #expect(try accept(editor, "[[plan|", "Plan") == "[[Road map|Plan]]")
    // A bare `|` would end the cell of a table.
    #expect(
      try accept(editor, "[[plan| | b\n---|---\nc | d\n", "Plan") == "[[Road map\\|Plan]] | b\n---|---\nc | d\n")
  }

  @Test(arguments: [
    "`[[rel|`", "`x` and `a [[rel| b`", "<!-- [[rel| -->", "text <!-- [[rel| --> text", "%% [[rel| %%", "$[[rel|$",
    "$$\n[[rel|\n$$", "`a #wo| b`", "<pre>\n[[rel|\n</pre>",
  ])
  func nothingIsCompletedInCodeCommentsAndMath(text: String) throws {
    let editor = try TestedEditor(files)
    #expect(try labels(editor, text) == [])
    #expect(try accept(editor, "`x` [[rel| `y`", "Release plan") == "`x` [[Release plan]] `y`")
  }

  /// In a row it would be one more cell.
  @Test func theNewNameOfATableHasALineOfItsOwn() throws {
    let editor = try TestedEditor()
    let table = "| a | b |\n|---|---|\n| c | d |\n"
    #expect(try accept(editor, "[[#^|]]\n\n\(table)", "| a | b |") == "[[#^b1]]\n\n\(table)\n^b1\n")
    #expect(try labels(editor, "[[#^|]]\n\n\(table)\n^b2\n") == ["^b2"])
    #expect(try labels(editor, "[[#^|]]\n\n> | a | b |\n> |---|---|\n> | c | d |\n").isEmpty)
  }

  /// In quotes where it needs them: `#1` is a comment, and a comma in brackets ends an item.
  @Test func aValueIsWrittenSoThatItIsReadAsItself() throws {
    let fields = "author: \"Kim: PhD\"\ntopic: \"#1 thing\"\nlist: [\"a, b\", c]\nword: 'say \"hi\"'\nflag: yes\n"
    let editor = try TestedEditor(["b.md": "---\n\(fields)---\n"])
    for (typed, label, written) in [
      ("author: |", "Kim: PhD", "author: \"Kim: PhD\""), ("author: \"K|\"", "Kim: PhD", "author: \"Kim: PhD\""),
      ("author: '|'", "Kim: PhD", "author: 'Kim: PhD'"), ("topic: |", "#1 thing", "topic: \"#1 thing\""),
      ("list: [c, |]", "a, b", "list: [c, \"a, b\"]"), ("list: [|]", "c", "list: [c]"),
      ("word: |", "say \"hi\"", "word: say \"hi\""), ("word: \"|\"", "say \"hi\"", #"word: "say \"hi\"""#),
      ("flag: |", "yes", "flag: yes"),
    ] {
      let text = try accept(editor, "---\n\(typed)\n---\n", label)
      #expect(text == "---\n\(written)\n---\n", "\(typed)")
    }
  }

  /// It is one `Character` with the quote before it.
  @Test func aValueKeepsTheCombiningMarkThatItBeginsWith() throws {
    let editor = try TestedEditor(["b.md": "---\nword: '\u{301}e \"x\"'\n---\n"])
    let label = "\u{301}e \"x\""
    let items = try editor.ask("textDocument/completion", in: "a.md", "---\nword: \"|\"\n---\n")["items"]?.items ?? []
    let written = try #require(items.first { $0["label"]?.text == label }?["textEdit", "newText"]?.text)
    #expect(written.utf8.elementsEqual("\u{301}e \\\"x\\\"".utf8), "\(written)")
  }

  @Test func aTagThatNoTextCanHoldIsCompletedInFrontMatterAlone() throws {
    let editor = try TestedEditor(["b.md": "---\ntags: [two words, twofold]\n---\n"])
    #expect(try labels(editor, "#tw|") == ["twofold"])
    #expect(Set(try labels(editor, "---\ntags: [tw|]\n---\n")) == ["two words", "twofold"])
  }

  @Test func linksInFrontMatterAreCompleted() throws {
    let editor = try TestedEditor(files.merging(["it's.md": "# It's\n", "c.md": "# One, \"two\"\n"]) { $1 })
    for (start, end) in [
      ("up: \"", "\""), ("up: \"", ""), ("related: '", "'"), ("up: ", ""), ("related:\n  - \"", "\""),
      ("related: [\"[[plan]]\", \"", "\", \"[[장보기]]\"]"), ("plan \"x\": \"", "\""),
    ] {
      #expect(
        try accept(editor, "---\n\(start)[[rel|\(end)\n---\n", "Release plan")
          == "---\n\(start)[[Release plan]]\(end)\n---\n")
      #expect(
        try accept(editor, "---\n\(start)[[주간 회의록#ㅇㄱ|]]\(end)\n---\n", "안건 하나")
          == "---\n\(start)[[주간 회의록#안건 하나]]\(end)\n---\n")
    }
    // What would end the quotes, or be a list, is named in another way or not at all.
    #expect(try labels(editor, "---\nup: '[[it|'\n---\n").isEmpty)
    #expect(try accept(editor, "---\nup: \"[[it|\"\n---\n", "It's") == "---\nup: \"[[It's]]\"\n---\n")
    #expect(try accept(editor, "---\nup: '[[one|'\n---\n", "One, \"two\"") == "---\nup: '[[One, \"two\"]]'\n---\n")
    for start in ["up: \"", "up: "] {
      #expect(try accept(editor, "---\n\(start)[[one|\n---\n", "One, \"two\"") == "---\n\(start)[[c]]\n---\n")
    }
    for text in ["---\n# up: [[rel|\n---\n", "---\nup: \"[[plan]] rel|\"\n---\n"] {
      #expect(!(try labels(editor, text).contains("Release plan")), "\(text)")
    }
  }

  @Test func theRestOfItsPartOfALinkGivesWay() throws {
    let editor = try TestedEditor(files)
    let heading = "안건 하나"
    for (text, label, wanted) in [
      ("[[Re|lease pla]] x", "Release plan", "[[Release plan]] x"), ("[[|old]]", "Release plan", "[[Release plan]]"),
      ("[[Re|x#H|lab]] [[b]]", "Release plan", "[[Release plan#H|lab]] [[b]]"),
      ("a [[Re|x\\|lab]] b", "Release plan", "a [[Release plan\\|lab]] b"),
      ("[[주간 회의록#안|건 둘|lab]]", heading, "[[주간 회의록#\(heading)|lab]]"),
      ("[[주간 회의록#^d|2]]", "^d1", "[[주간 회의록#^d1]]"), ("[x](pl|an2.md#x)", "plan.md", "[x](plan.md#x)"),
      ("[x](pl|an(2).md \"t\") (y)", "plan.md", "[x](plan.md \"t\") (y)"),
      ("[x](<|>)", "plan.md", "[x](plan.md)"), ("[x](<pl|an 2 (b).md> \"t\") (y)", "plan.md", "[x](plan.md \"t\") (y)"),
      ("[x](<pl|an 2.md#x y>)", "plan.md", "[x](<plan.md#x y>)"), ("[x](<pl|", "plan.md", "[x](<plan.md"),
      ("[x](<work/회의록.md#안|건>)", heading, "[x](<work/회의록.md#안건-하나>)"),
      ("[x](work/회의록.md#안|건-둘 \"t\")", heading, "[x](work/회의록.md#안건-하나 \"t\")"),
      // What is not closed ends at the cursor.
      ("[[Re| x [[plan]]", "Release plan", "[[Release plan]] x [[plan]]"),
      ("[[Re|x", "Release plan", "[[Release plan]]x"),
      ("[x](pl|an2 [y](z)", "plan.md", "[x](plan.mdan2 [y](z)"),
    ] {
      #expect(try accept(editor, text, label) == wanted, "\(text)")
    }
    let named = try TestedEditor([
      ".memo/config.json": "{\"titles\": \"file-name\"}", "Road map.md": "---\naliases: [Plan]\n---\ntext\n",
    ])
    #expect(try accept(named, "[[plan|x|lab]]", "Plan") == "[[Road map|lab]]")
    #expect(try accept(named, "[[plan|x]]", "Plan") == "[[Road map|Plan]]")
  }

  @Test func headingsAndBlocksOfAMemoAreOffered() throws {
    let editor = try TestedEditor(files)
    #expect(try labels(editor, "[[주간 회의록#|") == ["주간 회의록", "안건 하나", "세부"])
    #expect(try accept(editor, "[[주간 회의록#ㅇㄱ|]]", "안건 하나") == "[[주간 회의록#안건 하나]]")
    #expect(try accept(editor, "[x](work/회의록.md#|)", "안건 하나") == "[x](work/회의록.md#안건-하나)")
    #expect(try accept(editor, "# One\n\n## Two\n\n[[#t|", "Two") == "# One\n\n## Two\n\n[[#Two]]")
    #expect(try accept(editor, "[[주간 회의록#^|", "^d1") == "[[주간 회의록#^d1]]")
  }

  @Test func aBlockOfTheSameMemoGetsAName() throws {
    let editor = try TestedEditor()
    #expect(
      try accept(editor, "# A\n\nfirst para\n\n[[#^fi|]]\n", "first para") == "# A\n\nfirst para ^b2\n\n[[#^b2]]\n")
  }

  @Test func pathsAreCompletedAsMarkdownWritesThem() throws {
    let editor = try TestedEditor(["b c/d (1).md": "# D\n", "b c/p.png": "x", "e.md": "# E\n"])
    #expect(try labels(editor, "[x](b|)").contains("b c/"))
    #expect(try accept(editor, "[x](b|)", "b c/") == "[x](b%20c/)")
    #expect(try accept(editor, "[x](<b c/|>)", "p.png") == "[x](b%20c/p.png)")
    #expect(try accept(editor, "[x](<b|>)", "b c/") == "[x](b%20c/)")
    #expect(try labels(editor, "[x](<b>|)").isEmpty)
    #expect(try labels(editor, "[x](x|)").isEmpty, "the memo itself, of which this is the title")
    try editor.folder.write("# K\n", to: "<k>.md")
    editor.lookAtFiles()
    #expect(try accept(editor, "[x](<|>)", "<k>.md") == "[x](%3Ck%3E.md)")
    #expect(try accept(editor, "[x](b%20c/|)", "d (1).md") == "[x](b%20c/d%20%281%29.md)")
    #expect(try accept(editor, "![](b%20c/p|)", "p.png") == "![](b%20c/p.png)")
    #expect(try accept(editor, "[x](../e|)", "e.md", in: "sub/a.md") == "[x](../e.md)")
    #expect(try accept(editor, "[x](/e|)", "e.md", in: "sub/a.md") == "[x](/e.md)")
    #expect(try accept(editor, "[x](D|)", "D", in: "sub/a.md") == "[x](../b%20c/d%20%281%29.md)")
    #expect(try labels(editor, "[x](../../../|)").isEmpty)
  }

  @Test func tagsAreCompletedWithThoseTheyAreNestedIn() throws {
    let editor = try TestedEditor(files)
    #expect(try labels(editor, "text #w|") == ["work"])
    #expect(try labels(editor, "**text** ==#w|") == ["work"])
    #expect(Set(try labels(editor, "#|")) == ["work", "일", "일/주간"])
    #expect(try accept(editor, "a #ㅇ/ㅈ|", "일/주간") == "a #일/주간")
    #expect(try labels(editor, "```\n#w|\n```\n").isEmpty)
    #expect(try labels(editor, "a#w|").isEmpty)
  }

  @Test func keysAndValuesOfFrontMattersAreCompleted() throws {
    let editor = try TestedEditor([
      "b.md": "---\nstatus: open\nproject: x\n---\n", "c.md": "---\nstatus: done\ntags: [q]\n---\n",
    ])
    #expect(try labels(editor, "---\nst|\n---\n") == ["status"])
    #expect(try accept(editor, "---\ntitle: x\nsta|\n---\n", "status") == "---\ntitle: x\nstatus: \n---\n")
    #expect(!(try labels(editor, "---\ntitle: x\nt|\n---\n").contains("title")))
    #expect(Set(try labels(editor, "---\nstatus: |\n---\n")) == ["open", "done"])
    #expect(try labels(editor, "---\ntags: [a, q|]\n---\n").contains("q"))
    #expect(try labels(editor, "---\ntags:\n  - |\n---\n").contains("q"))
    #expect(try labels(editor, "---\ndate: tod|\n---\n") == ["today"])
  }

  @Test func daysAreCompleted() throws {
    let editor = try TestedEditor()
    #expect(try accept(editor, "on @tod|", "today") == "on 2026-05-20")
    #expect(try accept(editor, "어제|", "yesterday") == "2026-05-19")
    #expect(try accept(editor, "@ㄴㅇ|", "tomorrow") == "2026-05-21")
    #expect(try labels(editor, "mail@tod|").isEmpty)
  }

  @Test func atMostAHundredAreOffered() throws {
    let editor = try TestedEditor(Dictionary(uniqueKeysWithValues: (0..<150).map { ("m\($0).md", "# Memo \($0)\n") }))
    #expect(try labels(editor, "[[memo|").count == 100)
    #expect(try labels(editor, "[[|").count == 100)
    #expect(try labels(editor, "[x](m|)").count == 100)
  }

  @Test func documentationIsMadeWhenItIsAskedFor() throws {
    let editor = try TestedEditor(files)
    let item = try #require(try editor.ask("textDocument/completion", in: "a.md", "[[rel|")["items"]?.items.first)
    #expect(item["documentation"] == nil)
    let resolved = try editor.request("completionItem/resolve", item)
    #expect(resolved["documentation", "value"]?.text?.hasPrefix("Release plan") == true)
  }

  @Test func textIsNotCompleted() throws {
    let editor = try TestedEditor(files)
    for text in ["rel|", "[[a]] rel|", "[x](a.md) |", "```\n[[rel|\n```", "|"] {
      #expect(try labels(editor, text).isEmpty, "\(text)")
    }
  }
}
