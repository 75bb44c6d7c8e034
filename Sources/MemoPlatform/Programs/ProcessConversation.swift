import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs a child with all three streams in our hands, for a limited time and a limited output.
struct ProcessConversation {
  /// How it ended and what it said.
  struct Result {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var exit = ProgramExit.exited(0)
    var isTimedOut = false
    /// Whether it was ended because it wrote too much; there is no output then.
    var isOverLimit = false
    /// Whether it was ended because no one wants its result any more.
    var isStopped = false
    /// How many bytes it wrote in all.
    fileprivate var count = 0
  }

  let child: ChildProcess
  let limit: Duration
  /// `nil` where it may be silent for as long as it runs.
  var patience: ConversationDeadline.Patience?
  /// How many bytes the child may write to its standard output.
  let outputLimit: Int
  /// Whether it is to be ended.
  var isStopped: @Sendable () -> Bool = { false }

  /// Of what it writes to standard error only so many bytes are kept: a remote may have it write without end.
  private static let errorLimit = 1 << 20

  /// How long a child that was asked to end may take for it: git removes its locks in the meantime.
  private static let grace: Duration = .seconds(3)
  /// A program that outlives the child may hold the streams open, as ssh does for connections that it shares.
  private static let lookInterval: Int32 = 100  // milliseconds

  /// Writes the chunks, reads all that comes and waits for the end.
  func hold(
    feeding chunks: some Sequence<[UInt8]>, progress: (@Sendable (String) -> Void)?
  ) throws(SystemFailure) -> Result {
    let input = try StreamPair()
    let output = try StreamPair()
    let errors = try StreamPair()
    let entry = try ProcessCleanup.start(hasOwnGroup: child.hasOwnSession) { () throws(SystemFailure) in
      try child.run(input: input.theirs.number, output: output.theirs.number, errors: errors.theirs.number)
    }
    defer { entry.forget() }
    let running = entry.running
    var streams = ConversationStreams(
      input: input.keepOurs(), output: output.keepOurs(), errors: errors.keepOurs(), progress: progress)
    var result = Result()
    var iterator = chunks.makeIterator()
    var deadline = ConversationDeadline(limit: limit, patience: patience)
    func end(by signal: Int32) {
      send(signal, to: running)
      deadline = ConversationDeadline(limit: Self.grace, patience: nil)
    }
    while !streams.isOver {
      endIfAsked()
      if !result.isStopped, isStopped() {
        result.isStopped = true
        end(by: SIGTERM)
      }
      let isReady = try streams.wait(Self.lookInterval)
      if isReady {
        try streams.exchange(&result) { iterator.next() }
        if result.errors.count > Self.errorLimit { result.errors.removeFirst(result.errors.count - Self.errorLimit) }
        if !result.isOverLimit, result.output.count > outputLimit {
          result.isOverLimit = true
          end(by: SIGTERM)
        }
        if result.isOverLimit { result.output = [] }
      } else if let exit = try running.endIfOver() {
        result.exit = exit
        endIfAsked()
        return result
      }
      guard deadline.isOver(said: result.count) else { continue }
      end(by: result.isTimedOut || result.isOverLimit || result.isStopped ? SIGKILL : SIGTERM)
      result.isTimedOut = true
    }
    result.exit = try running.wait()
    endIfAsked()
    return result
  }

  /// A child in a group of its own is signalled by the signal handler, one in ours by Ctrl-C; neither takes along what it has
  /// started in our group.
  private func endIfAsked() {
    if ProcessCleanup.heldSignal != 0 { ProcessCleanup.raiseHeld() }
  }

  private func send(_ signal: Int32, to running: RunningProcess) {
    if child.hasOwnSession {
      _ = kill(-running.id, signal)
    } else {
      ProcessTree(root: running.id).send(signal)
    }
  }
}

/// Both ends of a stream between us and a child. Sockets, because a write to one whose reader is gone can be had without
/// a signal, whatever the rest of the process does with SIGPIPE.
private struct StreamPair: ~Copyable {
  let ours: OwnedDescriptor
  let theirs: OwnedDescriptor

  init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      // All at once: another thread may start a child at any moment, which would keep our ends open as long as it runs.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      try retrying { socketpair(AF_UNIX, kind, 0, &ends) }
    #else
      try retrying { socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #endif
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    let (first, second) = (ends[0], ends[1])
    do throws(SystemFailure) {
      try retrying { fcntl(first, F_SETFL, O_NONBLOCK) }
    } catch {
      for end in ends { close(end) }
      throw error
    }
    ours = OwnedDescriptor(first)
    theirs = OwnedDescriptor(second)
  }

