import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// The protocol of the agent server: its revisions, and what it makes of anything that comes in.
@Suite struct AgentServerTests {
  private static let versionKey = "io.modelcontextprotocol/protocolVersion"

  private static func stateless(_ params: JSONValue = [:], version: JSONValue = "2026-07-28") -> JSONValue {
    var members = params.members
    members["_meta"] = [versionKey: version, "io.modelcontextprotocol/clientCapabilities": [:]]
    return .object(members)
  }

  // MARK: Revisions

  @Test(arguments: AgentServer.handshakes + ["2026-07-28", "1999-01-01", ""])
  func theHandshakeTakesTheClientsRevisionOrNamesTheNewest(version: String) throws {
    let agent = try TestedAgent(isReady: false)
    let early = try agent.answer("tools/list")
    #expect(early["error", "code"] == -32600, "\(early)")
    #expect(try agent.send("ping") == [:])
    let result = try agent.send("initialize", ["protocolVersion": .text(version), "capabilities": [:]])
    let isKnown = AgentServer.handshakes.contains(version)
    #expect(result["protocolVersion"]?.text == (isKnown ? version : "2025-11-25"))
    #expect(result["serverInfo", "name"] == "memo" && result["serverInfo", "version"] == "1.2.3")
    #expect(result["resultType"] == nil && result["capabilities", "tools"] != nil)
    #expect(agent.receive(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
    #expect(try agent.send("tools/list")["tools"]?.items.count == 9)
  }

  @Test func aStatelessRequestNeedsNoHandshake() throws {
    let agent = try TestedAgent(["a.md": "# A\n"], isReady: false)
    let found = try agent.send("server/discover", Self.stateless())
    #expect(found["supportedVersions"] == ["2026-07-28"] && found["resultType"] == "complete")
    #expect(found["ttlMs"]?.integer ?? 0 > 0 && found["cacheScope"] == "private")
    #expect(found["_meta", "io.modelcontextprotocol/serverInfo", "version"] == "1.2.3")
    let list = try agent.send("tools/list", Self.stateless())
    #expect(list["resultType"] == "complete" && list["ttlMs"] != nil && list["cacheScope"] == "private")
    let call = try agent.send("tools/call", Self.stateless(["name": "list", "arguments": [:]]))
    #expect(call["resultType"] == "complete" && call["isError"] == false && call["ttlMs"] == nil)
    // Nothing of that counts as a handshake.
    #expect(try agent.answer("tools/list")["error", "code"] == -32600)
  }

  @Test func anotherStatelessRevisionIsRefusedWithThoseThatAreKnown() throws {
    let agent = try TestedAgent(isReady: false)
    for method in ["server/discover", "tools/list", "tools/call", "nonsense"] {
      let error = try #require(try agent.answer(method, Self.stateless(version: "2099-01-01"))["error"])
      #expect(error["code"] == -32022 && error["data", "requested"] == "2099-01-01")
      #expect(error["data", "supported"]?.items.map(\.text) == AgentServer.versions)
    }
    #expect(try agent.answer("tools/list", Self.stateless(version: 7))["error", "code"] == -32602)
  }

  @Test func aRequestWithoutAnIdentifierOfItsOwnIsRefused() throws {
    let agent = try TestedAgent()
    let answer = try #require(agent.receive(#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#))
    #expect(answer["error", "code"] == -32600 && answer.members["id"] == .null, "\(answer)")
  }

