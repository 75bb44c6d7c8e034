import Dispatch
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoLSP

@Suite struct LifecycleTests {
  @Test func nothingIsAnsweredBeforeInitialize() throws {
    let editor = try TestedEditor(isStarted: false)
    #expect(throws: TestedEditor.Refused(code: -32002, message: "'textDocument/hover' before 'initialize'")) {
      try editor.request("textDocument/hover", [:])
    }
    editor.notify("textDocument/didOpen", ["textDocument": ["uri": "file:///a.md", "text": "a"]])
    let answer = try editor.request("initialize", editor.initializeParams())
    #expect(answer["serverInfo", "name"] == "memo")
    #expect(answer["capabilities", "hoverProvider"] == true)
    #expect(throws: TestedEditor.Refused(code: -32600, message: "initialized twice")) {
      try editor.request("initialize", editor.initializeParams())
    }
  }

  @Test func shutdownAndExitEndIt() throws {
    let editor = try TestedEditor()
    #expect(try editor.request("shutdown", .null) == .null)
    #expect(throws: TestedEditor.Refused.self) { try editor.request("textDocument/hover", [:]) }
    #expect(editor.server.exitCode == nil)
    editor.notify("exit", .null)
    #expect(editor.server.exitCode == 0)
  }

  @Test func exitWithoutShutdownIsAFailure() throws {
    let editor = try TestedEditor()
    editor.notify("exit", .null)
    #expect(editor.server.exitCode == 1)
  }

  @Test func unknownMethodsAreRefusedAndUnknownNotificationsDropped() throws {
    let editor = try TestedEditor()
    #expect(throws: TestedEditor.Refused(code: -32601, message: "no method 'memo/unknown'")) {
      try editor.request("memo/unknown", [:])
    }
    editor.notify("$/setTrace", ["value": "off"])
    editor.notify("memo/unknown", [1, 2])
    #expect(try editor.request("shutdown", .null) == .null)
  }

  @Test(arguments: ["[]", "1", "{}", #"{"id":{},"method":"a"}"#, #"{"id":1}"#, "{", #"{"method":5}"#])
  func whatIsNoMessageIsAnsweredWithAnError(body: String) throws {
    let editor = try TestedEditor()
    let sent = editor.server.receive(RemoteMessage(.body(Array(body.utf8))))
    #expect(sent.count == 1)
    #expect([-32700, -32600].contains(sent[0]["error", "code"]?.integer))
    #expect(try editor.request("shutdown", .null) == .null)
  }

  @Test(arguments: FeatureList.all.map(\.method))
  func parametersOfAnyShapeAreAnswered(method: String) throws {
    let editor = try TestedEditor(["a.md": "# A\n[[b]]\n"])
    let uri = JSONValue.text(editor.uri("a.md"))
    let shapes: [JSONValue] = [
      .null, [], [:], ["textDocument": 5], ["textDocument": ["uri": 5]], ["textDocument": ["uri": uri]],
      ["textDocument": ["uri": uri], "position": ["line": -1, "character": 0]],
      ["textDocument": ["uri": uri], "position": ["line": 999_999_999, "character": 999_999_999]],
      ["textDocument": ["uri": "untitled:1"], "position": ["line": 0, "character": 0]],
      ["textDocument": ["uri": "file:///nowhere/x.md"], "position": ["line": 0, "character": 0]],
      ["files": 5], ["files": [5]], ["files": [["oldUri": uri, "newUri": 5]]],
      ["files": [["oldUri": 5, "newUri": uri]]],
      ["files": [["uri": "file:///nowhere/x.md"]]], ["previousResultIds": [5], "partialResultToken": []],
      ["textDocument": ["uri": uri], "position": ["line": 1, "character": 2], "newName": 5],
      [
        "textDocument": ["uri": uri],
        "range": ["start": ["line": 9, "character": 0], "end": ["line": 1, "character": 0]],
      ],
      [
        "textDocument": ["uri": uri],
        "range": ["start": ["line": 1, "character": 3], "end": ["line": 99, "character": 0]],
        "context": ["only": [5], "diagnostics": 5],
      ],
      ["data": ["id": "extract", "uri": uri, "etag": "x", "start": 5, "end": 999_999_999]], ["data": 5], ["query": 5],
      ["command": "memo.action", "arguments": [["id": "x", "uri": uri, "etag": "x", "start": -1, "end": 0]]],
      ["command": "memo.list", "arguments": 5], ["command": "memo.list", "arguments": [["vault": 5]]],
      ["textDocument": ["uri": uri], "positions": 5], ["textDocument": ["uri": uri], "ch": 5],
      ["data": ["uri": uri, "path": "../../etc/passwd"]], ["data": ["uri": "file:///nowhere/x.md", "path": "a.md"]],
    ]
    for params in shapes { _ = try? editor.request(method, params) }
    #expect(try editor.request("shutdown", .null) == .null)
  }

  @Test(arguments: ["file:///nowhere/x.md", "untitled:Untitled-1", "git:/b.md?ref", "", "file://", "file:///%zz"])
  func aDocumentOutsideOfAnyVaultIsTakenAndHasNoLinks(uri: String) throws {
    let editor = try TestedEditor(["a.md": "# A\n"])
    let document: JSONValue = [
      "uri": .text(uri), "languageId": "markdown", "version": 1, "text": "# X\n\n[[a]] #tag\n",
    ]
    editor.notify("textDocument/didOpen", ["textDocument": document])
    editor.notify(
      "textDocument/didChange",
      ["textDocument": ["uri": .text(uri), "version": 2], "contentChanges": [["text": "# X\n\n[[a]] [[no]]\n"]]])
    editor.idle()
    let params: JSONValue = [
      "textDocument": ["uri": .text(uri)], "position": ["line": 2, "character": 3], "newName": "y",
      "context": ["includeDeclaration": true],
    ]
    // Symbols of the workspace are those of all vaults, whatever is open.
    for method in FeatureList.all.map(\.method) where method != "workspace/symbol" {
      // Of those that are about a vault, none finds anything; a rename has nothing that it could rename.
      let answer = (try? editor.request(method, params)) ?? .null
      #expect(!"\(answer)".contains("a.md"), "\(method)")
    }
    #expect(editor.take("textDocument/publishDiagnostics").isEmpty)
    editor.notify("textDocument/didClose", ["textDocument": ["uri": .text(uri)]])
    #expect(editor.server.workspace.vaults.count == 1)
    #expect(try editor.request("shutdown", .null) == .null)
  }

  @Test func changesThatFitNoDocumentAreReportedAndDropped() throws {
    let editor = try TestedEditor(["a.md": "# A\n"])
    let uri = JSONValue.text(editor.uri("a.md"))
    editor.notify(
      "textDocument/didChange", ["textDocument": ["uri": uri, "version": 1], "contentChanges": [["text": "x"]]])
    try editor.open("a.md")
    for changes in [["range": 5, "text": "x"], ["text": 5], 5] as [JSONValue] {
      editor.notify(
        "textDocument/didChange", ["textDocument": ["uri": uri, "version": 2], "contentChanges": [changes]])
    }
    editor.notify(
      "textDocument/didChange", ["textDocument": ["uri": uri, "version": 1], "contentChanges": [["text": "late"]]])
    #expect(editor.take("window/logMessage").count == 5)
    #expect(editor.server.workspace.document(editor.uri("a.md"))?.version == 1)
    #expect(try editor.request("shutdown", .null) == .null)
  }

  @Test func noChangesWithTheSameVersionLeaveTheDocumentKnown() throws {
    let editor = try TestedEditor(["b.md": "# B\n"])
    try editor.open("a.md", "[[b]]\n")
    editor.notify(
      "textDocument/didChange",
      ["textDocument": ["uri": .text(editor.uri("a.md")), "version": 1], "contentChanges": []])
    try editor.type("x ", in: "a.md", at: 0..<0)
    let found = try editor.ask("textDocument/definition", in: "a.md", at: DocumentPosition(line: 0, character: 5))
    #expect(found.items.map { editor.path($0["uri"]) } == ["b.md"])
    #expect(editor.take("window/showMessage").isEmpty)
  }

  /// A change that fits no text leaves the client with another one: edits of ours would fall into the wrong place.
  @Test func aDocumentWhoseChangeWasRefusedIsLeftAloneUntilAllOfItsTextIsKnown() throws {
    let editor = try TestedEditor(["a.md": "# A\n", "b.md": "[[A]]\n"], RenamingTests.capable)
    try editor.open("a.md", "# A typed\n")
    func change(_ changes: JSONValue, version: Int) {
      editor.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": .text(editor.uri("a.md")), "version": .integer(version)],
          "contentChanges": [changes],
        ])
    }
    func rename(in path: String, at character: Int) throws -> JSONValue {
      let place = DocumentPosition(line: 0, character: character)
      return try editor.ask("textDocument/rename", in: path, at: place, ["newName": "New"])
    }
    let ends = [DocumentPosition(line: 0, character: 3), DocumentPosition(line: 0, character: 2)].map(\.json)
    change(["range": ["start": ends[0], "end": ends[1]], "text": "Z"], version: 2)
    change(["range": ["start": ends[1], "end": ends[1]], "text": "Y"], version: 3)
    #expect(editor.take("window/showMessage").count == 1)
    let modified = TestedEditor.Refused(code: -32801, message: "the document has changed")
    #expect(throws: modified) { try rename(in: "a.md", at: 3) }
    #expect(throws: modified) { try rename(in: "b.md", at: 3) }
    // The editor saves what it has.
    try editor.folder.write("# YA typed\n", to: "a.md")
    editor.lookAtFiles()
    editor.idle()
    change(["text": "# Whole\n"], version: 4)
    let edit = try rename(in: "a.md", at: 3)
    #expect(edit["documentChanges"]?.items.first?["textDocument", "version"] == 4)
    #expect(editor.take("window/showMessage").isEmpty)
  }

  @Test func utf8IsPreferredAndUTF16IsTheDefault() throws {
    #expect(PositionEncoding(offeredBy: ["utf-16", "utf-32", "utf-8"]) == .utf8)
    #expect(PositionEncoding(offeredBy: ["utf-32", "utf-16"]) == .utf16)
    #expect(PositionEncoding(offeredBy: ["utf-32"]) == .utf32)
    #expect(PositionEncoding(offeredBy: []) == .utf16)
  }

  @Test func aClientThatCountsBytesAndDoesNotSaySoIsSetTo() throws {
    let editor = try TestedEditor(["한.md": "# 한\n"], encoding: .utf8, isStarted: false)
    var params = editor.initializeParams().members
    params["capabilities"] = [:]
    params["initializationOptions"] = ["positionEncoding": "utf-8"]
    #expect(try editor.request("initialize", .object(params))["capabilities", "positionEncoding"] == "utf-8")
    editor.notify("initialized", [:])
    #expect(try editor.ask("textDocument/definition", in: "a.md", "한글 [[한|]]\n") != .null)
    params["initializationOptions"] = ["positionEncoding": "bytes"]
    #expect(ClientProfile(.object(params), language: .english).encoding == .utf16)
  }

  /// As of a checkout in Emacs, which sends one for each file.
  @Test func ofChangesOfFilesThatWaitOneIsKept() {
    let inbox = Inbox()
    func post(_ methods: String...) {
      for method in methods { inbox.post(.message(.notification(method: method, params: [:]))) }
    }
    func waiting() -> [String] {
      var methods: [String] = []
      while case .message(.notification(let method, _))? = inbox.next(within: .seconds(0)) { methods.append(method) }
      return methods
    }
    let change = "workspace/didChangeWatchedFiles"
    post(change, change, change, "textDocument/didSave", "textDocument/didChange", change, "textDocument/didSave")
    #expect(waiting() == [change, "textDocument/didChange", change])
    // One that has had its turn may have looked before.
    post(change)
    #expect(waiting() == [change])
  }

  @Test func cancelledAndStaleRequestsAreRefusedBeforeTheirTurn() {
    let inbox = Inbox()
    func ask(_ id: JSONValue, _ method: String) {
      inbox.post(.message(.request(id: id, method: method, params: ["textDocument": ["uri": "file:///a.md"]])))
    }
    ask(1, "textDocument/hover")
    ask("1", "textDocument/hover")
    ask(2, "textDocument/inlayHint")
    inbox.post(.message(.notification(method: "$/cancelRequest", params: ["id": 1])))
    inbox.post(.message(.notification(method: "$/cancelRequest", params: ["id": 9])))
    inbox.post(
      .message(.notification(method: "textDocument/didChange", params: ["textDocument": ["uri": "file:///a.md"]])))
    ask(3, "textDocument/inlayHint")
    var items: [String] = []
    while let item = inbox.next(within: .seconds(0)) {
      switch item {
      case .refused(let id, let error): items.append("\(id.integer ?? 0) \(error.code)")
      case .message(.request(let id, let method, _)): items.append("\(id.integer ?? 0) \(method)")
      case .message(.notification(let method, _)): items.append(method)
      default: break
      }
    }
    #expect(
      items == [
        "1 requestCancelled", "0 textDocument/hover", "2 contentModified", "textDocument/didChange",
        "3 textDocument/inlayHint",
      ])
    #expect(inbox.isEmpty)
  }
}
