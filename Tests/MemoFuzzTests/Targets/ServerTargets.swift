import MemoCore
import MemoTestSupport
import MemoWords
import Synchronization

@testable import MemoCLI
@testable import MemoIndex
@testable import MemoKit
@testable import MemoLSP
@testable import MemoStore

extension FuzzTarget {
  /// What an editor sends to `memo lsp`: parts that are bodies of frames, that are bytes as they come, or that say which
  /// messages to make.
  static let editorMessages = FuzzTarget(
    "editor messages", seeds: MessageSeeds.editor, { input in try EditorSession().run(input) })

  /// What an agent sends to `memo mcp`, in the same way, by lines.
  static let agentMessages = FuzzTarget(
    "agent messages", seeds: MessageSeeds.agent, { input in try AgentSession(input).run() })
}

/// A message or bytes of a client.
private enum ClientPart {
  case bytes([UInt8])
  /// A message, and the id with which it asks for an answer.
  case message(JSONValue, id: Int?)
  /// Something happens to the vault.
  case event(UInt8)

  /// The parts of an input.
  static func all(in input: [UInt8], _ make: (inout MessageMaker, Int) -> JSONValue) -> [ClientPart] {
    input.split(separator: 0xFF).enumerated().map { number, part in
      switch part.first {
      case 1?:
        var maker = MessageMaker(part.dropFirst())
        let message = make(&maker, 1000 + number)
        return .message(message, id: message["id"]?.integer == 1000 + number ? 1000 + number : nil)
      case 2?: return .event(part.dropFirst().first ?? 0)
      default: return .bytes(Array(part))
      }
    }
  }
}

private enum MessageSeeds {
  static let editor: [[UInt8]] =
    [
      #"{"jsonrpc":"2.0","id":1,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///vault/a.md"},"position":{"line":2,"character":4}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///vault/a.md"},"position":{"line":0,"character":3},"newName":"New \ud800 \ud83d\ude00"}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///vault/b.md","languageId":"markdown","version":1,"text":"\#n# b\r\n[[a]]\u0000"}}}"#
        .replacing("\n", with: "\\n"),
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///vault/b.md","version":2},"contentChanges":[{"range":{"start":{"line":1,"character":1},"end":{"line":99999999999,"character":1e2}},"text":"😀"}]}}"#,
      #"{"id":"x","method":"shutdown"}"#, #"{"method":"exit"}"#, #"[{"id":1,"method":"x"}]"#,
      "Content-Length: 2\r\n\r\n{}",
      "content-length:3\r\nContent-Type: x\r\n\r\n[1]Content-Length: 99999999999999999999\r\n\r\n",
      "Content-Length: 4\n\n{}",
      String(repeating: "[", count: 300), #"{"a":1e999,"b":-0,"c":12345678901234567890}"#,
    ].map { Array($0.utf8) }
    // One of each method, with choices by chance.
    + (0..<60).map { number in
      var random = SeededRandom(seed: UInt64(number))
      let open: [[UInt8]] = [[2, 0], [1, UInt8(FeatureList.all.count), 0, 1, 5, 6, 7]]
      let parts = (0..<30).map { _ in [1, UInt8(random.below(255))] + (0..<90).map { _ in UInt8(random.below(255)) } }
      return Array((open + parts).joined(separator: [0xFF]))
    }

  static let agent: [[UInt8]] =
    [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
      #"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#, #"[{"id":1,"method":"ping"},{"method":"x"},3,[]]"#,
      #"{"id":3,"method":"tools/call","params":{"name":"read","arguments":{"path":"a.md","from":-1,"to":1e18}}}"#,
      #"{"id":3,"method":"tools/call","params":{"name":"search","arguments":{"query":"\udc00 a OR \"b","limit":0}}}"#,
      #"{"id":3,"method":"tools/call","params":{"name":"append","arguments":{"path":"../x.md","text":"\u0000"}}}"#,
      "\r\n\n",
      String(repeating: #"{"a":"#, count: 250),
    ].map { Array($0.utf8) }
    + (0..<40).map { number in
      var random = SeededRandom(seed: UInt64(number))
      let parts = (0..<30).map { _ in [1] + (0..<40).map { _ in UInt8(random.below(255)) } }
      return Array(parts.joined(separator: [0xFF]))
    }
}

/// A machine whose only vault is in memory.
private struct FuzzedHost: HostFiles {
  static let root = HostPath("/vault")
  let disk = MemoryDisk()

