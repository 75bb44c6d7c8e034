import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What memo asks of git, and how it gets along with the user's own use of it.
@Suite(.waitsForPrograms) struct SyncSurroundingsTests {
  /// Puts a program before git that notes what it is called with, and with which prompts.
  private func watchGit(_ devices: Devices, _ guardLine: String = "") throws {
    let log = devices.sandbox.folder.path.appending("git.log").text
    let script = """
      \(guardLine)
      echo "$GIT_TERMINAL_PROMPT|$GIT_ASKPASS|$SSH_ASKPASS|$*" >> '\(log)'
      exec /usr/bin/git "$@"
      """
    try devices.sandbox.makeProgram("git", script)
    try devices.sandbox.folder.write("", to: "git.log")
  }

  /// The command words that git was called with, in their order.
  private func commands(_ devices: Devices) throws -> [String] {
    let known = [
      "fetch", "ls-remote", "push", "fast-import", "for-each-ref", "update-ref", "cat-file", "diff-tree", "diff-index",
      "ls-tree", "ls-files", "log", "merge-base", "read-tree", "write-tree", "update-index", "check-ignore", "var",
      "config", "symbolic-ref", "rev-parse", "rev-list", "version", "init", "count-objects", "gc",
    ]
    return try lines(devices).map { line in
      let words = line.split(separator: " ").map(String.init)
      return words.first { known.contains($0) } ?? String(line)
    }
  }

  private func lines(_ devices: Devices) throws -> [Substring] {
    let log = try devices.sandbox.folder.bytes(of: VaultPath("git.log")) ?? []
    return String(decoding: log, as: UTF8.self).split(separator: "\n")
  }

  /// What git is called for by a sync with nothing to do.
  private func callsWhereNothingIsToDo(_ devices: Devices, expected: [String]) throws -> [String] {
    // Files that are a few seconds old are looked at again; from then on nothing is asked.
    var calls = ["none yet"]
    for _ in 0..<200 where calls != expected {
      try devices.sandbox.folder.write("", to: "git.log")
      #expect(try devices.sync(0).errors == "nothing to sync\n")
      calls = try commands(devices)
    }
    return calls
  }

  @Test func aSyncWithNothingToDoAsksGitNothingWhereTheRemoteIsNear() throws {
    let devices = try Devices.inStep()
    try watchGit(devices)
    #expect(try callsWhereNothingIsToDo(devices, expected: []) == [])
    try devices.git("pack-refs", "--all", in: "hub.git")
    #expect(try callsWhereNothingIsToDo(devices, expected: []) == [])
    // The branch is no plain ref.
    let line = "git branch -m main there && git symbolic-ref refs/heads/main refs/heads/there"
    try #require(try devices.sandbox.shell(line, in: "hub.git").end == .exited(0))
    #expect(try callsWhereNothingIsToDo(devices, expected: ["ls-remote"]) == ["ls-remote"])
    try devices.write("# B\n", to: "b.md", on: 1)
    try devices.mustSync(1)
    try devices.mustSync(0)
    #expect(try devices.text("b.md", on: 0) == "# B\n")
  }

  @Test(.enabled(if: MemoProgram.isInstalled("strace"), "strace is not installed"))
  func aFileThatNoOneWritesIsLookedAtOnceForThat() throws {
    let devices = try Devices.inStep(2)
    for name in ["a.md", "b.md", "c.md"] { try devices.write("# New\n", to: name, on: 1) }
    try devices.mustSync(1)
    let line = "strace -f -o ../log -e trace=fcntl memo sync && grep -c 'F_SETLEASE, F_RDLCK' ../log"
    let run = try devices.sandbox.shell(line, in: devices.names[0])
    // One of them is there already, and changes places with the new one.
    #expect(run.end == .exited(0) && run.text == "1\n", "\(run.text)\(run.errors)")
  }

  @Test func aSyncOfAnEditAsksGitForNothingThatItKnows() throws {
    let devices = try Devices.inStep()
    try devices.mustSync(0)
    try watchGit(devices)
    try devices.write("# A\none\ntwo\nthree\nfour\n", to: "a.md", on: 0)
    try devices.mustSync(0)
    let calls = try commands(devices).filter { $0 != "config" && $0 != "version" }
    // Whether the user has begun to keep the file from git is known to git alone.
    let needed = [
      "for-each-ref", "check-ignore", "var", "fast-import", "push", "update-ref", "diff-index", "update-index",
    ]
    #expect(calls.sorted() == needed.sorted(), "\(calls)")
    try devices.mustSync(1)
    #expect(try devices.text("a.md", on: 1)?.contains("four\n") == true)
  }

