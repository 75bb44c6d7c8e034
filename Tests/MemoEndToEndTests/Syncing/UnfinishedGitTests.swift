import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What was typed while git is in the middle of something: a sync that is refused keeps it under a ref, and the commands of
/// its hints may be pasted one after the other, and again.
@Suite struct UnfinishedGitTests {
  /// Something begun with git, from `main` and `topic`, which both changed `a.md` and `b.md`.
  struct Beginning: CustomTestStringConvertible, Sendable {
    let name: String
    let line: String
    /// Where a line is typed then.
    let typed: [String]
    /// Where it is after the commands.
    let kept: [String]

    var testDescription: String { name }

    init(_ name: String, _ line: String, typed: [String], kept: [String]? = nil) {
      (self.name, self.line, self.typed, self.kept) = (name, line, typed, kept ?? typed)
    }
  }

  private static let all = ["a.md", "b.md", "c.md", "new.md"]
  private static let clean = ["c.md", "new.md"]

  /// Text in a file with markers is kept, but does not come back by itself.
  static let beginnings = [
    Beginning("merge", "git merge topic", typed: all, kept: ["b.md", "c.md", "new.md"]),
    Beginning("merge, nothing in the conflict", "git merge topic", typed: clean),
    Beginning("rebase", "git rebase topic", typed: all, kept: ["b.md", "c.md", "new.md"]),
    Beginning("cherry-pick", "git cherry-pick topic", typed: all, kept: ["b.md", "c.md", "new.md"]),
    Beginning("revert", "git revert --no-edit HEAD~2", typed: all),
    Beginning("am", "git format-patch -q -1 topic --stdout > ../patch; git am ../patch", typed: all),
    Beginning("am with a merge", "git format-patch -q -1 topic --stdout > ../patch; git am -3 ../patch", typed: clean),
    Beginning("bisect", "git bisect start; git bisect bad; git bisect good HEAD~2", typed: clean),
    Beginning("detached", "git switch --detach HEAD", typed: all),
    Beginning("detached, behind", "git switch --detach HEAD~1", typed: clean),
    Beginning(
      "detached, with a commit", "git switch --detach HEAD~1; echo own > own.md; git add own.md; git commit -m own",
      typed: clean, kept: clean + ["own.md"]),
    Beginning(
      "detached, with a commit and nothing typed",
      "git switch --detach HEAD~1; echo typed > own.md; git add own.md; git commit -m own", typed: [],
      kept: ["own.md"]),
  ]

  private static let setup = """
    printf 'c\\n' > c.md && memo --vault . sync -q && git switch -qc topic && printf 'topic\\n' > a.md \
    && printf '0\\n1\\n2\\n3\\n4\\n5\\n' > b.md && git commit -qam topic && git switch -q main \
    && printf 'main\\n' > a.md && printf '1\\n2\\n3\\n4\\n5\\n6\\n' > b.md && git commit -qam main
    """

  /// A vault in the middle of it, with the lines that were typed.
  private func devices(_ beginning: Beginning) throws -> Devices {
    let devices = try Devices(1)
    devices.sandbox.variables["GIT_EDITOR"] = "true"
    try devices.write("a\n", to: "a.md", on: 0)
    try devices.write("1\n2\n3\n4\n5\n", to: "b.md", on: 0)
    try devices.join(0)
    try #require(try devices.sandbox.shell(Self.setup, in: "d0").end == .exited(0))
    _ = try devices.sandbox.shell("{ \(beginning.line); } > /dev/null 2>&1", in: "d0")
    for name in beginning.typed {
      let text = try devices.text(name, on: 0) ?? ""
      try devices.write(text + "typed\n", to: name, on: 0)
    }
    return devices
  }

  private func backups(_ devices: Devices) throws -> [String] {
    try devices.git("for-each-ref", "--format=%(refname)", "refs/memo/backup", in: "d0").split(separator: "\n")
      .map(String.init)
  }

  /// What stands behind the last colon of each hint.
  private func commands(_ run: MemoRun) -> [String] {
    run.errors.split(separator: "\n").filter { $0.hasPrefix("hint: ") }.compactMap { line in
      line.range(of: ": ", options: .backwards).map { String(line[$0.upperBound...]) }
    }
  }

