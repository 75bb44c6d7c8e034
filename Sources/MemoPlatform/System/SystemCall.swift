package import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A system call that failed, before it is known what it was for.
struct SystemFailure: Error, Equatable {
  /// The system's error number (`errno`).
  let code: Int32
}

/// Makes a system call again while signals interrupt it; throws `errno` where it returns a negative number.
@discardableResult
func retrying<Number: BinaryInteger>(_ call: () -> Number) throws(SystemFailure) -> Number {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw SystemFailure(code: code) }
  }
}

/// The NUL-terminated form that system calls take.
func cString(_ bytes: some Sequence<UInt8>) -> [CChar] {
  bytes.map { CChar(bitPattern: $0) } + [0]
}

/// `read` under a name that no method hides.
func readBytes(_ descriptor: Int32, into buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// Makes a system call again while signals interrupt it, and once a stream is ready that has nothing or no room now: another
/// program that has the same stream may have set it not to wait.
func retrying(whenReadyFor event: Int32, _ stream: Int32, _ call: () -> Int) throws(SystemFailure) -> Int {
  while true {
    do throws(SystemFailure) {
      return try retrying(call)
    } catch {
      guard error.code == EAGAIN else { throw error }
      var polled = pollfd(fd: stream, events: Int16(event), revents: 0)
      try retrying { poll(&polled, 1, -1) }
    }
  }
}

/// How long to pause between looks for a lock, in microseconds.
private let lockInterval: UInt32 = 5_000

/// Takes the lock of an open file; returns false if it was not free in time.
///
/// - Parameter impatience: how long to pause between looks after the first second, in microseconds.
func takeLock(
  of file: Int32, waiting limit: Duration, impatience: UInt32 = lockInterval
) throws(SystemFailure) -> Bool {
  let start = ContinuousClock.now
  while flock(file, LOCK_EX | LOCK_NB) != 0 {
    guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemFailure(code: errno) }
    let waited = ContinuousClock.now - start
    guard waited < limit else { return false }
    usleep(waited < .seconds(1) ? lockInterval : impatience)
  }
  return true
}

/// Writes all of the bytes, however few the system takes at a time.
///
/// - Parameter waits: whether to wait until there is room also where the stream itself does not.
func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, waits: Bool = false
) throws(SystemFailure) {
  var rest = bytes
  while !rest.isEmpty {
    let part = rest
    func put() -> Int { write(descriptor, part.baseAddress, part.count) }
    let written = try waits ? retrying(whenReadyFor: POLLOUT, descriptor, put) : retrying(put)
    rest = UnsafeRawBufferPointer(rebasing: rest[written...])
  }
}

/// Writes all of the bytes, however few the system takes at a time.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemFailure) {
  let failure = bytes.withUnsafeBytes { buffer -> SystemFailure? in
    do throws(SystemFailure) {
      try writeAll(buffer, to: descriptor)
      return nil
    } catch {
      return error
    }
  }
  if let failure { throw failure }
}

extension SystemReason {
  /// The reason behind an error number of the system's (`errno`).
  package init(errno code: Int32) {
    self = Self.reasons[code] ?? .other(String(cString: strerror(code)))
  }

  /// The error number; EIO for a reason that has none of its own.
  var errno: Int32 { Self.reasons.first { $0.value == self }?.key ?? EIO }

  private static let reasons: [Int32: SystemReason] = {
    var reasons = commonReasons
    #if os(Linux)
      reasons[EUCLEAN] = .damagedFileSystem
      reasons[EREMOTEIO] = .remoteInputOutput
    #endif
    return reasons
  }()

  private static let commonReasons: [Int32: SystemReason] = [
    EPERM: .notPermitted, ENOENT: .notFound, EIO: .inputOutput, ENOMEM: .outOfMemory, EACCES: .accessDenied,
    EBUSY: .busy, EEXIST: .alreadyExists, EXDEV: .onAnotherDevice, ENOTDIR: .notAFolder, EISDIR: .isAFolder,
    EINVAL: .invalid, ENFILE: .tooManyOpenFilesInSystem, EMFILE: .tooManyOpenFiles, ENOTTY: .notATerminal,
    EFBIG: .tooLarge, ENOSPC: .noSpace, EROFS: .readOnlyFileSystem, EPIPE: .brokenPipe, ENAMETOOLONG: .nameTooLong,
    ENOTEMPTY: .notEmpty, ELOOP: .symbolicLink, EILSEQ: .unusableName, EDQUOT: .quotaExceeded, ESTALE: .staleHandle,
    ENOTCONN: .notConnected, ETIMEDOUT: .timedOut, EHOSTDOWN: .hostDown, ENOLCK: .noLocks, EAGAIN: .tryAgain,
    ENOEXEC: .notAProgram, ETXTBSY: .programBusy, EBADF: .badDescriptor, ENODEV: .noDevice, ENXIO: .noDeviceOrAddress,
    EMLINK: .tooManyHardLinks, EOVERFLOW: .valueTooLarge,
  ]
}

extension FileError {
  /// An operation that a system call ended with an error number.
  package init(_ operation: Operation, path: [UInt8], code: Int32) {
    self.init(operation, path: path, reason: SystemReason(errno: code))
  }
}

extension ProgramError {
  /// A program whose start a system call ended with an error number.
  package init(path: [UInt8], code: Int32) {
    self.init(path: path, reason: SystemReason(errno: code))
  }
}

/// Runs `body` while this process ignores signals, and puts back what they did before.
///
/// `body` gets those of them that were not ignored before: a child should hear them.
func withSignalsIgnored<Result>(
  _ signals: [Int32], _ body: ([Int32]) throws(SystemFailure) -> Result
) throws(SystemFailure) -> Result {
  var heard: [Int32] = []
  var actions: [(signal: Int32, action: sigaction)] = []
  for number in signals {
    var action = sigaction()
    sigaction(number, nil, &action)
    actions.append((number, action))
    let before = signal(number, SIG_IGN)
    if unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) { heard.append(number) }
  }
  defer {
    for (number, var action) in actions { sigaction(number, &action, nil) }
  }
  return try body(heard)
}

/// An open file descriptor, closed when its one owner lets go of it: at a known place, as the ends of pipes and files that
/// are locked or written need it.
struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number that system calls take.
  let number: Int32

  /// Takes over an open descriptor.
  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    // What was written is on disk by fsync already, and after EINTR the number may be another file's.
    #if canImport(Glibc)
      _ = Glibc.close(number)
    #else
      _ = Darwin.close(number)
    #endif
  }

  /// Closes it now.
  consuming func close() {}
}
