import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What `memo sync`, `clone` and `conflicts` do when nothing is in their way.
@Suite(.waitsForPrograms) struct SyncTests {
  @Test func editsTravelBothWays() throws {
    let devices = try Devices.inStep()
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 0)
    try devices.write("# A\none\ntwo\nTHREE\n", to: "a.md", on: 1)
    try devices.write("# B\n", to: "sub/b.md", on: 1)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    #expect(try devices.text("a.md", on: 0) == "# A\nONE\ntwo\nTHREE\n")
    #expect(try devices.text("sub/b.md", on: 0) == "# B\n")
    try devices.expectInStep()
  }

  @Test func aSummaryReportsTheSync() throws {
    let devices = try Devices.inStep()
    try devices.write("# B\n", to: "b.md", on: 0)
    #expect(try devices.sync(0).errors == "sent 1 file, received 0 files, merged 0; no conflicts\n")
    #expect(try devices.sync(1).errors == "sent 0 files, received 1 file, merged 0; no conflicts\n")
    let record = try devices.sync(1, "--json").record()
    #expect(record["pushed"] as? Bool == false)
    #expect(record["commit"] as? String == (try devices.head(1)).trimmingCharacters(in: .newlines))
    #expect(try devices.sync(1).errors == "nothing to sync\n")
  }

  @Test func timesTravelToTheNanosecond() throws {
    let devices = try Devices.inStep()
    try devices.write("# B\n", to: "b.md", on: 0, modified: 1_777_777_777_123_456_789)
    try devices.mustSync(0)
    try devices.mustSync(1)
    #expect(devices.modified("b.md", on: 1) == 1_777_777_777_123_456_789)
    let clone = try devices.sandbox.memo("clone", "hub.git", "copy", in: "")
    #expect(clone.end == .exited(0), "\(clone.errors)")
    #expect(try devices.order(of: "copy") == devices.order(of: "d0"))
  }

  @Test func aTouchedFileIsNoEditAndGetsItsTimeBack() throws {
    let devices = try Devices.inStep()
    let (time, head) = (devices.modified("a.md", on: 0), try devices.head(0))
    try devices.sandbox.folder.setModified(1_700_000_000_000_000_000, of: VaultPath("d0/a.md"))
    try devices.mustSync(0)
    #expect(devices.modified("a.md", on: 0) == time)
    #expect(try devices.head(0) == head)
  }

  @Test func aSyncWithNothingToDoChangesNothing() throws {
    let devices = try Devices.inStep()
    let before = (devices.modified("a.md", on: 0), try devices.head(0))
    for _ in 0..<3 { try devices.mustSync(0) }
    #expect(devices.modified("a.md", on: 0) == before.0)
    #expect(try devices.head(0) == before.1)
  }

  @Test func bothVersionsOfALineAreKeptAndListedUntilOneGoes() throws {
    let devices = try Devices.inStep(2, "# A\none\n")
    try devices.write("# A\nmine\n", to: "a.md", on: 0)
    try devices.write("# A\ntheirs\n", to: "a.md", on: 1)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    let text = try #require(try devices.text("a.md", on: 0))
    #expect(text.contains("mine\n") && text.contains("theirs\n"))
    for device in 0...1 {
      let conflicts = try devices.memo(device, ["conflicts", "--json"]).records()
      #expect(conflicts.map { $0["path"] as? String } == ["a.md"])
      #expect(conflicts.map { $0["line"] as? Int } == [2])
    }
    #expect(try devices.memo(1, ["conflicts", "--resolve", "a.md"]).end == .exited(0))
    #expect(try devices.memo(1, ["conflicts", "--json"]).text == "[]\n")
    #expect(try devices.memo(0, ["conflicts", "--json"]).records().count == 1)
    try devices.write("# A\nmine\n", to: "a.md", on: 0)
    #expect(try devices.memo(0, ["conflicts", "--json"]).text == "[]\n")
  }

  @Test func unrelatedHistoriesBecomeOne() throws {
    let devices = try Devices(2)
    try devices.write("# A\nshared\nfirst\n", to: "a.md", on: 0)
    try devices.write("# A\nshared\nsecond\n", to: "a.md", on: 1)
    try devices.write("# Only here\n", to: "b.md", on: 1)
    try devices.git("init", "-q", in: "d1")
    try devices.git("add", "-A", in: "d1")
    try devices.git("commit", "-qm", "by hand", in: "d1")
    try devices.join(0)
    try devices.join(1)
    try devices.mustSync(0)
    try devices.expectInStep()
    let text = try #require(try devices.text("a.md", on: 0))
    for line in ["shared", "first", "second"] { #expect(text.components(separatedBy: line).count == 2, "\(text)") }
  }

  @Test func aBranchOfAnotherNameIsTakenOver() throws {
    let devices = try Devices(1)
    try devices.git("clone", "-q", devices.hub, "work", in: "")
    try devices.git("checkout", "-q", "-b", "master", in: "work")
    try devices.sandbox.folder.write("# Old\n", to: "work/old.md")
    try devices.git("add", "-A", in: "work")
    try devices.git("commit", "-qm", "x", in: "work")
    try devices.git("push", "-q", "origin", "master", in: "work")
    try devices.git("symbolic-ref", "HEAD", "refs/heads/master", in: "hub.git")
    try devices.join(0)
    #expect(try devices.text("old.md", on: 0) == "# Old\n")
    #expect(try devices.git("branch", "--show-current", in: "d0") == "master\n")
  }

  @Test func commitsMadeByHandAreSyncedAndWhatIsStagedIsKept() throws {
    let devices = try Devices.inStep()
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.git("add", "b.md", in: "d0")
    try devices.git("commit", "-qm", "by hand", in: "d0")
    try devices.mustSync(0)
    try devices.git("pull", "-q", in: "d1")
    try devices.mustSync(1)
    try devices.expectInStep()
    try devices.write("kept\n", to: "staged.txt", on: 0)
    try devices.git("add", "staged.txt", in: "d0")
    try devices.write("other\n", to: "staged.txt", on: 0)
    try devices.write("# C\n", to: "c.md", on: 1)
    try devices.mustSync(1)
    try devices.mustSync(0)
    let ref = try devices.git("for-each-ref", "--format=%(refname)", "refs/memo/staged", in: "d0")
    #expect(try devices.git("show", "\(ref.trimmingCharacters(in: .newlines)):staged.txt", in: "d0") == "kept\n")
  }

  @Test func whatWasStagedInTheSameSecondIsKeptAsWell() throws {
    let devices = try Devices.inStep(1)
    // Whatever second it is, its name is taken.
    let line = """
      now=$(date +%s); for n in $(seq $now $((now + 300))); do echo "create refs/memo/staged/$n HEAD"; done \
      | git update-ref --stdin && echo staged > s.txt && git add s.txt && echo other > s.txt
      """
    try #require(try devices.sandbox.shell(line, in: "d0").end == .exited(0))
    let taken = try devices.git("for-each-ref", "refs/memo/staged", in: "d0").split(separator: "\n")
    try devices.mustSync(0)
    let refs = try devices.git("for-each-ref", "refs/memo/staged", in: "d0").split(separator: "\n")
    #expect(Set(refs).isSuperset(of: taken) && refs.count == taken.count + 1, "\(refs.count)")
  }

  /// As someone has it who synced with git alone so far.
  @Test func aRepositoryMadeByHandBecomesAVaultWithItsTimes() throws {
    let devices = try Devices(2)
    for number in 0..<25 {
      let time = 1_700_000_000_000_000_000 + Int64(number) * 99_000_000_123
      try devices.write("# \(number)\n", to: "n\(number).md", on: 0, modified: time)
    }
    try devices.git("init", "-q", in: "d0")
    try devices.git("add", "-A", in: "d0")
    try devices.git("commit", "-qm", "by hand", in: "d0")
    let order = try devices.order(of: "d0")
    try devices.join(0)
    try devices.join(1)
    #expect(try devices.order(of: "d0") == order)
    try devices.expectInStep()
    let head = try devices.head(0)
    try devices.mustSync(0)
    #expect(try devices.head(0) == head)
  }

  @Test func whatGitIgnoresAndWhatIsTooLargeStays() throws {
    let devices = try Devices.inStep()
    try devices.write("*.log\n", to: ".gitignore", on: 0)
    try devices.write("x\n", to: "a.log", on: 0)
    try devices.write("x\n", to: ":(glob)odd.log", on: 0)
    try devices.write("y\n", to: ":(glob)*.md", on: 0)
    try devices.sandbox.folder.truncate(VaultPath("d0/big.bin"), to: (20 << 20) + 1)
    try devices.sandbox.folder.write([0, 1, 2], to: VaultPath("d0/small.bin"))
    try devices.sandbox.folder.makeFolders(VaultPath("d0/nested/.git"))
    try devices.write("# N\n", to: "nested/n.md", on: 0)
    let run = try devices.sync(0, "--json")
    #expect(try run.record()["skipped"] as? [String] == ["big.bin", "nested"])
    try devices.mustSync(1)
    let names = try devices.files(1).keys.map(\.text).sorted()
    #expect(names == [".gitignore", ":(glob)*.md", "a.md", "small.bin"])
    let status = try devices.memo(0, ["sync", "--status", "--json"]).record()
    #expect(status["skipped"] as? [String] == ["big.bin", "nested"])
  }

  @Test func anUnreadableFileIsNotDeletedElsewhere() throws {
    let devices = try Devices.inStep()
    try devices.sandbox.folder.remove(VaultPath("d0/a.md"))
    try devices.sandbox.folder.link(VaultPath("d0/a.md"), to: "elsewhere.md")
    try devices.mustSync(0)
    try devices.mustSync(1)
    #expect(try devices.text("a.md", on: 1) == "# A\none\ntwo\nthree\n")
  }

  @Test func linesThatAnEditorSavedAwayComeBackUntilThatIsSettled() throws {
    let devices = try Devices.inStep()
    try devices.write("# A\none\ntwo\nthree\nincoming\n", to: "a.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    for text in ["# A\nONE\ntwo\nthree\n", "# A\nONE!\ntwo\nthree\n", "# A\nONE!\ntwo\nthree\n"] {
      try devices.write(text, to: "a.md", on: 1)
      let run = try devices.sync(1)
      #expect(run.errors.contains("'a.md' was saved without lines received from other devices"), "\(run.errors)")
      #expect(try devices.text("a.md", on: 1) == text + "incoming\n")
      #expect(try devices.git("show", "HEAD~1:a.md", in: "d1") == text)
    }
    #expect(
      try devices.memo(1, ["conflicts"]).text == """
        a.md:5
          saved without the changes received from other devices; settle it with --resolve, or with --ours or --theirs to choose a version
          elsewhere: incoming

        """)
    let record = try #require(try devices.memo(1, ["conflicts", "--json"]).records().first)
    #expect(record["kind"] as? String == "stale" && record["theirs"] as? String == "incoming\n")
    #expect(try devices.memo(1, ["conflicts", "--ours"]).end == .exited(2))
    #expect(try devices.memo(1, ["conflicts", "--resolve", "a.md", "--ours"]).end == .exited(0))
    #expect(try devices.text("a.md", on: 1) == "# A\nONE!\ntwo\nthree\n")
    #expect(try devices.memo(1, ["conflicts", "--json"]).text == "[]\n")
    try devices.mustSync(1)
    #expect(try devices.text("a.md", on: 1) == "# A\nONE!\ntwo\nthree\n", "it is settled")
    #expect(try devices.memo(1, ["conflicts", "--resolve", "a.md", "--theirs"]).end == .exited(1))
  }

  @Test func aCloneMadeByHandGetsItsTimes() throws {
    let devices = try Devices.inStep()
    try devices.write("# B\n", to: "b.md", on: 0, modified: 1_777_777_777_123_456_789)
    try devices.mustSync(0)
    try devices.git("clone", "-q", "-b", "main", devices.hub, "copy", in: "")
    let run = try devices.sandbox.memo("--vault", "copy", "index", "--restore-times", in: "")
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(try devices.order(of: "copy") == devices.order(of: "d0"))
  }

  @Test func aDryRunSaysWhatWouldBeDoneAndDoesNothing() throws {
    let devices = try Devices.inStep()
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.write("# C\n", to: "c.md", on: 1)
    try devices.mustSync(1)
    let head = try devices.head(0)
    let record = try devices.sync(0, "--dry-run", "--json").record()
    #expect(record["sent"] as? Int == 1)
    #expect(record["received"] as? Int == 1)
    #expect(try devices.head(0) == head)
    #expect(try devices.text("c.md", on: 0) == nil)
  }
}
