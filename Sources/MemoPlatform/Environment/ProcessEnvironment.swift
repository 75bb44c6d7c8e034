import CSystem
public import MemoCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What this process was started with; read by executables alone.
public enum ProcessEnvironment {
  /// The words of the command line after the program's name, byte for byte.
  public static func arguments() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  /// The environment variables; what is not UTF-8 in them is repaired.
  public static func variables() -> [String: String] {
    var variables = [String: String](minimumCapacity: 64)
    var entry = environ
    while let text = entry.pointee {
      // By the system's own search: every command reads the whole environment.
      if let end = strchr(text, Int32(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: text, count: end - text)
        variables[String(decoding: name, as: UTF8.self)] = String(cString: end + 1)
      }
      entry += 1
    }
    return variables
  }

  /// The working directory; `nil` where it was removed.
  public static func workingDirectory() -> HostPath? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return HostPath(Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
  }

  /// The absolute path of this program.
  public static func program() -> [UInt8] {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    #if os(Linux)
      _ = readlink("/proc/self/exe", &path, path.count - 1)
    #else
      var size = UInt32(path.count)
      _NSGetExecutablePath(&path, &size)
    #endif
    return path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
  }

  /// The commit that this program was built from; `nil` where the build did not say.
  public static func commit() -> String? {
    csystem_commit().map { String(cString: $0) }
  }

  /// The folder for caches of vaults that cannot hold their own.
  public static func userCache(_ variables: [String: String]) -> HostPath? {
    let cache = VariableBytes.absolutePath("XDG_CACHE_HOME", in: variables)
    return (cache ?? VariableBytes.absolutePath("HOME", in: variables)?.appending(".cache"))?.appending("memo")
  }

  /// Puts an empty device in the place of a standard stream that the caller closed.
  ///
  /// Without it, the first file opened would get its number, and a message would be written into a memo or the cache.
  public static func holdStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // For reading only, so that data that cannot be written is still a failure. It gets the lowest free number: this one.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Has a write beyond the user's limit of file sizes fail like any other, where it would end the process.
  public static func failAtFileSizeLimit() {
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Takes over what counts of the environment's locale: letters, the order of titles and the system's messages.
  ///
  /// - Parameter variables: the environment, by which other programs are started: they get it as it was.
  public static func useLocale(_ variables: [String: String]) {
    // Libraries read the environment by themselves, and some crash on names of odd lengths.
    for (name, value) in variables where isOfLocale(name) && !LocaleName.isWellFormed(value) {
      setenv(name, "C", 1)
    }
    // One by one: all of them are a dozen more files to open at every start.
    for category in [LC_CTYPE, LC_COLLATE, LC_MESSAGES] { setlocale(category, "") }
  }

  private static func isOfLocale(_ name: String) -> Bool {
    name.utf8.starts(with: "LC_".utf8) || name.utf8.elementsEqual("LANG".utf8)
      || name.utf8.elementsEqual("LANGUAGE".utf8)
  }

  /// Whether a process is running, this user's or not.
  public static func isRunning(_ process: Int32) -> Bool {
    process > 0 && (kill(process, 0) == 0 || errno == EPERM)
  }

  /// How many files this process may have open at once.
  public static func openFileLimit() -> Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit < 0 ? .max : limit
  }

  /// Has freed memory go back to the system early, in a process that runs all day.
  public static func returnFreedMemory() {
    csystem_return_freed_memory()
  }

  /// Time since some moment, never going back.
  public static func uptime() -> Duration {
    time(of: CLOCK_MONOTONIC)
  }

  /// The time that this thread has had of a processor.
  public static func processorTime() -> Duration {
    time(of: CLOCK_THREAD_CPUTIME_ID)
  }

  /// Waits for so long.
  public static func pause(_ time: Duration) {
    usleep(UInt32(clamping: Int64(time / .microseconds(1))))
  }

  /// Hears signals that ask this process to end, instead of ending at once, and returns what says whether one has come. The
  /// second of a kind still ends it.
  public static func hearStop() -> @Sendable () -> Bool {
    // Out of descriptors: then the first one ends the process, as ever.
    guard let signals = try? StopSignals.hear() else { return { false } }
    return { signals.hasCome }
  }

  private static func time(of clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Ends the process, and the programs with it that other threads still talk to.
  public static func exit(_ code: Int32) -> Never {
    ProcessCleanup.endAll()
    #if canImport(Glibc)
      Glibc.exit(code)
    #else
      Darwin.exit(code)
    #endif
  }
}