  init() throws {
    for (path, text) in [
      "a.md": "# a\n\nSee [[b]], [[sub/c#H|c]] and [[nowhere]]. #t/u ^id\n\n## H\n\n- [ ] task\n1. x\n2. y\n",
      "b.md":
        "---\ntitle: b\ntags: [t, x]\naliases: [z, 가나]\n---\nText on a [x][r].\r\n\r\n[r]: a.md#h\n\n| a | b |\n|-|-|\n| c | d |\n",
      "sub/c.md": "# c\n\n![[p.png]] ../a [a](../a.md#%EA%B0%80)\n\n## H\n\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n",
      "가.md": "# 가 e\u{301} 👨‍👩‍👧‍👦\n\n[[#가 e\u{301}]] @today\n", "p.png": "x",
    ] { try disk.write(Array(text.utf8), to: VaultPath(path)) }
  }

  var machine: Machine { .tested(in: Self.root, on: self) }

  func kind(of path: HostPath) -> FolderEntry.Kind? {
    [HostPath.fileSystemRoot, Self.root, Self.root.appending("sub")].contains(path) ? .folder : nil
  }
  func realPath(of path: HostPath) -> HostPath? { path }
  func ownership(of path: HostPath) -> Ownership? { .ofThisUser }
  func contents(of path: HostPath, limit: Int) -> [UInt8]? { nil }
  func makeFolder(_ path: HostPath, isPrivate: Bool) {}
  func vault(at root: HostPath) throws(FileError) -> VaultAccess {
    guard root == Self.root else { throw FileError(.list, path: root.bytes, reason: .notFound) }
    return disk.vault(at: root)
  }

  /// Runs something that must not write.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    disk.cutPower(after: 0)
    let result = try body()
    try FuzzTarget.expect(!disk.isCut, "nothing is written but by a command")
    disk.cutPower(after: nil)
    return result
  }

  /// What other programs do.
  func change(_ kind: UInt8) throws {
    switch kind % 4 {
    case 0: break
    case 1: try disk.write(Array("# changed\n\n[[b]] [[new]]\n".utf8), to: VaultPath("a.md"))
    case 2: disk.remove(VaultPath("b.md"))
    default: try disk.write(Array("# c\n".utf8), to: VaultPath("sub/new.md"))
    }
  }
}

/// A language server with its vault, and what it answers.
private struct EditorSession {
  private let host: FuzzedHost
  private let server: LanguageServer
  private let work = DoneWork()

  init() throws {
    host = try FuzzedHost()
    server = LanguageServer(
      on: host.machine, language: .english, version: "1", following: NoFollowing(),
      commands: CommandLineTool.embedded(in: Environment(machine: host.machine, screen: NoScreen(), version: "1")),
      background: work)
  }

  func run(_ input: [UInt8]) throws {
    let parts = ClientPart.all(in: input) { $0.editorMessage($1) }
    // The other sessions begin as they like.
    if case .event = parts.first { try begin(capable: input.count % 2 == 0) }
    var stream: [UInt8] = []
    for part in parts {
      switch part {
      case .bytes(let bytes) where bytes.first == UInt8(ascii: "{"): stream += FrameReader.frame(bytes)
      case .bytes(let bytes): stream += bytes
      case .message(let message, let id):
        // Deeper ones are refused.
        guard let read = try? JSONReader.read(message.encoded) else { continue }
        try FuzzTarget.expect(read.encoded == message.encoded, "what is written is read back")
        try send(RemoteMessage(read), id: id.map { .integer($0) })
      case .event(let kind):
        try host.change(kind)
        try finishIndex()
      }
      guard server.exitCode == nil else { return }
    }
    for frame in try frames(of: stream) {
      let message = RemoteMessage(frame)
      if case .request(let id, _, _) = message { try send(message, id: id) } else { try send(message, id: nil) }
      guard server.exitCode == nil else { return }
    }
  }

  private func begin(capable: Bool) throws {
    let edits: JSONValue = ["documentChanges": true, "resourceOperations": ["create", "rename", "delete"]]
    let some: JSONValue = [
      "general": ["positionEncodings": ["utf-8"]], "workspace": ["workspaceEdit": edits, "configuration": true],
      "window": ["workDoneProgress": true],
    ]
    let params: JSONValue = [
      "capabilities": capable ? some : [:], "workspaceFolders": [["uri": "file:///vault", "name": "vault"]],
    ]
    try send(.request(id: 0, method: "initialize", params: params), id: 0)
    try send(.notification(method: "initialized", params: [:]), id: nil)
  }

  /// However reads cut a stream, it has the same frames.
  private func frames(of stream: [UInt8]) throws -> [FrameReader.Frame] {
    func read(_ size: Int) -> [FrameReader.Frame] {
      var (reader, frames) = (FrameReader(), [FrameReader.Frame]())
      for start in stride(from: 0, to: stream.count, by: size) {
        reader.append(stream[start..<min(stream.count, start + size)])
        while let frame = reader.next() { frames.append(frame) }
      }
      return frames
    }
    let frames = read(max(1, stream.count))
    try FuzzTarget.expect(read(1 + stream.count % 40) == frames, "the same frames however they are cut")
    return frames
  }

