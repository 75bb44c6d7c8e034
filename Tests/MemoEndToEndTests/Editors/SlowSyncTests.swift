import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// `memo.sync` in an editor whose remote does not answer before the test lets it: everything else goes on.
@Suite(.waitsForPrograms) struct SlowSyncTests {
  /// A stand-in for ssh that notes who it is, says that it is there, and reaches the hub once it may.
  private static let slowSSH = """
    for command; do :; done
    if ! [ -e ../open ]; then echo $$ > ../pids; echo > ../ready; read go < ../go; fi
    cd .. && eval "$command"
    """

  private let devices: Devices
  private let server: ServerRun

  init() throws {
    devices = try Devices.inStep()
    try devices.write("# A\none\ntwo\nthree\nfrom there\n", to: "a.md", on: 1)
    try devices.write("# Other\n", to: "other.md", on: 1)
    try devices.mustSync(1)
    try devices.sandbox.makeProgram("ssh", Self.slowSSH)
    try devices.git("config", "remote.origin.url", "me@host:hub.git", in: "d0")
    for pipe in ["ready", "go"] { try devices.sandbox.folder.makePipe(VaultPath(pipe)) }
    server = try ServerRun(devices.sandbox)
    try server.begin(in: folder)
    try server.ask("textDocument/documentSymbol", ["textDocument": ["uri": uri]]) { "\($0 ?? "")".contains("A") }
  }

  private var folder: HostPath { devices.sandbox.folder.path.appending("d0") }
  private var uri: String { "file://\(folder.text)/a.md" }

  /// Begins a sync, and waits until it waits for the remote.
  private func beginSync() throws {
    let params: ServerRun.Message = ["command": "memo.sync", "arguments": [[String: String]()]]
    try server.send(["jsonrpc": "2.0", "id": "sync", "method": "workspace/executeCommand", "params": params])
    let run = try devices.sandbox.shell("read ready < ready", in: "")
    try #require(run.end == .exited(0), "\(run.errors)")
  }

  /// Lets every later call reach the hub.
  private func open() throws { try devices.sandbox.folder.write("", to: "open") }

  /// Lets the call go on that waits.
  private func release() throws {
    try open()
    let run = try devices.sandbox.shell("echo > go", in: "")
    try #require(run.end == .exited(0), "\(run.errors)")
  }

  /// The answer to the sync.
  private func answer() throws -> ServerRun.Message {
    try server.note { $0["id"] as? String == "sync" }
  }

  private func change(_ text: String, version: Int) throws {
    let document: ServerRun.Message = ["uri": uri, "languageId": "markdown", "version": version, "text": text]
    if version == 1 { return try server.notify("textDocument/didOpen", ["textDocument": document]) }
    try server.notify("textDocument/didChange", ["textDocument": document, "contentChanges": [["text": text]]])
  }

  private func items(_ line: Int) throws -> Int? {
    let params: ServerRun.Message = ["textDocument": ["uri": uri], "position": ["line": line, "character": 2]]
    let list = try server.request("textDocument/completion", params)["result"] as? ServerRun.Message
    return (list?["items"] as? [Any])?.count
  }

  private func expectAllGone() throws {
    let run = try devices.sandbox.shell(
      "for id in $(cat pids); do while ps -o stat= -p $id | grep -q '^[^Z]'; do :; done; done", in: "")
    #expect(run.end == .exited(0))
  }

  @Test func completionAnswersWhileASyncWaitsForItsRemote() throws {
    try change("# A\none\ntwo\nthree\n", version: 1)
    try beginSync()
    try change("# A\none\nmine\n\n[[\n", version: 2)
    // No memo but the one that is open.
    #expect(try items(4) == 0)
    try release()
    let report = try answer()["result"] as? ServerRun.Message
    #expect(report?["received"] != nil, "\(report ?? [:])")
    #expect(try items(4) == 1)
    let warning = try server.wait(for: "window/showMessage")
    #expect("\(warning["message"] ?? "")".contains("'a.md'"))
    #expect(try devices.text("a.md", on: 0) == "# A\none\ntwo\nthree\nfrom there\n")
    #expect(!server.notes.contains { $0["method"] as? String == "workspace/applyEdit" })
  }

  @Test func aCancelledSyncStopsWaitingForItsRemote() throws {
    try beginSync()
    try server.notify("$/cancelRequest", ["id": "sync"])
    #expect((try answer()["error"] as? ServerRun.Message)?["code"] as? Int == -32800)
    try expectAllGone()
    try open()
    try devices.mustSync(0)
    #expect(try devices.text("other.md", on: 0) == "# Other\n")
  }

  @Test(arguments: [true, false])
  func whatWaitsForARemoteEndsWithTheEditor(isOrderly: Bool) throws {
    try beginSync()
    if isOrderly {
      #expect(try server.request("shutdown")["result"] is NSNull)
      #expect((try answer()["error"] as? ServerRun.Message)?["code"] as? Int == -32800)
      try server.notify("exit")
    } else {
      server.endInput()
    }
    #expect(server.wait() == .exited(isOrderly ? 0 : 1))
    try expectAllGone()
    try open()
    try devices.mustSync(0)
    #expect(try devices.text("other.md", on: 0) == "# Other\n")
  }
}
