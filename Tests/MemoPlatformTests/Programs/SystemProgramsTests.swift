import MemoCore
import MemoPlatform
import MemoStore
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ProcessWideTests {
  @Suite struct SystemProgramsTests {
    let folder: OwnFolder
    let programs: SystemPrograms

    init() throws {
      self.folder = try OwnFolder()
      self.programs = SystemPrograms(environment: ["PATH": "/usr/bin:/bin", "OUT": folder["out"]])
    }

    @Test func aProgramGetsItsArgumentsAndEnvironment() throws {
      let script = #"printf '<%s>' "$@" "$OUT" > "$OUT"; exit 7"#
      #expect(try sh(script, "sh", "two words", "", "회의") == .exited(7))
      #expect(folder.text(of: "out") == "<two words><><회의><\(folder["out"])>")
    }

    @Test func argumentsNeedNotBeText() throws {
      let arguments = ["-c", #"printf %s "$1" | od -An -tx1 > "$OUT""#, "sh"].map { Array($0.utf8) }
      #expect(try programs.run(Array("/bin/sh".utf8), arguments: arguments + [[0xFF, 0xFE]]).isSuccess)
      #expect(folder.text(of: "out") == " ff fe\n")
    }

    @Test func aMissingProgramIsAnError() {
      let path = Array(folder["missing"].utf8)
      #expect(throws: ProgramError(path: path, code: ENOENT)) { try programs.run(path, arguments: []) }
      #expect(throws: ProgramError(path: path, code: ENOENT)) {
        try programs.replaceProcess(with: path, arguments: [], variables: [:])
      }
    }

    @Test(arguments: [SIGINT, SIGQUIT])
    func anInterruptIsForTheProgramAlone(number: Int32) throws {
      let before = signal(number, SIG_DFL)
      defer { signal(number, before) }
      #expect(try sh("kill -\(number) $PPID; kill -\(number) $$") == .signalled(number))
      let after = signal(number, SIG_DFL)
      #expect(unsafeBitCast(after, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self), "the signal is heard again")
    }

    @Test func anIgnoredInterruptStaysIgnored() throws {
      let before = signal(SIGINT, SIG_IGN)
      defer { signal(SIGINT, before) }
      #expect(try sh("kill -INT $$; exit 5") == .exited(5))
    }

    @Test func aRequestToEndIsHeardAndTheSecondOneEndsTheProcess() async {
      await #expect(processExitsWith: .signal(SIGTERM)) {
        let isStopped = ProcessEnvironment.hearStop()
        ProcessWideTests.SystemProgramsTests.unblock(SIGTERM)
        guard !isStopped() else { exit(0) }
        raise(SIGTERM)
        guard isStopped(), isStopped() else { exit(0) }
        raise(SIGTERM)
        exit(0)
      }
    }

    /// As `nohup` has it.
    @Test func aRequestToEndThatIsIgnoredStopsNothing() async {
      await #expect(processExitsWith: .success) {
        signal(SIGHUP, SIG_IGN)
        let isStopped = ProcessEnvironment.hearStop()
        ProcessWideTests.SystemProgramsTests.unblock(SIGHUP)
        raise(SIGHUP)
        exit(isStopped() ? 1 : 0)
      }
    }

    /// The threads of the tests hear no signals unless told to.
    private static func unblock(_ number: Int32) {
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, number)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    @Test func aPagerGetsEveryByteInOrder() throws {
      let chunks = (0..<300).map { Array(repeating: UInt8(truncatingIfNeeded: 32 + $0 % 64), count: 1_000 + $0) }
      #expect(try programs.run(shellLine: #"cat > "$OUT""#, feeding: chunks).isSuccess)
      #expect(folder.text(of: "out") == String(decoding: chunks.joined(), as: UTF8.self))
    }

    @Test func aPagerThatTheUserLeavesIsNoError() throws {
      let endless = sequence(first: Array("a line\n".utf8)) { $0 }
      #expect(try programs.run(shellLine: #"head -n 2 > "$OUT"; exit 3"#, feeding: endless) == .exited(3))
      #expect(folder.text(of: "out") == "a line\na line\n")
    }

    @Test func aPagerThatIsNotThereEndsWithTheShellsStatus() throws {
      let endless = sequence(first: Array("a line\n".utf8)) { $0 }
      #expect(try programs.run(shellLine: "no-such-pager-at-all 2> /dev/null", feeding: endless) == .exited(127))
    }

    @Test func anEditorWritesNothingIntoTheOutput() throws {
      try folder.write("", to: "stdout")
      try folder.write("", to: "stderr")
      let saved = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map { dup($0) }
      fflush(nil)
      for (number, name) in ["/dev/null", folder["stdout"], folder["stderr"]].enumerated() {
        let file = open(name, O_RDWR | O_APPEND | O_CLOEXEC)
        dup2(file, Int32(number))
        close(file)
      }
      let exit = Result { try programs.edit([Array("/x.md".utf8)], with: "echo chatter") }
      for (number, copy) in saved.enumerated() {
        dup2(copy, Int32(number))
        close(copy)
      }
      #expect(try exit.get().isSuccess)
      // Other tests may have written something, too.
      #expect(folder.text(of: "stdout")?.contains("chatter") == false)
      #expect(folder.text(of: "stderr")?.contains("chatter /x.md\n") == true)
    }

    @Test func anEditorIsAShellCommandLine() throws {
      try folder.write(#"printf '<%s>' "$@" > "$OUT""#, to: "my editor", mode: 0o755)
      let line = "sh '\(folder["my editor"])' --wait"
      #expect(try programs.edit([Array("/a b/$HOME `x`.md".utf8), Array("+12".utf8)], with: line).isSuccess)
      #expect(folder.text(of: "out") == "<--wait></a b/$HOME `x`.md><+12>")
    }

    @Test func aProgramIsFoundInTheOrderOfThePath() throws {
      mkdir(folder["first"], 0o755)
      mkdir(folder["second"], 0o755)
      mkdir(folder["first/memo-x"], 0o755)
      try folder.write("", to: "first/memo-y", mode: 0o644)
      for name in ["second/memo-x", "second/memo-y", "first/memo-z", "second/memo-z"] {
        try folder.write("", to: name, mode: 0o755)
      }
      let programs = SystemPrograms(environment: ["PATH": ":\(folder["first"]):relative:\(folder["second"])"])
      let found = ["memo-x", "memo-y", "memo-z", "memo-w", "", "second/memo-x"].map { name in
        programs.find(name).map { String(decoding: $0, as: UTF8.self) }
      }
      #expect(found == [folder["second/memo-x"], folder["second/memo-y"], folder["first/memo-z"], nil, nil, nil])
    }

    @Test func withoutAPathTheSystemsProgramsAreFound() throws {
      #expect(SystemPrograms(environment: [:]).find("sh") != nil)
      for path in ["", ":", "."] { #expect(SystemPrograms(environment: ["PATH": path]).find("sh") == nil, "\(path)") }
    }

    @Test func noProgramIsFoundInAVault() throws {
      for name in ["vault", "vault/bin", "apart"] { mkdir(folder[name], 0o755) }
      symlink(folder["vault/bin"], folder["link"])
      for name in ["vault/bin/memo-x", "apart/memo-x", "vault/bin/memo-y"] {
        try folder.write("", to: name, mode: 0o755)
      }
      let path = ["vault/bin", "link", "apart"].map { folder[$0] }.joined(separator: ":")
      let programs = SystemPrograms(environment: ["PATH": path])
      let root = try #require(DiskHost(userCache: nil).realPath(of: HostPath(folder["vault"])))
      #expect(programs.find("memo-x", outside: root) == Array(folder["apart/memo-x"].utf8))
      #expect(programs.find("memo-y", outside: root) == nil)
      #expect(programs.find("memo-y") == Array(folder["vault/bin/memo-y"].utf8))
    }

    @Test(arguments: [
      (":.:bin:/usr/bin:/bin:", "/usr/bin:/bin"), ("", "/usr/bin:/bin"), (".:..", "/usr/bin:/bin"),
      (nil, "/usr/bin:/bin"),
    ])
    func aProgramLooksForOthersInAbsoluteFoldersAlone(path: String?, kept: String) throws {
      var environment = ["OUT": folder["out"]]
      environment["PATH"] = path
      let programs = SystemPrograms(environment: environment)
      let script = #"printf %s "$PATH" > "$OUT""#
      #expect(try programs.run(Array("/bin/sh".utf8), arguments: ["-c", script].map { Array($0.utf8) }).isSuccess)
      #expect(folder.text(of: "out") == kept)
      #expect(try programs.edit([Array("/x".utf8)], with: #"printf %s "$PATH" > "$OUT"; true"#).isSuccess)
      #expect(folder.text(of: "out") == kept)
    }

    @Test func aProgramAwayFromTheTerminalReadsAndIsRead() throws {
      let text = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
      let script = "cat; echo said >&2; exit 3"
      let run = try programs.run(
        Array("/bin/sh".utf8), arguments: ["-c", script].map { Array($0.utf8) }, reading: text)
      #expect(run == ProgramOutput(exit: .exited(3), output: text, errors: Array("said\n".utf8)))
    }

    @Test func aConfinedProgramHasLimits() throws {
      func run(_ script: String, time: Duration = .seconds(60)) throws -> ProgramOutput {
        let limits = ProgramLimits(time: time, output: 1_000, memory: 1 << 30, isConfined: true)
        return try programs.run(
          Array("/bin/sh".utf8), arguments: ["-c", script].map { Array($0.utf8) }, reading: [1, 2], within: limits)
      }
      #expect(try run("pwd; wc -c | tr -d ' '").output == Array("/\n2\n".utf8), "not the folder of a vault")
      #expect(try run("test -e /dev/tty && : < /dev/tty").exit != .exited(0), "no terminal")
      #expect(try run("sleep 60", time: .milliseconds(300)) == ProgramOutput(exit: .signalled(SIGTERM)))
      #expect(try run("yes") == ProgramOutput(exit: .signalled(SIGTERM)), "no part of what it writes")
    }

    @Test func whatGoesOnInTheBackgroundIsNotWaitedFor() throws {
      let run = try programs.run(
        Array("/bin/sh".utf8), arguments: ["-c", "sleep 600 & echo $!"].map { Array($0.utf8) }, reading: [])
      #expect(run.exit.isSuccess)
      let id = try #require(pid_t(String(decoding: run.output.dropLast(), as: UTF8.self)))
      #expect(kill(id, SIGKILL) == 0)
    }

    private func sh(_ script: String, _ arguments: String...) throws -> ProgramExit {
      try programs.run(Array("/bin/sh".utf8), arguments: (["-c", script] + arguments).map { Array($0.utf8) })
    }
  }
}
