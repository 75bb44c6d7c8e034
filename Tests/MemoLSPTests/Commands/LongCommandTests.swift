import Dispatch
import Foundation
import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// A sync over a slow network: it goes on beside the messages, and ends when the test lets it.
@Suite struct LongCommandTests {
  private static let files = [
    "a.md": "# A\n\n[[b#Place]]\n", "b.md": "# B\n\n## Place\n", "c.md": "# C\n\n[[b]] [[none]]\n",
  ]
  private static let received = ["a.md": "# A\n\nfrom there\n\n[[b#Place]]\n", "b.md": "# B\n\nmore\n\n## Place\n"]

  private func editor(_ received: [String: String] = received, isFailing: Bool = false) throws -> TestedEditor {
    let device = OtherDevice()
    device.send(received, thenFails: isFailing)
    let editor = try TestedEditor(Self.files, RenamingTests.capable, commands: device.before)
    editor.holdsWork = true
    return editor
  }

  private func begin(_ editor: TestedEditor, _ command: String, _ argument: JSONValue = [:]) -> JSONValue {
    editor.begin("workspace/executeCommand", ["command": .text(command), "arguments": [argument]])
  }

  private func problems(_ editor: TestedEditor, _ path: String) -> Int? {
    let sent = editor.take("textDocument/publishDiagnostics").last { $0["uri"]?.text == editor.uri(path) }
    return sent?["diagnostics"]?.items.count
  }

  @Test func otherRequestsAreAnsweredWhileASyncRuns() throws {
    let editor = try editor()
    try editor.open("c.md")
    let sync = begin(editor, "memo.sync")
    #expect(editor.workCount == 1 && !editor.isAnswered(sync))
    let found = try editor.ask("textDocument/completion", in: "c.md", "# C\n\n[[|")
    #expect(found["items"]?.items.count == 2)
    #expect(try editor.ask("textDocument/hover", in: "c.md", "# C\n\n[[b|]]\n") != .null)
    editor.change("c.md", to: "# C\n\n[[none]] [[nothing]]\n")
    editor.idle()
    #expect(problems(editor, "c.md") == 2)
    #expect(try editor.result(of: begin(editor, "memo.list")).items.count == 3)
    #expect(!editor.isAnswered(sync))
    editor.finishWork()
    #expect(try editor.result(of: sync)["received"] == 2)
    #expect(try editor.result(of: begin(editor, "memo.search", ["query": "more"])).items.count == 1)
  }

  @Test func commandsThatChangeTheVaultHaveTheirTurns() throws {
    let editor = try editor(["a.md": "# A\n\n[[b]] twice [[b]]\n"])
    let sync = begin(editor, "memo.sync")
    let rename = begin(editor, "memo.rename", ["memo": "b", "title": "Goal"])
    let again = begin(editor, "memo.sync")
    #expect(!editor.isAnswered(sync) && !editor.isAnswered(rename) && editor.workCount == 1)
    editor.finishWork()
    #expect(editor.isAnswered(sync) && editor.isAnswered(rename) && !editor.isAnswered(again))
    let path = try #require(try editor.result(of: rename)["path"]?.text)
    // The links that the sync brought are those that were renamed.
    #expect(try editor.disk("a.md") == "# A\n\n[[\(path.dropLast(3))]] twice [[\(path.dropLast(3))]]\n")
    editor.finishWork()
    #expect(editor.isAnswered(again))
  }

  @Test func aSyncOfOneVaultDoesNotHoldUpAnother() throws {
    let editor = try editor()
    let other = try TestedEditor(["z.md": "# Z\n"])
    let folder = editor.add(other)
    let sync = begin(editor, "memo.sync", ["vault": .text(DocumentAddress.uri(editor.folder.path))])
    let made = begin(editor, "memo.new", ["title": "Q", "vault": folder])
    #expect(!editor.isAnswered(sync))
    #expect(try editor.result(of: made)["title"] == "Q")
  }

  @Test(arguments: [false, true])
  func aTextThatChangedDuringASyncStaysAndItsPersonIsTold(isFailing: Bool) throws {
    let editor = try editor(isFailing: isFailing)
    for path in ["a.md", "b.md"] { try editor.open(path) }
    let sync = begin(editor, "memo.sync")
    let mine = "# A\n\nmine\n\n\n[[b#Place]]\n"
    editor.change("a.md", to: mine)
    editor.finishWork()
    let result = Result { try editor.result(of: sync) }
    switch result {
    case .success(let report): #expect(!isFailing && report["received"] == 2)
    case .failure(let error):
      #expect(isFailing && error as? TestedEditor.Refused == .init(code: -32803, message: "no push"))
    }
    // The text that no one has touched is brought up to date, by one edit of the version that the client has.
    let edits = editor.take("workspace/applyEdit")
    #expect(edits.count == 1)
    try editor.apply(try #require(edits.first?["edit"]))
    #expect(try editor.text("b.md") == Self.received["b.md"])
    #expect(try editor.text("a.md") == mine && editor.disk("a.md") == Self.received["a.md"])
    let target = try editor.ask("textDocument/definition", in: "a.md", at: DocumentPosition(line: 5, character: 4))
    #expect(try target.items.map(editor.place) == ["b.md:## Place"] || target.items.map(editor.place) == ["b.md:Place"])
    editor.idle()
    editor.idle()
    #expect(
      editor.take("window/showMessage") == [
        [
          "type": 2,
          "message": "'a.md' has changed on disk while you have unsaved changes; compare them before you save",
        ]
      ])
    // Refused until the two are one text.
    #expect(throws: TestedEditor.Refused.self) { try editor.result(of: begin(editor, "memo.sync")) }
  }

