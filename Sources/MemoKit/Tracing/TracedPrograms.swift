public import MemoCore
public import MemoIndex
public import MemoStore
public import MemoSync

/// Programs whose runs are traced.
public struct TracedPrograms: Programs {
  private let programs: any Programs
  private let trace: Trace

  /// Traces the runs of the given programs.
  public init(_ programs: any Programs, _ trace: Trace) {
    self.programs = programs
    self.trace = trace
  }

  /// Forwarded.
  public func find(_ name: String, outside vault: HostPath?) -> [UInt8]? { programs.find(name, outside: vault) }

  /// Runs one and notes how it ended.
  public func run(_ path: [UInt8], arguments: [[UInt8]]) throws(ProgramError) -> ProgramExit {
    try traced(.named(Self.name(path)), \.self) { () throws(ProgramError) in
      try programs.run(path, arguments: arguments)
    }
  }

  /// Runs one and notes how it ended.
  public func run(
    _ path: [UInt8], arguments: [[UInt8]], reading input: [UInt8], within limits: ProgramLimits
  ) throws(ProgramError) -> ProgramOutput {
    try traced(.named(Self.name(path)), \.exit) { () throws(ProgramError) in
      try programs.run(path, arguments: arguments, reading: input, within: limits)
    }
  }

  /// Runs a pager and notes how it ended.
  public func run(
    shellLine: String, feeding chunks: some Sequence<[UInt8]>
  ) throws(ProgramError) -> ProgramExit {
    try traced(.pager, \.self) { () throws(ProgramError) in try programs.run(shellLine: shellLine, feeding: chunks) }
  }

  /// Runs an editor and notes how it ended.
  public func edit(_ arguments: [[UInt8]], with shellLine: String) throws(ProgramError) -> ProgramExit {
    try traced(.editor, \.self) { () throws(ProgramError) in try programs.edit(arguments, with: shellLine) }
  }

  /// Forwarded and not traced: the new program takes the place of this one.
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

/// A git whose calls are traced.
public struct TracedGit: WrappingGit {
  /// The git itself.
  public let git: any Git
  private let trace: Trace

  /// Wraps a git.
  public init(_ git: any Git, _ trace: Trace) {
    self.git = git
    self.trace = trace
  }

  /// Runs git and notes how it ended.
  public func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    let measurement = trace.start()
    let words = Self.words(of: call)
    do {
      let answer = try git.run(call, feeding: chunks)
      measurement.end { .git(words: words, .exited(answer.status), $0) }
      return answer
    } catch {
      measurement.end { .git(words: words, Self.outcome(of: error), $0) }
      throw error
    }
  }

  /// The command and the names of its options. Values, and whatever has no dash before it, may be a path, a revision or a
  /// message.
  private static func words(of call: GitCall) -> [String] {
    let options = call.arguments.dropFirst().prefix { $0 != Array("--".utf8) && $0 != Array("--end-of-options".utf8) }
    return [call.name] + options.compactMap(optionName)
  }

  /// `--format` of `--format=%s`, `-n` of `-n20`.
  private static func optionName(_ word: [UInt8]) -> String? {
    guard word.first == UInt8(ascii: "-"), word.count > 1 else { return nil }
    let isLong = word[1] == UInt8(ascii: "-")
    return String(decoding: isLong ? word.prefix { $0 != UInt8(ascii: "=") } : word.prefix(2), as: UTF8.self)
  }

  private static func outcome(of error: GitError) -> ProgramOutcome {
    switch error {
    case .notInstalled, .program: .notStarted
    case .tookTooLong: .tookTooLong
    case .tooMuch: .tooMuch
    case .tooOld, .damaged, .diskFull, .failed: .failed
    }
  }
}

/// Watches whose hints are traced.
public struct TracedWatching: VaultWatching {
  private let watching: any VaultWatching
  private let trace: Trace

  /// Traces the watches of another one.
  public init(_ watching: any VaultWatching, _ trace: Trace) {
    self.watching = watching
    self.trace = trace
  }

  /// Begins a watch of the other one.
  public func watch(_ root: HostPath, rules: MemoFileRules, mode: WatchMode) throws(FileError) -> any VaultWatch {
    let watch = try watching.watch(root, rules: rules, mode: mode)
    trace.note(.watching(mode))
    return TracedWatch(watch, trace)
  }
}

private final class TracedWatch: VaultWatch {
  private let watch: any VaultWatch
  private let trace: Trace

  init(_ watch: any VaultWatch, _ trace: Trace) {
    self.watch = watch
    self.trace = trace
  }

  func next(within limit: Duration?) throws(FileError) -> WatchHint? {
    let hint = try watch.next(within: limit)
    switch hint {
    case .changed(let paths):
      trace.note(
        .hint(memos: paths.memos.count, folders: paths.folders.count, isEverything: paths.isEverything))
    case .asked: trace.note(.question(isAnswered: false))
    case .settings, .limited, .gone, .ended, nil: break
    }
    return hint
  }

  func end() { watch.end() }

  func acceptQuestions() { watch.acceptQuestions() }

  func answer(_ question: WatchQuestion, with answer: [UInt8]) {
    watch.answer(question, with: answer)
    trace.note(.question(isAnswered: true))
  }
}
