public import MemoVault

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs programs of the system on the terminal of this process.
public struct SystemPrograms: Programs {
  private static let shell = Array("/bin/sh".utf8)

  private let environment: [String: String]

  /// Programs get this environment and are found by its `PATH`.
  public init(environment: [String: String]) {
    self.environment = environment
  }

  /// The absolute path of a program on the user's search path; `nil` where there is none.
  public func find(_ name: String) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    guard !name.isEmpty && !name.utf8.contains(slash) else { return nil }
    // Only absolute folders: an empty or relative one means the working directory, which may be somebody else's vault.
    let folders = (environment["PATH"] ?? "").utf8.split(separator: UInt8(ascii: ":")).filter { $0.first == slash }
    return folders.lazy.map { Array($0) + [slash] + Array(name.utf8) }.first(where: isProgram)
  }

  /// Runs the program at `path` on this terminal and waits for its end; `arguments` come after its name.
  public func run(_ path: [UInt8], arguments: [[UInt8]]) throws(ProgramError) -> ProgramExit {
    do throws(SystemFailure) {
      // Ctrl-C is meant for the program; who waits for it must not die of it.
      return try withSignalsIgnored([SIGINT, SIGQUIT]) { heard throws(SystemFailure) in
        try child(path, arguments, hearing: heard).run().wait()
      }
    } catch {
      throw ProgramError(path: path, code: error.code)
    }
  }

  /// Runs a shell command line that reads `chunks` from its standard input: a pager or a clipboard tool.
  public func run(shellLine: String, feeding chunks: some Sequence<[UInt8]>) throws(ProgramError) -> ProgramExit {
    do throws(SystemFailure) {
      return try withSignalsIgnored([SIGINT, SIGQUIT, SIGPIPE]) { heard throws(SystemFailure) in
        let words = ["-c", shellLine].map { Array($0.utf8) }
        let pipe = try Pipe()
        let running = try child(Self.shell, words, hearing: heard).run(input: pipe.reading.number)
        let failure = pipe.feed(chunks)
        let exit = try running.wait()
        if let failure { throw failure }
        return exit
      }
    } catch {
      throw ProgramError(path: Self.shell, code: error.code)
    }
  }

  /// Opens files, named by absolute paths, in an editor given as a shell command line, and waits for its end.
  public func edit(_ paths: [[UInt8]], with shellLine: String) throws(ProgramError) -> ProgramExit {
    // An absolute path never looks like an option; a relative one might.
    let safe = paths.map { $0.first == UInt8(ascii: "/") ? $0 : Array("./".utf8) + $0 }
    let words = ["-c", shellLine + " \"$@\"", shellLine].map { Array($0.utf8) }
    return try run(Self.shell, arguments: words + safe)
  }

  /// Becomes the program at `path`; returns only by throwing.
  public func replaceProcess(
    with path: [UInt8], arguments: [[UInt8]], variables: [String: [UInt8]]
  ) throws(ProgramError) -> Never {
    // An ignored signal would stay ignored in a program that does not expect it.
    _ = signal(SIGPIPE, SIG_DFL)
    let code = withCStrings([path] + arguments) { words in
      withCStrings(self.variables(with: variables)) { variables in
        _ = execve(cString(path), words, variables)
        return errno
      }
    }
    throw ProgramError(path: path, code: code)
  }

  private func variables(with more: [String: [UInt8]] = [:]) -> [[UInt8]] {
    environment.mapValues { Array($0.utf8) }.merging(more) { $1 }.map { Array("\($0)=".utf8) + $1 }
  }

  private func child(_ path: [UInt8], _ arguments: [[UInt8]], hearing signals: [Int32]) -> ChildProcess {
    ChildProcess(path: path, arguments: arguments, variables: variables(), heardSignals: signals)
  }

  private func isProgram(_ path: [UInt8]) -> Bool {
    var status = stat()
    let name = cString(path)
    return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(name, X_OK) == 0
  }
}
