import MemoCore
import MemoKit
import MemoPlatform
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoLSP

/// An agent that speaks with a server of a vault of the test's own, line by line.
final class TestedAgent {
  let folder: TemporaryFolder
  let server: AgentServer
  let tools: AgentTools
  private var count = 0

  /// What a tool has refused.
  struct Refused: Error, Equatable {
    let kind: String
    let message: String
  }

  /// - Parameter isReady: whether the handshake is made.
  init(_ files: [String: String] = [:], isWriting: Bool = true, isReady: Bool = true) throws {
    folder = try TemporaryFolder()
    try folder.makeVault()
    for (path, text) in files { try folder.write(text, to: path) }
    let machine = Machine.tested(in: folder)
    let vault = try Vault(at: folder.path, host: machine.host)
    tools = AgentTools(
      in: Workspace(vault, on: machine, isForAgent: true), language: .english, isWriting: isWriting)
    server = AgentServer(of: tools, version: "1.2.3")
    if isReady { _ = try send("initialize", ["protocolVersion": "2025-06-18"]) }
  }

  /// The whole answer to a line; `nil` for none.
  func receive(_ line: String) -> JSONValue? { receive(bytes: Array(line.utf8)) }

  /// The same, to bytes that need not be text.
  func receive(bytes: [UInt8]) -> JSONValue? { server.receive(bytes) }

  /// The whole answer to a request.
  func answer(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    count += 1
    let request: JSONValue = ["jsonrpc": "2.0", "id": .integer(count), "method": .text(method), "params": params]
    let answer = try #require(server.receive(request.encoded))
    #expect(answer["id"] == .integer(count) && answer["jsonrpc"] == "2.0")
    return answer
  }

  /// The result of a request.
  func send(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    let answer = try answer(method, params)
    return try #require(answer["result"], "\(answer)")
  }

  /// What a tool gives.
  func call(_ tool: String, _ arguments: JSONValue) throws -> JSONValue {
    let result = try send("tools/call", ["name": .text(tool), "arguments": arguments])
    let value = try #require(result["structuredContent"])
    // The same as text, for hosts that show nothing else.
    let text = try #require(result["content"]?.items.first?["text"]?.text)
    #expect(try JSONReader.read(Array(text.utf8)) == value)
    if result["isError"] == true {
      throw Refused(kind: value["error"]?.text ?? "", message: value["message"]?.text ?? "")
    }
    return value
  }

  /// What a tool refuses with.
  func refusal(_ tool: String, _ arguments: JSONValue) throws -> String {
    do {
      let value = try call(tool, arguments)
      Issue.record("\(tool) took \(arguments): \(value)")
      return ""
    } catch let refused as Refused {
      return refused.kind
    }
  }

  func text(_ path: String) throws -> String? {
    try folder.bytes(of: VaultPath(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  var history: OperationHistory {
    get throws { OperationHistory(of: try Vault(at: folder.path, host: TemporaryFolder.host())) }
  }
}
