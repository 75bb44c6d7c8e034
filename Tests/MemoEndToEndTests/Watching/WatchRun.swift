import Foundation
import MemoCore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A `memo watch` that runs while the test edits.
final class WatchRun {
  private let child: ChildProcess
  private let output: LineReader
  private let errors: LineReader
  private var isOver = false

  /// Starts it and waits until it is ready.
  init(_ sandbox: Sandbox, _ words: [String] = [], program: [String] = ["memo"]) throws {
    let name = "runs/watch-\(UInt32.random(in: .min ... .max))"
    let files = ["out", "err"].map { VaultPath("\(name).\($0)") }
    for file in files { try sandbox.folder.makePipe(file) }
    let paths = files.map { sandbox.folder.path.appending($0).bytes }
    output = try LineReader(paths[0])
    errors = try LineReader(paths[1])
    let command = program + ["watch"] + words
    child = try ChildProcess(
      command.map { Array($0.utf8) }, variables: sandbox.variables, folder: sandbox.vault.bytes,
      input: Array("/dev/null".utf8), output: paths[0], errors: paths[1])
  }

  deinit {
    if !isOver { _ = end(SIGKILL) }
  }

  /// The next line of standard output.
  func next(_ location: SourceLocation = #_sourceLocation) throws -> String {
    try #require(output.next(), "no line", sourceLocation: location)
  }

  /// Its process.
  var processId: pid_t { child.id }

  /// Waits until it is ready; returns what it says then.
  @discardableResult
  func ready(_ location: SourceLocation = #_sourceLocation) throws -> String {
    try #require(errors.next(), "not ready", sourceLocation: location)
  }

  /// The next line of standard error.
  func nextError(_ location: SourceLocation = #_sourceLocation) throws -> String { try ready(location) }

  /// Sends a signal and waits for the end.
  func end(_ signal: Int32) -> MemoRun.End {
    kill(child.id, signal)
    return wait()
  }

  /// Waits for the end.
  func wait() -> MemoRun.End {
    isOver = true
    return child.wait()
  }

  /// No one reads standard output any more.
  func stopReading() {
    output.close()
  }

  /// What is left of standard output once it ended.
  func rest() -> [String] {
    output.rest()
  }
}

/// Reads lines of a FIFO as they come.
private final class LineReader {
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Milliseconds that are enough for any machine; a test that works never waits so long.
  private static let patience: Int32 = 120_000

  init(_ path: [UInt8]) throws {
    descriptor = open(path.map(CChar.init(bitPattern:)) + [0], O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
  }

  deinit {
    close()
  }

  func close() {
    #if canImport(Glibc)
      if descriptor >= 0 { _ = Glibc.close(descriptor) }
    #else
      if descriptor >= 0 { _ = Darwin.close(descriptor) }
    #endif
    descriptor = -1
  }

  /// The next line without its newline; `nil` where none comes.
  func next() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard readMore(within: Self.patience) else { return nil }
    }
  }

  /// All lines up to the end.
  func rest() -> [String] {
    var lines: [String] = []
    while readMore(within: 0) {}
    while buffer.contains(UInt8(ascii: "\n")), let line = next() { lines.append(line) }
    return lines
  }

  private func readMore(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, milliseconds) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 { buffer += chunk[..<count] }
    return count > 0
  }
}
