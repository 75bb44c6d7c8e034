import Foundation
import MemoCore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A `memo lsp` with which the test speaks as an editor does.
final class ServerRun {
  /// A message: members of a JSON object.
  typealias Message = [String: Any]

  private let child: ChildProcess
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  private var count = 0
  private var isOver = false
  private var isInputOpen = true
  /// What came besides answers.
  private(set) var notes: [Message] = []

  /// Milliseconds that are enough for any machine; a test that works never waits so long.
  private static let patience: Int32 = 120_000

  /// Starts it.
  init(_ sandbox: Sandbox) throws {
    let name = "runs/lsp-\(UInt32.random(in: .min ... .max))"
    let files = ["in", "out"].map { VaultPath("\(name).\($0)") }
    for file in files { try sandbox.folder.makePipe(file) }
    let paths = files.map { sandbox.folder.path.appending($0).bytes }
    // With its reading end the pipe opens at once, whoever comes first.
    input = open(Self.systemPath(paths[0]), O_RDWR | O_CLOEXEC)
    output = open(Self.systemPath(paths[1]), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard input >= 0, output >= 0 else { throw SystemFailure("open") }
    child = try ChildProcess(
      ["memo", "lsp"].map { Array($0.utf8) }, variables: sandbox.variables, folder: sandbox.folder.path.bytes,
      input: paths[0], output: paths[1], errors: Array("/dev/null".utf8))
  }

  deinit {
    endInput()
    close(output)
    if !isOver {
      kill(child.id, SIGKILL)
      _ = child.wait()
    }
  }

  private static func systemPath(_ path: [UInt8]) -> [CChar] { path.map(CChar.init(bitPattern:)) + [0] }

  // MARK: Sending

  /// Writes bytes, whatever they are.
  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard written > 0 else { throw SystemFailure("write") }
      rest = rest.dropFirst(written)
    }
  }

  /// Sends a message.
  func send(_ message: Message) throws {
    let body = try JSONSerialization.data(withJSONObject: message)
    try send(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + Array(body))
  }

  /// Sends a notification.
  func notify(_ method: String, _ params: Message = [:]) throws {
    try send(["jsonrpc": "2.0", "method": method, "params": params])
  }

  /// Ends its input.
  func endInput() {
    if isInputOpen { close(input) }
    isInputOpen = false
  }

  // MARK: Receiving

  /// Sends a request; returns the answer, with what came before it in `notes`.
  func request(_ method: String, _ params: Message = [:]) throws -> Message {
    count += 1
    try send(["jsonrpc": "2.0", "id": count, "method": method, "params": params])
    while true {
      let message = try next()
      if message["method"] == nil, message["id"] as? Int == count { return message }
      notes.append(message)
    }
  }

  /// Waits until it sends a notification, or has done so already; returns what it holds.
  func wait(for method: String) throws -> Message {
    try note { $0["method"] as? String == method }["params"] as? Message ?? [:]
  }

  /// Waits for a message, or takes out one that came before.
  func note(_ isMeant: (Message) -> Bool) throws -> Message {
    while true {
      if let place = notes.firstIndex(where: isMeant) { return notes.remove(at: place) }
      notes.append(try next())
    }
  }

  /// The next message.
  func next() throws -> Message {
    while true {
      if let message = try takeMessage() { return message }
      var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      guard poll(&polled, 1, Self.patience) > 0 else { throw SystemFailure("poll") }
      let count = read(output, &chunk, chunk.count)
      try #require(count > 0, "the server ended")
      buffer += chunk[..<count]
    }
  }

  private func takeMessage() throws -> Message? {
    guard let header = buffer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let length = try #require(Int(String(decoding: buffer[16..<header.lowerBound], as: UTF8.self)))
    guard buffer.count >= header.upperBound + length else { return nil }
    defer { buffer.removeFirst(header.upperBound + length) }
    let body = Data(buffer[header.upperBound..<(header.upperBound + length)])
    return try #require(try JSONSerialization.jsonObject(with: body) as? Message)
  }

  /// Waits for its end.
  func wait() -> MemoRun.End {
    isOver = true
    return child.wait()
  }

  // MARK: Sessions

  /// Begins as an editor with a folder does.
  ///
  /// - Parameter process: the editor's process, as it names itself.
  @discardableResult
  func begin(in folder: HostPath, process: pid_t = getpid()) throws -> Message {
    let answer = try request(
      "initialize",
      ["processId": Int(process), "rootUri": "file://\(folder.text)", "capabilities": Message()])
    try notify("initialized")
    return answer
  }

  /// Asks again until the answer is as wanted: the index is made while other requests are answered.
  func ask(_ method: String, _ params: Message, until isWanted: (Any?) -> Bool) throws {
    for _ in 0..<2000 where isWanted(try request(method, params)["result"]) { return }
    Issue.record("\(method): not so in time")
  }
}
