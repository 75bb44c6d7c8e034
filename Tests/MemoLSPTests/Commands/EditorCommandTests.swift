import MemoCore
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct EditorCommandTests {
  private static let files = [
    "plan.md": "# Plan\n\n#work text\n", "list.md": "# List\n\n[[plan]] and Plan again\n",
    "work/x.md": "# X\n\n#work/deep\n",
  ]

  private func run(_ editor: TestedEditor, _ command: String, _ argument: JSONValue? = nil) throws -> JSONValue {
    try editor.request(
      "workspace/executeCommand",
      JSONValue(members: ["command": .text(command), "arguments": argument.map { [$0] }]))
  }

  private func paths(_ found: JSONValue) -> [String] { found.items.compactMap { $0["path"]?.text } }

  private func anyOrder(_ found: JSONValue) -> [String] { paths(found).sorted() }

  private func refusal(_ body: () throws -> JSONValue) -> TestedEditor.Refused? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? TestedEditor.Refused
    }
  }

  // MARK: Reading

  @Test func memosAreListedSearchedAndLinkedAsTheCommandsDo() throws {
    let editor = try TestedEditor(Self.files)
    #expect(try anyOrder(run(editor, "memo.list")) == ["list.md", "plan.md", "work/x.md"])
    #expect(try paths(run(editor, "memo.list", ["sort": "title", "limit": 1])) == ["list.md"])
    #expect(try anyOrder(run(editor, "memo.list", ["tags": "work"])) == ["plan.md", "work/x.md"])
    #expect(try paths(run(editor, "memo.list", ["tags": ["work", "NOT work/deep"]])) == ["plan.md"])
    #expect(try paths(run(editor, "memo.list", ["orphan": true, "path": ["work/**"]])) == ["work/x.md"])
    let found = try run(editor, "memo.search", ["query": "again"])
    #expect(found.items.first?["matches"]?.items.first?["line"] == 3)
    #expect(try run(editor, "memo.search", ["query": "nowhere"]) == [])
    #expect(try paths(run(editor, "memo.search", ["query": "plan", "sort": "title"])) == ["list.md", "plan.md"])
    #expect(try paths(run(editor, "memo.search", ["query": "plan", "sort": "title-"])) == ["plan.md", "list.md"])
    #expect(try paths(run(editor, "memo.backlinks", ["memo": "Plan"])) == ["list.md"])
    #expect(try paths(run(editor, "memo.mentions", ["memo": .text(editor.uri("plan.md"))])) == ["list.md"])
    #expect(try run(editor, "memo.tags").items.compactMap { $0["tag"]?.text } == ["work", "work/deep"])
    let first = try run(editor, "memo.list", ["sort": "title"]).items.first
    #expect(first?["absPath"]?.text == editor.folder.path.appending("list.md").text && first?["title"] == "List")
  }

  @Test func unsavedTextsCount() throws {
    let editor = try TestedEditor(Self.files)
    try editor.open("work/x.md", "# Other\n\n#fresh [[plan]]\n")
    #expect(try paths(run(editor, "memo.list", ["tags": "fresh"])) == ["work/x.md"])
    #expect(try paths(run(editor, "memo.search", ["query": "title:other"])) == ["work/x.md"])
    #expect(try anyOrder(run(editor, "memo.backlinks", ["memo": "plan"])) == ["list.md", "work/x.md"])
    #expect(try run(editor, "memo.tags").items.compactMap { $0["tag"]?.text } == ["fresh", "work"])
    #expect(try editor.disk("work/x.md") == "# X\n\n#work/deep\n")
  }

  // MARK: Changing

  @Test func memosAreMadeAndUndone() throws {
    let editor = try TestedEditor(Self.files)
    let made = try run(
      editor, "memo.new", ["title": "New one", "body": "- text", "tags": ["a", "b"], "folder": "work"])
    #expect(made["path"] == "work/New-one.md" || made["path"] == "work/new-one.md")
    let path = made["path"]?.text ?? ""
    #expect(try editor.disk(path) == "# New one\n\n#a #b\n\n- text\n")
    #expect(try paths(run(editor, "memo.list", ["tags": "a"])) == [path])
    let undone = try run(editor, "memo.undo")
    #expect(undone["operation"] == "new" && undone["changed"] == [.text(path)])
    #expect(try editor.folder.bytes(of: VaultPath(path)) == nil)
    #expect(try run(editor, "memo.today")["path"] == "2026-05-20.md")
    #expect(try run(editor, "memo.today", ["date": "yesterday"])["path"] == "2026-05-19.md")
    #expect(try run(editor, "memo.today", ["date": "1700-01-01"])["path"] == "1700-01-01.md")
    #expect(try editor.disk("2026-05-19.md") == "# 2026-05-19\n")
  }

  @Test func memosAreRenamedAndMovedWithTheirLinks() throws {
    let editor = try TestedEditor(Self.files)
    let renamed = try run(editor, "memo.rename", ["memo": .text(editor.uri("plan.md")), "title": "Goal"])
    let changed = renamed["changed"]?.items ?? []
    #expect(changed.contains("list.md"))
    let path = renamed["path"]?.text ?? ""
    #expect(try editor.disk("list.md").hasPrefix("# List\n\n[[\(path.dropLast(3))]]"))
    #expect(try run(editor, "memo.move", ["memo": .text(path), "folder": "work"])["path"]?.text == "work/\(path)")
    #expect(try run(editor, "memo.undo")["operation"] == "move")
    #expect(try run(editor, "memo.undo")["operation"] == "rename")
    for (path, text) in Self.files { #expect(try editor.disk(path) == text) }
  }

  @Test(arguments: ["list.md", "plan.md"])
  func nothingChangesWhileAnAffectedDocumentIsUnsaved(open: String) throws {
    let editor = try TestedEditor(Self.files)
    try editor.open(open, (Self.files[open] ?? "") + "unsaved\n")
    let refused = TestedEditor.Refused(
      code: -32803, message: "'\(open)' is not the same in the editor and on disk; save or reload it first")
    #expect(refusal { try run(editor, "memo.rename", ["memo": "plan", "title": "Goal"]) } == refused)
    #expect(refusal { try run(editor, "memo.sync") } == refused)
    for (path, text) in Self.files { #expect(try editor.disk(path) == text) }
    editor.close(open)
    #expect(try run(editor, "memo.rename", ["memo": "plan", "title": "Goal"])["title"] == "Goal")
  }

  /// It cannot be reloaded, and saving it would make a second memo.
  @Test(arguments: [true, false])
  func aDocumentWhoseFileIsGoneIsToBeClosed(isMoved: Bool) throws {
    let editor = try TestedEditor(Self.files)
    try editor.open("plan.md")
    if isMoved {
      try editor.folder.rename(VaultPath("plan.md"), to: VaultPath("goal.md"))
    } else {
      try editor.folder.remove(VaultPath("plan.md"))
    }
    editor.lookAtFiles()
    let message =
      isMoved
      ? "Close 'plan.md': it is 'goal.md' now, and saving the document with the old name would make a second memo"
      : "'plan.md' is no longer on disk; close it, or save it to create it again"
    #expect(refusal { try run(editor, "memo.sync") }?.message == message)
  }

  @Test func nothingChangesWhileADocumentOfAVaultWithinTheVaultIsUnsaved() throws {
    let editor = try TestedEditor(["plan.md": "# Plan\n", "in/.memo/config.json": "{}", "in/x.md": "[[plan]]\n"])
    try editor.open("in/x.md", "unsaved [[plan]]\n")
    let rename: JSONValue = ["memo": .text(editor.uri("plan.md")), "title": "Goal"]
    let refused = TestedEditor.Refused(
      code: -32803, message: "'in/x.md' is not the same in the editor and on disk; save or reload it first")
    #expect(refusal { try run(editor, "memo.rename", rename) } == refused)
    #expect(try editor.disk("in/x.md") == "[[plan]]\n")
    editor.close("in/x.md")
    #expect(try run(editor, "memo.rename", rename)["title"] == "Goal")
  }

  @Test func mergedMemosGoToTheTrashAndTheKeysThatAreLeftOutAreNamed() throws {
    let files = ["a.md": "# A\n", "b.md": "---\nstatus: open\n---\n# B\n", "c.md": "# C\n"]
    let editor = try TestedEditor(files)
    for path in ["a.md", "b.md"] {
      try editor.open(path, (files[path] ?? "") + "unsaved\n")
      #expect(refusal { try run(editor, "memo.merge", ["memo": "a", "others": ["b"]]) }?.code == -32803)
      editor.close(path)
    }
    for (path, text) in files { #expect(try editor.disk(path) == text) }
    let others: JSONValue = [.text(editor.uri("b.md")), "C"]
    let merged = try run(editor, "memo.merge", ["memo": .text(editor.uri("a.md")), "others": others])
    #expect(merged["path"] == "a.md" && merged["changed"] == ["a.md", "b.md", "c.md"])
    #expect(
      editor.take("window/showMessage") == [
        ["type": 3, "message": "left out of the front matter of 'b.md': status"]
      ])
    #expect(try editor.disk("a.md") == "# A\n\n# B\n\n# C\n")
    #expect(try editor.folder.bytes(of: VaultPath("b.md")) == nil)
    #expect(try run(editor, "memo.undo")["operation"] == "merge")
    for (path, text) in files { #expect(try editor.disk(path) == text) }
  }

  @Test func theOpenDocumentOfAMergedMemoIsNamedAndTheTrashIsNotShown() throws {
    let editor = try TestedEditor(
      ["a.md": "# A\n", "b.md": "# B\n"], ["window": ["showDocument": ["support": true]]])
    for path in ["a.md", "b.md"] { try editor.open(path) }
    _ = try run(editor, "memo.merge", ["memo": "a", "others": ["b"]])
    let message = "Close 'b.md': it is part of 'a.md' now, and saving it would make a second memo"
    #expect(editor.take("window/showMessage") == [["type": 2, "message": .text(message)]])
    #expect(editor.take("window/showDocument").isEmpty)
  }

  @Test(arguments: PositionEncoding.allCases)
  func openDocumentsGetTheTextsOfTheirFiles(encoding: PositionEncoding) throws {
    let text = "\u{FEFF}# List\r\n\r\n😀 é [x](plan.md)\r\n"
    let editor = try TestedEditor(["plan.md": "# Plan\n", "list.md": text], encoding: encoding, RenamingTests.capable)
    // No editor shows a byte order mark.
    try editor.open("list.md", String(decoding: text.utf8.dropFirst(3), as: UTF8.self))
    try editor.open("other.md", "unsaved\n")
    func update() throws {
      let edit = try #require(editor.take("workspace/applyEdit").first?["edit"])
      #expect(edit["documentChanges"]?.items.count == 1)
      try editor.apply(edit)
    }
    #expect(try run(editor, "memo.rename", ["memo": "plan", "title": "새 목표"])["title"] == "새 목표")
    try update()
    #expect(try editor.text("list.md") == "# List\r\n\r\n😀 é [x](새-목표.md)\r\n")
    #expect(try editor.disk("list.md") == "\u{FEFF}" + editor.text("list.md"))
    #expect(try run(editor, "memo.undo")["operation"] == "rename")
    try update()
    #expect(try "\u{FEFF}" + editor.text("list.md") == text)
    #expect(try editor.text("other.md") == "unsaved\n")
  }

  /// Emacs shows CRLF as LF, Neovim ends the last line, and an empty file with it.
  @Test(arguments: [
    ("# List\r\n\r\n[[plan]]\r\n", "# List\n\n[[plan]]\n"), ("# List\n\n[[plan]]", "# List\n\n[[plan]]\n"),
    ("\u{FEFF}# List\r\n\r\n[[plan]]", "# List\n\n[[plan]]\n"), ("# List\n\n[[plan]]\n", "# List\r\n\r\n[[plan]]"),
  ])
  func lineEndsThatTheEditorShowsInItsOwnWayAreNoObstacle(disk: String, shown: String) throws {
    let editor = try TestedEditor(["plan.md": "# Plan\n", "list.md": disk, "empty.md": ""], RenamingTests.capable)
    try editor.open("list.md", shown)
    try editor.open("empty.md", "\n")
    #expect(try run(editor, "memo.rename", ["memo": "plan", "title": "Goal"])["path"] == "Goal.md")
    #expect(try editor.disk("list.md") == disk.replacing("[[plan]]", with: "[[Goal]]"))
    try editor.apply(try #require(editor.take("workspace/applyEdit").first?["edit"]))
    let isEnded = shown.utf8.last == 0x0A
    #expect(try editor.text("list.md") == shown.replacing("[[plan]]", with: "[[Goal]]") + (isEnded ? "" : "\r\n"))
    #expect(try editor.text("empty.md") == "\n")
    #expect(try run(editor, "memo.undo")["operation"] == "rename")
    #expect(try editor.disk("list.md") == disk)
  }

  @Test(arguments: ["# List\n\n[[plan]]\n\n\n", "# List\n\n\n[[plan]]\n", "# List\n\n[[plan]] \n"])
  func otherWhiteSpaceIsAnObstacle(shown: String) throws {
    let editor = try TestedEditor(Self.files.merging(["list.md": "# List\n\n[[plan]]\n"]) { $1 })
    try editor.open("list.md", shown)
    #expect(refusal { try run(editor, "memo.rename", ["memo": "plan", "title": "Goal"]) }?.code == -32803)
  }

  /// The editor reads the changed files again in its own time; until then its texts have the old links.
  @Test func aMoveThatACommandMadeIsNotOffered() throws {
    let editor = try TestedEditor(["plan.md": "# P\n", "b.md": "[x](plan.md)\n"], RenamingTests.capable)
    try editor.open("b.md")
    let before = try #require(editor.server.workspace.vaults.first).base
    #expect(try run(editor, "memo.move", ["memo": "plan", "folder": "work"])["path"] == "work/plan.md")
    try editor.seeMoves(since: before)
    #expect(editor.take("window/showMessageRequest").isEmpty)
    // An editor that has not taken the new text yet could save the old one.
    #expect(refusal { try run(editor, "memo.undo") }?.code == -32803)
    try editor.apply(try #require(editor.take("workspace/applyEdit").first?["edit"]))
    #expect(try run(editor, "memo.undo")["operation"] == "move")
  }

  static let moves: [(String, JSONValue, String)] = [
    ("memo.move", ["memo": "plan", "folder": "work"], "work/plan.md"),
    ("memo.rename", ["memo": "plan", "title": "Aims"], "Aims.md"),
  ]

  @Test(arguments: moves)
  func anOpenDocumentWhoseFileMovedIsNamedAndShown(command: String, argument: JSONValue, place: String) throws {
    let editor = try TestedEditor(Self.files, ["window": ["showDocument": ["support": true]]])
    for path in ["plan.md", "list.md"] { try editor.open(path) }
    _ = try run(editor, command, argument)
    let messages = editor.take("window/showMessage").compactMap { $0["message"]?.text }
    #expect(messages.count == 1 && messages[0].hasPrefix("Close 'plan.md': it is '\(place)' now, "), "\(messages)")
    let shown = editor.take("window/showDocument")
    #expect(shown.map { $0["uri"]?.text } == [editor.uri(place)] && shown[0]["takeFocus"] == true)
    let other = try TestedEditor(Self.files)
    try other.open("plan.md")
    _ = try run(other, command, argument)
    #expect(other.take("window/showMessage").count == 1 && other.take("window/showDocument").isEmpty)
  }

  @Test(arguments: moves)
  func anOpenDocumentWhoseFileMovedBackIsNamedAndShown(command: String, argument: JSONValue, place: String) throws {
    let editor = try TestedEditor(Self.files, ["window": ["showDocument": ["support": true]]])
    _ = try run(editor, command, argument)
    for path in [place, "list.md"] { try editor.open(path) }
    #expect(try run(editor, "memo.undo")["undone"] == true)
    let messages = editor.take("window/showMessage").compactMap { $0["message"]?.text }
    #expect(messages.count == 1 && messages[0].hasPrefix("Close '\(place)': it is 'plan.md' now, "), "\(messages)")
    #expect(editor.take("window/showDocument").map { $0["uri"]?.text } == [editor.uri("plan.md")])
  }

  @Test func aLinkThatOnlyTheOpenTextHasIsAnObstacle() throws {
    let editor = try TestedEditor(Self.files)
    try editor.open("work/x.md", "# X\n\n[[plan]]\n")
    #expect(refusal { try run(editor, "memo.rename", ["memo": "plan", "title": "Goal"]) }?.code == -32803)
    editor.close("work/x.md")
    try editor.open("list.md", "# List\n\nno link any more\n")
    #expect(refusal { try run(editor, "memo.rename", ["memo": "plan", "title": "Goal"]) }?.code == -32803)
    // An unrelated document is none.
    editor.close("list.md")
    try editor.open("work/x.md", "# X\n\nunsaved\n")
    #expect(try run(editor, "memo.rename", ["memo": "plan", "title": "Goal"])["title"] == "Goal")
  }

  @Test func aDayWhoseMemoIsOnlyOpenIsNotMade() throws {
    let editor = try TestedEditor()
    try editor.open("2026-05-20.md", "# Mine\n")
    #expect(
      refusal { try run(editor, "memo.today") }?.message
        == "'2026-05-20.md' is not the same in the editor and on disk; save or reload it first")
    #expect(try editor.folder.bytes(of: VaultPath("2026-05-20.md")) == nil)
  }

  // MARK: Mistakes

  @Test func mistakesAreInvalidParametersWithASentence() throws {
    let editor = try TestedEditor(Self.files)
    let cases: [(String, JSONValue?, String)] = [
      ("memo.fly", nil, "no command 'memo.fly'"), ("memo.list", [1], "the argument of memo.list has to be an object"),
      ("memo.tags", ["tag": "x"], "memo.tags takes no 'tag', only: sort, nested, limit, offset, paged, vault"),
      ("memo.search", [:], "memo.search needs 'query'"),
      ("memo.list", ["limit": "x"], "'limit' of memo.list has to be a whole number"),
      ("memo.mentions", ["memo": "plan", "limit": "x"], "'limit' of memo.mentions has to be a whole number"),
      ("memo.list", ["paged": 1], "'paged' of memo.list has to be true or false"),
      ("memo.list", ["orphan": 1], "'orphan' of memo.list has to be true or false"),
      ("memo.list", ["tags": [1]], "'tags' of memo.list has to be a list of texts"),
      ("memo.merge", ["memo": "plan"], "memo.merge needs 'others'"),
      ("memo.merge", ["memo": "plan", "others": []], "memo.merge needs 'others'"),
      (
        "memo.merge", ["memo": "plan", "others": [1]],
        "'others' of memo.merge has to be a list of paths, titles, file names, aliases or URIs"
      ),
      ("memo.list", ["vault": "file:///nowhere"], "no vault at file:///nowhere"),
      ("memo.backlinks", ["memo": "file:///nowhere/x.md"], "not in the vault: file:///nowhere/x.md"),
      ("memo.list", ["since": "soonish"], "invalid date 'soonish'"),
    ]
    for (command, argument, message) in cases {
      let refused = refusal { try run(editor, command, argument) }
      #expect(refused?.code == -32602, "\(command)")
      if command != "memo.list" || argument?["since"] == nil { #expect(refused?.message == message) }
    }
    let missing = refusal { try run(editor, "memo.backlinks", ["memo": "nothing"]) }
    #expect(missing?.code == -32803 && missing?.message.contains("nothing") == true)
    #expect(refusal { try run(editor, "memo.new", ["title": "--vault=/", "folder": "../.."]) } != nil)
    for argument in [nil, ["title": ""], ["title": " ", "body": ""]] as [JSONValue?] {
      let refused = refusal { try run(editor, "memo.new", argument) }
      #expect(refused?.code == -32602 && refused?.message == "nothing to write: memo.new needs a 'title' or a 'body'")
    }
    // Words of an editor are never options.
    #expect(try paths(run(editor, "memo.search", ["query": "--vault=/ again"])) == ["list.md"])
    #expect(try run(editor, "memo.new", ["title": "--help", "body": "-"])["title"] == "--help")
  }

  @Test func mistakesAreNamedInTheLanguageOfTheEditor() throws {
    let editor = try TestedEditor(Self.files, isStarted: false)
    var params = editor.initializeParams().members
    params["locale"] = "ko"
    _ = try editor.request("initialize", .object(params))
    editor.notify("initialized", [:])
    let cases: [(String, JSONValue?, String)] = [
      ("memo.list", [1], "memo.list 명령의 인수는 객체여야 합니다"),
      (
        "memo.tags", ["tag": "x"],
        "memo.tags 명령에는 'tag' 인수가 없습니다. 쓸 수 있는 인수: sort, nested, limit, offset, paged, vault"
      ),
      ("memo.backlinks", [:], "memo.backlinks 명령에는 'memo' 인수가 필요합니다"),
      ("memo.new", ["title": 3], "memo.new 명령의 'title' 인수에는 문자열만 쓸 수 있습니다"),
      ("memo.list", ["vault": "file:///nowhere"], "file:///nowhere에는 보관함이 없습니다"),
    ]
    for (command, argument, message) in cases {
      #expect(refusal { try run(editor, command, argument) }?.message == message)
    }
  }

  @Test func ofSeveralVaultsOneIsNamed() throws {
    let editor = try TestedEditor(Self.files)
    let other = try TestedEditor(["z.md": "# Z\n"])
    let folder = editor.add(other)
    #expect(refusal { try run(editor, "memo.list") }?.code == -32602)
    #expect(try paths(run(editor, "memo.list", ["vault": folder])) == ["z.md"])
    #expect(try paths(run(editor, "memo.backlinks", ["memo": .text(editor.uri("plan.md"))])) == ["list.md"])
    let others: JSONValue = ["X", .text(editor.uri("list.md"))]
    #expect(try run(editor, "memo.merge", ["memo": "plan", "others": others])["path"] == "plan.md")
  }

  @Test func allThatACommandTakesIsKnownToTheCommandLine() throws {
    let editor = try TestedEditor(Self.files)
    let values: [String: JSONValue] = [
      "since": "2020", "until": "2030", "createdSince": "2020", "createdUntil": "2030", "distance": 1, "limit": 5,
      "offset": 1, "linksTo": "plan", "linkedFrom": "plan", "noLinksTo": "plan", "where": ["status=x"], "tags": ["a"],
      "path": ["*"], "exclude": ["z*"], "query": "x", "memo": "plan", "nested": true,
    ]
    for command in EditorCommand.all where command.effect == .none {
      for argument in command.arguments where argument.key != "distance" {
        var given = values.filter { pair in command.arguments.contains { $0.key == pair.key && $0.isRequired } }
        given[argument.key] =
          argument.kind == .flag ? true : values[argument.key] ?? (argument.key == "sort" ? "count" : nil)
        if argument.key == "sort", command.name != "memo.tags" { given["sort"] = "title" }
        #expect(throws: Never.self, "\(command.name) \(argument.key)") { try run(editor, command.name, .object(given)) }
      }
    }
  }
}
