public import MemoCore
public import MemoIndex
public import MemoKit
public import MemoStore
public import MemoTUI

extension Machine {
  /// A machine with a clock of its own, without terminal and programs.
  public static func tested(in folder: TemporaryFolder) -> Machine {
    tested(in: folder.path, on: TemporaryFolder.host())
  }

  /// The same with the files of a host and a clock, by default one that stands still at noon of 2026-05-20.
  public static func tested(
    in folder: HostPath, on host: any HostFiles, clock: any LocalClock = FixedClock(now: 1_779_278_400_000_000_000)
  ) -> Machine {
    Machine(
      variables: [:], workingDirectory: folder, host: host, clock: clock,
      collation: ByteCollation(), programs: NoPrograms(), console: SilentConsole(), watching: NoWatching(),
      embeddedWatching: NoWatching(), watchers: NoWatchers(), stopwatch: { .zero }, processorTime: { .zero })
  }
}

/// A terminal that is not there.
public struct NoScreen: ScreenTerminal {
  /// Makes one.
  public init() {}

  /// Throws a `TerminalError`.
  public func withScreen<Result>(_ use: ScreenUse, _ body: (any Screen) throws -> Result) throws -> Result {
    throw TerminalError(.noDevice)
  }
}

/// Sorts titles by their bytes.
public struct ByteCollation: TitleCollation {
  /// Makes one.
  public init() {}

  /// The bytes.
  public func key(for title: String) -> [UInt8] { Array(title.utf8) }
}

private struct SilentConsole: Console {
  let outputIsTerminal = false
  let errorIsTerminal = false
  let inputIsTerminal = false
  let terminalColumns: Int? = nil

  func write(_ bytes: UnsafeRawBufferPointer) {}
  func writeError(_ bytes: [UInt8]) {}
  func readInput() -> [UInt8] { [] }
  func readLine() -> [UInt8] { [] }
}

/// Programs of which none is installed, but for those that a type has methods of its own for.
public protocol MissingPrograms: Programs {}

extension MissingPrograms {
  /// Finds none.
  public func find(_ name: String, outside vault: HostPath?) -> [UInt8]? { nil }

  /// Ends as a shell does that finds none.
  public func run(_ path: [UInt8], arguments: [[UInt8]]) -> ProgramExit { .exited(127) }

  /// The same.
  public func run(
    _ path: [UInt8], arguments: [[UInt8]], reading input: [UInt8], within limits: ProgramLimits
  ) -> ProgramOutput {
    ProgramOutput(exit: .exited(127))
  }

  /// The same.
  public func run(shellLine: String, feeding chunks: some Sequence<[UInt8]>) -> ProgramExit { .exited(127) }

  /// The same.
  public func edit(_ arguments: [[UInt8]], with shellLine: String) -> ProgramExit { .exited(127) }

  /// Throws.
  public func replaceProcess(
    with path: [UInt8], arguments: [[UInt8]], variables: [String: [UInt8]]
  ) throws(ProgramError) -> Never {
    throw ProgramError(path: path, reason: .notFound)
  }
}

/// No programs at all.
public struct NoPrograms: MissingPrograms {
  /// Makes none.
  public init() {}
}

private struct NoWatching: VaultWatching {
  func watch(_ root: HostPath, rules: MemoFileRules, mode: WatchMode) throws(FileError) -> any VaultWatch {
    throw FileError(.list, path: root.bytes, reason: .notFound)
  }
}

private struct NoWatchers: Watchers {
  let process: Int32 = 1
  let program = Array("/usr/bin/memo".utf8)

  func claim(_ root: HostPath) -> WatcherClaim { .held(pid: 42) }
  func status(of root: HostPath) -> WatcherStatus? { nil }
  func stop(_ root: HostPath) -> Bool? { nil }

  func start(_ root: HostPath, arguments: [[UInt8]]) throws(ProgramError) -> WatcherStart {
    throw ProgramError(path: program, reason: .notFound)
  }
}