  /// Editors report a change a little after it: the file may have changed by then.
  @Test(arguments: [false, true])
  func aTextWhoseChangeIsToldAfterAnotherProgramsIsOvertakenToo(isLookedAtBefore: Bool) throws {
    let editor = try TestedEditor(["a.md": "# A\n"])
    try editor.open("a.md")
    try editor.folder.write("# A\n\ntheirs\n", to: "a.md")
    if isLookedAtBefore {
      editor.lookAtFiles()
      editor.idle()
      #expect(editor.take("window/showMessage").isEmpty, "the editor reads it again")
    }
    editor.change("a.md", to: "# A\n\nmine\n")
    editor.lookAtFiles()
    editor.idle()
    #expect(editor.take("window/showMessage").count == 1)
    editor.change("a.md", to: "# A\n\nmine too\n")
    editor.idle()
    #expect(editor.take("window/showMessage").isEmpty, "once is enough")
  }

  /// What is typed right after a save comes before the server has time to warn.
  @Test(arguments: [false, true])
  func theEditorsOwnSaveIsNoChangeWhenTypingGoesOn(isAnnounced: Bool) throws {
    let editor = try TestedEditor(["a.md": "# A\n"])
    try editor.open("a.md")
    editor.change("a.md", to: "# A\n\none\n")
    if isAnnounced {
      try editor.save("a.md")
    } else {
      try editor.folder.write("# A\n\none\n", to: "a.md")
      editor.lookAtFiles()
    }
    editor.change("a.md", to: "# A\n\none\n\ntwo\n")
    editor.idle()
    #expect(editor.take("window/showMessage").isEmpty)
    try editor.folder.write("# A\n\ntheirs\n", to: "a.md")
    editor.lookAtFiles()
    editor.idle()
    #expect(editor.take("window/showMessage").count == 1)
  }

  @Test func aCancelledSyncIsAnsweredAtOnceAndStopped() throws {
    let editor = try editor()
    let (sync, rename) = (begin(editor, "memo.sync"), begin(editor, "memo.rename", ["memo": "b", "title": "Goal"]))
    let last = begin(editor, "memo.new", ["title": "Last"])
    for id in [sync, rename, 99, "x"] { editor.notify("$/cancelRequest", ["id": id]) }
    let cancelled = TestedEditor.Refused(code: -32800, message: "cancelled")
    for id in [sync, rename] {
      #expect(throws: cancelled) { try editor.result(of: id) }
    }
    // The vault is free once the sync has stopped.
    #expect(!editor.isAnswered(last))
    editor.finishWork()
    #expect(try editor.result(of: last)["title"] == "Last")
    #expect(!editor.isAnswered(sync) && !editor.isAnswered(rename))
    for (path, text) in Self.files { #expect(try editor.disk(path) == text) }
  }

  @Test func aShutdownStopsWhatRuns() throws {
    let editor = try editor()
    let (sync, made) = (begin(editor, "memo.sync"), begin(editor, "memo.new", ["title": "Q"]))
    #expect(try editor.request("shutdown", .null) == .null)
    for id in [sync, made] {
      #expect(throws: TestedEditor.Refused(code: -32800, message: "cancelled")) { try editor.result(of: id) }
    }
    editor.finishWork()
    #expect(!editor.isAnswered(sync))
    editor.notify("exit", .null)
    #expect(editor.server.exitCode == 0)
    #expect(try editor.disk("a.md") == Self.files["a.md"])
  }

  /// Files come one by one: a link may be newer than the memo that it is about.
  @Test func movesThatASyncMakesAreNotOfferedBeforeItIsOver() throws {
    let editor = try editor(["a.md": "# A\n\n[go](new.md)\n"])
    try editor.folder.write("# A\n\n[go](b.md)\n", to: "a.md")
    editor.lookAtFiles()
    let before = try #require(editor.server.workspace.vaults.first).base
    let sync = begin(editor, "memo.sync")
    try editor.folder.rename(VaultPath("b.md"), to: VaultPath("new.md"))
    try editor.seeMoves(since: before)
    #expect(editor.take("window/showMessageRequest").isEmpty)
    editor.finishWork()
    #expect(editor.isAnswered(sync) && editor.take("window/showMessageRequest").isEmpty)
    // One that leaves links behind is offered after it.
    let between = try #require(editor.server.workspace.vaults.first).base
    let again = begin(editor, "memo.sync")
    try editor.folder.rename(VaultPath("new.md"), to: VaultPath("other.md"))
    try editor.seeMoves(since: between)
    #expect(editor.take("window/showMessageRequest").isEmpty)
    editor.finishWork()
    #expect(editor.isAnswered(again) && editor.take("window/showMessageRequest").count == 1)
  }

  @Test func aCancellationReachesWhatIsUnderWay() {
    let inbox = Inbox()
    inbox.post(.message(.request(id: 1, method: "workspace/executeCommand", params: [:])))
    _ = inbox.next(within: .seconds(0))
    inbox.post(.message(.notification(method: "$/cancelRequest", params: ["id": 1])))
    guard case .message(.notification("$/cancelRequest", _))? = inbox.next(within: .seconds(0)) else {
      Issue.record("the cancellation was dropped")
      return
    }
    inbox.forget(1)
    inbox.post(.message(.notification(method: "$/cancelRequest", params: ["id": 1])))
    #expect(inbox.isEmpty)
  }
}
