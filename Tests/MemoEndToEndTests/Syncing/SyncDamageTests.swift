import Foundation
import MemoCore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What power cuts and kills leave in a repository; no text is lost by any of it.
@Suite(.waitsForPrograms) struct SyncDamageTests {
  private let devices: Devices

  init() throws {
    devices = try Devices.inStep()
  }

  /// Brings a file of the first device's repository into a state.
  private func damage(_ path: String, _ state: String) throws {
    let path = VaultPath("d0/.git/\(path)")
    let bytes = try #require(try devices.sandbox.folder.bytes(of: path))
    let left: [UInt8] =
      switch state {
      case "empty": []
      case "zeros": [UInt8](repeating: 0, count: bytes.count)
      case "cut": Array(bytes.dropLast(bytes.count / 2))
      default: bytes.dropLast(30) + [UInt8](repeating: 0, count: 30)
      }
    try devices.sandbox.folder.remove(path)
    try devices.sandbox.folder.write(left, to: path)
  }

  // MARK: Settings

  /// Anyone can push with git, which looks at no file.
  @Test func damagedSettingsOfAnotherDeviceStopNoCommandAndCanBeReplaced() throws {
    try devices.write("{\"ignore\": [", to: ".memo/config.json", on: 0)
    try devices.git("commit", "-qam", "damage", in: "d0")
    try devices.git("push", "-q", "origin", "main", in: "d0")
    let run = try devices.sync(1)
    #expect(run.end == .exited(0) && run.errors.contains("cannot receive '.memo/config.json'"), "\(run.errors)")
    #expect(try devices.memo(1, ["list"]).end == .exited(0))
    #expect(try devices.memo(0, ["list"]).end == .exited(7))
    #expect(try devices.memo(1, ["config", "names", "dash"]).end == .exited(0))
    try devices.mustSync(1)
    try devices.mustSync(0)
    #expect(try devices.memo(0, ["list"]).end == .exited(0))
    try devices.expectInStep()
  }

  @Test func damagedSettingsAreMadeAnewByWhatTheHintsSay() throws {
    try devices.write("{\"ignore\": [", to: ".memo/config.json", on: 0)
    let refused = try devices.memo(0, ["list"])
    #expect(refused.end == .exited(7) && refused.errors.contains("mv "), "\(refused.errors)")
    let run = try devices.sync(0)
    #expect(run.end == .exited(0) && run.errors.contains("not synced: '.memo/config.json'"), "\(run.errors)")
    try devices.remove(".memo/config.json", on: 0)
    let missing = try devices.sync(0)
    #expect(missing.end == .exited(5) && missing.errors.contains("a new one with 'memo init'"), "\(missing.errors)")
    #expect(try devices.memo(0, ["init"]).end == .exited(0))
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.expectInStep()
  }

  // MARK: Git's index

  @Test(arguments: ["empty", "zeros", "cut", "zeros at the end"])
  func anIndexThatCannotBeReadIsRebuiltAndSetAside(state: String) throws {
    try damage("index", state)
    // All of an index is only looked at after a kill, and where git cannot read it.
    try devices.write("", to: ".git/memo/running/started", on: 0)
    try devices.write("# B\n", to: "b.md", on: 0)
    for command in [["sync", "--status"], ["history", "a.md"], ["diff", "a.md"]] {
      let run = try devices.memo(0, command)
      #expect(run.end == .exited(0), "\(command): \(run.errors)")
    }
    let run = try devices.sync(0)
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(run.errors.contains("index was damaged"), "\(run.errors)")
    let kept = try devices.sandbox.folder.bytes(of: VaultPath("d0/.git/memo/index.damaged"))
    #expect((kept != nil) == (state != "empty"))
    try devices.mustSync(1)
    try devices.expectInStep()
    #expect(try !devices.sync(0).errors.contains("damaged"))
  }

