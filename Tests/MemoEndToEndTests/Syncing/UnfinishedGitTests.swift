import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What was typed while git is in the middle of something: a sync that is refused keeps it under a ref, and the commands of
/// its hints may be pasted one after the other, and again.
@Suite(.waitsForPrograms) struct UnfinishedGitTests {
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

  static let beginnings = [
    Beginning("merge", "git merge topic", typed: all),
    Beginning("merge, nothing in the conflict", "git merge topic", typed: clean),
    Beginning("rebase", "git rebase topic", typed: all),
    Beginning("cherry-pick", "git cherry-pick topic", typed: all),
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

  /// Pastes the commands of the hints, and those that they lead to.
  @discardableResult private func paste(_ first: [String], in devices: Devices) throws -> [String] {
    var (commands, next) = (first, 0)
    while next < commands.count, next < 20 {
      let run = try devices.sandbox.shell(commands[next], in: "d0")
      commands += self.commands(run).filter { !commands.contains($0) && !$0.hasPrefix("git switch") }
      next += 1
    }
    return commands
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
    try paste(commands, in: devices)
    for name in beginning.kept {
      let text = try devices.text(name, on: 0) ?? ""
      #expect(text.contains("typed\n") || name == "own.md" && text.contains("own\n"), "\(name): \(commands)")
    }
    for text in try devices.files(0).values { #expect(!String(decoding: text, as: UTF8.self).contains("<<<<<<<")) }
    // Once more, after something else was typed: `undo` takes a restore back.
    try devices.write("c\nlater\n", to: "c.md", on: 0)
    let later = try paste(commands, in: devices)
    if try devices.text("c.md", on: 0)?.contains("later\n") == false { _ = try devices.memo(0, ["undo"]) }
    #expect(try devices.text("c.md", on: 0)?.contains("later\n") == true, "\(later)")
    try devices.mustSync(0)
    #expect(try devices.git("symbolic-ref", "--short", "HEAD", in: "d0") == "main\n")
    print("\(beginning.name): \(commands)")
  }

  /// Git's `--abort` throws it away, and the backup of the refusal does not have it.
  @Test(arguments: ["git merge topic", "git rebase topic", "git cherry-pick topic", "git revert --no-edit HEAD~2"])
  func whatIsTypedAfterTheRefusalIsBackedUpByThePastedLine(line: String) throws {
    let devices = try devices(Beginning("", line, typed: ["c.md"]))
    let refusal = try devices.sync(0)
    try devices.write("c\nlater\n", to: "c.md", on: 0)
    let text = try #require(try devices.text("a.md", on: 0))
    try devices.write(text + "after the refusal\n", to: "a.md", on: 0)
    let abort = try #require(commands(refusal).last)
    let run = try devices.sandbox.shell(abort, in: "d0")
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(try devices.text("c.md", on: 0) == "c\n", "git has thrown it away")
    let ref = try #require(run.errors.split(separator: "'").dropFirst().first)
    #expect(try !refusal.errors.contains("'\(ref)'") && backups(devices).contains(String(ref)), "\(run.errors)")
    #expect(try devices.git("show", "\(ref):c.md", in: "d0") == "c\nlater\n")
    #expect(try devices.git("show", "\(ref):a.md", in: "d0").contains("after the refusal\n"))
    try paste(commands(run).filter { $0.hasPrefix("memo git restore") }, in: devices)
    #expect(try devices.text("c.md", on: 0) == "c\nlater\n")
    print("\(line): \(abort)")
  }

  /// As `git add` leaves it, when the file is changed again: `git add -u` and an abort throw it away.
  @Test(arguments: ["git merge topic", "git rebase topic", "git switch --detach HEAD", "git bisect start"])
  func whatIsOnlyStagedIsInTheBackup(line: String) throws {
    let devices = try devices(Beginning("", line, typed: []))
    let staging = """
      printf 'c\\nstaged\\n' > c.md && git add c.md && printf 'c\\nin the file\\n' > c.md \
      && printf 'staged\\n' > new.md && git add new.md && rm new.md
      """
    try #require(try devices.sandbox.shell(staging, in: "d0").end == .exited(0))
    for _ in 0..<2 {
      let refusal = try devices.sync(0)
      #expect(refusal.end == .exited(7))
      let ref = try #require(try backups(devices).first)
      #expect(try devices.git("show", "\(ref):c.md", in: "d0") == "c\nin the file\n")
      try paste(commands(refusal).filter { $0.hasPrefix("git show") }, in: devices)
      #expect(refusal.end == .exited(7))
    }
    let run = try devices.sandbox.shell("memo git backup", in: "d0")
    #expect(run.end == .exited(0), "\(run.errors)")
    let show = try #require(commands(run).first { $0.hasPrefix("git show refs/memo/staged/") }, "\(run.errors)")
    // Whatever is pasted then.
    try paste(commands(try devices.sync(0)), in: devices)
    try devices.git("gc", "-q", "--prune=now", in: "d0")
    let shown = try devices.sandbox.shell(show, in: "d0").text
    #expect(shown.components(separatedBy: "+staged\n").count == 3, "\(shown)")
    let kept = try devices.git("for-each-ref", "--format=%(refname)", "refs/memo/staged", in: "d0")
    #expect(kept.split(separator: "\n").count == 1, "kept once: \(kept)")
  }

  @Test func aBackupIsMadeWhereNothingIsInProgressAndNotOfWhatACommitHas() throws {
    let devices = try devices(Beginning("", "git switch -q topic", typed: []))
    let nothing = try devices.memo(0, ["git", "backup"])
    #expect(nothing.end == .exited(0) && nothing.errors.contains("nothing to back up"), "\(nothing.errors)")
    #expect(try backups(devices).isEmpty)
    try devices.write("c\ntyped\n", to: "c.md", on: 0)
    let run = try devices.memo(0, ["git", "backup", "--json"])
    let ref = try #require(try backups(devices).first)
    #expect(run.end == .exited(0) && run.text == #"{"ref":"\#(ref)","staged":null,"missing":[]}"# + "\n", "\(run.text)")
    #expect(try devices.git("show", "\(ref):c.md", in: "d0") == "c\ntyped\n")
    #expect(try devices.git("rev-parse", "topic", "HEAD", in: "d0").split(separator: "\n").count == 2)
    #expect(try devices.memo(0, ["git", "backup", "--undo"]).end == .exited(2))
  }

  @Test func theBackupThatLacksAFileEndsWithAnErrorSoThatTheLineStops() throws {
    let files = "echo 1 > big.bin; git add .; git commit -qm big"
    let devices = try devices(Beginning("", "\(files); git merge topic; truncate -s 21M big.bin", typed: []))
    let abort = try #require(commands(try devices.sync(0)).last)
    let run = try devices.sandbox.shell(abort, in: "d0")
    #expect(run.end == .exited(7) && run.errors.contains("not in the backup: 'big.bin'"), "\(run.errors)")
    #expect(devices.sandbox.folder.status(of: VaultPath("d0/big.bin"))?.stamp.size == 21 << 20)
  }

  @Test func whereOnlyAFilterIsMissingNothingIsCalledUpToDate() throws {
    let filter = "echo '*.md filter=x' > .gitattributes; git add .gitattributes; git commit -qm filter"
    let devices = try devices(Beginning("", "\(filter); echo typed >> c.md", typed: []))
    let run = try devices.memo(0, ["git", "backup"])
    #expect(run.end == .exited(7) && run.errors.contains("not in the backup: 'c.md'"), "\(run.errors)")
    #expect(run.errors.contains("nothing was backed up: a commit has all other files as they are"), "\(run.errors)")
    #expect(try backups(devices).isEmpty)
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
      let isSaid = commands(run).last?.hasPrefix("memo git backup && ") == true
      if option == "--dry-run" { #expect(isSaid, "\(run.errors)") }
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
    let last = try #require(commands(try devices.memo(0, ["git", "backup"])).last)
    #expect(last.hasPrefix("git show refs/memo/backup/"), "\(refusal.errors)")
    #expect(try devices.sandbox.shell(last, in: "d0").text.contains("+typed\n"))
  }

  @Test func whatNoBackupHoldsIsNamedFirst() throws {
    let files = "echo 1 > big.bin; ln -s a.md link; git add .; git commit -qm big"
    let devices = try devices(Beginning("", "\(files); git merge topic; truncate -s 21M big.bin", typed: []))
    let hints = try devices.sync(0).errors.split(separator: "\n").filter { $0.hasPrefix("hint: ") }
    #expect(hints.first == "hint: not in the backup, so copy them first: 'big.bin'", "\(hints)")
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
