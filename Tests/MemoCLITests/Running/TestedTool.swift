import MemoCLI
import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import MemoWords
import Synchronization

/// The tool in a vault of the test's own, with a clock, a terminal and programs that are the test's.
struct TestedTool {
  let folder: TemporaryFolder
  /// Now, in nanoseconds since 1970.
  var now: Int64 = 1_779_278_400_000_000_000
  /// How far the user's clock is before UTC, in hours.
  var hoursBeforeUTC: Int64 = 0
  /// Counts how often the cache broke.
  var cacheFaults: @Sendable () -> UInt64 = { 0 }
  /// What a person answers to questions, a line each.
  var answers: [String] = []
  /// Called when a command asks for the time, as it does between reading a memo and changing it.
  var onTime: @Sendable () -> Void = {}
  /// Why standard output cannot be written.
  var outputRefusal: SystemReason?
  /// Whether standard input is a pipe, also where the other two streams are a terminal.
  var inputIsPipe = false
  /// A monotonic clock.
  var stopwatch: @Sendable () -> Duration = { .zero }
  /// Whether the process is asked to end, as by Ctrl-C.
  var isStopped: @Sendable () -> Bool = { false }
  /// Whether the working directory was removed.
  var lacksWorkingDirectory = false
  /// What the environment holds.
  var variables = ["LC_ALL": "C.UTF-8", "TERM": "xterm"]
  /// The only pager that is installed.
  var installedPager: String? = "less"

  /// The folder of the vault that is the working directory.
  var workingFolder = VaultPath.root

  /// What a run came to.
  struct Run {
    let code: ExitCode
    let output: String
    let errors: String
    /// Whether a pager showed the output.
    let wasPaged: Bool

    var lines: [Substring] { output.split(separator: "\n") }
  }

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeVault()
  }

  /// Runs a command line; `terminalColumns` makes all three streams a terminal.
  func run(_ words: String..., terminalColumns: Int? = nil) -> Run {
    run(words, terminalColumns: terminalColumns)
  }

  /// The same with the words as an array.
  func run(_ words: [String], terminalColumns: Int? = nil) -> Run {
    let console = RecordingConsole(
      terminalColumns: terminalColumns, inputIsPipe: inputIsPipe, answers: answers, refusal: outputRefusal)
    let environment = Environment(machine: machine(with: console), screen: NoScreen(), version: "1.2.3")
    let code = CommandLineTool.run(words.map { RawArgument($0) }, in: environment)
    return Run(code: code, output: console.output, errors: console.errors, wasPaged: console.wasPaged)
  }

  /// The vault as use cases work on it, without a command.
  func workspace(willCommit: @escaping @Sendable () throws -> Void) throws -> Workspace {
    let console = RecordingConsole(terminalColumns: nil, inputIsPipe: false, answers: [], refusal: nil)
    return Workspace(try folder.openVault(), on: machine(with: console), willCommit: willCommit)
  }

  private func machine(with console: RecordingConsole) -> Machine {
    let clock = AnsweringClock(
      clock: FixedClock(now: now, secondsEast: hoursBeforeUTC * 3600), onTime: onTime)
    var machine = Machine.tested(
      in: folder.path.appending(workingFolder), on: TemporaryFolder.host(), clock: clock)
    machine.variables = variables
    (machine.console, machine.stopwatch) = (console, stopwatch)
    machine.programs = PrintingPrograms(console: console, pager: installedPager)
    machine.cacheFaults = cacheFaults
    machine.hearStop = { [isStopped] in isStopped }
    if lacksWorkingDirectory { (machine.workingDirectory, machine.hasWorkingDirectory) = (.fileSystemRoot, false) }
    return machine
  }
}

/// A clock that does what a test wants whenever it is asked for the time.
private struct AnsweringClock: LocalClock {
  let clock: FixedClock
  let onTime: @Sendable () -> Void

  var now: Int64 {
    onTime()
    return clock.now
  }

  func instant(ofLocal local: Int64) -> Int64 { clock.instant(ofLocal: local) }
  func local(ofInstant instant: Int64) -> Int64 { clock.local(ofInstant: instant) }
}

/// Keeps what is written.
private final class RecordingConsole: Console {
  let terminalColumns: Int?
  private let inputIsPipe: Bool
  private let written = Mutex((output: [UInt8](), errors: [UInt8]()))
  private let paged = Mutex(false)

  private let answers: Mutex<ArraySlice<String>>
  private let refusal: SystemReason?

  init(terminalColumns: Int?, inputIsPipe: Bool, answers: [String], refusal: SystemReason?) {
    (self.terminalColumns, self.inputIsPipe, self.refusal) = (terminalColumns, inputIsPipe, refusal)
    self.answers = Mutex(answers[...])
  }

  var outputIsTerminal: Bool { terminalColumns != nil }
  var errorIsTerminal: Bool { terminalColumns != nil }
  var inputIsTerminal: Bool { terminalColumns != nil && !inputIsPipe }
  var output: String { String(decoding: written.withLock { $0.output }, as: UTF8.self) }
  var errors: String { String(decoding: written.withLock { $0.errors }, as: UTF8.self) }

  var wasPaged: Bool { paged.withLock { $0 } }

  func notePaged() { paged.withLock { $0 = true } }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if let refusal { throw FileError(.write, path: Array("standard output".utf8), reason: refusal) }
    written.withLock { $0.output += bytes }
  }

  func writeError(_ bytes: [UInt8]) {
    written.withLock { $0.errors += bytes }
  }

  func readInput() -> [UInt8] { [] }

  func readLine() -> [UInt8] { Array((answers.withLock { $0.popFirst() } ?? "").utf8) }
}

/// Programs of which none is there but a pager, which shows everything.
private struct PrintingPrograms: MissingPrograms {
  let console: RecordingConsole
  let pager: String?

  func find(_ name: String, outside vault: HostPath?) -> [UInt8]? {
    name == pager ? Array("/usr/bin/\(name)".utf8) : nil
  }

  func run(shellLine: String, feeding chunks: some Sequence<[UInt8]>) -> ProgramExit {
    // A pipe takes some of what no one reads.
    guard let pager, shellLine.contains(pager) else {
      for _ in chunks.prefix(1) {}
      return .exited(127)
    }
    console.notePaged()
    for chunk in chunks { try? chunk.withUnsafeBytes { try console.write($0) } }
    return .exited(0)
  }
}
