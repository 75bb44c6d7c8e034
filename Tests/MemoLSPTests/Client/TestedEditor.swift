import MemoCLI
import MemoCore
import MemoIndex
import MemoKit
import MemoPlatform
import MemoStore
import MemoSync
import MemoTUI
import MemoTestSupport
import MemoWords
import Synchronization
import Testing

@testable import MemoLSP

/// An editor in a vault of the test's own, which speaks with a server message by message, without threads.
final class TestedEditor {
  let folder: TemporaryFolder
  let server: LanguageServer
  let encoding: PositionEncoding
  let machine: Machine
  /// What the server has sent besides answers.
  private(set) var received: [JSONValue] = []
  private var count = 0
  private var versions: [String: Int] = [:]
  private var texts: [String: String] = [:]
  private let followed: FollowedRoots
  private let work = HeldWork()
  /// Whether what is done beside the messages waits for `finishWork`.
  var holdsWork = false
  /// Whether new vaults are only looked at by `finishIndex`.
  var holdsIndex = false

  /// The request was answered with an error.
  struct Refused: Error, Equatable {
    let code: Int
    let message: String
  }

  /// Starts an editor that has opened the vault, its server ready.
  init(
    _ files: [String: String] = [:], encoding: PositionEncoding = .utf16, _ capabilities: JSONValue = [:],
    isStarted: Bool = true, stopwatch: (@Sendable () -> Duration)? = nil, git: (any Git)? = nil,
    commands: ((any CommandLines) -> any CommandLines)? = nil, host: (any HostFiles) -> any HostFiles = { $0 }
  ) throws {
    folder = try TemporaryFolder()
    try folder.makeVault()
    for (path, text) in files { try folder.write(text, to: path) }
    self.encoding = encoding
    var machine = Machine.tested(in: folder)
    // What is let go is read again, at every turn.
    machine.host = FrugalHost(host: host(machine.host), residentLimit: 1)
    if let stopwatch { machine.stopwatch = stopwatch }
    if let git { machine.git = git }
    self.machine = machine
    let followed = FollowedRoots()
    self.followed = followed
    let embedded = CommandLineTool.embedded(
      in: Environment(machine: machine, screen: NoScreen(), version: "1.2.3"))
    server = LanguageServer(
      on: machine, language: .english, version: "1.2.3", following: followed, commands: commands?(embedded) ?? embedded,
      background: work)
    guard isStarted else { return }
    _ = try request("initialize", initializeParams(capabilities))
    notify("initialized", [:])
  }

  /// What an editor says first.
  func initializeParams(_ capabilities: JSONValue = [:]) -> JSONValue {
    var all = capabilities.members
    all["general"] = ["positionEncodings": [.text(encoding.rawValue)]]
    return [
      "processId": 1, "capabilities": .object(all),
      "workspaceFolders": [["uri": .text(DocumentAddress.uri(folder.path)), "name": "vault"]],
    ]
  }

  // MARK: Messages

