import MemoCore
import MemoKit
import MemoWords

/// The agent server, without its input and output: takes a line, and has the line that answers it.
///
/// It speaks the Model Context Protocol, revision 2026-07-28, in which each request says which revision it is of and nothing
/// is remembered, and the handshake of the revisions before.
final class AgentServer {
  /// Why a request is not answered.
  struct Refusal: Error {
    let code: Int
    let message: String
    var data: JSONValue?

    init(_ code: ResponseError.Code, _ message: String) {
      (self.code, self.message) = (code.rawValue, message)
    }

    /// The request is of a revision that is not known.
    init(unsupported version: String) {
      (code, message) = (-32022, "unsupported protocol version")
      data = ["supported": .array(AgentServer.versions.map { .text($0) }), "requested": .text(version)]
    }

    var json: JSONValue {
      JSONValue(members: ["code": .integer(code), "message": .text(message), "data": data])
    }
  }

  /// The revision without a handshake.
  static let stateless = "2026-07-28"
  /// Those with one, the newest last.
  static let handshakes = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  static let versions = handshakes + [stateless]

  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let serverKey = "io.modelcontextprotocol/serverInfo"
  /// How many messages may come in one line.
  private static let batchLimit = 64
  /// The tools are the same as long as the process runs.
  private static let lifetime = 3_600_000

  private var tools: AgentTools
  private let version: String
  private var isIntroduced = false

  /// A server of a vault.
  init(of tools: AgentTools, version: String) {
    (self.tools, self.version) = (tools, version)
  }

  /// The answer to a line; `nil` for none.
  func receive(_ line: [UInt8]) -> JSONValue? {
    // What is replaced in an argument would be written to a memo.
    guard String(validating: line, as: UTF8.self) != nil else {
      return Self.refused(.null, Refusal(.parseError, "not UTF-8"))
    }
    let value: JSONValue
    do {
      value = try JSONReader.read(line)
    } catch {
      return Self.refused(.null, Refusal(.parseError, "not JSON at byte \(error.offset)"))
    }
    guard case .array(let messages) = value else { return answer(value) }
    guard (1...Self.batchLimit).contains(messages.count) else {
      return Self.refused(.null, Refusal(.invalidRequest, "a batch has 1 to \(Self.batchLimit) messages"))
    }
    let answers = messages.compactMap(answer)
    return answers.isEmpty ? nil : .array(answers)
  }

  /// The answer to a line that was too long to be read.
  static func tooLong(_ limit: Int) -> JSONValue {
    refused(.null, Refusal(.invalidRequest, "a line has more than \(limit) bytes"))
  }

  private static func refused(_ id: JSONValue, _ refusal: Refusal) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "error": refusal.json]
  }

  private func answer(_ value: JSONValue) -> JSONValue? {
    if value.members["id"] == .null, value["method"] != nil {
      return Self.refused(.null, Refusal(.invalidRequest, "the id of a request is null"))
    }
    switch RemoteMessage(value) {
    case .request(let id, let method, let params):
      do throws(Refusal) {
        return RemoteMessage.answer(id, .success(try result(of: method, params)))
      } catch {
        return Self.refused(id, error)
      }
    // Requests are answered one after the other, so that a cancellation always comes too late.
    case .notification, .response: return nil
    case .invalid(let id, let error): return RemoteMessage.answer(id, .failure(error))
    }
  }

  // MARK: Requests

  private func result(of method: String, _ params: JSONValue) throws(Refusal) -> JSONValue {
    guard let named = params["_meta", Self.versionKey] else { return try handshakeResult(of: method, params) }
    guard let version = named.text else { throw Refusal(.invalidParams, "'\(Self.versionKey)' is not a string") }
    guard version == Self.stateless else { throw Refusal(unsupported: version) }
    var result = try statelessResult(of: method, params).members
    result["resultType"] = "complete"
    result["_meta"] = [Self.serverKey: server]
    return .object(result)
  }

  private func statelessResult(of method: String, _ params: JSONValue) throws(Refusal) -> JSONValue {
    switch method {
    case "server/discover":
      [
        "supportedVersions": [.text(Self.stateless)], "capabilities": Self.capabilities,
        "instructions": .text(tools.instructions), "ttlMs": .integer(Self.lifetime), "cacheScope": "private",
      ]
    case "tools/list":
      ["tools": tools.list, "ttlMs": .integer(Self.lifetime), "cacheScope": "private"]
    default: try common(method, params)
    }
  }

  private func handshakeResult(of method: String, _ params: JSONValue) throws(Refusal) -> JSONValue {
    switch method {
    case "initialize":
      isIntroduced = true
      let asked = params["protocolVersion"]?.text ?? ""
      return [
        "protocolVersion": .text(Self.handshakes.contains(asked) ? asked : Self.handshakes[Self.handshakes.count - 1]),
        "capabilities": Self.capabilities, "serverInfo": server, "instructions": .text(tools.instructions),
      ]
    case "ping": return [:]
    default:
      guard isIntroduced else {
        throw Refusal(.invalidRequest, "'\(method)' before 'initialize' and without '_meta.\(Self.versionKey)'")
      }
      return method == "tools/list" ? ["tools": tools.list] : try common(method, params)
    }
  }

  private func common(_ method: String, _ params: JSONValue) throws(Refusal) -> JSONValue {
    switch method {
    case "ping": return [:]
    case "tools/call":
      guard let name = params["name"]?.text else { throw Refusal(.invalidParams, "no name of a tool") }
      guard let tool = tools.tool(named: name) else {
        throw Refusal(
          .invalidParams, "no tool '\(name)'" + (tools.isWriting ? "" : " (changes need 'memo mcp --write')"))
      }
      return tools.call(tool, with: params["arguments"] ?? [:])
    default: throw Refusal(.methodNotFound, "no method '\(method)'")
    }
  }

  private static let capabilities: JSONValue = ["tools": ["listChanged": false]]
  private var server: JSONValue { ["name": "memo", "version": .text(version)] }
}
