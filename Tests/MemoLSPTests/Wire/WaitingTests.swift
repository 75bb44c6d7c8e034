import MemoTestSupport
import Synchronization
import Testing

@testable import MemoLSP

/// Requests that need all of a vault, sent while it is still being indexed.
struct WaitingTests {
  private static let capable: JSONValue = [
    "workspace": ["workspaceEdit": ["documentChanges": true, "resourceOperations": ["create", "rename", "delete"]]]
  ]

  /// An editor whose vault is not indexed yet, with `a.md` open, and a clock.
  private func started() throws -> (editor: TestedEditor, clock: TestedClock) {
    let clock = TestedClock()
    let files = ["a.md": "# A\n", "b.md": "to [[A]]\n"]
    let editor = try TestedEditor(files, isStarted: false, stopwatch: { clock.time })
    editor.holdsIndex = true
    _ = try editor.request("initialize", editor.initializeParams(Self.capable))
    editor.notify("initialized", [:])
    try editor.open("a.md")
    return (editor, clock)
  }

  @Test func aRenameWaitsForTheIndexAndMissesNoLink() throws {
    let (editor, _) = try started()
    let id = editor.beginRename()
    editor.idle()
    #expect(!editor.isAnswered(id))
    editor.finishIndex()
    let edits = try editor.result(of: id)["documentChanges"]?.items ?? []
    #expect(edits.compactMap { editor.path($0["textDocument", "uri"]) } == ["a.md", "b.md"])
  }

  @Test func aCommandThatChangesLinksWaitsToo() throws {
    let (editor, _) = try started()
    let argument: JSONValue = ["memo": "a.md", "title": "New"]
    let id = editor.begin("workspace/executeCommand", ["command": "memo.rename", "arguments": [argument]])
    #expect(!editor.isAnswered(id))
    editor.finishIndex()
    _ = try editor.result(of: id)
    #expect(try editor.disk("b.md") == "to [[New]]\n")
  }

  @Test func oneThatWaitsTooLongIsRefused() throws {
    let (editor, clock) = try started()
    let id = editor.beginRename()
    clock.advance(by: WaitingRequests.limit - .seconds(1))
    editor.idle()
    #expect(!editor.isAnswered(id))
    clock.advance(by: .seconds(1))
    editor.idle()
    let message = "the vault is still being indexed; try again in a moment"
    #expect(throws: TestedEditor.Refused(code: -32803, message: message)) { try editor.result(of: id) }
  }

  @Test func oneThatWaitsCanBeCancelled() throws {
    let (editor, _) = try started()
    let id = editor.beginRename()
    editor.notify("$/cancelRequest", ["id": id])
    #expect(throws: TestedEditor.Refused(code: -32800, message: "cancelled")) { try editor.result(of: id) }
    editor.finishIndex()
    #expect(!editor.isAnswered(id))
  }

  /// Its position is one of the text before.
  @Test func oneThatWaitsIsRefusedWhenItsDocumentChanges() throws {
    let (editor, _) = try started()
    let id = editor.beginRename()
    editor.change("a.md", to: "x\n")
    let refused = TestedEditor.Refused(code: -32801, message: "the document has changed")
    #expect(throws: refused) { try editor.result(of: id) }
  }
}

/// A clock that a test moves.
final class TestedClock: Sendable {
  private let now = Mutex(Duration.zero)

  var time: Duration { now.withLock { $0 } }

  func advance(by time: Duration) { now.withLock { $0 += time } }
}