  private func finishIndex() throws {
    let vault = try Vault(at: FuzzedHost.root, host: host)
    try expectSound(server.receive(.indexed(FuzzedHost.root, try vault.refresh(), vault, changes: [])), answering: nil)
  }

  private func send(_ message: RemoteMessage, id: JSONValue?) throws {
    FuzzTarget.frames.add(1, ordering: .relaxed)
    if case .request(_, "workspace/executeCommand", _) = message {
      let sent = server.receive(message)
      try expectSound(sent + work.takeAll().flatMap(server.receive), answering: id)
    } else {
      let isInvalid = if case .invalid = message { true } else { false }
      let sent = try host.reading { server.receive(message) }
      try expectSound(isInvalid ? [] : sent, answering: id)
    }
    try expectSound(try host.reading { server.idle() }, answering: nil)
  }

  private func expectSound(_ sent: [JSONValue], answering id: JSONValue?) throws {
    let answers = sent.filter { $0["method"] == nil }
    try FuzzTarget.expect(answers.map { $0["id"] } == [id].compactMap(\.self), "a request has one answer: \(answers)")
    for message in sent {
      let bytes = message.encoded
      try FuzzTarget.expect((try? JSONReader.read(bytes))?.encoded == bytes, "what is sent is JSON")
      try expectRanges(message["result"] ?? message["params"] ?? .null)
    }
  }

  /// Ranges are not upside down.
  private func expectRanges(_ value: JSONValue) throws {
    for item in value.items { try expectRanges(item) }
    for (key, member) in value.members {
      if key == "range", let range = Range<DocumentPosition>(member) {
        try FuzzTarget.expect(range.lowerBound <= range.upperBound, "a range is not upside down: \(member)")
      }
      try expectRanges(member)
    }
  }
}

/// Does work at once; its end is news that comes later.
private final class DoneWork: BackgroundWorking {
  private let news = Mutex<[VaultNews]>([])

  func run(_ work: @escaping BackgroundWork, in root: HostPath, until stop: StopFlag) {
    let output = work { stop.isSet }
    news.withLock { $0.append(.workEnded(root, output)) }
  }

  func takeAll() -> [VaultNews] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}

private struct NoFollowing: VaultFollowing {
  func follow(_ root: HostPath, since known: VaultIndex?) {}
  func unfollow(_ root: HostPath) {}
}

/// An agent server with its vault, and what it answers.
private struct AgentSession {
  private let host: FuzzedHost
  private let server: AgentServer
  private let input: [UInt8]
  private let isWriting: Bool

  init(_ input: [UInt8]) throws {
    self.input = input
    isWriting = input.count % 2 == 0
    host = try FuzzedHost()
    let workspace = Workspace(try Vault(at: FuzzedHost.root, host: host), on: host.machine, isForAgent: true)
    server = AgentServer(of: AgentTools(in: workspace, language: .english, isWriting: isWriting), version: "1")
  }

  func run() throws {
    let parts = ClientPart.all(in: input) { $0.agentMessage($1) }
    if case .message = parts.first {
      _ = server.receive(Array(#"{"id":0,"method":"initialize","params":{}}"#.utf8))
    }
    var stream: [UInt8] = []
    for part in parts {
      switch part {
      case .bytes(let bytes): stream += bytes + [UInt8(ascii: "\n")]
      case .message(let message, let id):
        let answer = try receive(message.encoded)
        let isRead = (try? JSONReader.read(message.encoded)) != nil
        try FuzzTarget.expect(!isRead || answer?["id"] == id.map { .integer($0) }, "a request has an answer")
      case .event(let kind): try host.change(kind)
      }
    }
    for line in try lines(of: stream) {
      if case .text(let text) = line { _ = try receive(text) }
    }
  }

  private func receive(_ line: [UInt8]) throws -> JSONValue? {
    FuzzTarget.frames.add(1, ordering: .relaxed)
    let answer = isWriting ? server.receive(line) : try host.reading { server.receive(line) }
    let bytes = answer?.encoded ?? []
    try FuzzTarget.expect(!bytes.contains(UInt8(ascii: "\n")), "an answer is a line")
    try FuzzTarget.expect(answer == nil || (try? JSONReader.read(bytes))?.encoded == bytes, "what is sent is JSON")
    return answer
  }

  private func lines(of stream: [UInt8]) throws -> [LineReader.Line] {
    func read(_ size: Int) -> [LineReader.Line] {
      var (reader, lines) = (LineReader(), [LineReader.Line]())
      for start in stride(from: 0, to: stream.count, by: size) {
        reader.append(stream[start..<min(stream.count, start + size)])
        while let line = reader.next() { lines.append(line) }
      }
      reader.end()
      while let line = reader.next() { lines.append(line) }
      return lines
    }
    let lines = read(max(1, stream.count))
    try FuzzTarget.expect(read(1 + stream.count % 40) == lines, "the same lines however they are cut")
    return lines
  }
}
