import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct RenamingTests {
  static let capable: JSONValue = [
    "workspace": [
      "workspaceEdit": ["documentChanges": true, "resourceOperations": ["create", "rename", "delete"]]
    ], "textDocument": ["rename": ["prepareSupport": true]],
  ]

  private func rename(_ editor: TestedEditor, in path: String, _ text: String, to name: String) throws {
    try editor.apply(try editor.ask("textDocument/rename", in: path, text, ["newName": .text(name)]))
  }

  @Test(arguments: PositionEncoding.allCases)
  func aMemoIsRenamedWithItsFileAndAllLinks(encoding: PositionEncoding) throws {
    let editor = try TestedEditor(
      ["b.md": "😀 한글 [[Old plan]] x\r\n[y](old-plan.md#H)\r\n", "c.md": "[[old-plan]]\n"], encoding: encoding,
      Self.capable)
    try editor.folder.write("# Old plan\n\n## H\n", to: "old-plan.md")
    editor.lookAtFiles()
    try editor.open("c.md", "unsaved [[old-plan|L]]\n")
    try rename(editor, in: "old-plan.md", "# Old pl|an\n\n## H\n", to: "새 계획")
    #expect(try editor.text("새-계획.md") == "# 새 계획\n\n## H\n")
    #expect(try editor.text("b.md") == "😀 한글 [[새 계획]] x\r\n[y](새-계획.md#H)\r\n")
    #expect(try editor.text("c.md") == "unsaved [[새-계획|L]]\n")
    #expect(try editor.disk("c.md") == "[[old-plan]]\n")
    #expect(try editor.folder.bytes(of: VaultPath("old-plan.md")) == nil)
  }

  @Test func aTitleThatAnotherMemoHasIsTakenWithAWarning() throws {
    let editor = try TestedEditor(["Taken.md": "# Taken\n", "old.md": "# Old\n"], Self.capable)
    try rename(editor, in: "old.md", "# Ol|d\n", to: "Taken")
    let warning = "renamed, although 'Taken.md' already has the title 'Taken'"
    #expect(editor.take("window/showMessage") == [["type": 2, "message": .text(warning)]])
    let other = try TestedEditor(["Taken.md": "# Taken\n", "old.md": "# Old\n"], Self.capable)
    try rename(other, in: "old.md", "# Ol|d\n", to: "Free")
    #expect(other.take("window/showMessage").isEmpty)
  }

  /// The protocol ends a line at a CR; an edit a line too low would overwrite other words.
  @Test(arguments: [("Neovim", 2), ("Eglot", 2), ("Visual Studio Code", 3)])
  func anEditIsInTheLineInWhichTheClientShowsIt(name: String, line: Int) throws {
    let editor = try TestedEditor(["a.md": "old\rmac\n\n[[B]]\n", "b.md": "# B\n"], isStarted: false)
    var params = editor.initializeParams(Self.capable).members
    params["clientInfo"] = ["name": .text(name)]
    _ = try editor.request("initialize", .object(params))
    editor.notify("initialized", [:])
    for isOpen in [false, true] {
      if isOpen { try editor.open("a.md") }
      let place = DocumentPosition(line: 0, character: 2)
      let edit = try editor.ask("textDocument/rename", in: "b.md", at: place, ["newName": "New"])
      let range = edit["documentChanges"]?.items.first?["edits"]?.items.first?["range"]
      #expect(range?["start"] == DocumentPosition(line: line, character: 2).json)
    }
  }

  @Test func aMemoIsRenamedFromALinkToIt() throws {
    let editor = try TestedEditor(["b.md": "# B\n"], Self.capable)
    try rename(editor, in: "a.md", "[[B|]] text", to: "Better")
    #expect(try editor.text("a.md") == "[[Better]] text")
    #expect(try editor.text("Better.md") == "# Better\n")
  }

  @Test func aClientThatCannotRenameFilesGetsTheTitleChanged() throws {
    let editor = try TestedEditor(["b.md": "[[Old plan]] [[old-plan]]\n"])
    try editor.folder.write("# Old plan\n", to: "old-plan.md")
    editor.lookAtFiles()
    try rename(editor, in: "old-plan.md", "# Ol|d plan\n", to: "New")
    #expect(try editor.text("old-plan.md") == "# New\n")
    #expect(try editor.text("b.md") == "[[New]] [[old-plan]]\n")
  }

  @Test func headingsTagsBlocksAliasesAndLabelsAreRenamedEverywhere() throws {
    let files = ["b.md": "[[a#One]] [x](a.md#one) #work/x [[a#^id1]] [[Other]]\n", "c.md": "---\ntags: [Work]\n---\n"]
    let cases = [
      ("# A\n\n## On|e\n", "Zwei", "# A\n\n## Zwei\n", "[[a#Zwei]] [x](a.md#zwei) #work/x [[a#^id1]] [[Other]]\n"),
      ("# A\n\n#wor|k\n", "job", "# A\n\n#job\n", "[[a#One]] [x](a.md#one) #job/x [[a#^id1]] [[Other]]\n"),
      ("# A\n\ntext ^id|1\n", "n2", "# A\n\ntext ^n2\n", "[[a#One]] [x](a.md#one) #work/x [[a#^n2]] [[Other]]\n"),
      (
        "---\naliases: [X, Ot|her]\n---\n# A\n", "Else", "---\naliases: [X, Else]\n---\n# A\n",
        "[[a#One]] [x](a.md#one) #work/x [[a#^id1]] [[Else]]\n"
      ),
    ]
    let long = String(repeating: "words\n", count: MemoMetadata.readLimit / 5)
    for (text, name, own, other) in cases {
      // Behind the part of a memo that its record covers, too.
      for start in ["", long] {
        let editor = try TestedEditor(files.merging(["b.md": start]) { $1 + $0 }, Self.capable)
        try rename(editor, in: "a.md", text, to: name)
        #expect(try editor.text("a.md") == own)
        let isRenamed = try editor.text("b.md").utf8.elementsEqual((start + other).utf8)
        #expect(isRenamed, "\(other) behind \(start.utf8.count) bytes")
      }
    }
    let editor = try TestedEditor(files, Self.capable)
    try rename(editor, in: "a.md", "[t][re|f] [ref] [u][ref]\n\n[Ref]: b.md\n", to: "q")
    #expect(try editor.text("a.md") == "[t][q] [q] [u][q]\n\n[q]: b.md\n")
  }

  /// A tag with blanks, as `memo tags` lists it, is one wherever the cursor is in it.
  @Test(arguments: [
    ("---\ntags: [work, \"to re|ad\"]\n---\n# A\n", "---\ntags: [work, \"später\"]\n---\n# A\n"),
    ("---\ntags: ['|to read' , x]\n---\n", "---\ntags: ['später' , x]\n---\n"),
    ("---\ntags:\n  - work\n  - to |read\n---\n", "---\ntags:\n  - work\n  - später\n---\n"),
    ("---\ntags: [\"to\\x20re|ad\"]\n---\n", "---\ntags: [\"später\"]\n---\n"),
  ])
  func aTagWithBlanksIsRenamedWhole(text: String, renamed: String) throws {
    let other = "---\ntags: [\"To read\", read]\n---\n#read #to\n"
    let editor = try TestedEditor(["b.md": other], Self.capable)
    #expect(try editor.ask("textDocument/prepareRename", in: "a.md", text)["placeholder"] == "to read")
    let uses = try editor.ask("textDocument/references", in: "a.md", text)
    #expect(uses.items.count == 2)
    #expect(try editor.ask("textDocument/documentHighlight", in: "a.md", text).items.count == 1)
    try rename(editor, in: "a.md", text, to: "später")
    #expect(try editor.text("a.md") == renamed)
    #expect(try editor.text("b.md") == other.replacing("To read", with: "später"))
  }

  /// A text under the key holds one tag for each of its words.
  @Test func theWordsOfATextAreTags() throws {
    let editor = try TestedEditor(["b.md": "---\ntags: read, \"to read\"\n---\n#read\n"], Self.capable)
    try rename(editor, in: "a.md", "---\ntags: 'to #re|ad, work'\n---\n", to: "später")
    #expect(try editor.text("a.md") == "---\ntags: 'to #später, work'\n---\n")
    #expect(try editor.text("b.md").utf8.elementsEqual("---\ntags: später, \"to read\"\n---\n#später\n".utf8))
  }

  @Test(arguments: [
    "[a][F|oo  Bar] [b][foo\nbar] [FOO\tBAR][] [FOO\tBAR]\n\n> [c][foo\n> bar]\n\n[foo bar]: p.md\n",
    "[a][Foo  Bar] [b][foo\nba|r] [FOO\tBAR][] [FOO\tBAR]\n\n> [c][foo\n> bar]\n\n[foo bar]: p.md\n",
    "[a][Foo  Bar] [b][foo\nbar] [FOO\tBAR][] [FOO\tBAR]\n\n> [c][foo\n> bar]\n\n[foo b|ar]: p.md\n",
  ])
  func labelsThatDifferInWhiteSpaceAreOne(text: String) throws {
    let editor = try TestedEditor(["p.md": "# P\n"], Self.capable)
    let found = try editor.ask("textDocument/documentHighlight", in: "a.md", text)
    #expect(found.items.count == 6)
    try rename(editor, in: "a.md", text, to: "q r")
    #expect(
      try editor.text("a.md")
        == "[a][q r] [b][q r] [q r][] [q r]\n\n> [c][q r]\n\n[q r]: p.md\n")
  }

  @Test func theRangeToRenameIsTheNameAlone() throws {
    let editor = try TestedEditor(["b.md": "# B\n\n## H\n"], Self.capable)
    for (text, name) in [
      ("[[b#H|]]", "H"), ("#ta|g", "tag"), ("# Tit|le", "Title"), ("# T\n\n## He|ad ##\n", "Head"),
      ("text ^b|1", "b1"),
    ] {
      let found = try editor.ask("textDocument/prepareRename", in: "a.md", text)
      #expect(found["placeholder"]?.text == name, "\(text)")
    }
    #expect(try editor.ask("textDocument/prepareRename", in: "a.md", "# T\n\nte|xt\n") == .null)
    #expect(throws: TestedEditor.Refused.self) {
      try editor.ask("textDocument/rename", in: "a.md", "# T\n\nte|xt\n", ["newName": "x"])
    }
  }

  /// A link leads to no memo as long as none is known, which is no reason to say that it names nothing.
  @Test func beforeTheFirstIndexALinkIsNotSaidToNameNothing() throws {
    let editor = try TestedEditor(["b.md": "# B\n"], isStarted: false)
    _ = editor.begin("initialize", editor.initializeParams(Self.capable))
    _ = editor.server.receive(.notification(method: "initialized", params: [:]))
    let document: JSONValue = ["uri": .text(editor.uri("a.md"))]
    let opened: JSONValue = ["uri": .text(editor.uri("a.md")), "version": 1, "text": "# A\n[[b]] text\n"]
    _ = editor.server.receive(.notification(method: "textDocument/didOpen", params: ["textDocument": opened]))
    func begin(_ method: String, _ line: Int, _ character: Int) -> JSONValue {
      let place: JSONValue = ["line": .integer(line), "character": .integer(character)]
      return editor.begin(method, ["textDocument": document, "position": place, "newName": "C"])
    }
    let waiting = begin("textDocument/prepareRename", 1, 3)
    #expect(!editor.isAnswered(waiting))
    #expect(try editor.result(of: begin("textDocument/prepareRename", 0, 2))["placeholder"] == "A")
    #expect(try editor.result(of: begin("textDocument/prepareRename", 1, 7)) == .null)
    editor.finishIndex()
    #expect(try editor.result(of: waiting)["placeholder"] == "B")
  }

  @Test func theNameToReplaceIsTheTitleOrHeadingHoweverALinkSpellsIt() throws {
    let files = ["two words.md": "# Two, words\n\n## Next *steps*\n", "sub/k.md": "# 한글\n", "n.md": "no title\n"]
    let cases = [
      ("[x](two%20wor|ds.md)", "Two, words"), ("[[sub/|k]]", "한글"), ("[[k|#x]]", "한글"),
      ("[x](two%20words.md#next-st|eps)", "Next steps"), ("[[Two, wo|rds]]", "Two, words"),
      ("[a][on|e\ntwo]\n\n[one two]: sub/k.md", "one two"),
    ]
    let editor = try TestedEditor(files, Self.capable)
    for (text, name) in cases {
      let found = try editor.ask("textDocument/prepareRename", in: "a.md", text)
      #expect(found["placeholder"]?.text == name, "\(text)")
    }
  }

  @Test func aNameThatCannotBeIsRefused() throws {
    let editor = try TestedEditor([:], Self.capable)
    for (text, name) in [("# T\n\n## H|\n", "a\n\n# b"), ("#ta|g", "no tag"), ("# T|\n", ""), ("t ^b|1", "a b")] {
      let edit = try? editor.ask("textDocument/rename", in: "a.md", text, ["newName": .text(name)])
      // A heading takes a name on one line.
      if let edit { #expect(!"\(edit)".contains("\\n\\n")) }
    }
  }

  @Test(arguments: [
    ("---\naliases: [Ma|p]\n---\n# A\n", "b"), ("---\naliases: [Ma|p]\n---\n# A\n", "Bee"),
    ("---\naliases: Ma|p, Two\n---\n# A\n", "Map, old"), ("---\naliases: [Ma|p]\n---\n# A\n", "C#"),
    ("---\naliases: [Ma|p]\n---\n# A\n", ""), ("one ^b|1\n\ntwo ^b2\n", "b2"),
    ("[x][re|f] [y][oth]\n\n[ref]: b.md\n[oth]: b.md\n", "OTH"), ("[x][re|f]\n\n[ref]: b.md\n", "^2"),
    ("[x][re|f]\n\n[ref]: b.md\n", "  "), ("[x][re|f] [oth er]\n\n[ref]: b.md\n[oth er]: b.md\n", "OTH  er"),
  ])
  func aNameThatWouldChangeWhatLinksMeanIsRefused(text: String, name: String) throws {
    let editor = try TestedEditor(["b.md": "# Bee\n"], Self.capable)
    #expect(throws: TestedEditor.Refused.self) {
      try editor.ask("textDocument/rename", in: "a.md", text, ["newName": .text(name)])
    }
  }

  /// As on the command line, whose words hold no NUL.
  @Test(arguments: [
    ("# O|ld\n\n[[Old]]\n", "# x y\n\n[[x y]]\n"), ("# A\n\n## O|ld\n\n[[#Old]]\n", "# A\n\n## x y\n\n[[#x y]]\n"),
    ("---\naliases: [O|ld]\n---\n[[Old]]\n", "---\naliases: [x y]\n---\n[[x y]]\n"),
    ("[x][o|ld]\n\n[old]: b.md\n", "[x][x y]\n\n[x y]: b.md\n"),
  ])
  func aControlInANameCountsAsASpace(text: String, wanted: String) throws {
    for name in ["x\0y", "x\ty", "\u{1B}x\r\n\u{7F}y\u{2028}"] {
      let editor = try TestedEditor(["b.md": "# B\n"])
      try rename(editor, in: "a.md", text, to: name)
      #expect(try editor.text("a.md") == wanted)
    }
  }

  @Test func anythingButATextIsNoName() throws {
    let editor = try TestedEditor([:], Self.capable)
    for params in [[:], ["newName": 5], ["newName": .null]] as [JSONValue] {
      #expect(throws: TestedEditor.Refused(code: -32602, message: "no new name")) {
        try editor.ask("textDocument/rename", in: "a.md", "# T|\n", params)
      }
    }
  }

  @Test func aHeadingBehindAnotherOfItsTextKeepsItsLinks() throws {
    let editor = try TestedEditor(["b.md": "[y](a.md#risks-1) [[a#Risks#Sub]] [[a#Risks]]\n"], Self.capable)
    try rename(editor, in: "a.md", "# A\n\n## Risks\n\n## Ris|ks\n\n### Sub\n", to: "Zwei")
    #expect(try editor.text("a.md") == "# A\n\n## Risks\n\n## Zwei\n\n### Sub\n")
    #expect(try editor.text("b.md") == "[y](a.md#zwei) [[a#Zwei#Sub]] [[a#Risks]]\n")
  }

  @Test func anAnchorAsGitHubNamesItStaysOneWhenItIsEncoded() throws {
    let editor = try TestedEditor(
      [
        "b.md":
          "[x](a.md#%ED%95%9C%EA%B8%80-%EC%A0%9C%EB%AA%A9) [y](a.md#한글-제목) [z](a.md#%ED%95%9C%EA%B8%80%20%EC%A0%9C%EB%AA%A9)\n"
      ], Self.capable)
    try rename(editor, in: "a.md", "# A\n\n## 한글 제|목\n", to: "새 제목")
    #expect(try editor.text("b.md") == "[x](a.md#새-제목) [y](a.md#새-제목) [z](a.md#새%20제목)\n")
  }

  @Test func anAliasAmongSeveralInATextIsRenamedAlone() throws {
    let editor = try TestedEditor(["b.md": "[[Map]] [[Two]]\n"], Self.capable)
    try rename(editor, in: "a.md", "---\naliases: Map, Twofold, Tw|o\n---\n# A\n", to: "Drei")
    #expect(try editor.text("a.md") == "---\naliases: Map, Twofold, Drei\n---\n# A\n")
    #expect(try editor.text("b.md") == "[[Map]] [[Drei]]\n")
  }
}

