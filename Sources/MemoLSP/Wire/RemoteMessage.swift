import MemoCore

/// A message of JSON-RPC as it came in.
enum RemoteMessage: Equatable, Sendable {
  /// Asks for an answer.
  case request(id: JSONValue, method: String, params: JSONValue)
  /// Asks for none.
  case notification(method: String, params: JSONValue)
  /// Answers a request of ours; `nil` for an error.
  case response(id: JSONValue, result: JSONValue?)
  /// What is no message, with the request that it may have been.
  case invalid(id: JSONValue, ResponseError)

  /// Reads the body of a frame.
  init(_ body: [UInt8]) {
    do throws(JSONReader.Fault) {
      self.init(try JSONReader.read(body))
    } catch {
      self = .invalid(id: .null, ResponseError(.parseError, "not JSON at byte \(error.offset)"))
    }
  }

  /// Takes a value for a message.
  init(_ value: JSONValue) {
    let params = value["params"] ?? .null
    switch (value["id"], value["method"]) {
    case (let id?, .text(let method)?) where id.isIdentifier: self = .request(id: id, method: method, params: params)
    case (nil, .text(let method)?): self = .notification(method: method, params: params)
    case (let id?, nil) where id.isIdentifier && value["error"] != nil: self = .response(id: id, result: nil)
    // A result may be `null`.
    case (let id?, nil) where id.isIdentifier && value.members["result"] != nil:
      self = .response(id: id, result: value["result"] ?? .null)
    case (let id, _):
      let known = id.flatMap { $0.isIdentifier ? $0 : nil } ?? .null
      self = .invalid(id: known, ResponseError(.invalidRequest, "not a request, notification or response"))
    }
  }

  // MARK: Sending

  /// The answer to a request.
  static func answer(_ id: JSONValue, _ result: Result<JSONValue, ResponseError>) -> JSONValue {
    switch result {
    case .success(let value): ["jsonrpc": "2.0", "id": id, "result": value]
    case .failure(let error): ["jsonrpc": "2.0", "id": id, "error": error.json]
    }
  }

  /// A notification of ours.
  static func notify(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .text(method), "params": params]
  }

  /// A request of ours.
  static func ask(_ id: Int, _ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": .integer(id), "method": .text(method), "params": params]
  }
}

extension JSONValue {
  /// Whether a request may have it for an id.
  fileprivate var isIdentifier: Bool {
    switch self {
    case .integer, .text: true
    default: false
    }
  }
}

/// Why a request is not answered.
struct ResponseError: Error, Equatable, Sendable {
  /// The codes of JSON-RPC and of the protocol.
  enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case notInitialized = -32002
    case requestFailed = -32803
    case contentModified = -32801
    case requestCancelled = -32800
  }

  /// The code.
  let code: Code
  /// What a person reads.
  let message: String

  /// Puts together an error.
  init(_ code: Code, _ message: String) {
    (self.code, self.message) = (code, message)
  }

  /// The answer's `error`.
  var json: JSONValue { ["code": .integer(code.rawValue), "message": .text(message)] }

  /// The text is not the one that the request is about any more.
  static let modified = ResponseError(.contentModified, "the document has changed")
  /// The client does not want the answer any more.
  static let cancelled = ResponseError(.requestCancelled, "cancelled")
}
