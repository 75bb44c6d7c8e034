import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

extension TestedEditor {
  static let lazyActions: JSONValue = [
    "workspace": [
      "workspaceEdit": ["documentChanges": true, "resourceOperations": ["create", "rename", "delete"]]
    ],
    "textDocument": [
      "codeAction": [
        "codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]], "dataSupport": true,
        "resolveSupport": ["properties": ["edit"]],
      ]
    ],
  ]

  /// The actions that are offered where a text has its range, else its cursor.
  func actions(
    in path: String, _ marked: String, only: [String] = [], diagnostics: JSONValue = []
  ) throws -> [JSONValue] {
    let text = MarkedText(marked)
    if server.workspace.document(uri(path)) == nil {
      try open(path, text.text)
    } else {
      change(path, to: text.text)
    }
    let lines = LineTable(Array(text.text.utf8), encoding, isFile: false)
    let range = text.ranges.first ?? (text.cursor ?? 0)..<(text.cursor ?? 0)
    let context: JSONValue = ["diagnostics": diagnostics, "only": .array(only.map { .text($0) })]
    return try ask(
      "textDocument/codeAction", in: path, ["range": lines.positions(of: range).json, "context": context]
    ).items
  }

  /// Has the action with a title made; returns whether it is offered.
  @discardableResult
  func make(_ title: String, in path: String, _ marked: String) throws -> Bool {
    guard let action = try actions(in: path, marked).first(where: { $0["title"]?.text == title }) else { return false }
    let resolved = try request("codeAction/resolve", action)
    try apply(try #require(resolved["edit"]))
    return true
  }
}

@Suite struct CodeActionTests {
  private func editor(
    _ files: [String: String] = [:], _ encoding: PositionEncoding = .utf16
  ) throws -> TestedEditor {
    try TestedEditor(files, encoding: encoding, TestedEditor.lazyActions)
  }

  private func titles(_ editor: TestedEditor, _ marked: String, only: [String] = []) throws -> [String] {
    try editor.actions(in: "a.md", marked, only: only).compactMap { $0["title"]?.text }
  }

  // MARK: Links

  @Test(arguments: PositionEncoding.allCases)
  func aMissingMemoIsCreated(encoding: PositionEncoding) throws {
    let editor = try editor([".memo/templates/meeting.md": "# {{title}}\n\nWho: \n"], encoding)
    #expect(try editor.make("Create '새 메모'", in: "a.md", "😀 [[새 메|모]]\n"))
    #expect(try editor.text("새-메모.md") == "# 새 메모\n")
    #expect(try editor.make("Create 'x' from template 'meeting'", in: "a.md", "[[work/x|]]\n"))
    #expect(try editor.text("work/x.md") == "# x\n\nWho: \n")
    #expect(try editor.make("Create 'Label'", in: "a.md", "[Label](deep/new%20one.m|d)\n"))
    #expect(try editor.text("deep/new one.md") == "# Label\n")
    #expect(try editor.make("Create 'Root'", in: "a.md", "[[/Ro|ot]]\n"))
    #expect(try editor.text("Root.md") == "# Root\n")
    #expect(try editor.make("Create 'No pe'", in: "a.md", "[[No pe.m|d]]\n"))
    #expect(try editor.text("No pe.md") == "# No pe\n")
    for text in ["[x](../out.m|d)\n", "[[../o|ut]]\n", "[x](.hidden/a.m|d)\n"] {
      #expect(try !titles(editor, text).contains { $0.hasBytePrefix("Create") }, "\(text)")
    }
    let disk = try editor.folder.bytes(of: VaultPath("a.md"))
    #expect(disk == nil)
  }

  @Test func aNewFileHasOneLineBreakAtItsEndInNeovim() throws {
    let editor = try TestedEditor(isStarted: false)
    var params = editor.initializeParams(TestedEditor.lazyActions).members
    params["clientInfo"] = ["name": "Neovim"]
    _ = try editor.request("initialize", .object(params))
    editor.notify("initialized", [:])
    #expect(try editor.make("Create 'x'", in: "a.md", "[[x|]]\n"))
    #expect(try editor.text("x.md") == "# x", "Neovim ends the line")
  }