/// What the server has clients do for a rename is what `memo rename` does, byte for byte, unsaved texts included.
@Suite struct RenamingLawTests {
  @Test(arguments: PositionEncoding.allCases)
  func aRenameGivesTheBytesOfTheCommand(encoding: PositionEncoding) throws {
    var (renames, changed) = (0, 0)
    for seed in 0..<50 as Range<UInt64> {
      var random = SeededRandom(seed: seed &+ 40)
      let memos = RandomLinkVault(seed: seed &+ 900, count: 9).memos.map {
        (path: $0.path.text, text: String(decoding: $0.text, as: UTF8.self))
      }
      let editor = try TestedEditor(
        Dictionary(uniqueKeysWithValues: memos.map { ($0.path, $0.text) }), encoding: encoding, RenamingTests.capable)
      let other = try TemporaryFolder()
      try other.makeVault()
      for (path, text) in memos {
        guard Bool.random(using: &random) else {
          try other.write(text, to: path)
          continue
        }
        let unsaved = text + RandomText.make(&random, count: 3) + "\n[[\(memos[0].path)]] 😀\r\n"
        try editor.open(path, unsaved)
        try other.write(unsaved, to: path)
      }
      let title = RandomLinkVault.titles.randomElement(using: &random) ?? ""
      let path = memos.randomElement(using: &random)?.path ?? ""
      let vault = try other.openVault()
      let edit = try? editor.renameMemo(path, to: title)
      do {
        let memo = try ReadMemo(VaultPath(path), in: vault)
        let relocation = try MemoRenaming(in: vault, vault.refresh()).rename(memo, to: title, isTitleOnly: false)
        _ = try relocation.carryOut("rename", by: OperationHistory(of: vault), at: 1)
        renames += 1
        changed += relocation.rewrites.count
      } catch {
        #expect(edit == nil, "\(seed): \(error)")
        continue
      }
      try editor.apply(try #require(edit, "\(seed)"))
      for path in try vault.refresh().memos.map(\.path) {
        #expect(try editor.text(path.text) == String(decoding: vault.contents(of: path), as: UTF8.self), "\(seed)")
      }
    }
    #expect(renames > 12 && changed > 20)
  }
}

extension TestedEditor {
  /// Opens the vault of another editor, too; returns its address.
  func add(_ other: TestedEditor) -> JSONValue {
    let folder = JSONValue.text(DocumentAddress.uri(other.folder.path))
    notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [["uri": folder, "name": "z"]], "removed": []]])
    return folder
  }

  /// Asks for the edit that gives `a.md`, a memo with a title in its first line, the title `New`.
  func beginRename() -> JSONValue {
    begin(
      "textDocument/rename",
      ["textDocument": ["uri": .text(uri("a.md"))], "position": ["line": 0, "character": 2], "newName": "New"])
  }

  /// The edit that renames a memo, asked for where a link to it is.
  fileprivate func renameMemo(_ path: String, to title: String) throws -> JSONValue {
    let uri = uri(path)
    let document = try server.workspace.placed(uri)
    let marks = document.marks
    let offset = try #require(marks.layout.titleText ?? marks.front.entry("title")?.range).lowerBound
    return try request(
      "textDocument/rename",
      [
        "textDocument": ["uri": .text(uri)], "position": document.lines.position(of: offset).json,
        "newName": .text(title),
      ])
  }
}
