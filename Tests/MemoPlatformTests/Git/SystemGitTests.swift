import Foundation
import MemoCore
import MemoPlatform
import MemoSync
import MemoTestSupport
import Testing

@Suite struct SystemGitTests {
  let place: GitFolder
  let repository: GitRepository

  init() throws {
    place = try GitFolder()
    try place.folder.makeFolders(VaultPath("vault"))
    repository = place.repository("vault")
    try repository.make()
  }

  /// Puts a program first on git's search path.
  private func git(
    _ script: String, answer: Duration = .seconds(600), silence: Duration = .seconds(600)
  ) throws -> SystemGit {
    try place.folder.write("#!/bin/sh\n\(script)\n", to: "programs/git")
    try place.folder.setMode(0o755, of: VaultPath("programs/git"))
    var variables = place.variables
    variables["PATH"] = "\(place.folder.path.text)/programs:/usr/bin:/bin"
    return SystemGit(environment: variables, answer: answer, silence: silence)
  }

  @Test func gitAnswersAndReadsWhatItIsFed() throws {
    let id = try repository.output(["hash-object", "-w", "--stdin"], feeding: [Array("a\n".utf8), Array("b\n".utf8)])
    #expect(ObjectId(hexadecimal: id.dropLast()) == ObjectId(ofBlob: Array("a\nb\n".utf8)))
    #expect(try repository.output(["cat-file", "blob", "422c2b7ab3b3c668038da977e4e93a5fc623169c"]).count == 4)
  }

  @Test func aMissingGitIsReportedAsSuch() {
    let git = SystemGit(environment: ["PATH": place.folder.path.text])
    #expect(git.identity() == nil)
    #expect(throws: GitError.notInstalled) { try git.run(GitCall(["version"], in: nil)) }
  }

  @Test(arguments: [("2.29.9", false), ("2.30.0", true), ("2.39.5", true), ("3.0.1.windows", true), ("1.9", false)])
  func onlyGitThatIsNewEnoughWillDo(version: String, isEnough: Bool) throws {
    let git = try git("echo git version \(version)")
    if isEnough {
      try GitRepository.checkVersion(of: git)
    } else {
      #expect(throws: GitError.tooOld(version: version)) { try GitRepository.checkVersion(of: git) }
    }
  }

  @Test func aRefThatAnotherGitHoldsForAMomentIsWaitedFor() throws {
    let id = try repository.output(["hash-object", "-w", "--stdin"], feeding: [Array("a\n".utf8)])
    let name = String(decoding: id.dropLast(), as: UTF8.self)
    try place.folder.write("", to: "vault/.git/refs/held.lock")
    // Longer than git waits by itself.
    let lock = "\(place.folder.path.text)/vault/.git/refs/held.lock"
    Thread {
      Thread.sleep(forTimeInterval: 0.5)
      unlink(lock)
    }.start()
    _ = try repository.output(["update-ref", "refs/held", name])
    #expect(try repository.output(["rev-parse", "refs/held"]).dropLast().elementsEqual(name.utf8))
  }

  @Test func muchGoesInAndOutAtTheSameTime() throws {
    let chunks = (0..<400).map { number in [UInt8](repeating: UInt8(number % 251), count: 7_001) }
    let answer = try git("cat; echo enough >&2; exit 3").run(GitCall(["x"], in: nil), feeding: chunks)
    #expect(answer.output == Array(chunks.joined()))
    #expect(answer.errors == "enough\n")
    #expect(answer.status == 3)
  }

  @Test func aGitThatStopsReadingIsNoError() throws {
    let endless = sequence(first: [UInt8](repeating: 65, count: 1_000)) { $0 }
    let answer = try git("head -c 10; exit 0").run(GitCall(["x"], in: nil), feeding: endless)
    #expect(answer.output.count == 10)
  }

  /// As a shared SSH connection does, which goes on when git is done.
  @Test func aProgramThatOutlivesGitDelaysNothing() throws {
    let answer = try git("sleep 600 & echo $!").run(GitCall(["x"], in: nil))
    let id = try #require(pid_t(String(decoding: answer.output.dropLast(), as: UTF8.self)))
    #expect(kill(id, SIGKILL) == 0, "it was waited for")
  }