  /// Wherever it was cut: what is left may end in zeros, or in the middle of an extension.
  @Test(arguments: [false, true])
  func anIndexThatWasCutIsRebuiltThoughNothingWasKilled(isFilledUp: Bool) throws {
    try devices.write("*.log\n", to: ".gitignore", on: 0)
    try devices.write("x\n", to: "x.log", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    let index = try #require(try devices.sandbox.folder.bytes(of: VaultPath("d0/.git/index")))
    for (round, end) in stride(from: 20, to: index.count, by: 17).enumerated() {
      let zeros = isFilledUp ? Array(repeating: UInt8(0), count: index.count - end) : []
      try devices.sandbox.folder.write(Array(index[..<end]) + zeros, to: VaultPath("d0/.git/index"))
      try devices.write("# B\n\(round)\n", to: "b.md", on: 0)
      // What needs the index before it is known to be damaged fails once.
      if try devices.sync(0).end != .exited(0) { try devices.mustSync(0) }
      #expect(try devices.git("status", "--porcelain", in: "d0") == "", "\(end)")
    }
    try devices.remove("x.log", on: 0)
    try devices.mustSync(1)
    try devices.expectInStep()
  }

  /// As `index.skipHash` leaves it, which `feature.manyFiles` sets.
  @Test func anIndexWithoutAHashIsNotTakenForDamagedWhereASyncFails() throws {
    try devices.write("staged\n", to: "a.md", on: 0)
    try devices.git("add", "a.md", in: "d0")
    let path = VaultPath("d0/.git/index")
    let index = try #require(try devices.sandbox.folder.bytes(of: path)).dropLast(20) + Array(repeating: 0, count: 20)
    try devices.sandbox.folder.write(index, to: path)
    try #require(try devices.sandbox.shell("mv hub.git away.git", in: "").end == .exited(0))
    let run = try devices.sync(0)
    #expect(run.end != .exited(0) && !run.errors.contains("damaged"), "\(run.errors)")
    #expect(try devices.sandbox.folder.bytes(of: VaultPath("d0/.git/memo/index.damaged")) == nil)
  }

  /// As a power cut may leave what `core.splitIndex` has git write; the hash of the index does not cover it.
  @Test(arguments: ["rm -f $shared", ": > $shared", "head -c 500 /dev/zero > $shared"])
  func anIndexWhoseSharedPartIsLostIsMadeAnew(damaging: String) throws {
    let splitting = "git update-index --split-index && shared=$(ls .git/sharedindex.*) && chmod u+w $shared"
    let damaged = try devices.sandbox.shell("\(splitting) && \(damaging)", in: "d0")
    try #require(damaged.end == .exited(0), "\(damaged.errors)")
    try devices.write("# B\n", to: "b.md", on: 1)
    try devices.mustSync(1)
    // What needs the index before it is known to be damaged fails once.
    if try devices.sync(0).end != .exited(0) { try devices.mustSync(0) }
    try devices.expectInStep()
  }

  @Test func anIndexThatIsGoneIsMadeThoughThereIsNothingToSync() throws {
    try devices.remove(".git/index", on: 0)
    try devices.mustSync(0)
    #expect(try devices.git("status", "--porcelain", in: "d0") == "")
  }

  @Test func anIndexThatAnotherGitHoldsIsLeftAlone() throws {
    try damage("index", "zeros")
    try devices.write("", to: ".git/index.lock", on: 0)
    try devices.write("# B\n", to: "b.md", on: 0)
    _ = try devices.sync(0)
    #expect(try devices.sandbox.folder.bytes(of: VaultPath("d0/.git/index"))?.allSatisfy { $0 == 0 } == true)
    try devices.remove(".git/index.lock", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.expectInStep()
  }

  /// The branch went on, the index did not, and of what the sync had noted of that nothing is left.
  @Test func anIndexOfAnEarlierCommitIsBroughtInStepThoughTheNoteIsEmpty() throws {
    let index = try #require(try devices.sandbox.folder.bytes(of: VaultPath("d0/.git/index")))
    try devices.write("# A\none\ntwo\nthree\nfour\n", to: "a.md", on: 0)
    try devices.mustSync(0)
    try devices.sandbox.folder.write(index, to: VaultPath("d0/.git/index"))
    try devices.write("", to: ".git/memo/running/started", on: 0)
    try devices.write("", to: ".git/memo/running/base", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.expectInStep()
  }

  // MARK: Locks

  @Test(arguments: ["empty", "zeros"])
  func anObjectOfWhatIsToBeCommittedIsStoredAgainWhereItIsNotWhole(state: String) throws {
    try devices.write("# B\n", to: "b.md", on: 0)
    let id = try devices.git("hash-object", "-w", "b.md", in: "d0").trimmingCharacters(in: .newlines)
    try damage("objects/\(id.prefix(2))/\(id.dropFirst(2))", state)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.expectInStep()
    try devices.git("fsck", "--strict", in: "d0")
  }

  @Test(arguments: ["refs/memo/taken/main", "refs/memo/pending"])
  func aLockThatOnlyMemoTakesIsRemovedThoughNoKillIsKnown(name: String) throws {
    try devices.write("", to: ".git/\(name).lock", on: 0)
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.expectInStep()
  }

  // MARK: Refs and objects

  @Test(arguments: ["empty", "zeros"])
  func aBranchWithoutItsCommitIsReportedAndCanBeRebuiltFromTheRemote(state: String) throws {
    try devices.write("# B\n", to: "b.md", on: 1)
    try devices.mustSync(1)
    try devices.write("# C\n", to: "c.md", on: 0)
    try damage("refs/heads/main", state)
    let (files, hub) = (try devices.files(0), try devices.git("rev-parse", "main", in: "hub.git"))
    let run = try devices.memo(0, ["sync", "--json"])
    #expect(run.end == .exited(7), "\(run.errors)")
    #expect(try run.failure()["kind"] as? String == "damaged", "\(run.errors)")
    #expect(try devices.files(0) == files)
    #expect(try devices.git("rev-parse", "main", in: "hub.git") == hub)
    try rebuild(run)
  }

  @Test(arguments: ["HEAD", "HEAD^{tree}", "HEAD:a.md"])
  func anEmptyObjectIsReportedOrStoredAgain(name: String) throws {
    let id = try devices.git("rev-parse", name, in: "d0").trimmingCharacters(in: .newlines)
    try damage("objects/\(id.prefix(2))/\(id.dropFirst(2))", "empty")
    try devices.write("# A\nzero\none\ntwo\nthree\n", to: "a.md", on: 1)
    try devices.mustSync(1)
    try devices.write("# C\n", to: "c.md", on: 0)
    let run = try devices.memo(0, ["sync", "--json"])
    if run.end == .exited(0) {
      try devices.mustSync(1)
      try devices.expectInStep()
    } else {
      #expect(try run.failure()["kind"] as? String == "damaged", "\(run.errors)")
      try rebuild(run)
    }
  }

  @Test(arguments: ["HEAD", "config", "packed-refs"])
  func whatAPowerCutHasLeftOfGitsFilesIsDamage(name: String) throws {
    if name == "packed-refs" { try devices.git("pack-refs", "--all", in: "d0") }
    try damage(name, "zeros")
    try devices.write("# C\n", to: "c.md", on: 0)
    for words in [["--json"], ["--dry-run", "--json"], ["--status", "--json"]] {
      let run = try devices.memo(0, ["sync"] + words)
      #expect(run.end == .exited(7), "\(run.errors)")
      #expect(try run.failure()["kind"] as? String == "damaged", "\(run.errors)")
    }
    try rebuild(try devices.memo(0, ["sync", "--json"]))
  }

  @Test func aBranchWithoutItsCommitIsDamageInAPreviewToo() throws {
    try damage("refs/heads/main", "empty")
    let run = try devices.memo(0, ["sync", "--dry-run", "--json"])
    #expect(run.end == .exited(7), "\(run.errors)")
    #expect(try run.failure()["kind"] as? String == "damaged", "\(run.errors)")
  }

  /// A vault of which the last commit is lost has not none yet.
  @Test(arguments: [
    ": > .git/refs/heads/main", "head -c 41 /dev/zero > .git/refs/heads/main",
    "head -c 40 /dev/zero | tr '\\0' 0 > .git/refs/heads/main", ": > .git/HEAD", "lose HEAD", "lose HEAD:a.md",
    "git checkout -q --detach; lose HEAD", "git pack-refs --all; : > .git/refs/heads/main",
  ])
  func whatAsksForThePastReportsDamage(line: String) throws {
    let lose = "lose() { id=$(git rev-parse \"$1\"); rm -f .git/objects/${id%${id#??}}/${id#??}; }\n"
    let damaged = try devices.sandbox.shell(lose + line, in: "d0")
    try #require(damaged.end == .exited(0), "\(damaged.errors)")
    let isBlob = line.contains("a.md")
    var commands = [
      ["history", "a"], ["diff", "a"], ["show", "a", "--at", "today"], ["show", "a", "--at", "HEAD"],
      ["restore", "a", "--at", "HEAD"],
    ]
    if !isBlob { commands += [["restore", "--missing", "--at", "HEAD"], ["conflicts"]] }
    if !isBlob, !line.contains("detach") { commands.append(["sync", "--status"]) }
    for words in commands {
      let run = try devices.memo(0, words + ["--json"])
      #expect(run.end == .exited(7), "\(words): \(run.errors)")
      #expect(try run.failure()["kind"] as? String == "damaged", "\(words): \(run.errors)")
    }
    let doctor = try devices.memo(0, ["doctor"])
    let sync = doctor.text.components(separatedBy: .newlines).first { $0.contains("\tsync\t") } ?? ""
    #expect(sync.hasPrefix("trouble\tsync\tthe repository is damaged: "), "\(doctor.text)")
  }

  @Test func aVaultWithoutACommitIsNotDamaged() throws {
    try devices.sandbox.folder.write("# A\n", to: "new/a.md")
    let made = try devices.sandbox.shell("memo init && git init -q", in: "new")
    try #require(made.end == .exited(0), "\(made.errors)")
    for command in ["history a", "diff a", "conflicts"] {
      let run = try devices.sandbox.shell("memo \(command)", in: "new")
      #expect(run.end == .exited(0), "\(command): \(run.errors)")
    }
  }

  /// Does what the hint says.
  private func rebuild(_ run: MemoRun) throws {
    #expect((try run.failure()["hints"] as? [String])?.joined().contains("mv .git ../damaged.git") == true)
    let moved = try devices.sandbox.shell("mv .git ../damaged.git && memo sync --remote ../hub.git", in: "d0")
    #expect(moved.end == .exited(0), "\(moved.errors)")
    try devices.mustSync(1)
    try devices.mustSync(0)
    try devices.expectInStep()
    #expect(try devices.text("c.md", on: 1) == "# C\n")
    for line in ["one", "two", "three"] {
      #expect(try devices.text("a.md", on: 1)?.contains("\(line)\n") == true)
    }
  }

  @Test func aRemoteBranchWithoutItsCommitIsFetchedAgain() throws {
    try damage("refs/remotes/origin/main", "empty")
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.expectInStep()
  }

  // MARK: Files

  static let lost: [(file: String, isBack: Bool)] = [
    ("", true), ("\0\0\0\0", true), ("# A\none\n\0\0\0\0\0\0", true),
    // More than what was lost: an edit, whatever it looks like.
    ("# A\none\n", false), ("# A\nnone\n\0\0\0\0", false), ("# A\none\ntwo\nthree\n\0\0", false),
  ]

  @Test(arguments: lost.indices)
  func aFileThatHasLostItsTextSinceARestartGetsItBack(place: Int) throws {
    let (file, isBack) = Self.lost[place]
    let state = try #require(try devices.text(".git/memo/state.json", on: 0))
    let boot = try #require(state.firstRange(of: "\"boot\":\""))
    // As after another start of the machine.
    try devices.write(state.replacingCharacters(in: boot, with: "\"boot\":\"x"), to: ".git/memo/state.json", on: 0)
    try devices.write(file, to: "a.md", on: 0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(run.errors.contains("'a.md' had lost its text") == isBack, "\(run.errors)")
    try devices.mustSync(1)
    try devices.expectInStep()
    #expect(try devices.text("a.md", on: 1) == (isBack ? "# A\none\ntwo\nthree\n" : file))
    // Whoever empties it now means it.
    try devices.write("", to: "a.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    #expect(try devices.text("a.md", on: 1)?.isEmpty == true)
  }

  // MARK: Clones

  @Test func aKilledCloneIsFinishedByTheNext() throws {
    for number in 0..<60 { try devices.write("# \(number)\n", to: "n\(number).md", on: 0) }
    try devices.mustSync(0)
    let null = Array("/dev/null".utf8)
    for (number, delay) in [5, 30, 60, 90, 120, 150, 180, 210, 250, 300].enumerated() {
      let folder = "copy\(number)"
      let child = try ChildProcess(
        ["memo", "clone", "hub.git", folder].map { Array($0.utf8) }, variables: devices.sandbox.variables,
        folder: devices.sandbox.folder.path.bytes, input: null, output: null, errors: null)
      // The moment is what the test is about; nothing is waited for.
      Thread.sleep(forTimeInterval: Double(delay) / 1000)
      for id in [child.id] + KilledSync.descendants(of: child.id) { kill(id, SIGKILL) }
      let isKilled = child.wait() == .stuck
      let run = try devices.sandbox.memo("clone", "hub.git", folder, in: "")
      guard isKilled else { continue }
      let isDone = run.end == .exited(7) && run.errors.contains("not empty")
      #expect(run.end == .exited(0) || isDone, "\(delay): \(run.errors)")
      #expect(try devices.files(in: folder) == devices.files(0), "\(delay)")
      #expect(try devices.git("status", "--porcelain", in: folder).isEmpty, "\(delay)")
      #expect(try devices.order(of: folder) == devices.order(of: "d0"), "\(delay)")
    }
  }

  @Test(arguments: ["packed-refs", "config", "HEAD"])
  func aKilledCloneLeavesNoLockInTheWayOfTheNext(locked: String) throws {
    try devices.write("# a\n", to: "a.md", on: 0)
    try devices.mustSync(0)
    #expect(try devices.sandbox.memo("clone", "hub.git", "copy", in: "").end == .exited(0))
    let url = try devices.git("config", "remote.origin.url", in: "copy").trimmingCharacters(in: .newlines)
    try devices.sandbox.folder.write(url, to: "copy/.git/memo/cloning")
    try devices.sandbox.folder.write("", to: "copy/.git/\(locked).lock")
    let run = try devices.sandbox.memo("clone", "hub.git", "copy", in: "")
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(try devices.files(in: "copy") == devices.files(0))
  }

  @Test func aCloneThatWasKilledBeforeItHadWrittenAnythingIsNoneYet() throws {
    try devices.sandbox.folder.write("", to: "copy/.git/memo/.memo-tmp.0")
    #expect(try devices.sandbox.memo("clone", "hub.git", "copy", in: "").end == .exited(0))
    #expect(try devices.files(in: "copy") == devices.files(0))
  }

  @Test func anInterruptedCloneOfAnotherRemoteIsLeftAlone() throws {
    try devices.sandbox.folder.write("../other.git", to: "copy/.git/memo/cloning")
    let run = try devices.sandbox.memo("clone", "hub.git", "copy", in: "")
    #expect(run.end == .exited(7))
    #expect(run.errors.contains("interrupted clone of '../other.git'"), "\(run.errors)")
    try devices.sandbox.folder.write(devices.hub, to: "copy/.git/memo/cloning")
    let next = try devices.sandbox.memo("clone", "hub.git", "copy", in: "")
    #expect(next.end == .exited(0), "\(next.errors)")
    #expect(next.errors.contains("resuming an interrupted clone"), "\(next.errors)")
    #expect(try devices.files(in: "copy") == devices.files(0))
    #expect(devices.sandbox.folder.status(of: VaultPath("copy/.git/memo/cloning")) == nil)
  }
}
