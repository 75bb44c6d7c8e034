import Foundation
import MemoCore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The language server as a process: what it answers is tested in MemoLSPTests, message by message.
@Suite(.waitsForPrograms) struct LanguageServerTests {
  private static func place(_ file: HostPath, _ line: Int, _ character: Int) -> ServerRun.Message {
    ["textDocument": ["uri": "file://\(file.text)"], "position": ["line": line, "character": character]]
  }

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n\n[[회의록]]\n", to: "a.md")
    try sandbox.write("# 회의록\n", to: "b.md")
    return sandbox
  }

  @Test func aSessionAnswersAndEndsWithoutATrace() throws {
    let sandbox = try sandbox()
    let server = try ServerRun(sandbox)
    let answer = try server.begin(in: sandbox.vault)["result"] as? ServerRun.Message
    #expect((answer?["serverInfo"] as? ServerRun.Message)?["name"] as? String == "memo")
    try server.ask("textDocument/definition", Self.place(sandbox.vault.appending("a.md"), 2, 4)) { result in
      "\(result ?? "")".contains("/vault/b.md")
    }
    #expect(try server.request("shutdown")["result"] is NSNull)
    try server.notify("exit")
    #expect(server.wait() == .exited(0))
    #expect(try sandbox.text(of: "a.md") == "# A\n\n[[회의록]]\n")
    #expect(try sandbox.text(of: "b.md") == "# 회의록\n")
  }

  @Test func whatIsNoFrameIsAnsweredAndSkipped() throws {
    let sandbox = try sandbox()
    let server = try ServerRun(sandbox)
    for garbage in [
      "\r\n\r\n", "Content-Length: five\r\n\r\n", "Content-Length: -1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
      "Content-Length: 3\r\n\r\n{}}", "Content-Length: 0\r\n\r\n", "Content-Length: 99999999999999999999999\r\n\r\n",
    ] {
      try server.send(Array(garbage.utf8))
      let answer = try server.next()
      #expect(answer["id"] is NSNull, "\(garbage)")
      #expect((answer["error"] as? ServerRun.Message)?["code"] as? Int == -32700, "\(garbage)")
    }
    // A line without an end does not keep it from finding the next frame.
    try server.send([UInt8](repeating: 0xFF, count: 20_000))
    #expect(try server.next()["id"] is NSNull)
    let early = try server.request("textDocument/hover")
    #expect((early["error"] as? ServerRun.Message)?["code"] as? Int == -32002)
    #expect(try server.begin(in: sandbox.vault)["error"] == nil)
    let unknown = try server.request("memo/unknown")
    #expect((unknown["error"] as? ServerRun.Message)?["code"] as? Int == -32601)
  }

  @Test(arguments: ["", "Content-Le", "Content-Length: 100\r\n\r\n{\"jsonrpc\""])
  func theEndOfItsInputEndsIt(rest: String) throws {
    let sandbox = try sandbox()
    let server = try ServerRun(sandbox)
    try server.begin(in: sandbox.vault)
    try server.send(Array(rest.utf8))
    server.endInput()
    #expect(server.wait() == .exited(1))
  }

  @Test(arguments: [false, true])
  func itEndsWithTheEditorThatStartedItThoughItsInputStaysOpen(isUnread: Bool) throws {
    let sandbox = try sandbox()
    try sandbox.folder.makePipe(VaultPath("runs/never"))
    let silent = sandbox.folder.path.appending(VaultPath("runs/never"))
    let writer = open(silent.bytes.map(CChar.init(bitPattern:)) + [0], O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    let editor = try ChildProcess(
      [Array("cat".utf8)], variables: sandbox.variables, folder: sandbox.vault.bytes, input: silent.bytes,
      output: Array("/dev/null".utf8), errors: Array("/dev/null".utf8))
    let server = try ServerRun(sandbox)
    try server.begin(in: sandbox.vault, process: editor.id)
    #expect(try server.request("memo/unknown")["error"] != nil)
    // More answers than a pipe holds.
    for _ in 0..<(isUnread ? 4000 : 0) { try server.send(["jsonrpc": "2.0", "id": "x", "method": "memo/unknown"]) }
    kill(editor.id, SIGTERM)
    #expect(editor.wait() == .signalled(SIGTERM))
    #expect(server.wait() == .exited(1))
  }

  @Test func aVaultThatVanishesIsReportedAndTheServerGoesOn() throws {
    let sandbox = try sandbox()
    let server = try ServerRun(sandbox)
    try server.begin(in: sandbox.vault)
    let place = Self.place(sandbox.vault.appending("a.md"), 2, 4)
    try server.ask("textDocument/definition", place) { "\($0 ?? "")".contains("/vault/b.md") }
    try server.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": "file://\(sandbox.vault.appending("a.md").text)", "languageId": "markdown", "version": 1,
          "text": "# A\n\n[[회의록]] unsaved\n",
        ]
      ])
    try sandbox.folder.remove(VaultPath("vault"))
    let warning = try server.wait(for: "window/showMessage")
    #expect("\(warning["message"] ?? "")".contains(sandbox.vault.text))
    for method in ["definition", "hover", "references", "completion", "documentLink", "diagnostic", "prepareRename"] {
      _ = try server.request("textDocument/\(method)", place)
    }
    try sandbox.folder.makeFolders(VaultPath("vault"))
    #expect(try server.request("shutdown")["result"] is NSNull)
    try server.notify("exit")
    #expect(server.wait() == .exited(0))
  }
}