  @Test(arguments: ["exec sleep 600", "echo first >&2; exec sleep 600", "trap '' HUP; sleep 600 & echo first; wait"])
  func aRemoteThatIsSilentForTooLongIsGivenUp(script: String) throws {
    var call = GitCall(["fetch"], in: nil)
    call.reach = .remote(mayAsk: false, ssh: nil)
    let speaks = script.contains("first")
    let git = try git(
      script, answer: speaks ? .seconds(600) : .milliseconds(50), silence: speaks ? .milliseconds(50) : .seconds(600))
    #expect(throws: GitError.tookTooLong(command: "fetch")) { try git.run(call) }
  }

  @Test(arguments: ["yes", "yes; :", "trap '' TERM; while :; do yes | head -c 100000; done"])
  func whoWritesMoreThanItsLimitIsEnded(script: String) throws {
    var call = GitCall(["ls-tree"], in: nil)
    call.outputLimit = 1_000_000
    #expect(throws: GitError.tooMuch(command: "ls-tree")) { try git(script).run(call) }
  }

  @Test func ofTheErrorsTheLastMegabyteIsKept() throws {
    let answer = try git("yes | head -c 3000000 >&2; echo last >&2; exit 1").run(GitCall(["x"], in: nil))
    #expect(answer.status == 1 && answer.errors.utf8.count == 1 << 20 && answer.errors.hasSuffix("last\n"))
  }

  @Test func onlyARemoteHasToSaySomething() throws {
    let git = try git("sleep 0.3; echo done", answer: .zero, silence: .zero)
    #expect(try git.run(GitCall(["x"], in: nil)).output == Array("done\n".utf8))
    var asking = GitCall(["x"], in: nil)
    asking.reach = .remote(mayAsk: true, ssh: nil)
    #expect(try git.run(asking).output == Array("done\n".utf8), "a person may take their time for a password")
  }

  @Test func gitCannotAskUnlessAllowed() throws {
    let script =
      "echo \"$GIT_TERMINAL_PROMPT $GIT_ASKPASS $SSH_ASKPASS_REQUIRE\"; (: < /dev/tty) 2>/dev/null || echo mute"
    let call = GitCall(["x"], in: nil)
    #expect(try git(script).run(call).output == Array("0 /bin/false never\nmute\n".utf8))
    var asking = call
    asking.reach = .remote(mayAsk: true, ssh: nil)
    let answer = try git(script).run(asking)
    #expect(answer.output.starts(with: Array("  \n".utf8)))
  }

  @Test func anotherRepositoryOfTheEnvironmentIsForgotten() throws {
    var variables = place.variables
    variables["GIT_DIR"] = "/dev/null/nowhere"
    variables["GIT_INDEX_FILE"] = "/dev/null/nowhere"
    variables["GIT_CONFIG_COUNT"] = "1"
    variables["GIT_CONFIG_KEY_0"] = "user.name"
    variables["GIT_CONFIG_VALUE_0"] = "Nobody"
    let repository = GitRepository(making: repository.root, git: SystemGit(environment: variables))
    #expect(try repository.output(["config", "user.name"]) == Array("Tester\n".utf8))
  }

  @Test func progressComesLineByLine() throws {
    let lines = Collected()
    var call = GitCall(["x"], in: nil)
    call.progress = { lines.append($0) }
    _ = try git(#"printf 'one\rtwo\r\nthree\n' >&2"#).run(call)
    #expect(lines.all.filter { !$0.isEmpty } == ["one", "two", "three"])
  }

  /// A remote may write without end, and never end a line.
  @Test func ofALineWithoutEndLittleIsKept() throws {
    let lines = Collected()
    var call = GitCall(["x"], in: nil)
    call.progress = { lines.append($0) }
    _ = try git(#"{ head -c 300000 /dev/zero | tr '\0' x; printf '\nlast\n'; } >&2"#).run(call)
    #expect(lines.all.map(\.utf8.count) == [4_096, 4], "the bytes of each line")
  }
}
