import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoSync

/// What a filter of git's says when it fails is shown, and what it runs is known.
@Suite struct FilterWordsTests {
  private static func failure(_ words: String, _ direction: String = "smudge") -> String {
    """
    \(words)error: external filter 'sh -c "exit 1"' failed 1
    error: external filter 'sh -c "exit 1"' failed
    fatal: a.md: \(direction) filter \(direction == "clean" ? "'x'" : "x") failed

    """
  }

  @Test func whatGitSaysOfAFilterIsNotWhatTheFilterSays() {
    #expect(FilterWords.words(in: Self.failure("")) == nil)
    #expect(FilterWords.words(in: Self.failure("", "clean")) == nil)
    #expect(FilterWords.words(in: "fatal: the remote end hung up unexpectedly\n") == nil)
    #expect(FilterWords.words(in: Self.failure("no key\n", "clean")) == "no key")
    #expect(FilterWords.words(in: Self.failure("10%\r\nfatal: no key\r\n\n")) == "10%; fatal: no key")
    let missing = """
      error: cannot run shift: No such file or directory
      error: cannot fork to run external filter 'shift'

      """
    #expect(FilterWords.words(in: missing + Self.failure("")) == "cannot run shift: No such file or directory")
  }

  @Test(arguments: [
    "error: packet write with format failed", "error: Could not write client identification",
    "error: initialization for subprocess 'false' failed", "error: cat died of signal 15",
    "error: Unexpected line 'git-filter-client', expected git-filter-server",
    "hint: The file 'a.md' is missing a byte order mark (BOM).",
    "fatal: BOM is required in 'a.md' if encoded as UTF-16", "fatal: failed to encode 'a.md' from nope to UTF-8",
  ])
  func whatGitSaysOfAnAnswerOrAnEncodingIsNotEither(line: String) {
    #expect(FilterWords.words(in: line + "\n") == nil)
    #expect(FilterWords.words(in: "no key\n\(line)\n") == "no key")
  }

  @Test func aFewLinesAreShownAndOfFilesTogetherTheLast() {
    let lines = Self.failure((1...9).map { "line \($0)\n" }.joined())
    #expect(FilterWords.words(in: lines) == "line 1; line 2; line 3")
    #expect(FilterWords.words(in: lines, ofLast: true) == "line 7; line 8; line 9")
    let long = FilterWords.words(in: String(repeating: "\u{AC00}", count: 5_000))
    #expect(long == String(repeating: "\u{AC00}", count: 300) + "…")
  }

  @Test func theProgramsAndScriptsOfFiltersAreKnown() {
    let settings = FilterSettings(
      Array(
        [
          "global\0file:/home/me/.gitconfig\0filter.lfs.process\ngit-lfs filter-process",
          "global\0file:/home/me/.gitconfig\0filter.a.clean\npython3 ~/bin/clean.py %f",
          "global\0file:/home/me/.gitconfig\0filter.a.smudge\n\"/opt/a/smudge\" --fast",
        ].flatMap { Array($0.utf8) + [0] }))
    #expect(settings.programs == ["/opt/a/smudge", "git-lfs", "python3", "~/bin/clean.py"])
  }

  @Test func aProgramThatIsReplacedChangesTheStamp() throws {
    let place = try GitFolder()
    try place.folder.makeFolders(VaultPath("bin"))
    let git = SystemGit(environment: place.variables.merging(["PATH": place.folder.path.appending("bin").text]) { $1 })
    let without = git.userStamp(with: ["shift-letters"])
    try place.shell("printf 'exit 1\n' > bin/shift-letters; chmod +x bin/shift-letters")
    let first = git.userStamp(with: ["shift-letters"])
    #expect(first != without && first == git.userStamp(with: ["shift-letters"]))
    try place.folder.write("exec cat\n", to: "bin/shift-letters")
    #expect(git.userStamp(with: ["shift-letters"]) != first)
  }

  @Test func aSyncReportsWhatTheFilterSaid() throws {
    let devices = try SyncedDevices()
    let file = VaultPath("home/.gitconfig")
    let known = try #require(try devices.place.folder.bytes(of: file))
    let filter = """
      [core]
      \tattributesFile = ~/attributes
      [filter "x"]
      \tclean = "echo 'no key here' >&2; exit 1"
      \tsmudge = cat

      """
    try devices.place.folder.write(known + Array(filter.utf8), to: file)
    try devices.place.folder.write("b.md filter=x\n", to: "home/attributes")
    try devices.write("# secret\n", to: "b.md", on: 0)
    let expected = SkippedFile(VaultPath("b.md"), .filterFailed, saying: "no key here")
    #expect(try devices.preview(0).skipped == [expected])
    #expect(try devices.sync(0).skipped == [expected])
    #expect(try devices.syncer(0).status().skipped == [expected])
  }

  /// A file that waits is made by no look at the status.
  @Test func theStatusHasWhatTheFilterSaidDuringTheLastSync() throws {
    let devices = try SyncedDevices()
    let file = VaultPath("home/.gitconfig")
    let known = try #require(try devices.place.folder.bytes(of: file))
    let filter = { (smudge: String) in "[filter \"x\"]\n\tclean = cat\n\tsmudge = \"\(smudge)\"\n" }
    try devices.place.folder.write(known + Array(filter("cat").utf8), to: file)
    try devices.write("b.md filter=x\n", to: ".gitattributes", on: 0)
    try devices.write("# secret\n", to: "b.md", on: 0)
    try devices.sync(0)
    try devices.place.folder.write(known + Array(filter("echo 'no such key' >&2; exit 1").utf8), to: file)
    let expected = SkippedFile(VaultPath("b.md"), .filterFailed, saying: "no such key")
    #expect(try devices.sync(1).skipped == [expected])
    #expect(try devices.syncer(1).status().skipped == [expected])
  }
}