  @Test func nothingCanAskForAPasswordAndNothingTouchesFilesBehindOnesBack() throws {
    let devices = try Devices.inStep()
    try watchGit(devices)
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 0)
    try devices.write("# A\none\ntwo\nTHREE\n", to: "a.md", on: 1)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    for line in try lines(devices) { #expect(line.hasPrefix("0|/bin/false|/bin/false|"), "\(line)") }
    let used = Set(try commands(devices))
    let porcelain: Set = ["merge", "pull", "rebase", "checkout", "switch", "reset", "add", "commit", "stash", "status"]
    #expect(used.isDisjoint(with: porcelain), "\(used)")
    #expect(try !lines(devices).contains { $0.contains("--force") && $0.contains(" push ") })
    for line in try lines(devices) where !line.contains("|version") {
      #expect(line.contains("core.fsync=committed,loose-object,reference"), "\(line)")
    }
  }

  /// Git 2.30 knows none of these; what it does not know it ends with.
  @Test func git230IsEnough() throws {
    let devices = try Devices(2)
    let guardLine = """
      case "$*" in *' version') echo 'git version 2.30.0'; exit 0;; esac
      for word in "$@"; do
        case "$word" in
        --write-tree|--merge-base=*|--porcelain=*|--stdin-paths=*|--atomic-refs|--ref-format=*|--unordered|\\
        --no-auto-maintenance=*|--filter-submodules|--merge-base|--omit-empty|--exclude-hidden=*|--batch-command*)
          echo "unknown option: $word" >&2; exit 129;;
        esac
      done
      case "$*" in
      *' fetch '*--porcelain*|*' cat-file '*-Z*|*' merge-tree '*|*' for-each-ref '*--stdin*|*' replay '*|*' refs '*)
        echo 'unknown option' >&2; exit 129;;
      esac
      """
    try watchGit(devices, guardLine)
    try devices.write("# A\none\ntwo\nthree\n", to: "a.md", on: 0)
    for device in 0...1 { try devices.join(device) }
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 0)
    try devices.write("# A\none\ntwo\nTHREE\n", to: "a.md", on: 1)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    #expect(try devices.text("a.md", on: 0) == "# A\nONE\ntwo\nTHREE\n")
    for words in [["sync", "--status"], ["history", "a.md"], ["diff", "a.md", "HEAD~1"], ["conflicts"]] {
      let run = try devices.memo(0, words)
      #expect(run.end == .exited(0), "\(words): \(run.errors)")
    }
    try devices.sandbox.makeProgram("git", "echo 'git version 2.29.9'")
    let run = try devices.sync(0)
    #expect(run.end == .exited(7))
    #expect(run.errors.contains("2.29.9 is too old"), "\(run.errors)")
  }

  @Test func whatWasStagedOfASyncedFileIsKeptInARefAndTheStatusIsClean() throws {
    let devices = try Devices.inStep()
    try devices.write("# A\nstaged\n", to: "a.md", on: 0)
    try devices.git("add", "a.md", in: "d0")
    try devices.write("# A\nsaved\n", to: "a.md", on: 0)
    try devices.write("only staged\n", to: "other.md", on: 0)
    try devices.git("add", "other.md", in: "d0")
    let run = try devices.sync(0)
    let ref = try #require(run.errors.firstMatch(of: /'(refs\/memo\/staged\/[0-9]+)'/)).1
    #expect(try devices.git("show", "\(ref):a.md", in: "d0") == "# A\nstaged\n")
    #expect(try devices.git("status", "--porcelain", in: "d0").isEmpty)
    #expect(try devices.git("show", "HEAD:a.md", in: "d0") == "# A\nsaved\n")
    try devices.write("# C\n", to: "c.md", on: 0)
    try devices.git("add", "c.md", in: "d0")
    #expect(try !devices.sync(0).errors.contains("staged"), "what is staged and saved is nothing to keep")
  }

  @Test func aLinkedWorkTreeIsReported() throws {
    let devices = try Devices.inStep(1)
    try devices.git("worktree", "add", "-q", "-b", "other", "../linked", in: "d0")
    let run = try devices.sandbox.memo("--vault", "linked", "sync", in: "")
    #expect(run.end == .exited(7))
    #expect(run.errors.contains("linked work tree") && run.errors.contains("memo clone"), "\(run.errors)")
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.mustSync(0)
  }

  @Test func aLockLeftInTheHubIsReportedAsSuch() throws {
    let devices = try Devices.inStep()
    try devices.sandbox.folder.write("", to: "hub.git/refs/heads/main.lock", modified: Sandbox.noon(3))
    try devices.write("# B\n", to: "b.md", on: 0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(8))
    #expect(run.errors.contains("refs/heads/main.lock' since 2026-05-03T12:00:00Z"), "\(run.errors)")
    #expect(run.errors.contains("your work is saved here"))
    try devices.sandbox.folder.remove(VaultPath("hub.git/refs/heads/main.lock"))
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.expectInStep()
  }

  /// Another program moves a ref at the very moment at which git is about to.
  @Test(arguments: ["fast-import", "fetch", "push", "update-ref"])
  func aRefMovedByAnotherProcessIsTriedAgain(command: String) throws {
    let devices = try Devices.inStep()
    try devices.write("# B\n", to: "b.md", on: 1)
    try devices.mustSync(1)
    try devices.write("# C\n", to: "c.md", on: 0)
    let git = try devices.sandbox.shell("command -v git").text.trimmingCharacters(in: .newlines)
    try devices.sandbox.makeProgram(
      "git",
      """
      case " $* " in
        *" \(command) "*)
          count=$(cat "$HOME/count" 2> /dev/null || echo 0)
          echo $((count + 1)) > "$HOME/count"
          if [ $count -lt 2 ]; then
            echo "error: cannot lock ref 'refs/heads/main': is at 1111111 but expected 2222222" >&2
            exit 1
          fi ;;
      esac
      exec \(git) "$@"
      """)
    try devices.mustSync(0)
    #expect(try devices.sandbox.folder.bytes(of: VaultPath("home/count")) != nil)
    try devices.mustSync(1)
    try devices.expectInStep()
  }

  @Test func aBranchThatMovesEachTimeEndsWithSix() throws {
    let devices = try Devices.inStep()
    let git = try devices.sandbox.shell("command -v git").text.trimmingCharacters(in: .newlines)
    try devices.sandbox.makeProgram(
      "git",
      """
      case " $* " in
        *" fast-import "*)
          echo "warning: Not updating refs/heads/main (new tip 1111111 does not contain 2222222)" >&2
          exit 1 ;;
      esac
      exec \(git) "$@"
      """)
    try devices.write("# B\n", to: "b.md", on: 0)
    let run = try devices.sync(0, "--json")
    #expect(run.end == .exited(6), "\(run.errors)")
    let failure = try run.failure()
    #expect(failure["kind"] as? String == "locked", "\(run.errors)")
    #expect(failure["message"] as? String == "another program kept committing to the branch", "\(run.errors)")
  }

  @Test func aClonePrintsItsPathAsJSON() throws {
    let devices = try Devices.inStep(1)
    let run = try devices.sandbox.memo("clone", "hub.git", "copy", "--json", in: "")
    #expect(try run.record()["path"] as? String == devices.sandbox.folder.path.appending("copy").text)
  }

  @Test func aVaultInsideABiggerRepositoryGetsAHint() throws {
    let devices = try Devices(1)
    try devices.git("init", "-q", in: "")
    let run = try devices.memo(0, ["init"])
    #expect(run.errors.contains("memo init --git"), "\(run.errors)")
    let made = try devices.memo(0, ["init", "--git"]).errors
    #expect(!made.contains("memo init --git") && made.contains("created a git repository in"), "\(made)")
  }

  /// A lock that is left is not another program's commit: the file is named.
  @Test(arguments: ["refs/heads/main", "refs/remotes/origin/main"])
  func aLockOnARefHereIsReportedAndNothingIsLost(ref: String) throws {
    let devices = try Devices.inStep()
    try devices.write("# C\n", to: "c.md", on: 1)
    try devices.mustSync(1)
    try devices.write("", to: ".git/\(ref).lock", on: 0)
    try devices.write("# B\n", to: "b.md", on: 0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(7) && run.errors.contains("\(ref).lock"), "\(run.errors)")
    #expect(run.errors.contains("hint: if no other git is running here"), "\(run.errors)")
    #expect(try devices.text("b.md", on: 0) == "# B\n")
    try devices.remove(".git/\(ref).lock", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.expectInStep()
  }

  @Test func anUnbornBranchTakesWhatTheRemoteHasAndKeepsWhatIsHere() throws {
    let devices = try Devices(2)
    try devices.write("# There\n", to: "there.md", on: 0)
    try devices.join(0)
    try devices.git("init", "-q", in: "d1")
    try devices.write("# Here\n", to: "here.md", on: 1)
    try devices.git("add", "here.md", in: "d1")
    try devices.join(1)
    try devices.mustSync(0)
    try devices.expectInStep()
    #expect(try devices.files(0).keys.map(\.text).sorted() == ["here.md", "there.md"])
  }

  @Test func whatIsStashedStaysStashed() throws {
    let devices = try Devices.inStep()
    try devices.write("# A\nstashed\n", to: "a.md", on: 0)
    try devices.git("stash", "-q", in: "d0")
    try devices.write("# B\n", to: "b.md", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    #expect(try devices.git("stash", "list", in: "d0").split(separator: "\n").count == 1)
    try devices.git("stash", "pop", "-q", in: "d0")
    #expect(try devices.text("a.md", on: 0) == "# A\nstashed\n")
  }
}
