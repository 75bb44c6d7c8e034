import Dispatch
import MemoCore
import MemoIndex
package import MemoKit
import MemoStore
package import MemoWords
import Synchronization

/// Runs a language server on standard input and output: a thread reads, one for each vault follows its files, one
/// does what takes long, and this one answers.
package struct ServerLoop {
  private let machine: Machine
  private let language: Language
  private let version: String
  private let commands: any CommandLines

  private static let heartbeat = DispatchTimeInterval.seconds(5)
  /// The same while a vault is lost: it is looked for at each beat.
  private static let searchingHeartbeat = DispatchTimeInterval.seconds(1)
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
    while server.exitCode == nil {
      let pause = server.hasLostVault ? Self.searchingHeartbeat : Self.heartbeat
      let limit = inbox.isEmpty ? pause : .seconds(0)
      switch inbox.next(within: limit) {
      case .message(let message)?: try send(receive(message, server, inbox), inbox)
      case .refused(let id, let error)?: try send([RemoteMessage.answer(id, .failure(error))], inbox)
      case .news(let news)?: try send(server.receive(news), inbox)
      case .end?: return server.exitCode ?? 1
      case nil:
        // A client that was killed may leave the pipe open to another process of its own.
        if let process = server.clientProcess, !machine.isRunning(process) { return 1 }
      }
      if inbox.isEmpty { try send(server.idle(), inbox) }
    }
    return server.exitCode ?? 1
  }

  private func receive(_ message: RemoteMessage, _ server: LanguageServer, _ inbox: Inbox) -> [JSONValue] {
    guard case .request(let id, _, _) = message else { return server.receive(message) }
    return server.receive(message) { inbox.isCancelled(id) }
  }

  private func send(_ messages: [JSONValue], _ inbox: Inbox) throws {
    for message in messages {
      if message["method"] == nil, let id = message["id"] { inbox.forget(id) }
      try FrameReader.frame(message.encoded).withUnsafeBytes { try machine.console.write($0) }
    }
  }

  private func read(into inbox: Inbox) {
    let console = machine.console
    Thread.start {
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

/// A thread of its own for what may wait for ever; queues have only so many.
private enum Thread {
  static func start(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "memo.lsp.reading").async(execute: work)
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
