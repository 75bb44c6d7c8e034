import Dispatch
import MemoCore
import MemoIndex
package import MemoKit
import MemoStore
package import MemoWords
import Synchronization

/// Runs a language server on standard input and output: a thread reads, one writes, one for each vault follows its files,
/// one does what takes long, and this one answers.
package struct ServerLoop {
  private let machine: Machine
  private let language: Language
  private let version: String
  private let commands: any CommandLines

  /// How often the client is looked for while nothing comes from it, and while it reads nothing.
  var heartbeat = DispatchTimeInterval.seconds(5)
  /// The same while a vault is lost: it is looked for at each beat.
  private static let searchingHeartbeat = DispatchTimeInterval.seconds(1)
  /// The same while a change of a document's file may not be over yet.
  private static let waitingHeartbeat = DispatchTimeInterval.milliseconds(250)
  /// How long work that was stopped may take to end: git removes its locks in the meantime.
  private static let grace = DispatchTimeInterval.seconds(5)

  /// A loop on a machine.
  package init(on machine: Machine, language: Language, version: String, commands: any CommandLines) {
    (self.language, self.version, self.commands) = (language, version, commands)
    var machine = machine
    machine.host = FrugalHost(host: machine.host)
    self.machine = machine
  }

  /// Runs until the client says so, or is gone; returns the status to exit with.
  package func run() throws -> Int32 {
    let inbox = Inbox()
    let followers = VaultFollowers(machine, inbox)
    let workers = Workers(inbox)
    let server = LanguageServer(
      on: machine, language: language, version: version, following: followers, commands: commands, background: workers)
    defer {
      server.cancelTasks()
      workers.waitForEnd(within: Self.grace)
    }
    read(into: inbox)
    do {
      return try answer(inbox, server)
    } catch is ClientGone {
      return 1
    }
  }

  private func answer(_ inbox: Inbox, _ server: LanguageServer) throws -> Int32 {
    let output = ClientOutput(machine.console)
    func send(_ messages: [JSONValue]) throws {
      for message in messages {
        if message["method"] == nil, let id = message["id"] { inbox.forget(id) }
        try output.write(FrameReader.frame(message.encoded), lookingEvery: heartbeat) {
          inbox.isEnded || isGone(server)
        }
      }
    }
    while server.exitCode == nil {
      let limit = inbox.isEmpty ? pause(server) : .seconds(0)
      switch inbox.next(within: limit) {
      case .message(let message)?: try send(receive(message, server, inbox))
      case .refused(let id, let error)?: try send([RemoteMessage.answer(id, .failure(error))])
      case .news(let news)?: try send(server.receive(news))
      case .end?: return server.exitCode ?? 1
      case nil: if isGone(server) { return 1 }
      }
      if inbox.isEmpty { try send(server.idle { !inbox.isEmpty }) }
    }
    return server.exitCode ?? 1
  }

  /// How long to wait for a message.
  private func pause(_ server: LanguageServer) -> DispatchTimeInterval {
    if let rest = server.typingRest { return .milliseconds(Int(rest / .milliseconds(1)) + 1) }
    if server.isWaitingForFile { return Self.waitingHeartbeat }
    return server.hasLostVault ? Self.searchingHeartbeat : heartbeat
  }

  private func receive(_ message: RemoteMessage, _ server: LanguageServer, _ inbox: Inbox) -> [JSONValue] {
    guard case .request(let id, _, _) = message else { return server.receive(message) }
    return server.receive(message) { inbox.isCancelled(id) }
  }

  /// Whether the client's process is over. One that was killed may leave the pipes open to another process of its own.
  private func isGone(_ server: LanguageServer) -> Bool {
    server.clientProcess.map { !machine.isRunning($0) } ?? false
  }

  private func read(into inbox: Inbox) {
    let console = machine.console
    DispatchQueue(label: "memo.lsp.reading").async {
      var frames = FrameReader()
      while let bytes = try? console.readPiece(), !bytes.isEmpty {
        frames.append(bytes)
        while let frame = frames.next() { inbox.post(.message(RemoteMessage(frame))) }
      }
      inbox.post(.end)
    }
  }
}

extension RemoteMessage {
  /// The message in a frame, or what is wrong with it.
  init(_ frame: FrameReader.Frame) {
    switch frame {
    case .body(let body): self.init(body)
    case .malformed: self = .invalid(id: .null, ResponseError(.parseError, "a frame without 'Content-Length: N'"))
    case .tooLarge(let size):
      self = .invalid(id: .null, ResponseError(.invalidRequest, "a message of \(size) bytes is too large"))
    }
  }
}