  @Test func whatIsNotUTF8IsRefusedBeforeItIsWritten() throws {
    let agent = try TestedAgent(["a.md": "# A\n"])
    let line =
      #"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"append","arguments":{"path":"a.md","text":"x?"}}}"#
    let bytes = line.utf8.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }
    #expect(agent.receive(bytes: bytes)?["error", "code"] == -32700)
    #expect(try agent.text("a.md") == "# A\n")
  }

  // MARK: Tools

  @Test func thereAreAtMostNineToolsInSixKilobytes() throws {
    let all = try TestedAgent().send("tools/list")["tools"] ?? .null
    #expect(
      all.items.map { $0["name"]?.text } == [
        "search", "list", "read", "outline", "backlinks", "create", "edit", "append", "rename",
      ])
    #expect(all.encoded.count <= 6 * 1_024)
    print("definitions: \(all.encoded.count) bytes")
    let reading = try TestedAgent(isWriting: false).send("tools/list")["tools"] ?? .null
    #expect(reading.items.count == 5 && reading.items.allSatisfy { $0["annotations", "readOnlyHint"] == true })
    #expect(all.items.allSatisfy { $0["inputSchema", "type"] == "object" })
    #expect(all.items[6]["inputSchema", "required"] == ["path", "if_match", "old", "new"])
  }

  @Test func withoutWriteThereIsNothingToChangeWith() throws {
    let agent = try TestedAgent(["a.md": "# A\n"], isWriting: false)
    for tool in ["create", "edit", "append", "rename", "delete", ""] {
      let error = try agent.answer("tools/call", ["name": .text(tool), "arguments": ["path": "a.md", "text": "x"]])
      #expect(error["error", "code"] == -32602, "\(tool)")
    }
    #expect(try agent.text("a.md") == "# A\n")
  }

  // MARK: Whatever comes in

  @Test(arguments: [
    ("", -32700), ("{", -32700), ("null", -32600), ("7", -32600), ("\"x\"", -32600), ("[]", -32600), ("{}", -32600),
    (#"{"id":{},"method":"ping"}"#, -32600), (#"{"id":1,"method":7}"#, -32600),
    (#"{"id":1,"method":"no/such"}"#, -32601),
    (#"{"id":1,"method":"tools/call"}"#, -32602), (#"{"id":1,"method":"tools/call","params":{"name":"x"}}"#, -32602),
    (#"{"id":1,"method":"tools/call","params":[]}"#, -32602), (String(repeating: "[", count: 5_000), -32700),
  ])
  func whatIsNoRequestIsRefusedAndTheNextOneAnswered(line: String, code: Int) throws {
    let agent = try TestedAgent()
    let answer = agent.receive(line)
    let first = answer?.items.first ?? answer
    #expect(first?["error", "code"]?.integer == code, "\(String(describing: answer))")
    #expect(try agent.send("ping") == [:])
  }

  @Test func aBatchIsAnsweredTogether() throws {
    let agent = try TestedAgent(["a.md": "# A\n"])
    let line = #"[{"id":1,"method":"ping"},{"method":"x"},{"id":"b","method":"no"},3]"#
    let answers = agent.receive(line)?.items ?? []
    #expect(answers.count == 3 && answers[0]["result"] == [:] && answers[1]["error", "code"] == -32601)
    #expect(agent.receive(#"[{"method":"x"}]"#) == nil)
    let many = "[" + (0..<65).map { #"{"id":\#($0),"method":"ping"}"# }.joined(separator: ",") + "]"
    #expect(agent.receive(many)?["error", "code"] == -32600)
  }

  @Test func linesAreCutWhereverTheirBytesCome() {
    var random = SeededRandom(seed: 5)
    let lines = (0..<200).map { "{\"id\":\($0)}" }
    let stream = Array((lines.joined(separator: "\n") + "\n \r\n\n" + "{\"last\":1}").utf8)
    var reader = LineReader()
    var found: [LineReader.Line] = []
    var place = 0
    while place < stream.count {
      let next = min(stream.count, place + 1 + random.below(40))
      reader.append(stream[place..<next])
      place = next
      while let line = reader.next() { found.append(line) }
    }
    reader.end()
    while let line = reader.next() { found.append(line) }
    #expect(found == (lines + ["{\"last\":1}"]).map { .text(Array($0.utf8)) })
  }

  @Test func aLineThatIsTooLongIsNotKept() {
    var reader = LineReader()
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<40 { reader.append(piece) }
    reader.append(Array("\nping\n".utf8))
    #expect(reader.next() == .tooLong)
    #expect(reader.next() == .text(Array("ping".utf8)))
    #expect(reader.next() == nil)
  }

  @Test func bytesByChanceAreAnsweredOrPassedOver() throws {
    let agent = try TestedAgent(["a.md": "# A\n"])
    var random = SeededRandom(seed: 11)
    let words = [
      "{", "}", "[", "]", ":", ",", "\"", "id", "method", "params", "name", "arguments", "tools/call", "read", "path",
      "a.md", "1", "null", "_meta", "\\u0000", "\u{1F600}", "..", "/", "-1", "1e999", "if_match", "edit", "old",
    ]
    for _ in 0..<20_000 {
      var line: [UInt8] = []
      for _ in 0..<random.below(24) {
        if random.happens(percent: 10) { line.append(UInt8(random.below(256))) }
        line +=
          (random.happens(percent: 40) ? "\"\(words[random.below(words.count)])\"" : words[random.below(words.count)])
          .utf8
      }
      if let answer = agent.server.receive(line) {
        #expect(answer.items.isEmpty ? answer["id"] != nil || answer["error"] != nil : true)
      }
    }
    #expect(try agent.text("a.md") == "# A\n")
    #expect(try agent.send("ping") == [:])
    print("20000 lines by chance")
  }
}
