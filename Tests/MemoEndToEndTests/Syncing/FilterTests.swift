import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What git is told to transform is committed as git would commit it, and nothing else ever leaves a device.
@Suite(.waitsForPrograms) struct FilterTests {
  static let hasGitCrypt = FilterTrial.isInstalled("git-crypt")
  static let hasLFS = FilterTrial.isInstalled("git-lfs")

  // MARK: git-crypt

  @Test(.enabled(if: hasGitCrypt, "git-crypt is not installed"))
  func aMemoUnderGitCryptIsPushedEncryptedAndReadEverywhere() throws {
    let trial = try FilterTrial.encrypted()
    let devices = trial.devices
    try devices.write("# S\nmarker-one\n", to: "secret/s.md", on: 0)
    try devices.write("# P\nplain\n", to: "p.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    #expect(try devices.text("secret/s.md", on: 1) == "# S\nmarker-one\n")
    try trial.expectNoMarkerOnHub()
    #expect(try trial.isOnHub("plain"))
    try devices.expectInStep()
    // A sync with nothing to do commits nothing, though every cleaned blob differs from its file.
    let head = try devices.head(0)
    try devices.sandbox.folder.setModified(1_770_000_000_000_000_000, of: VaultPath("d0/secret/s.md"))
    try devices.mustSync(0)
    #expect(try devices.head(0) == head)
  }

  @Test(.enabled(if: hasGitCrypt, "git-crypt is not installed"))
  func bothSidesOfAnEncryptedMemoAreMergedAndNoConflictIsRevealed() throws {
    let trial = try FilterTrial.encrypted()
    let devices = trial.devices
    try devices.write("# S\none\ntwo\nthree\n", to: "secret/s.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.write("# S\none\nmarker-here\nthree\n", to: "secret/s.md", on: 0)
    try devices.write("# S\none\nmarker-there\nthree\n", to: "secret/s.md", on: 1)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    let text = try #require(try devices.text("secret/s.md", on: 0))
    #expect(text.contains("marker-here") && text.contains("marker-there"), "\(text)")
    try devices.expectInStep()
    try trial.expectNoMarkerOnHub()
    let conflicts = try devices.memo(1, ["conflicts", "--json"]).records()
    #expect(conflicts.count == 1)
    #expect(
      Set([conflicts.first?["ours"] as? String, conflicts.first?["theirs"] as? String]) == [
        "marker-here\n", "marker-there\n",
      ])
  }

  @Test(.enabled(if: hasGitCrypt, "git-crypt is not installed"))
  func thePastOfAnEncryptedMemoIsShownAndPutBackInTheClear() throws {
    let trial = try FilterTrial.encrypted()
    let devices = trial.devices
    try devices.write("# S\nmarker-old\n", to: "secret/s.md", on: 0)
    try devices.mustSync(0)
    let old = String(try devices.head(0).prefix(40))
    try devices.write("# S\nmarker-new\n", to: "secret/s.md", on: 0)
    try devices.mustSync(0)
    #expect(try devices.memo(0, ["show", "secret/s.md", "--at", old]).text == "# S\nmarker-old\n")
    #expect(try devices.memo(0, ["diff", "secret/s.md", old]).text.contains("-marker-old"))
    let history = try devices.memo(0, ["history", "secret/s.md", "--json"]).records()
    #expect(history.count == 2)
    #expect(try devices.memo(0, ["restore", "secret/s.md", "--at", old]).end == .exited(0))
    #expect(try devices.text("secret/s.md", on: 0) == "# S\nmarker-old\n")
    try devices.mustSync(0)
    try trial.expectNoMarkerOnHub()
  }

  @Test(.enabled(if: hasGitCrypt, "git-crypt is not installed"))
  func aLockedDeviceCarriesWhatItCannotReadAndCommitsNothingOfIt() throws {
    let trial = try FilterTrial.encrypted(unlocked: 1)
    let devices = trial.devices
    try devices.write("# S\nmarker-one\n", to: "secret/s.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    #expect(try devices.sandbox.folder.bytes(of: VaultPath("d1/secret/s.md"))?.first == 0)
    // What someone writes there without the key stays there.
    try devices.write("# T\nmarker-two\n", to: "secret/t.md", on: 1)
    try devices.write("# P\nplain\n", to: "p.md", on: 1)
    let run = try devices.sync(1)
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(run.errors.contains("secret/t.md"), "\(run.errors)")
    for words in [["sync", "--status"], ["sync", "--dry-run"]] {
      let run = try devices.memo(1, words)
      #expect((run.text + run.errors).contains("secret/t.md"), "\(words): \(run.text)\(run.errors)")
    }
    let skipped = try devices.memo(1, ["sync", "--status", "--json"]).record()["skipped"] as? [String]
    #expect(skipped == ["secret/t.md"])
    #expect(try trial.isOnHub("plain"))
    try trial.expectNoMarkerOnHub()
    // With the key, it goes as it should.
    try devices.remove("secret/t.md", on: 1)
    try trial.unlock(1)
    #expect(try devices.text("secret/s.md", on: 1) == "# S\nmarker-one\n")
    try devices.write("# T\nmarker-two\n", to: "secret/t.md", on: 1)
    try devices.mustSync(1)
    try devices.mustSync(0)
    #expect(try devices.text("secret/t.md", on: 0) == "# T\nmarker-two\n")
    try devices.expectInStep()
    try trial.expectNoMarkerOnHub()
  }

  @Test(.enabled(if: hasGitCrypt, "git-crypt is not installed"), arguments: [true, false])
  func aMemoThatIsEncryptedIsNotPushedInTheClearWhenItsAttributesGo(isDeleted: Bool) throws {
    let trial = try FilterTrial.encrypted()
    let devices = trial.devices
    try devices.write("# S\nmarker-one\n", to: "secret/s.md", on: 0)
    try devices.mustSync(0)
    if isDeleted {
      try devices.remove(".gitattributes", on: 0)
    } else {
      try devices.write("*.png binary\n", to: ".gitattributes", on: 0)
    }
    try devices.write("# S\nmarker-two\n", to: "secret/s.md", on: 0)
    for _ in 0..<2 {
      let run = try devices.sync(0)
      #expect(run.end == .exited(0), "\(run.errors)")
      #expect(run.errors.contains("secret/s.md"), "\(run.errors)")
    }
    try devices.mustSync(1)
    try trial.expectNoMarkerOnHub()
    #expect(try devices.text("secret/s.md", on: 0) == "# S\nmarker-two\n")
  }

  @Test(.enabled(if: hasGitCrypt, "git-crypt is not installed"))
  func aMergeFollowsTheAttributesThatTheOtherSideBrings() throws {
    let trial = try FilterTrial.encrypted(pattern: "secret/**")
    let devices = trial.devices
    try devices.write("# N\none\ntwo\nthree\n", to: "n.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.write("secret/** filter=git-crypt\nn.md filter=git-crypt\n", to: ".gitattributes", on: 0)
    try devices.write("# N\nONE\ntwo\nthree\n", to: "n.md", on: 0)
    try devices.mustSync(0)
    try devices.write("# N\none\ntwo\nTHREE\n", to: "n.md", on: 1)
    try devices.mustSync(1)
    try devices.mustSync(0)
    #expect(try devices.text("n.md", on: 0) == "# N\nONE\ntwo\nTHREE\n")
    let blob = try devices.sandbox.shell("git cat-file blob main:n.md | head -c 9", in: "hub.git")
    #expect(blob.output == [0] + Array("GITCRYPT".utf8))
    try devices.expectInStep()
  }

  // MARK: git-lfs

  @Test(.enabled(if: hasLFS, "git-lfs is not installed"))
  func aLargeFileIsThereBeforeItsPointer() throws {
    let trial = try FilterTrial.large()
    let devices = trial.devices
    try devices.write("# L\nmarker-one\n", to: "secret/l.md", on: 0)
    try devices.mustSync(0)
    try trial.expectNoMarkerOnHub()
    try devices.mustSync(1)
    #expect(try devices.text("secret/l.md", on: 1) == "# L\nmarker-one\n")
    try devices.write("# L\nmarker-one\nmarker-a\n", to: "secret/l.md", on: 0)
    try devices.write("# L!\nmarker-one\n", to: "secret/l.md", on: 1)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    #expect(try devices.text("secret/l.md", on: 0) == "# L!\nmarker-one\nmarker-a\n")
    try devices.expectInStep()
    try trial.expectNoMarkerOnHub()
  }

  @Test(.enabled(if: hasLFS, "git-lfs is not installed"))
  func aPointerWithoutItsFileWaitsAndTakesNothingAway() throws {
    let trial = try FilterTrial.large()
    let devices = trial.devices
    try devices.write("# L\nold\n", to: "secret/l.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.write("# L\nnew\n", to: "secret/l.md", on: 0)
    try devices.write("# M\nnew\n", to: "secret/m.md", on: 0)
    try devices.mustSync(0)
    // The server has lost the files.
    try devices.sandbox.folder.rename(VaultPath("hub.git/lfs"), to: VaultPath("lost"))
    try devices.write("# P\n", to: "p.md", on: 1)
    for _ in 0..<2 {
      let run = try devices.sync(1)
      #expect(run.end == .exited(0), "\(run.errors)")
      #expect(run.errors.contains("secret/l.md") && run.errors.contains("secret/m.md"), "\(run.errors)")
    }
    #expect(try devices.text("secret/l.md", on: 1) == "# L\nold\n")
    #expect(try devices.text("secret/m.md", on: 1) == nil)
    #expect(try devices.git("ls-tree", "-r", "--name-only", "main", in: "hub.git").contains("secret/m.md"))
    // What is written on the old version in the meantime is merged with the new one.
    try devices.write("# L!\nold\n", to: "secret/l.md", on: 1)
    _ = try devices.sandbox.shell("rm -rf hub.git/lfs", in: "")
    try devices.sandbox.folder.rename(VaultPath("lost"), to: VaultPath("hub.git/lfs"))
    try devices.mustSync(1)
    try devices.mustSync(0)
    #expect(try devices.text("secret/l.md", on: 0) == "# L!\nnew\n")
    #expect(try devices.text("secret/m.md", on: 1) == "# M\nnew\n")
    try devices.expectInStep()
  }

  @Test(.enabled(if: hasLFS, "git-lfs is not installed"))
  func nothingIsPushedWhereTheLargeFilesCannotBe() throws {
    let trial = try FilterTrial.large()
    let devices = trial.devices
    let head = try devices.git("rev-parse", "main", in: "hub.git")
    try devices.write("# L\n", to: "secret/l.md", on: 0)
    try devices.sandbox.folder.write(Array("in the way".utf8), to: VaultPath("hub.git/lfs"))
    let run = try devices.sync(0)
    #expect(run.end == .exited(8), "\(run.errors)")
    #expect(run.errors.contains("git lfs"), "\(run.errors)")
    #expect(try devices.git("rev-parse", "main", in: "hub.git") == head)
    try devices.sandbox.folder.remove(VaultPath("hub.git/lfs"))
    try devices.mustSync(0)
    try devices.mustSync(1)
    #expect(try devices.text("secret/l.md", on: 1) == "# L\n")
  }

  // MARK: Any filter

  @Test func aFilterOfTheUserCleansAndSmudges() throws {
    let trial = try FilterTrial.filtered(clean: "tr a-z b-za", smudge: "tr b-za a-z")
    let devices = trial.devices
    try devices.write("# S\nmarker one\n", to: "secret/s.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    #expect(try devices.text("secret/s.md", on: 1) == "# S\nmarker one\n")
    #expect(try trial.isOnHub("nbslfs pof"))
    try trial.expectNoMarkerOnHub()
    try devices.expectInStep()
  }

  @Test(arguments: [
    ("false", "cat"), ("cat >/dev/null", "cat"), ("tr a-z A-Z", "tr A-Z a-z"), ("tr a-z b-za", "false"), ("", "cat"),
  ])
  func aFileThatAFilterWouldNotGiveBackStaysBehind(clean: String, smudge: String) throws {
    let trial = try FilterTrial.filtered(clean: clean, smudge: smudge)
    let devices = trial.devices
    try devices.write("# Secret\nmarker one\n", to: "secret/s.md", on: 0)
    try devices.write("# P\nplain\n", to: "p.md", on: 0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(run.errors.contains("secret/s.md"), "\(run.errors)")
    #expect(try trial.isOnHub("plain"))
    #expect(try !devices.git("ls-tree", "-r", "--name-only", "main", in: "hub.git").contains("secret/s.md"))
    try trial.expectNoMarkerOnHub()
    #expect(try devices.text("secret/s.md", on: 0) == "# Secret\nmarker one\n")
  }

  @Test func whatAFilterSaysWhenItFailsIsReported() throws {
    let trial = try FilterTrial.filtered(clean: "say-no", smudge: "cat")
    let devices = trial.devices
    try devices.sandbox.makeProgram("say-no", "cat > /dev/null; printf 'no \\033[1mkey\\n' >&2; exit 1")
    try devices.write("# Secret\n", to: "secret/s.md", on: 0)
    for words in [["sync"], ["sync", "--status"], ["sync", "--dry-run"]] {
      let run = try devices.memo(0, words)
      let shown = run.text + run.errors
      #expect(shown.contains("its git filter failed and reported: no ") && shown.contains("key"), "\(words): \(shown)")
      #expect(!shown.utf8.contains(0x1B), "\(words): \(shown)")
    }
  }

  /// Encrypted with salt, as gpg does: no blob is made twice.
  @Test func aFilterThatNeverStoresTheSameTwiceMakesNoEditsAndConverges() throws {
    let trial = try FilterTrial.filtered(
      clean: "sh -c \\\"head -c 8 /dev/urandom | od -An -tx1 | tr -d ' \\\\n'; echo; tr a-z b-za\\\"",
      smudge: "sh -c \\\"tail -n +2 | tr b-za a-z\\\"")
    let devices = trial.devices
    try devices.write("# S\nmarker one\ntwo\nthree\n", to: "secret/s.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    let head = try devices.head(0)
    try devices.sandbox.folder.setModified(1_770_000_000_000_000_000, of: VaultPath("d0/secret/s.md"))
    try devices.mustSync(0)
    #expect(try devices.head(0) == head)
    try devices.write("# S\nmarker one\ntwo\nTHREE\n", to: "secret/s.md", on: 0)
    try devices.write("# S!\nmarker one\ntwo\nthree\n", to: "secret/s.md", on: 1)
    for device in [0, 1, 0, 1] { try devices.mustSync(device) }
    #expect(try devices.text("secret/s.md", on: 0) == "# S!\nmarker one\ntwo\nTHREE\n")
    #expect(try devices.files(0) == devices.files(1))
    #expect(try devices.head(0) == devices.head(1))
    try trial.expectNoMarkerOnHub()
  }

  @Test func aFilterOfAReceivedRepositoryRunsOnlyWhenItIsTrusted() throws {
    let trial = try FilterTrial(attributes: "secret/** filter=x\n")
    let devices = trial.devices
    let place = devices.sandbox.folder.path.text
    try devices.sandbox.makeProgram("rot", "touch '\(place)/ran'; tr a-z b-za")
    try devices.git("config", "filter.x.clean", "\(place)/programs/rot", in: "d0")
    try devices.git("config", "filter.x.smudge", "tr b-za a-z", in: "d0")
    try devices.write("# S\nmarker one\n", to: "secret/s.md", on: 0)
    for words in [["sync"], ["sync", "--status"], ["sync", "--dry-run"], ["show", "p.md", "--at", "HEAD"]] {
      #expect(try devices.memo(0, words).end == .exited(7), "\(words)")
    }
    #expect(devices.sandbox.folder.status(of: VaultPath("ran")) == nil)
    #expect(try devices.memo(0, ["trust"]).end == .exited(0))
    try devices.mustSync(0)
    #expect(devices.sandbox.folder.status(of: VaultPath("ran")) != nil)
    #expect(try trial.isOnHub("nbslfs pof"))
    try trial.expectNoMarkerOnHub()
  }

  /// As git-lfs asks a server for each file that was never uploaded.
  @Test func ofFilesThatAFilterFailsToMakeAfterLongOneIsTriedAtEachSync() throws {
    let trial = try FilterTrial.filtered(clean: "tr a-z A-Z", smudge: "slow-smudge")
    let (devices, names) = (trial.devices, ["one", "two", "three"])
    let home = devices.sandbox.folder.path.appending("home").text
    try devices.sandbox.makeProgram(
      "slow-smudge",
      "[ -e '\(home)/up' ] && exec tr A-Z a-z\ncat > /dev/null; echo x >> '\(home)/tries'; sleep 1.1; exit 1")
    try devices.sandbox.folder.write("", to: "home/up")
    for name in names { try devices.write("text \(name)\n", to: "secret/\(name).txt", on: 0) }
    try devices.mustSync(0)
    try devices.sandbox.folder.remove(VaultPath("home/up"))
    func tries() throws -> Int {
      try devices.sandbox.folder.bytes(of: VaultPath("home/tries"))?.count { $0 == 0x78 } ?? 0
    }
    let run = try devices.sync(1)
    #expect(run.end == .exited(0) && run.errors.contains("'git lfs fetch' shows why"), "\(run.errors)")
    let first = try tries()
    #expect(first >= 3, "each is tried once")
    try devices.mustSync(1)
    #expect(try tries() - first <= 1, "a sync with nothing to do tries one of them")
    // Once that succeeds, all are made.
    try devices.sandbox.folder.write("", to: "home/up")
    try devices.mustSync(1)
    for name in names { #expect(try devices.text("secret/\(name).txt", on: 1) == "text \(name)\n") }
    try devices.expectInStep()
  }
}

/// Devices with attributes on the hub that have a filter for `secret/`.
struct FilterTrial {
  let devices: Devices
  private static let marker = "marker"

  /// Whether a program is installed that a filter is.
  static func isInstalled(_ program: String) -> Bool {
    ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// Two devices that have some attributes.
  init(attributes: String) throws {
    devices = try Devices(2)
    try devices.write("# P\n", to: "p.md", on: 0)
    for device in 0..<2 { try devices.join(device) }
    try devices.write(attributes, to: ".gitattributes", on: 0)
    for device in [0, 1, 0] { try devices.mustSync(device) }
  }

  /// Two devices with a filter in the user's settings.
  static func filtered(clean: String, smudge: String) throws -> FilterTrial {
    let trial = try FilterTrial(attributes: "secret/** filter=x\n")
    let config = try #require(try trial.devices.sandbox.folder.bytes(of: VaultPath("home/.gitconfig")))
    let filter = "[filter \"x\"]\n\tclean = \"\(clean)\"\n\tsmudge = \"\(smudge)\"\n"
    try trial.devices.sandbox.folder.write(config + Array(filter.utf8), to: VaultPath("home/.gitconfig"))
    return trial
  }

  /// Two devices that encrypt with one key.
  ///
  /// - Parameter unlocked: how many of them have it.
  static func encrypted(unlocked: Int = 2, pattern: String = "secret/**") throws -> FilterTrial {
    let trial = try FilterTrial(attributes: "\(pattern) filter=git-crypt diff=git-crypt\n")
    try trial.run("git-crypt init && git-crypt export-key ../key", in: "d0")
    try #require(try trial.devices.memo(0, ["trust"]).end == .exited(0))
    if unlocked > 1 { try trial.unlock(1) }
    return trial
  }

  /// Gives a device the key.
  func unlock(_ device: Int) throws {
    try run("git-crypt unlock ../key", in: devices.names[device])
    try #require(try devices.memo(device, ["trust"]).end == .exited(0))
  }

  /// Two devices with git-lfs.
  static func large() throws -> FilterTrial {
    let trial = try FilterTrial(attributes: "secret/** filter=lfs diff=lfs merge=lfs -text\n")
    try trial.run("git lfs install --skip-repo", in: "")
    return trial
  }

  private func run(_ line: String, in folder: String) throws {
    let run = try devices.sandbox.shell(line, in: folder)
    try #require(run.end == .exited(0), "\(line): \(run.errors)")
  }

  /// Whether bytes are among the remote's objects.
  func isOnHub(_ text: String) throws -> Bool {
    let objects = try devices.sandbox.shell("git cat-file --batch-all-objects --batch", in: "hub.git")
    return String(decoding: objects.output, as: UTF8.self).contains(text)
  }

  func expectNoMarkerOnHub(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try !isOnHub(Self.marker), "clear text on the hub", sourceLocation: location)
  }
}
