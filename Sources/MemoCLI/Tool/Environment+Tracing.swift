import MemoKit
import MemoStore

extension Environment {
  /// The same with a trace on standard error, where the command line or `MEMO_DEBUG` asks for one.
  func traced(_ line: ParsedCommandLine) -> Environment {
    guard line.arguments[GlobalOptions.debug] || variables["MEMO_DEBUG"] == "1" else { return self }
    // Its lines would land on the picture.
    if line.action.isBrowsing, console.errorIsTerminal { return self }
    let start = stopwatch()
    let trace = Trace(stopwatch: stopwatch) { [stopwatch, console] event in
      console.writeError(Array(TraceText.line(event, after: stopwatch() - start).utf8))
    }
    var traced = self
    traced.trace = trace
    traced.host = TracedHost(host, trace)
    traced.git = TracedGit(git, trace)
    traced.programs = TracedPrograms(programs, trace)
    traced.watching = TracedWatching(watching, trace)
    traced.watchingBeside = TracedWatching(watchingBeside, trace)
    return traced
  }
}

extension ParsedCommandLine.Action {
  /// Whether it opens the split view.
  fileprivate var isBrowsing: Bool {
    switch self {
    case .none: true
    case .run(let command): command.name == BrowseCommand.declaration.name
    case .help, .version, .external: false
    }
  }
}