  /// Closes the child's end: while we hold it, too, we never learn that the child left.
  consuming func keepOurs() -> OwnedDescriptor {
    theirs.close()
    return ours
  }
}

/// Our ends of a child's streams.
private struct ConversationStreams: ~Copyable {
  private var input: OwnedDescriptor?
  private var output: OwnedDescriptor?
  private var errors: OwnedDescriptor?
  private var waiting: ArraySlice<UInt8> = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var line: [UInt8] = []
  private let progress: (@Sendable (String) -> Void)?

  private static let readsAtOnce = 16
  /// No more of a line is kept: what the remote writes comes through, and it may have no end.
  private static let lineLimit = 1 << 12

  init(
    input: consuming OwnedDescriptor, output: consuming OwnedDescriptor, errors: consuming OwnedDescriptor,
    progress: (@Sendable (String) -> Void)?
  ) {
    self.input = consume input
    self.output = consume output
    self.errors = consume errors
    self.progress = progress
  }

  var isOver: Bool { output == nil && errors == nil }

  /// Waits until something can be read or written; false after `milliseconds` without.
  func wait(_ milliseconds: Int32) throws(SystemFailure) -> Bool {
    var places = [number(output), number(errors)].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    places.append(pollfd(fd: number(input), events: Int16(POLLOUT), revents: 0))
    return try retrying { poll(&places, nfds_t(places.count), milliseconds) } > 0
  }

  /// Reads and writes as far as that goes without waiting.
  mutating func exchange(_ result: inout ProcessConversation.Result, next: () -> [UInt8]?) throws(SystemFailure) {
    var (written, reported): ([UInt8], [UInt8]) = ([], [])
    if try !read(number(output), { written += $0 }) { output = nil }
    if try !read(number(errors), { reported += $0 }) { errors = nil }
    result.output += written
    result.errors += reported
    result.count += written.count + reported.count
    report(reported)
    if try !write(next) { input = nil }
  }

  private func number(_ end: borrowing OwnedDescriptor?) -> Int32 {
    switch end {
    case .some(let end): end.number
    case .none: -1
    }
  }

  /// Returns false at the end of the stream.
  private mutating func read(_ number: Int32, _ body: (ArraySlice<UInt8>) -> Void) throws(SystemFailure) -> Bool {
    guard number >= 0 else { return false }
    // Not until there is nothing more: who writes faster than we read would be read for ever.
    for _ in 0..<Self.readsAtOnce {
      let count = recv(number, &buffer, buffer.count, 0)
      if count > 0 {
        body(buffer[..<count])
        continue
      }
      if count == 0 { return false }
      switch errno {
      case EINTR: continue
      case EAGAIN: return true
      case ECONNRESET: return false
      default: throw SystemFailure(code: errno)
      }
    }
    return true
  }

  /// Returns false when everything is written or no one reads any more.
  private mutating func write(_ next: () -> [UInt8]?) throws(SystemFailure) -> Bool {
    let number = number(input)
    guard number >= 0 else { return false }
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    while true {
      if waiting.isEmpty {
        guard let chunk = next() else { return false }
        waiting = chunk[...]
      }
      let count = waiting.withUnsafeBytes { send(number, $0.baseAddress, $0.count, flags) }
      if count >= 0 {
        waiting = waiting.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: return true
      case EPIPE, ECONNRESET: return false
      default: throw SystemFailure(code: errno)
      }
    }
  }

  /// Progress comes in lines that end with a carriage return.
  private mutating func report(_ bytes: [UInt8]) {
    guard let progress else { return }
    for byte in bytes {
      if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
        progress(String(decoding: line, as: UTF8.self))
        line = []
      } else if line.count < Self.lineLimit {
        line.append(byte)
      }
    }
  }
}

/// When a child has taken too long, in all or for its next word.
struct ConversationDeadline {
  /// How long a child may say nothing.
  struct Patience {
    /// Until its first word.
    let first: Duration
    /// From any word to the next.
    let next: Duration
  }

  private let end: ContinuousClock.Instant
  private let patience: Patience?
  private var silenceEnd: ContinuousClock.Instant
  private var said = 0

  init(limit: Duration, patience: Patience?) {
    end = .now.advanced(by: limit)
    self.patience = patience
    silenceEnd = patience.map { .now.advanced(by: $0.first) } ?? end
  }

  /// - Parameter count: how many bytes the child has said so far.
  mutating func isOver(said count: Int) -> Bool {
    let now = ContinuousClock.now
    if let patience, count > said { (said, silenceEnd) = (count, now.advanced(by: patience.next)) }
    return now > min(end, silenceEnd)
  }
}