  @Test func forAClientThatCannotCreateFilesTheServerDoes() throws {
    let editor = try TestedEditor([:], ["textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]]])
    let action = try #require(try editor.actions(in: "a.md", "[[새 메|모]]\n").first)
    #expect(action["title"] == "Create '새 메모'")
    _ = try editor.request("workspace/executeCommand", action["command"] ?? .null)
    #expect(try editor.disk("새-메모.md") == "# 새 메모\n")
  }

  @Test(arguments: PositionEncoding.allCases)
  func oneOfSeveralMemosIsChosen(encoding: PositionEncoding) throws {
    let editor = try editor(["x/p.md": "# P\n", "y/p.md": "# P\n"], encoding)
    let text = "😀 [[|p#H|한글]] [[p]]\n"
    #expect(try titles(editor, text, only: ["quickfix"]) == ["Link to 'x/p.md'", "Link to 'y/p.md'"])
    #expect(try editor.make("Link to 'y/p.md'", in: "a.md", text))
    #expect(try editor.text("a.md") == "😀 [[y/p#H|한글]] [[p]]\n")
  }

  @Test(arguments: PositionEncoding.allCases)
  func theFormOfALinkIsConverted(encoding: PositionEncoding) throws {
    let files = ["work/plan.md": "# 😀 Road map\n\n## Next steps\n\ntext ^id\n"]
    let cases = [
      ("é [[plan|]]\r\n", "é [plan](work/plan.md)\r\n"),
      ("[[plan#Next st|eps]]\n", "[plan](work/plan.md#next-steps)\n"),
      ("[[plan#^i|d]]\n", "[plan](work/plan.md#^id)\n"), ("[p|](work/plan.md)\n", "[[😀 Road map|p]]\n"),
      ("[x|](work/plan.md#next-steps)\n", "[[😀 Road map#Next steps|x]]\n"),
      ("[a|](#own)\n\n## Own\n", "[[#Own|a]]\n\n## Own\n"), ("[[#O|wn]]\n\n## Own\n", "[Own](#own)\n\n## Own\n"),
      ("a [p|](work/plan.md) b | c\n", "a [[😀 Road map|p]] b | c\n"),
      ("[p|](work/plan.md) | b\n-|-\nx | y\n", "[[😀 Road map\\|p]] | b\n-|-\nx | y\n"),
      ("[p|](work/plan.md \"tit\")\n", nil), ("[p|](work/plan.md#next-steps 'tit')\n", nil),
      ("[p|](<work/plan.md> (tit))\n", nil), ("![[pla|n]]\n", nil), ("[[no|ne]]\n", nil),
      ("[r|ef]\n\n[ref]: work/plan.md\n", nil), ("[[#Go|ne]]\n", nil), ("[[plan#Go|ne]]\n", nil),
      ("[x|](work/plan.md#gone)\n", nil),
    ]
    for (text, wanted) in cases {
      let editor = try editor(files, encoding)
      let title = text.containsBytes("[[") ? "Convert to a Markdown link" : "Convert to a wiki link"
      let isMade = try editor.make(title, in: "a.md", text)
      #expect(isMade == (wanted != nil), "\(text)")
      if let wanted { #expect(try editor.text("a.md") == wanted) }
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func aMentionBecomesALinkAsOnTheCommandLine(encoding: PositionEncoding) throws {
    let files = ["plan.md": "# Road map\n", "회의.md": "# 주간 회의록\n"]
    let editor = try editor(files, encoding)
    #expect(try editor.make("Link to 'Road map'", in: "a.md", "# A\n\n😀 the Road m|ap, plan\n"))
    #expect(try editor.text("a.md") == "# A\n\n😀 the [[Road map]], plan\n")
    #expect(try editor.make("Link to '주간 회의록'", in: "a.md", "# A\n\n어제 주간 회|의록을 봤다\n"))
    #expect(try editor.text("a.md") == "# A\n\n어제 [[주간 회의록]]을 봤다\n")
    for text in ["`Road m|ap`\n", "## Road m|ap\n", "Road mapp|er\n", "nothing he|re\n"] {
      #expect(try !titles(editor, "# A\n\n" + text).contains { $0.hasBytePrefix("Link to") }, "\(text)")
    }
  }

  @Test func theLineBelowTheHeadsOfATableIsNoMention() throws {
    let editor = try editor(["x.md": "---\n\ntext\n"])
    for text in ["| a | b |\n| ⟦---⟧ | --- |\n| c | d |\n", "words ⟦---⟧ words\n"] {
      #expect(try !titles(editor, "# A\n\n" + text).contains { $0.hasBytePrefix("Link to") }, "\(text)")
    }
  }

  @Test func aMentionThatALinkCannotHoldIsLinkedByTheFileOrNotAtAll() throws {
    let files = ["C-notes.md": "# C# notes\n", "why.md": "# What | why\n", "list.md": "# List [draft]\n"]
    let editor = try editor(files)
    #expect(try editor.make("Link to 'C# notes'", in: "a.md", "# A\n\nmy C# no|tes here\n"))
    #expect(try editor.text("a.md") == "# A\n\nmy [[C-notes|C# notes]] here\n")
    #expect(try titles(editor, "# A\n\nsee List [dra|ft] now\n").allSatisfy { !$0.hasBytePrefix("Link to") })
    // The first bar is the cursor.
    #expect(try titles(editor, "# A\n\nsee Wh|at | why now\n").allSatisfy { !$0.hasBytePrefix("Link to") })
  }

  // MARK: Memos

  @Test(arguments: PositionEncoding.allCases)
  func aSectionBecomesAMemoAsOnTheCommandLine(encoding: PositionEncoding) throws {
    let text = "# A\r\n\r\n## 😀 Pa|rt\r\n\r\ntext [[b]]\r\n\r\n### Deep\r\n\r\n## Rest\r\n"
    let plain = MarkedText(text).text
    let files = ["b.md": "[[a#😀 Part]] [[a#Deep]]\n"]
    let editor = try editor(files, encoding)
    try editor.open("b.md")
    #expect(try editor.make("Move section '😀 Part' to a memo of its own", in: "a.md", text))
    let other = try TemporaryFolder()
    try other.makeVault()
    for (path, text) in files { try other.write(text, to: path) }
    try other.write(plain, to: "a.md")
    let vault = try other.openVault()
    let extraction = try SectionExtraction(
      of: "😀 Part", in: ReadMemo(VaultPath("a.md"), in: vault), titled: nil, fallbackName: "x", in: vault.refresh(),
      of: vault)
    _ = try extraction.carryOut("extract", by: OperationHistory(of: vault), at: 1)
    for path in try vault.refresh().memos.map(\.path) {
      #expect(try editor.text(path.text) == String(decoding: vault.contents(of: path), as: UTF8.self), "\(path.text)")
    }
    #expect(try editor.disk("b.md") == files["b.md"])
    #expect(try titles(editor, "# Tit|le\n\ntext\n").allSatisfy { !$0.hasBytePrefix("Move section") })
  }

  @Test(arguments: PositionEncoding.allCases)
  func aMemoIsMergedIntoThisOneAsOnTheCommandLine(encoding: PositionEncoding) throws {
    let text = "# A\n\n😀 [[b|]]\n"
    let files = [
      "a.md": MarkedText(text).text, "b.md": "---\nstatus: open\n---\n# Bee\r\n\r\n한글 [[c]]\r\n",
      "c.md": "[[b]] [[a]]\n",
    ]
    let editor = try editor(files, encoding)
    let action = try #require(
      try editor.actions(in: "a.md", text).first { $0["title"] == "Merge 'Bee' into this memo" })
    #expect(action["command", "command"] == "memo.merge" && action["data"] == nil)
    _ = try editor.request("workspace/executeCommand", action["command"] ?? .null)
    let other = try TemporaryFolder()
    try other.makeVault()
    for (path, text) in files { try other.write(text, to: path) }
    let vault = try other.openVault()
    let merge = try MemoMerge(
      [ReadMemo(VaultPath("b.md"), in: vault)], into: ReadMemo(VaultPath("a.md"), in: vault), in: vault.refresh(),
      of: vault)
    try merge.carryOut("merge", by: OperationHistory(of: vault), of: vault, at: 1)
    for path in ["a.md", "c.md"] {
      #expect(try editor.disk(path) == String(decoding: vault.contents(of: VaultPath(path)), as: UTF8.self))
    }
    #expect(try editor.folder.bytes(of: VaultPath("b.md")) == nil)
    try editor.apply(try #require(editor.take("workspace/applyEdit").first?["edit"]))
    #expect(try editor.text("a.md") == editor.disk("a.md"))
    _ = try editor.request("workspace/executeCommand", ["command": "memo.undo"])
    for (path, text) in files { #expect(try editor.disk(path) == text) }
  }

  // MARK: Text

  @Test(arguments: PositionEncoding.allCases)
  func tasksAreMarked(encoding: PositionEncoding) throws {
    let editor = try editor([:], encoding)
    let text = "- [ ] 😀 a\r\n  - [x] b|\r\n- [👍] c\r\n"
    #expect(try titles(editor, text, only: ["refactor"]).prefix(2) == ["Mark as open", "Mark as cancelled"])
    #expect(try editor.make("Mark as open", in: "a.md", text))
    #expect(try editor.text("a.md") == "- [ ] 😀 a\r\n  - [ ] b\r\n- [👍] c\r\n")
    #expect(try editor.make("Mark as done", in: "a.md", "⟦- [ ] 😀 a\r\n  - [x] b\r\n- [👍]⟧ c\r\n"))
    #expect(try editor.text("a.md") == "- [x] 😀 a\r\n  - [x] b\r\n- [x] c\r\n")
    #expect(try editor.make("Mark as cancelled", in: "a.md", "- [👍] c|\n- [ ] d\n"))
    #expect(try editor.text("a.md") == "- [-] c\n- [ ] d\n")
  }

  @Test(arguments: PositionEncoding.allCases)
  func listsAreSorted(encoding: PositionEncoding) throws {
    let cases = [
      (
        "text\n\n- pear|\n- 사과\n  more\n- [ ] Apple 10\n- apple 2",
        "text\n\n- apple 2\n- [ ] Apple 10\n- pear\n- 사과\n  more"
      ),
      ("8. c|\r\n9. b\r\n   more\r\n10. a\r\n", "8. a\r\n9. b\r\n   more\r\n10. c\r\n"),
      ("- b\n  - z\n  - y|\n- a\n", "- b\n  - y\n  - z\n- a\n"), ("- b|\n\n- a\n\n\ntext\n", "- a\n\n- b\n\n\ntext\n"),
      // Years and days are moved with their lines.
      (
        "2026. 3. 12. 점|심\n2026. 3. 2. 저녁\n2025. 1. 5. 아침\n",
        "2025. 1. 5. 아침\n2026. 3. 2. 저녁\n2026. 3. 12. 점심\n"
      ),
      ("20. a|\n3. b\n   more\n12. c\n", "3. b\n   more\n12. c\n20. a\n"),
    ]
    for (text, wanted) in cases {
      let editor = try editor([:], encoding)
      #expect(try editor.make("Sort this list", in: "a.md", text))
      #expect(try editor.text("a.md") == wanted)
      #expect(try !titles(editor, "⟦\(wanted)⟧").contains("Sort this list"))
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func aTableOfContentsIsInsertedAndUpdated(encoding: PositionEncoding) throws {
    let editor = try editor([:], encoding)
    let text =
      "\u{FEFF}# Title\r\n\r\ntext\r\n\r\n## 한글 *소제목*\r\n\r\n### A [b]\r\n\r\n## One\r\n\r\n#### Deep\r\n\r\n## One\r\n"
    #expect(try editor.make("Insert a table of contents", in: "a.md", text))
    let list = [
      "- [한글 소제목](#한글-소제목)", "  - [A \\[b\\]](#a-b)", "- [One](#one)", "  - [Deep](#deep)", "- [One](#one-1)",
    ].map { $0 + "\r\n" }.joined()
    let contents = "<!-- toc -->\r\n\r\n\(list)\r\n<!-- tocstop -->\r\n\r\n"
    let wanted = text.replacing("\r\n\r\ntext", with: "\r\n\r\n\(contents)text")
    #expect(try editor.text("a.md") == wanted)
    #expect(try !titles(editor, wanted).contains("Update the table of contents"))
    #expect(
      try editor.make("Update the table of contents", in: "a.md", wanted.replacing("### A [b]\r\n\r\n", with: "")))
    #expect(try editor.text("a.md").containsBytes("(#한글-소제목)\r\n- [One](#one)"))
    #expect(try titles(editor, "# T\n\n## Only one\n").isEmpty)
    #expect(
      try titles(editor, "<!--toc:start-->\n<!--toc:end-->\n## a\n## b\n") == ["Update the table of contents"])
  }

  @Test(arguments: PositionEncoding.allCases)
  func aConflictIsSettled(encoding: PositionEncoding) throws {
    let text = "😀\r\n<<<<<<< here\r\na\r\n=======\r\n|é\r\n>>>>>>> there\r\nend\r\n"
    for (title, kept) in [
      ("Keep the first version", "a\r\n"), ("Keep the second version", "é\r\n"),
      ("Keep both versions", "a\r\né\r\n"),
    ] {
      let editor = try editor([:], encoding)
      #expect(try editor.make(title, in: "a.md", text))
      #expect(try editor.text("a.md") == "😀\r\n\(kept)end\r\n")
    }
  }

  /// Its marks make a heading of what is above `=======`.
  @Test func inAConflictThereAreNoHeadings() throws {
    let editor = try editor()
    let text = "# A\n\n## One\n\n<<<<<<< a\n1|\n=======\n2\n>>>>>>> b\n\n## Two\n"
    #expect(try titles(editor, text) == ["Keep the first version", "Keep the second version", "Keep both versions"])
    let outside = try titles(editor, text.replacing("1|", with: "1").replacing("## Two", with: "## T|wo"))
    #expect(outside == ["Move section 'Two' to a memo of its own"])
  }

  @Test func theBaseOfAConflictGoes() throws {
    let text = "<<<<<<< here\na\n||||||| base\nx\n=======\nb\n>>>>>>> there\n"
    let conflict = try #require(ConflictActions.conflicts(in: Array(text.utf8)).first)
    let bytes = Array(text.utf8)
    #expect(bytes[conflict.first].elementsEqual("a\n".utf8) && bytes[conflict.second].elementsEqual("b\n".utf8))
    #expect(conflict.range == 0..<bytes.count)
  }

  // MARK: How they are given

  @Test func anActionOfATextThatHasChangedIsRefused() throws {
    let editor = try editor(["b.md": "# B\n"])
    let action = try #require(try editor.actions(in: "a.md", "- [ ] ta|sk\n").first)
    #expect(action["edit"] == nil)
    editor.change("a.md", to: "x\n- [ ] task\n")
    #expect(throws: TestedEditor.Refused(code: -32801, message: "the document has changed")) {
      try editor.request("codeAction/resolve", action)
    }
    #expect(throws: TestedEditor.Refused.self) { try editor.request("codeAction/resolve", ["data": ["id": "x"]]) }
  }

  @Test func aClientThatCannotResolveRunsACommand() throws {
    let editor = try TestedEditor([:], Self.noFiles)
    let action = try #require(try editor.actions(in: "a.md", "- [ ] ta|sk\n").first)
    #expect(action["command", "command"] == "memo.action" && action["data"] == nil)
    #expect(try editor.request("workspace/executeCommand", action["command"] ?? .null) == .null)
    try editor.apply(try #require(editor.take("workspace/applyEdit").first?["edit"]))
    #expect(try editor.text("a.md") == "- [x] task\n")
    // A client of the first editions takes nothing but commands.
    let old = try TestedEditor()
    #expect(try old.actions(in: "a.md", "- [ ] ta|sk\n").first?["command"] == "memo.action")
  }

  private static let noFiles: JSONValue = [
    "textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]], "workspace": ["workspaceEdit": [:]],
  ]

  @Test func theServerMovesTheSectionForAClientThatCannotCreateFiles() throws {
    let editor = try TestedEditor(["a.md": "# A\n\n## Part\n\ntext\n", "b.md": "[[a#Part]]\n"], Self.noFiles)
    let offered = try editor.actions(in: "a.md", "# A\n\n## Pa|rt\n\ntext\n")
    let action = try #require(offered.first { $0["title"] == "Move section 'Part' to a memo of its own" })
    #expect(action["command", "command"] == "memo.extract" && action["data"] == nil)
    _ = try editor.request("workspace/executeCommand", action["command"] ?? .null)
    #expect(try editor.disk("Part.md") == "# Part\n\ntext\n" && editor.disk("b.md") == "[[Part#Part]]\n")
  }

  @Test func theServerMakesTheMemoForAClientThatCannotCreateFiles() throws {
    let editor = try TestedEditor([".memo/templates/meeting.md": "# {{title}}\n\nWho: \n"], Self.noFiles)
    for (link, title, path, text) in [
      ("[[work/no|pe]]\n", "Create 'nope'", "work/nope.md", "# nope\n"),
      ("[y](work/zz|z.md)\n", "Create 'zzz'", "work/zzz.md", "# zzz\n"),
      ("[z](z|z.md)\n", "Create 'zz'", "zz.md", "# zz\n"),
      ("[New one](New-o|ne.md)\n", "Create 'New one'", "New-one.md", "# New one\n"),
      ("[[/Ro|ot]]\n", "Create 'Root'", "Root.md", "# Root\n"), ("[[no|ne]]\n", "Create 'none'", "none.md", "# none\n"),
      ("[[work/x|]]\n", "Create 'x' from template 'meeting'", "work/x.md", "# x\n\nWho: \n"),
    ] {
      let action = try #require(try editor.actions(in: "a.md", link).first { $0["title"]?.text == title }, "\(link)")
      #expect(action["command", "command"] == "memo.new" && action["data"] == nil)
      _ = try editor.request("workspace/executeCommand", action["command"] ?? .null)
      #expect(try editor.disk(path) == text)
    }
    for link in ["[x](new%20on|e.md)\n", "[x](../out.m|d)\n", "[x](.hidden/a.m|d)\n"] {
      #expect(try !titles(editor, link).contains { $0.hasBytePrefix("Create") }, "no title gives \(link) its name")
    }
  }

  @Test func onlyTheKindsThatAreAskedForAreListedAndFixesNameTheirProblem() throws {
    let editor = try editor()
    #expect(try titles(editor, "[[no|ne]] \n", only: ["source"]).isEmpty)
    #expect(try titles(editor, "[[no|ne]] \n", only: ["quickfix"]) == ["Create 'none'"])
    let problem: JSONValue = ["code": "broken-link", "message": "x"]
    let fix = try editor.actions(in: "a.md", "[[no|ne]] \n", diagnostics: [problem, ["code": "other"]]).first
    #expect(fix?["diagnostics"] == [problem])
  }

  @Test func nothingIsWrittenByAnAction() throws {
    let editor = try editor(["b.md": "# B\n", "a.md": "# A\n\n## H\n"])
    for text in ["# A\n\n## H|\n", "[[b|]]\n", "[[no|ne]]\n", "- [ ] x|\n"] {
      for action in try editor.actions(in: "a.md", text) where action["data"] != nil {
        _ = try? editor.request("codeAction/resolve", action)
      }
    }
    #expect(try editor.disk("a.md") == "# A\n\n## H\n")
    #expect(try editor.folder.bytes(of: VaultPath("none.md")) == nil)
  }
}