  @Test(arguments: beginnings) func theCommandsOfTheHintsLeadOutAndLoseNothing(beginning: Beginning) throws {
    let devices = try devices(beginning)
    let refusal = try devices.sync(0)
    #expect(refusal.end == .exited(7))
    let ref = try #require(try backups(devices).first)
    #expect(refusal.errors.components(separatedBy: "'\(ref)'").count == 2, "named once: \(refusal.errors)")
    for name in beginning.typed {
      #expect(try devices.git("show", "\(ref):\(name)", in: "d0").contains("typed\n"), "\(name)")
    }
    let commands = commands(refusal)
    try #require(!commands.isEmpty, "\(refusal.errors)")
    for command in commands { _ = try devices.sandbox.shell(command, in: "d0") }
    for name in beginning.kept {
      let text = try devices.text(name, on: 0) ?? ""
      #expect(text.contains("typed\n") || name == "own.md" && text.contains("own\n"), "\(name): \(commands)")
    }
    for text in try devices.files(0).values { #expect(!String(decoding: text, as: UTF8.self).contains("<<<<<<<")) }
    // Once more, after something else was typed: `undo` takes a restore back.
    try devices.write("c\nlater\n", to: "c.md", on: 0)
    for command in commands { _ = try devices.sandbox.shell(command, in: "d0") }
    if try devices.text("c.md", on: 0)?.contains("later\n") == false { _ = try devices.memo(0, ["undo"]) }
    #expect(try devices.text("c.md", on: 0)?.contains("later\n") == true)
    try devices.mustSync(0)
    #expect(try devices.git("symbolic-ref", "--short", "HEAD", in: "d0") == "main\n")
    print("\(beginning.name): \(commands)")
  }

  @Test func nothingTypedNeedsNoBackup() throws {
    let devices = try devices(Beginning("", "git switch --detach HEAD", typed: []))
    let run = try devices.sync(0)
    #expect(run.errors == "memo: no branch is checked out\nhint: to switch back: git switch main\n")
    #expect(try backups(devices).isEmpty)
  }

  @Test func aLookBacksNothingUpAndItsHintsDoSoFirst() throws {
    let devices = try devices(Beginning("", "git merge topic", typed: Self.clean))
    for option in ["--dry-run", "--status"] {
      let run = try devices.sync(0, option)
      #expect(try backups(devices).isEmpty)
      if option == "--dry-run" { #expect(commands(run).last?.hasPrefix("memo sync; ") == true, "\(run.errors)") }
    }
  }

  @Test func theSameFilesAreBackedUpOnceAndOthersUnderAnotherName() throws {
    let devices = try devices(Beginning("", "git merge topic", typed: Self.clean))
    // Whatever second it is, its name is taken.
    let line = """
      now=$(date +%s); for n in $(seq $now $((now + 300))); do echo "create refs/memo/backup/$n HEAD"; done \
      | git update-ref --stdin
      """
    try #require(try devices.sandbox.shell(line, in: "d0").end == .exited(0))
    let taken = Set(try backups(devices))
    for _ in 0..<3 { #expect(try devices.sync(0).end == .exited(7)) }
    let first = Set(try backups(devices)).subtracting(taken)
    #expect(first.count == 1 && first.allSatisfy { $0.hasSuffix("-2") }, "\(first)")
    try devices.write("c\nother\n", to: "c.md", on: 0)
    #expect(try devices.sync(0).end == .exited(7))
    let second = Set(try backups(devices)).subtracting(taken)
    #expect(second.count == 2 && second.isSuperset(of: first), "\(second)")
    for (ref, line) in zip(second.sorted(), ["typed", "other"]) {
      let text = try devices.git("show", "\(ref):c.md", in: "d0")
      #expect(text == "c\n\(line)\n", "\(ref)")
    }
  }

  @Test func whatWasStagedIsInTheBackupThatAHintShows() throws {
    let line = "git revert -n HEAD~1; git checkout HEAD -- c.md; echo typed >> c.md; git add c.md"
    let devices = try devices(Beginning("", line, typed: []))
    let refusal = try devices.sync(0)
    #expect(refusal.errors.contains("a revert is in progress"), "\(refusal.errors)")
    let last = try #require(commands(refusal).last)
    #expect(last.hasPrefix("git show refs/memo/backup/"), "\(refusal.errors)")
    #expect(try devices.sandbox.shell(last, in: "d0").text.contains("+typed\n"))
  }

  @Test func whatNoBackupHoldsIsNamedFirst() throws {
    let files = "echo 1 > big.bin; ln -s a.md link; git add .; git commit -qm big"
    let devices = try devices(Beginning("", "\(files); git merge topic; truncate -s 21M big.bin", typed: []))
    let hints = try devices.sync(0).errors.split(separator: "\n").filter { $0.hasPrefix("hint: ") }
    #expect(hints.first == "hint: not in the backup, so copy them first: 'big.bin'", "\(hints)")
    #expect(hints.last?.hasSuffix("git merge --abort") == false, "the memo with markers is in it")
  }

  @Test func aBackupIsMadeThoughGitCannotSign() throws {
    let devices = try devices(Beginning("", "git merge topic", typed: Self.clean))
    try devices.git("config", "--global", "commit.gpgsign", "true", in: "")
    try devices.git("config", "--global", "gpg.program", "false", in: "")
    let run = try devices.sync(0)
    #expect(run.errors.contains("a merge is in progress"), "\(run.errors)")
    #expect(try backups(devices).count == 1)
  }

  @Test func stepsThatAreLeftSayWhatIsInProgress() throws {
    let steps = "mkdir .git/sequencer; echo 'revert 1234567 x' > .git/sequencer/todo"
    let devices = try devices(Beginning("", steps, typed: []))
    #expect(try devices.sync(0).errors.contains("git revert --abort"))
    try devices.write("pick 1234567 x\n", to: ".git/sequencer/todo", on: 0)
    #expect(try devices.sync(0).errors.contains("git cherry-pick --abort"))
  }
}
