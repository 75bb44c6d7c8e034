import MemoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A `memo lsp` with which the bench speaks as an editor does, in the encoding utf-8.
///
/// Messages are not decoded: the time that takes would count. memo sorts the keys of what it sends.
final class LanguageClient {
  let process: Int
  private let program: RunningProgram
  private var received: [UInt8] = []
  private var start = 0
  private var count = 0

  /// Starts a server.
  init(_ command: [String], by runner: ProcessRunner) throws {
    program = try runner.start(command, isFed: true)
    process = Int(program.process)
  }

  /// Ends it, whatever it does.
  func end() { program.end() }

  // MARK: Messages

  func notify(_ method: String, _ params: String) throws {
    try send("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params)}")
  }

  /// Sends a request; returns the whole answer.
  func request(_ method: String, _ params: String) throws -> [UInt8] {
    count += 1
    try send("{\"jsonrpc\":\"2.0\",\"id\":\(count),\"method\":\"\(method)\",\"params\":\(params)}")
    let opening = Array("{\"id\":\(count),\"jsonrpc\":\"2.0\",\"result\":".utf8)
    while true {
      let message = try next()
      if message.starts(with: opening) { return message }
      if message.starts(with: "{\"error\":".utf8) {
        throw BenchError.failed("\(method): \(String(decoding: message.prefix(500), as: UTF8.self))")
      }
    }
  }

  /// Waits for diagnostics that are as wanted.
  func waitForDiagnostics(_ isWanted: ([UInt8]) -> Bool = { _ in true }) throws {
    let opening = Array("{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\"".utf8)
    while true {
      let message = try next()
      if message.starts(with: opening), isWanted(message) { return }
    }
  }

  private func send(_ body: String) throws {
    try program.send(Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
  }

  private func next() throws -> [UInt8] {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let header = received[start...].firstRange(of: end) {
        let digits = received[start..<header.lowerBound].filter { $0 &- UInt8(ascii: "0") < 10 }
        guard let length = Int(String(decoding: digits, as: UTF8.self)) else {
          throw BenchError.failed("memo lsp sent a frame without a length")
        }
        if received.count >= header.upperBound + length {
          defer { start = header.upperBound + length }
          return Array(received[header.upperBound..<(header.upperBound + length)])
        }
      }
      received.removeFirst(start)
      start = 0
      received += try program.readSome()
    }
  }

  // MARK: What an editor says

  /// Sends `initialize`, and waits for its answer.
  func initialize(_ vault: String) throws {
    let folder = Self.quoted(Self.uri(vault))
    _ = try request(
      "initialize",
      "{\"processId\":\(getpid()),\"capabilities\":{\"general\":{\"positionEncodings\":[\"utf-8\"]}}"
        + ",\"workspaceFolders\":[{\"name\":\"vault\",\"uri\":\(folder)}]}")
  }

  /// The URI of a file.
  static func uri(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    let digits = Array("0123456789ABCDEF")
    return "file://"
      + path.utf8.map {
        plain.contains($0) ? String(UnicodeScalar($0)) : "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])"
      }.joined()
  }

  /// A text as JSON.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(escapingForJSON: text)
    return "\"\(String(decoding: bytes, as: UTF8.self))\""
  }
}

/// A memo that is open in the editor.
struct EditedMemo {
  let client: LanguageClient
  private let name: String
  private var version = 1

  /// Opens a memo with a text.
  init(_ path: String, _ text: String, in client: LanguageClient) throws {
    self.client = client
    name = LanguageClient.quoted(LanguageClient.uri(path))
    try client.notify(
      "textDocument/didOpen",
      "{\"textDocument\":{\"uri\":\(name),\"languageId\":\"markdown\",\"version\":1,\"text\":\(LanguageClient.quoted(text))}}"
    )
  }

  /// Replaces so many bytes of a line by a text.
  mutating func replace(line: Int, at column: Int, _ length: Int = 0, by text: String) throws {
    version += 1
    try client.notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\(name),\"version\":\(version)},\"contentChanges\":[{\"range\":"
        + Self.range(line, column, to: column + length) + ",\"text\":\(LanguageClient.quoted(text))}]}")
  }

  /// Asks for something at a place.
  func ask(_ method: String, line: Int, column: Int) throws -> [UInt8] {
    try client.request(
      "textDocument/\(method)",
      "{\"textDocument\":{\"uri\":\(name)},\"position\":\(Self.position(line, column)),\"range\":"
        + Self.range(line, column, to: column) + ",\"context\":{\"includeDeclaration\":false,\"diagnostics\":[]}}")
  }

  /// Waits for diagnostics of this version.
  func waitForDiagnostics() throws {
    let end = Array("\"version\":\(version)}}".utf8)
    try client.waitForDiagnostics { $0.suffix(end.count).elementsEqual(end) }
  }

  private static func position(_ line: Int, _ column: Int) -> String { "{\"line\":\(line),\"character\":\(column)}" }

  private static func range(_ line: Int, _ column: Int, to end: Int) -> String {
    "{\"start\":\(position(line, column)),\"end\":\(position(line, end))}"
  }
}