  func request(
    _ method: String, _ params: JSONValue, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> JSONValue {
    let id = begin(method, params, isCancelled: isCancelled)
    index()
    if !holdsWork { finishWork() }
    return try result(of: id)
  }

  /// Sends a request that may be answered later; returns its id.
  ///
  /// - Parameter isCancelled: whether its cancellation has come in.
  func begin(
    _ method: String, _ params: JSONValue, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> JSONValue {
    count += 1
    let id = JSONValue.integer(count)
    received += server.receive(.request(id: id, method: method, params: params), isCancelled: isCancelled)
    return id
  }

  /// Does what the server does beside the messages.
  func finishWork() {
    for (root, output) in work.takeAll() { received += server.receive(.workEnded(root, output)) }
  }

  /// How much the server does beside the messages.
  var workCount: Int { work.count }

  /// Whether the server has answered a request.
  func isAnswered(_ id: JSONValue) -> Bool { received.contains { $0["id"] == id && $0["method"] == nil } }

  /// Takes out the answer to a request.
  func result(of id: JSONValue) throws -> JSONValue {
    guard let place = received.firstIndex(where: { $0["id"] == id && $0["method"] == nil }) else {
      throw Refused(code: 0, message: "no answer")
    }
    let answer = received.remove(at: place)
    if let error = answer["error"] {
      throw Refused(code: error["code"]?.integer ?? 0, message: error["message"]?.text ?? "")
    }
    return answer["result"] ?? .null
  }

  func notify(_ method: String, _ params: JSONValue) {
    received += server.receive(.notification(method: method, params: params))
    index()
  }

  /// Answers a request of the server.
  func answer(_ request: JSONValue, _ result: JSONValue) {
    received += server.receive(.response(id: request["id"] ?? .null, result: result))
  }

  /// Lets the server do what no one waits for.
  func idle() { received += server.idle() }

  /// Takes out what the server has sent by a method.
  func take(_ method: String) -> [JSONValue] {
    defer { received.removeAll { $0["method"] == .text(method) } }
    return received.filter { $0["method"] == .text(method) }.map { $0["params"] ?? .null }
  }

  /// Hands the server news of its only vault, as a follower does.
  func report(_ done: Int, of count: Int) throws {
    let root = try #require(server.workspace.vaults.first).root
    received += server.receive(.indexing(root, done: done, of: count))
  }

  /// Hands the server the news that its only vault cannot be followed any more.
  func lose(_ error: any Error) throws {
    let root = try #require(server.workspace.vaults.first).root
    received += server.receive(.lost(root, error))
  }

  /// Has the server look at the vaults that it has begun to serve, or look again.
  func finishIndex() {
    let new = followed.takeNew()
    for root in new.isEmpty ? server.workspace.vaults.map(\.root) : new {
      guard let vault = try? Vault(at: root, host: machine.host), let index = try? vault.refresh() else { continue }
      received += server.receive(.indexed(root, index, vault, changes: []))
    }
  }

  /// Has the server look at vaults that it has begun to serve.
  private func index() {
    if holdsIndex { return }
    for root in followed.takeNew() {
      guard let vault = try? Vault(at: root, host: machine.host), let index = try? vault.refresh() else { continue }
      received += server.receive(.indexed(root, index, vault, changes: []))
    }
  }

  /// Has the server look at the files again, as a watcher makes it.
  func lookAtFiles() { notify("workspace/didChangeWatchedFiles", ["changes": []]) }

  /// Has the server hear of moves as a watcher finds them: what is gone and what is new with the same text.
  func seeMoves(since known: VaultIndex? = nil) throws {
    let vault = try #require(server.workspace.vaults.first)
    let before = known ?? vault.base
    let opened = try Vault(at: vault.root, host: machine.host)
    let index = try opened.refresh(since: before)
    let changes = index.differences(from: before)
    var moves: [VaultChange] = []
    for gone in changes where gone.now == nil {
      for new in changes where new.before == nil && new.now?.record?.hash == gone.before?.record?.hash {
        guard let memo = index.memos(at: [new.path])[new.path], let record = index.record(of: memo) else { continue }
        moves.append(VaultChange(kind: .renamed(from: gone.path), memo: memo, record: record))
      }
    }
    received += server.receive(.indexed(vault.root, index, opened, changes: moves))
  }

  // MARK: Documents

  func uri(_ path: String) -> String { DocumentAddress.uri(folder.path.appending(VaultPath(path))) }

  /// Opens a file with a text, with what the disk has where none is given.
  func open(_ path: String, _ text: String? = nil) throws {
    let text = try text ?? disk(path)
    versions[path] = 1
    texts[path] = text
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .text(uri(path)), "languageId": "markdown", "version": 1, "text": .text(text)]])
  }

  /// Replaces a whole text.
  func change(_ path: String, to text: String) {
    versions[path, default: 1] += 1
    texts[path] = text
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .text(uri(path)), "version": .integer(versions[path] ?? 0)],
        "contentChanges": [["text": .text(text)]],
      ])
  }

  /// Puts a text in the place of a range, in bytes, as typing does.
  func type(_ text: String, in path: String, at range: Range<Int>) throws {
    let lines = LineTable(Array(try self.text(path).utf8), encoding, isFile: false)
    var bytes = lines.bytes
    bytes.replaceSubrange(range, with: text.utf8)
    versions[path, default: 1] += 1
    texts[path] = String(decoding: bytes, as: UTF8.self)
    let change: JSONValue = ["range": lines.positions(of: range).json, "text": .text(text)]
    let document: JSONValue = ["uri": .text(uri(path)), "version": .integer(versions[path] ?? 0)]
    notify("textDocument/didChange", ["textDocument": document, "contentChanges": [change]])
  }

  /// The open documents with their texts.
  var documents: [String: String] { texts }

  /// Writes an open document to its file.
  func save(_ path: String) throws {
    try folder.write(text(path), to: path)
    notify("textDocument/didSave", ["textDocument": ["uri": .text(uri(path))]])
  }

  func close(_ path: String) {
    texts[path] = nil
    notify("textDocument/didClose", ["textDocument": ["uri": .text(uri(path))]])
  }

  /// Opens a text with a cursor `|`, and asks for something there.
  func ask(_ method: String, in path: String, _ marked: String, _ more: JSONValue = [:]) throws -> JSONValue {
    let text = MarkedText(marked)
    if texts[path] == nil { try open(path, text.text) } else { change(path, to: text.text) }
    return try ask(method, in: path, at: text.position(encoding), more)
  }

  /// Asks for something at a place of an open document.
  func ask(
    _ method: String, in path: String, at position: DocumentPosition? = nil, _ more: JSONValue = [:]
  ) throws -> JSONValue {
    var params = more.members
    params["textDocument"] = ["uri": .text(uri(path))]
    if let position { params["position"] = position.json }
    return try request(method, .object(params))
  }

  /// The text of a file as the editor has it, else as the disk has it.
  func text(_ path: String) throws -> String {
    try texts[path] ?? disk(path)
  }

  /// The text of a file as the disk has it.
  func disk(_ path: String) throws -> String {
    String(decoding: try #require(try folder.bytes(of: VaultPath(path))), as: UTF8.self)
  }

  /// The path in the vault of a URI.
  func path(_ uri: JSONValue?) -> String? {
    uri?.text.flatMap(DocumentAddress.path)?.path(inVault: folder.path)?.text
  }

  /// Where a location leads: `path:text of its range`.
  func place(_ location: JSONValue) throws -> String {
    let uri = location["uri"] ?? location["targetUri"]
    let range = Range<DocumentPosition>(location["range"] ?? location["targetSelectionRange"])
    let path = try #require(self.path(uri))
    let lines = LineTable(Array(try text(path).utf8), encoding, isFile: texts[path] == nil)
    return "\(path):" + String(decoding: lines.bytes[lines.offsets(of: try #require(range))], as: UTF8.self)
  }

  /// Makes the edits of a workspace edit, as an editor does.
  func apply(_ edit: JSONValue) throws {
    for change in edit["documentChanges"]?.items ?? [] {
      if let kind = change["kind"]?.text {
        try apply(kind, change)
      } else {
        let version = change["textDocument", "version"]?.integer
        try apply(change["edits"]?.items ?? [], to: try #require(path(change["textDocument", "uri"])), version)
      }
    }
    for (uri, edits) in edit["changes"]?.members ?? [:] {
      try apply(edits.items, to: try #require(path(.text(uri))), nil)
    }
  }

  private func apply(_ kind: String, _ change: JSONValue) throws {
    switch kind {
    case "rename":
      let (old, new) = (try #require(path(change["oldUri"])), try #require(path(change["newUri"])))
      try folder.makeFolders(VaultPath(new).parent)
      try folder.rename(VaultPath(old), to: VaultPath(new))
      if let text = texts[old] {
        close(old)
        try open(new, text)
      }
    case "create": try folder.write("", to: #require(path(change["uri"])))
    case "delete": try folder.remove(VaultPath(#require(path(change["uri"]))))
    default: throw Refused(code: 0, message: kind)
    }
  }

  private func apply(_ edits: [JSONValue], to path: String, _ version: Int?) throws {
    if let version { #expect(version == versions[path]) }
    let text = try applied(edits, to: path)
    if texts[path] != nil { change(path, to: text) } else { try folder.write(text, to: path) }
  }

  /// A text with edits made, which may come in any order.
  func applied(_ edits: [JSONValue], to path: String) throws -> String {
    let lines = LineTable(Array(try text(path).utf8), encoding, isFile: texts[path] == nil)
    let made = try edits.map { edit in
      ByteEdit(
        lines.offsets(of: try #require(Range<DocumentPosition>(edit["range"]))),
        Array((edit["newText"]?.text ?? "").utf8))
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    return String(decoding: lines.bytes.withUnsafeBytes { ByteEdit.apply(made, to: $0) }, as: UTF8.self)
  }
}

/// What a server does beside the messages, when the test says so.
private final class HeldWork: BackgroundWorking {
  private let begun = Mutex<[(root: HostPath, work: BackgroundWork, stop: StopFlag)]>([])

  var count: Int { begun.withLock { $0.count } }

  func run(_ work: @escaping BackgroundWork, in root: HostPath, until stop: StopFlag) {
    begun.withLock { $0.append((root, work, stop)) }
  }

  func takeAll() -> [(HostPath, CommandOutput)] {
    let taken = begun.withLock { begun in
      defer { begun = [] }
      return begun
    }
    return taken.map { begun in (begun.root, begun.work { begun.stop.isSet }) }
  }
}

/// The vaults that a server follows, which is done by the test.
final class FollowedRoots: VaultFollowing {
  private let roots = Mutex<[HostPath]>([])

  func follow(_ root: HostPath, since known: VaultIndex?) { roots.withLock { $0.append(root) } }

  func unfollow(_ root: HostPath) {}

  /// The vaults that are new.
  func takeNew() -> [HostPath] {
    roots.withLock { roots in
      defer { roots = [] }
      return roots
    }
  }
}
