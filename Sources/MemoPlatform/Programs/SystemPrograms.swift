public import MemoCore
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs programs of the system on the terminal of this process.
public struct SystemPrograms: Programs {
  private static let shell = Array("/bin/sh".utf8)

  private let environment: [String: String]
  private let searchPath: SearchPath

  /// Programs get this environment and are found by its `PATH`, without what is relative in it.
  public init(environment: [String: String]) {
    searchPath = SearchPath(environment["PATH"])
    self.environment = environment
  }

  /// The absolute path of a program on the user's search path; `nil` where there is none.
  public func find(_ name: String, outside vault: HostPath? = nil) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    guard !name.isEmpty && !name.utf8.contains(slash) else { return nil }
    let folders = searchPath.outside(of: vault).folders
    return folders.lazy.map { $0 + [slash] + Array(name.utf8) }.first(where: isProgram)
  }

  /// Runs the program at `path` on this terminal and waits for its end; `arguments` come after its name.
  public func run(_ path: [UInt8], arguments: [[UInt8]]) throws(ProgramError) -> ProgramExit {
    try run(path, arguments: arguments, output: nil)
  }

  private func run(_ path: [UInt8], arguments: [[UInt8]], output: Int32?) throws(ProgramError) -> ProgramExit {
    do throws(SystemFailure) {
      // Ctrl-C is meant for the program; who waits for it must not die of it.
      return try withSignalsIgnored([SIGINT, SIGQUIT]) { heard throws(SystemFailure) in
        try child(path, arguments, hearing: heard).run(output: output).wait()
      }
    } catch {
      throw ProgramError(path: path, code: error.code)
    }
  }

  /// Runs the program at `path` away from the terminal: it reads `input`, and what it writes is collected.
  public func run(
    _ path: [UInt8], arguments: [[UInt8]], reading input: [UInt8], within limits: ProgramLimits
  ) throws(ProgramError) -> ProgramOutput {
    var child = child(path, arguments, hearing: [])
    child.memoryLimit = limits.memory
    (child.hasOwnSession, child.runsInRoot) = (limits.isConfined, limits.isConfined)
    let conversation = ProcessConversation(child: child, limit: limits.time, outputLimit: limits.output)
    do throws(SystemFailure) {
      let result = try conversation.hold(feeding: CollectionOfOne(input), progress: nil)
      // A part of what it had to say is nothing to go by.
      let isEnded = result.isTimedOut || result.isOverLimit
      if isEnded, limits.isConfined { return ProgramOutput(exit: .signalled(SIGTERM)) }
      return ProgramOutput(exit: result.exit, output: result.output, errors: result.errors)
    } catch {
      throw ProgramError(path: path, code: error.code)
    }
  }

  /// Runs a shell command line of the user's that reads `chunks` from its standard input: a pager.
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

  /// Starts an editor given as a shell command line, and waits for its end.
  ///
  /// - Parameter arguments: follow the line's own words; files are named by absolute paths, which never look like options.
  public func edit(_ arguments: [[UInt8]], with shellLine: String) throws(ProgramError) -> ProgramExit {
    let words = ["-c", shellLine + " \"$@\"", shellLine].map { Array($0.utf8) }
    // Whoever reads memo's output, as in `$(memo new --edit)`, wants no picture of an editor in it.
    guard isatty(STDOUT_FILENO) != 1 else { return try run(Self.shell, arguments: words + arguments) }
    let terminal = isatty(STDIN_FILENO) == 1 ? Descriptor.open("/dev/tty", flags: O_RDWR | O_NOCTTY) : nil
    defer { withExtendedLifetime(terminal) {} }
    return try run(Self.shell, arguments: words + arguments, output: terminal?.number ?? STDERR_FILENO)
  }

  /// Becomes the program at `path`; returns only by throwing.
  public func replaceProcess(
    with path: [UInt8], arguments: [[UInt8]], variables: [String: [UInt8]]
  ) throws(ProgramError) -> Never {
    // An ignored signal would stay ignored in a program that does not expect it.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    let kept = searchPath.kept(in: environment).filter { variables[$0.key] == nil }
    let all = VariableBytes.entries(kept) + variables.map { Array("\($0.key)=".utf8) + $0.value }
    let code = withCStrings([path] + arguments) { words in
      withCStrings(all) { variables in
        _ = execve(cString(path), words, variables)
        return errno
      }
    }
    throw ProgramError(path: path, code: code)
  }

  private func child(_ path: [UInt8], _ arguments: [[UInt8]], hearing signals: [Int32]) -> ChildProcess {
    let variables = VariableBytes.entries(searchPath.kept(in: environment))
    return ChildProcess(path: path, arguments: arguments, variables: variables, heardSignals: signals)
  }

  private func isProgram(_ path: [UInt8]) -> Bool {
    var status = stat()
    let name = cString(path)
    return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(name, X_OK) == 0
  }
}

/// The folders that programs are looked for in.
///
/// Only absolute ones of `PATH`: an empty or relative one means the working directory, which may be another person's vault.
/// That holds for the user's own editor and pager as well, whose names are mostly bare; a person who keeps programs in a
/// relative folder can name them by their path. `find` passes by the vault's folders, too, also where the user has put one
/// into `PATH`: what is in them comes with a sync.
struct SearchPath {
  private static let separator = UInt8(ascii: ":")
  private static let slash = UInt8(ascii: "/")
  /// What the system looks in without a `PATH`; with an empty one it would look in the working directory.
  private static let usual = "/usr/bin:/bin"

  /// Their paths, absolute.
  let folders: [[UInt8]]

  init(_ value: String?) {
    let folders = (value ?? Self.usual).utf8.split(separator: Self.separator)
    self.folders = folders.filter { $0.first == Self.slash }.map { Array($0) }
  }

  private init(folders: [[UInt8]]) {
    self.folders = folders
  }

  /// Without the folders of a vault, whatever links lead there.
  func outside(of vault: HostPath?) -> SearchPath {
    guard let vault, vault != .fileSystemRoot else { return self }
    return SearchPath(
      folders: folders.filter { folder in
        guard let path = realpath(cString(folder), nil) else { return false }
        defer { free(path) }
        let real = UnsafeRawBufferPointer(start: path, count: strlen(path))
        return !real.elementsEqual(vault.bytes) && !real.starts(with: vault.bytes + [Self.slash])
      })
  }

  /// An environment with this as its `PATH`.
  func kept(in environment: [String: String]) -> [String: String] {
    let value = String(decoding: Array(folders.joined(separator: [Self.separator])), as: UTF8.self)
    var environment = environment
    environment["PATH"] = folders.isEmpty ? Self.usual : value
    return environment
  }
}