/// The client is gone, and reads nothing any more.
private struct ClientGone: Error {}

/// Writes to the client, on a thread of its own: where nothing is read, a write waits for ever, also once the client is gone.
private final class ClientOutput: Sendable {
  private let console: any Console
  private let queue = DispatchQueue(label: "memo.lsp.writing")
  private let done = DispatchSemaphore(value: 0)
  private let failure = Mutex<(any Error)?>(nil)

  init(_ console: any Console) {
    self.console = console
  }

  /// Writes bytes, and waits until they are written.
  ///
  /// - Throws: `ClientGone` once `isGone` while they are not.
  func write(_ bytes: [UInt8], lookingEvery pause: DispatchTimeInterval, isGone: () -> Bool) throws {
    queue.async { [self] in
      do {
        try bytes.withUnsafeBytes { try console.write($0) }
      } catch {
        failure.withLock { $0 = error }
      }
      done.signal()
    }
    while done.wait(timeout: .now() + pause) == .timedOut {
      if isGone() { throw ClientGone() }
    }
    if let error = failure.withLock(\.self) { throw error }
  }
}

/// Does work, each on a thread of its own, and posts what came of it.
private final class Workers: BackgroundWorking {
  private let inbox: Inbox
  private let group = DispatchGroup()

  init(_ inbox: Inbox) {
    self.inbox = inbox
  }

  func run(_ work: @escaping BackgroundWork, in root: HostPath, until stop: StopFlag) {
    DispatchQueue(label: "memo.lsp.working").async(group: group) { [inbox] in
      inbox.post(.news(.workEnded(root, work { stop.isSet })))
    }
  }

  func waitForEnd(within limit: DispatchTimeInterval) { _ = group.wait(timeout: .now() + limit) }
}

/// Follows vaults, and posts what it finds.
private final class VaultFollowers: VaultFollowing {
  private let machine: Machine
  private let inbox: Inbox
  private let endings = Mutex<[HostPath: WatchEnding]>([:])

  /// What is read at once where there is no cache.
  private static let firstMemos = 2_000

  init(_ machine: Machine, _ inbox: Inbox) {
    (self.machine, self.inbox) = (machine, inbox)
  }

  func follow(_ root: HostPath, since known: VaultIndex?) {
    let ending = WatchEnding()
    endings.withLock { $0.updateValue(ending, forKey: root) }?.end()
    DispatchQueue(label: "memo.lsp.following").async { [machine, inbox] in
      do {
        if known?.count == 0, let vault = try? Vault(at: root, host: machine.host) {
          inbox.post(.news(.found(root, vault.partialIndex(limit: Self.firstMemos))))
        }
        let follower = try ChangeFollower(
          root, since: known.flatMap { $0.count > 0 ? $0 : nil }, host: machine.host,
          watching: machine.embeddedWatching, asksWatcher: true, ending: ending,
          progress: Progress(of: root, to: inbox, now: machine.stopwatch).note, now: machine.stopwatch)
        while let event = try follower.next() {
          var found: [VaultChange] = []
          if case .changes(let changes) = event { found = changes }
          inbox.post(.news(.indexed(root, follower.index, follower.vault, changes: found)))
        }
      } catch {
        inbox.post(.news(.lost(root, error)))
      }
    }
  }

  func unfollow(_ root: HostPath) {
    endings.withLock { $0.removeValue(forKey: root) }?.end()
  }
}

/// Posts how far a first index is, a few times a second.
private final class Progress: Sendable {
  private let root: HostPath
  private let inbox: Inbox
  private let now: @Sendable () -> Duration
  private let next: Mutex<Duration>

  private static let pause = Duration.milliseconds(200)

  init(of root: HostPath, to inbox: Inbox, now: @escaping @Sendable () -> Duration) {
    (self.root, self.inbox, self.now) = (root, inbox, now)
    next = Mutex(now() + Self.pause)
  }

  @Sendable func note(_ done: Int, _ count: Int) {
    let time = now()
    let isDue = next.withLock { next in
      guard time >= next else { return false }
      next = time + Self.pause
      return true
    }
    if isDue { inbox.post(.news(.indexing(root, done: done, of: count))) }
  }
}
