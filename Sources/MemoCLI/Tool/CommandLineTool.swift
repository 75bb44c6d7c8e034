import MemoCore
import MemoKit
package import MemoLSP
import MemoStore
public import MemoWords

/// The program `memo`: reads its arguments, runs a command and says how it ended.
public enum CommandLineTool {
  /// Runs a command line, without the program's own name.
  public static func run(_ words: [RawArgument], in environment: Environment) -> ExitCode {
    let line: ParsedCommandLine
    do throws(UsageError) {
      line = try CommandLineParser.parse(
        words, commands: CommandList.known,
        leading: words.contains { $0 == "--version" } ? [CommonOptions.json] : [])
    } catch {
      return report(error, words, Session(error.arguments, environment))
    }
    var environment = environment.traced(line)
    environment.tool = { run($0, in: $1) }
    if case .run(let command) = line.action { environment.trace?.note(.began(command: command.name)) }
    let code =
      run(line, words, environment)
      ?? {
        var cacheless = environment
        cacheless.machine.host = CachelessHost(host: environment.machine.host)
        return run(line, words, cacheless) ?? .failure
      }()
    environment.trace?.note(.ended(status: code.rawValue))
    return code
  }

  /// Runs command lines within this process, for the language server.
  package static func embedded(in environment: Environment) -> any CommandLines {
    var environment = environment
    environment.tool = { run($0, in: $1) }
    return EmbeddedTool(environment: environment)
  }

  /// `nil` if nothing was done yet and what was read of the cache is worthless.
  private static func run(
    _ line: ParsedCommandLine, _ words: [RawArgument], _ environment: Environment
  ) -> ExitCode? {
    let session = Session(line.arguments, environment)
    do {
      let code = try run(line.action, session)
      guard !session.cacheTrust.isBroken || !session.cacheTrust.canStartOver else { return nil }
      warnOfSettings(line.action, session)
      return code
    } catch {
      guard session.cacheTrust.isBroken else {
        // Not before an error in JSON, which programs read.
        if !isJSON(words) { warnOfSettings(line.action, session, unlessReported: error) }
        return report(error, words, session)
      }
      return session.cacheTrust.canStartOver ? nil : report(Failure.brokenCache, words, session)
    }
  }

  // With fewer, the system's own library for threads cannot start some of them, and ends the process.
  private static let fewestOpenFiles = 32

  private static func checkOpenFiles(_ limit: Int) throws {
    guard limit < fewestOpenFiles else { return }
    throw Failure(
      kind: "open-files", message: Message.fewOpenFiles(limit), hints: [Message.openFilesHint(fewestOpenFiles)],
      exitCode: .failure)
  }

  private static func run(_ action: ParsedCommandLine.Action, _ session: Session) throws -> ExitCode {
    switch action {
    case .run(let declaration):
      try checkOpenFiles(session.machine.openFileLimit)
      guard let command = CommandList.command(declaration.name) else { return try session.showHelp(declaration) }
      return try command.run(session)
    case .help(let declaration): return try session.showHelp(declaration)
    case .helpOfAll: return try session.showHelpOfAll()
    case .version where session.isJSON:
      let environment = session.environment
      try session.writeJSON([
        "version": .text(environment.version), "date": .text(environment.versionDate),
        "commit": .text(environment.commit),
      ])
      return .done
    case .version:
      let commit = session.environment.commit.map { " (\($0))" } ?? ""
      try session.writeLine("memo \(session.environment.version)\(commit)")
      return .done
    case .external(let name, let rest): return try external(name, rest, session)
    case .none:
      try checkOpenFiles(session.machine.openFileLimit)
      guard session.isInteractive else { throw UsageError(.missingArgument, Message.noCommand, hints: [.seeHelp(nil)]) }
      return try BrowseCommand.run(session)
    }
  }

