public import MemoCore
import MemoIndex
public import MemoStore
import MemoSync

/// Programs whose runs are traced.
public struct TracedPrograms: Programs {
  private let programs: any Programs
  private let trace: Trace

  /// Traces the runs of others.
  public init(_ programs: any Programs, _ trace: Trace) {
    self.programs = programs
    self.trace = trace
  }

  /// As the others.
  public func find(_ name: String, outside vault: HostPath?) -> [UInt8]? { programs.find(name, outside: vault) }

  /// Runs one and notes how it ended.
  public func run(_ path: [UInt8], arguments: [[UInt8]]) throws(ProgramError) -> ProgramExit {
    try traced(.named(Self.name(path)), \.self) { () throws(ProgramError) in
      try programs.run(path, arguments: arguments)
    }
  }

  /// Runs one and notes how it ended.
  public func run(
    _ path: [UInt8], arguments: [[UInt8]], reading input: [UInt8]
  ) throws(ProgramError) -> ProgramOutput {
    try traced(.named(Self.name(path)), \.exit) { () throws(ProgramError) in
      try programs.run(path, arguments: arguments, reading: input)
    }
  }

  /// Runs a pager and notes how it ended.
  public func run(
    shellLine: String, feeding chunks: some Sequence<[UInt8]>
  ) throws(ProgramError) -> ProgramExit {
    try traced(.pager, \.self) { () throws(ProgramError) in try programs.run(shellLine: shellLine, feeding: chunks) }
  }

  /// Runs an editor and notes how it ended.
  public func edit(_ paths: [[UInt8]], with shellLine: String) throws(ProgramError) -> ProgramExit {
    try traced(.editor, \.self) { () throws(ProgramError) in try programs.edit(paths, with: shellLine) }
  }

  /// As the others: what comes after is another program's.
  public func replaceProcess(
    with path: [UInt8], arguments: [[UInt8]], variables: [String: [UInt8]]
  ) throws(ProgramError) -> Never {
    try programs.replaceProcess(with: path, arguments: arguments, variables: variables)
  }

  private func traced<Result>(
    _ program: TracedProgram, _ exit: (Result) -> ProgramExit, _ run: () throws(ProgramError) -> Result
  ) throws(ProgramError) -> Result {
    let measurement = trace.start()
    do {
      let result = try run()
      measurement.end { .program(program, Self.outcome(of: exit(result)), $0) }
      return result
    } catch {
      measurement.end { .program(program, .notStarted, $0) }
      throw error
    }
  }

  private static func outcome(of exit: ProgramExit) -> ProgramOutcome {
    switch exit {
    case .exited(let status): .exited(status)
    case .signalled(let signal): .signalled(signal)
    }
  }

  private static func name(_ path: [UInt8]) -> String {
    String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
  }
}