  /// An unknown command `x` is the program `memo-x`, where there is one.
  private static func external(_ name: RawArgument, _ rest: [RawArgument], _ session: Session) throws -> ExitCode {
    let root = (try? session.locatedVault())?.root
    guard let program = session.machine.programs.find("memo-\(name.text)", outside: root) else {
      throw UsageError.unknownCommand(name, among: CommandList.declarations)
    }
    // By its absolute path, so that the program may change its folder.
    let vault = try session.namedVault().map { try session.machine.path($0.bytes) }
    try session.machine.programs.replaceProcess(
      with: program, arguments: rest.map(\.bytes), variables: vault.map { ["MEMO_VAULT": $0.bytes] } ?? [:])
  }

  /// Warns of the user's settings that the command did without. After its output, which a pager or the split view may have
  /// covered.
  private static func warnOfSettings(
    _ action: ParsedCommandLine.Action, _ session: Session, unlessReported reported: (any Error)? = nil
  ) {
    guard let error = session.settingsError, session.environment.warnsOfSettings, !session.isQuiet,
      case .run(let command) = action, command.name != CompleteCommand.declaration.name
    else { return }
    let message = FailureMessages.failure(for: error).message
    let other = reported.map { FailureMessages.failure(for: $0).message }
    if other?[session.language] != message[session.language] { session.warn(message) }
  }

  /// Asked of the words themselves: not every command knows these options.
  private static func isJSON(_ words: [RawArgument]) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--json" || $0 == "--jsonl" }
  }

  private static func report(_ error: any Error, _ words: [RawArgument], _ session: Session) -> ExitCode {
    var failure = FailureMessages.failure(for: error)
    // Nothing is missing but the answer: "run the command again" would be wrong.
    if let error = error as? FileError, error.isOfOutput, let hint = session.changes.hint { failure.hints = [hint] }
    if failure.exitCode == .interrupted { return .interrupted }
    let report = ErrorReport(failure: failure, isReported: session.unread.contain(failure.message[session.language]))
    if isJSON(words) {
      session.console.writeError(report.json(in: session.language))
    } else {
      session.console.writeError(Array(report.text(in: session.language, style: session.errorStyle).utf8))
    }
    return failure.exitCode
  }
}

extension Session {
  /// Shows a command's help, or the overview.
  func showHelp(_ declaration: CommandDeclaration?) throws -> ExitCode {
    let text = declaration.map(helpRenderer.help) ?? helpRenderer.overview(of: CommandList.declarations)
    try page(CollectionOfOne(Array(text.utf8)))
    return .done
  }

  /// Shows the help of every command.
  fileprivate func showHelpOfAll() throws -> ExitCode {
    try page(CollectionOfOne(Array(helpRenderer.help(forAll: CommandList.declarations).utf8)))
    return .done
  }

  private var helpRenderer: HelpRenderer {
    HelpRenderer(width: columns, language: language, style: style.isColored ? .bold : .plain)
  }
}

extension Environment {
  /// The same with a trace on standard error, where the command line or `MEMO_DEBUG` asks for one.
  func traced(_ line: ParsedCommandLine) -> Environment {
    guard line.arguments[GlobalOptions.debug] || machine.variables["MEMO_DEBUG"] == "1" else { return self }
    // Its lines would land on the picture.
    if line.action.isBrowsing, machine.console.errorIsTerminal { return self }
    let (stopwatch, console) = (machine.stopwatch, machine.console)
    let start = stopwatch()
    let trace = Trace(stopwatch: stopwatch) { event in
      console.writeError(Array(TraceText.line(event, after: stopwatch() - start).utf8))
    }
    var traced = self
    traced.trace = trace
    traced.machine.host = TracedHost(machine.host, trace)
    traced.machine.git = TracedGit(machine.git, trace)
    traced.machine.programs = TracedPrograms(machine.programs, trace)
    traced.machine.watching = TracedWatching(machine.watching, trace)
    traced.machine.embeddedWatching = TracedWatching(machine.embeddedWatching, trace)
    return traced
  }
}

extension ParsedCommandLine.Action {
  /// Whether it opens the split view.
  fileprivate var isBrowsing: Bool {
    switch self {
    case .none: true
    case .run(let command): command.name == BrowseCommand.declaration.name
    case .help, .helpOfAll, .version, .external: false
    }
  }
}
