import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What can go wrong, each with one line that says what to do; no text is lost by any of it.
@Suite(.waitsForPrograms) struct SyncTroubleTests {
  /// Syncs a device and expects it to end with a code and an error of a kind.
  private func expect(
    _ devices: Devices, _ code: Int32, _ kind: String, _ words: [String] = [], hint: String = "",
    location: SourceLocation = #_sourceLocation
  ) throws {
    let run = try devices.memo(0, ["sync", "--json"] + words)
    #expect(run.end == .exited(code), "\(run.errors)", sourceLocation: location)
    let failure = try run.failure(location)
    #expect(failure["kind"] as? String == kind, "\(run.errors)", sourceLocation: location)
    let hints = (failure["hints"] as? [String] ?? []).joined()
    #expect(hints.contains(hint), "\(hints)", sourceLocation: location)
  }

  @Test func offlineWorkIsCommittedAndSentTheNextTime() throws {
    let devices = try Devices.inStep()
    try devices.sandbox.folder.rename(VaultPath("hub.git"), to: VaultPath("away.git"))
    try devices.write("# B\n", to: "b.md", on: 0)
    try expect(devices, 8, "remote", hint: "saved here")
    #expect(try devices.git("status", "--porcelain", in: "d0").isEmpty)
    let status = try devices.memo(0, ["sync", "--status", "--json"]).record()
    #expect(status["ahead"] as? Int == 1)
    #expect((status["lastError"] as? String)?.isEmpty == false)
    try devices.sandbox.folder.rename(VaultPath("away.git"), to: VaultPath("hub.git"))
    try devices.mustSync(0)
    try devices.mustSync(1)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
    #expect(try devices.memo(0, ["sync", "--status", "--json"]).record()["lastError"] is NSNull)
  }

  @Test(arguments: [("ko", "en"), ("en", "ko")])
  func theLastErrorIsShownInTheLanguageOfTheCommand(first: String, second: String) throws {
    let devices = try Devices.inStep(1)
    try devices.sandbox.folder.rename(VaultPath("hub.git"), to: VaultPath("away.git"))
    #expect(try devices.sync(0, "--lang", first).end == .exited(8))
    for language in [first, second] {
      let told = language == "ko" ? "원격 저장소에 연결할 수 없거나" : "the remote is unreachable"
      let line = try devices.sync(0, "--status", "--lang", language).text
      #expect(line.contains(told), "\(line)")
      let record = try devices.sync(0, "--status", "--json", "--lang", language).record()
      #expect((record["lastError"] as? String)?.hasPrefix(told) == true, "\(record)")
      #expect(try devices.memo(0, ["watch", "--status", "--lang", language]).text.contains(told))
    }
    // As earlier versions of memo have left it.
    try devices.write(#"{"lastError":"as it was told","lastErrorAt":7,"seen":[]}"#, to: ".git/memo/state.json", on: 0)
    #expect(try devices.sync(0, "--status", "--lang", second).text.contains("as it was told"))
  }

  @Test func rejectedCredentialsAreReportedAsSuch() throws {
    let devices = try Devices.inStep(1)
    try devices.sandbox.makeProgram("ssh", "echo 'me@host: Permission denied (publickey).' >&2; exit 255")
    try devices.git("config", "remote.origin.url", "me@host:notes.git", in: "d0")
    try devices.write("# B\n", to: "b.md", on: 0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(8))
    #expect(run.errors.contains("Permission denied (publickey)"), "\(run.errors)")
    #expect(try devices.git("status", "--porcelain", in: "d0").isEmpty, "it is committed all the same")
  }

  @Test(arguments: ["HEAD", "objects", "refs"])
  func anIncompleteRepositoryIsReportedAndCompleted(part: String) throws {
    let devices = try Devices(2)
    try devices.write("# A\n", to: "a.md", on: 0)
    try devices.git("init", "-q", in: "d0")
    try devices.sandbox.folder.remove(VaultPath("d0/.git/\(part)"))
    try expect(devices, 7, "repository", hint: "memo sync --remote")
    try expect(devices, 7, "repository", ["--status"], hint: "memo sync --remote")
    #expect(try devices.memo(0, ["history", "a.md"]).end == .exited(7))
    try devices.join(0)
    try devices.join(1)
    #expect(try devices.text("a.md", on: 1) == "# A\n")
  }

  @Test(arguments: ["HEAD", "objects", "refs"])
  func anIncompleteRepositoryIsCompletedByInit(part: String) throws {
    let devices = try Devices(1)
    try devices.git("init", "-q", in: "d0")
    try devices.sandbox.folder.remove(VaultPath("d0/.git/\(part)"))
    let run = try devices.memo(0, ["init", "--git"])
    #expect(run.end == .exited(0) && !run.errors.contains("parts of it are missing"), "\(run.errors)")
    #expect(run.errors.contains("created a git repository in"), "\(run.errors)")
    #expect(try devices.memo(0, ["init", "--git"]).errors.contains("is already a git repository"))
    try expect(devices, 7, "no-remote", hint: "memo sync --remote")
  }

  @Test func aCloneOfNothingLeavesNothingBehind() throws {
    let devices = try Devices(1)
    let run = try devices.sandbox.memo("clone", "nowhere.git", "copy", in: "")
    #expect(run.end == .exited(8), "\(run.errors)")
    #expect(devices.sandbox.folder.status(of: VaultPath("copy")) == nil)
    #expect(try devices.sandbox.memo("clone", "hub.git", "d0", in: "").end == .exited(0), "an empty folder will do")
    #expect(try devices.sandbox.memo("clone", "hub.git", "d0", in: "").end == .exited(7))
  }

  @Test func aVaultWithoutRepositoryOrRemoteIsReported() throws {
    let devices = try Devices(1)
    try expect(devices, 7, "repository", hint: "memo sync --remote")
    try devices.git("init", "-q", in: "d0")
    try expect(devices, 7, "no-remote", hint: "memo sync --remote")
  }

  @Test func aVaultInsideABiggerRepositoryIsReported() throws {
    let devices = try Devices(1)
    try devices.git("init", "-q", in: "")
    try expect(devices, 7, "repository", ["--remote", devices.hub], hint: "memo init --git")
    #expect(try devices.memo(0, ["init", "--git"]).end == .exited(0))
    try devices.join(0)
  }

  @Test func aDetachedHeadIsReported() throws {
    let devices = try Devices.inStep()
    try devices.git("checkout", "-q", "--detach", in: "d0")
    try expect(devices, 7, "repository", hint: "git switch")
  }

  @Test func aRebaseIsReportedThoughItDetachesTheHead() throws {
    let devices = try Devices.inStep()
    try devices.git("checkout", "-q", "--detach", in: "d0")
    try devices.write("x\n", to: ".git/rebase-merge/x", on: 0)
    try expect(devices, 7, "repository", hint: "to finish it")
  }

  @Test func aMissingNewRemoteIsReported() throws {
    let devices = try Devices(1)
    try expect(devices, 8, "remote", ["--remote", "../nowhere.git"], hint: "nothing was synced")
  }

  @Test(arguments: ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG", "rebase-merge/x", "rebase-apply/x"])
  func whatTheUserIsInTheMiddleOfIsRespectedAndTheFilesAreKept(name: String) throws {
    let devices = try Devices.inStep(1)
    let head = try devices.head(0)
    try devices.write("x\n", to: ".git/\(name)", on: 0)
    try devices.write("# B\n", to: "b.md", on: 0)
    try expect(devices, 7, "repository", hint: name == "BISECT_LOG" ? "bisect reset" : "to finish it")
    #expect(try devices.head(0) == head)
    let backup = try devices.git("for-each-ref", "--format=%(refname)", "refs/memo/backup", in: "d0")
    #expect(try devices.git("show", "\(backup.trimmingCharacters(in: .newlines)):b.md", in: "d0") == "# B\n")
  }

  @Test func aRewrittenRemoteStopsUntilAPersonDecides() throws {
    for choice in ["--adopt-remote", "--merge-anyway"] {
      let devices = try Devices.inStep()
      try devices.write("# Secret\n", to: "secret.md", on: 1)
      try devices.mustSync(1)
      try devices.mustSync(0)
      try devices.git("reset", "-q", "--hard", "HEAD~1", in: "d1")
      try devices.write("# New\n", to: "new.md", on: 1)
      try devices.git("add", "-A", in: "d1")
      try devices.git("commit", "-qm", "rewritten", in: "d1")
      try devices.git("push", "-q", "--force", "origin", "main", in: "d1")
      try devices.write("# Mine\n", to: "mine.md", on: 0)
      try expect(devices, 5, "rewritten", hint: "--adopt-remote")
      #expect(try devices.text("secret.md", on: 0) != nil)
      try devices.mustSync(0, choice)
      #expect(try devices.text("mine.md", on: 0) == "# Mine\n")
      #expect(try devices.text("new.md", on: 0) == "# New\n")
      let log = try devices.git("log", "--format=%H", "--", "secret.md", in: "hub.git")
      #expect(log.isEmpty == (choice == "--adopt-remote"), "\(choice)")
    }
  }

  /// Two devices in step, and then a remote that is as it was before `b.md` and a line of `a.md`.
  private func devicesWhoseRemoteWentBack() throws -> Devices {
    let devices = try Devices.inStep()
    try devices.write("# A\none\n", to: "a.md", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    let earlier = try devices.head(0).trimmingCharacters(in: .newlines)
    try devices.write("# A\none\ntwo\n", to: "a.md", on: 1)
    try devices.write("# B\n", to: "b.md", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    try devices.git("update-ref", "refs/heads/main", earlier, in: "hub.git")
    return devices
  }

  @Test func aRemoteThatWentBackIsSentWhatItLacks() throws {
    let devices = try devicesWhoseRemoteWentBack()
    try expect(devices, 5, "rewritten", hint: "--merge-anyway")
    #expect(try devices.text("b.md", on: 0) == "# B\n")
    let run = try devices.sync(0, "--merge-anyway", "--json")
    #expect(try run.record()["sent"] as? Int == 2)
    #expect(try run.record()["received"] as? Int == 0)
    try devices.mustSync(1)
    for device in [0, 1] {
      #expect(try devices.text("a.md", on: device) == "# A\none\ntwo\n")
      #expect(try devices.text("b.md", on: device) == "# B\n")
    }
  }

  @Test func whatARemoteDroppedIsKeptBeforeItGoesAndPreviewed() throws {
    let devices = try devicesWhoseRemoteWentBack()
    try devices.write("# Mine\n", to: "mine.md", on: 0)
    let head = try devices.head(0).trimmingCharacters(in: .newlines)
    let preview = try devices.sync(0, "--adopt-remote", "--dry-run", "--json").record()
    #expect(try devices.text("b.md", on: 0) == "# B\n", "a dry run changes nothing")
    let report = try devices.sync(0, "--adopt-remote", "--json").record()
    for key in ["sent", "received", "receivedDeleted", "merged", "trashed"] {
      #expect(String(describing: preview[key]) == String(describing: report[key]), "\(key)")
    }
    #expect(report["trashed"] as? [String] == ["a.md", "b.md"])
    #expect(report["receivedDeleted"] as? Int == 1)
    #expect(try devices.text("a.md", on: 0) == "# A\none\n")
    #expect(try devices.text("mine.md", on: 0) == "# Mine\n")
    let backup = try #require(report["backup"] as? String)
    #expect(try devices.git("show", "\(backup):b.md", in: "d0") == "# B\n")
    #expect(try devices.git("merge-base", head, backup, in: "d0").hasPrefix(head), "all that was committed is in it")
    #expect(try devices.memo(0, ["trash", "restore", "b.md"]).end == .exited(0))
    #expect(try devices.text("b.md", on: 0) == "# B\n")
    #expect(try devices.memo(0, ["trash", "restore", "a.md"]).end == .exited(0))
    #expect(try devices.files(0).values.contains(Array("# A\none\ntwo\n".utf8)), "beside the one that is there")
  }

  @Test func aRemoteThatWentBackIsFollowedWithoutACommitOfItsOwn() throws {
    let devices = try devicesWhoseRemoteWentBack()
    let run = try devices.sync(0, "--adopt-remote")
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(run.errors.contains("refs/memo/backup/"), "\(run.errors)")
    #expect(try devices.head(0) == devices.git("rev-parse", "main", in: "hub.git"))
    #expect(try devices.text("b.md", on: 0) == nil)
  }

  @Test func manyMissingFilesStopTheSync() throws {
    let devices = try Devices.inStep()
    for number in 0..<30 { try devices.write("\(number)\n", to: "n\(number).md", on: 0) }
    try devices.mustSync(0)
    for number in 0..<30 { try devices.remove("n\(number).md", on: 0) }
    try expect(devices, 5, "mass-deletion", hint: "--allow-mass-delete")
    try devices.mustSync(0, "--allow-mass-delete")
    try devices.mustSync(1)
    #expect(try devices.files(1).count == 1)
  }

  @Test func aVaultThatIsEmptyAllOfASuddenStopsTheSync() throws {
    let devices = try Devices.inStep()
    for number in 0..<9 { try devices.write("\(number)\n", to: "n\(number).md", on: 0) }
    try devices.mustSync(0)
    for path in try devices.files(0).keys { try devices.remove(path.text, on: 0) }
    try expect(devices, 5, "mass-deletion", hint: "--allow-mass-delete")
  }

  @Test func renamedFilesAreNotMissing() throws {
    let devices = try Devices.inStep()
    for number in 0..<30 { try devices.write("\(number)\n", to: "n\(number).md", on: 0) }
    try devices.mustSync(0)
    try devices.sandbox.folder.makeFolders(VaultPath("d0/sub"))
    for number in 0..<30 {
      try devices.sandbox.folder.rename(VaultPath("d0/n\(number).md"), to: VaultPath("d0/sub/n\(number).md"))
    }
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.expectInStep()
  }

  @Test func anEmptyFolderInTheVaultsPlaceDeletesNothing() throws {
    let devices = try Devices.inStep()
    try devices.sandbox.folder.rename(VaultPath("d0/.git"), to: VaultPath("git"))
    try devices.sandbox.folder.remove(VaultPath("d0"))
    try devices.sandbox.folder.makeFolders(VaultPath("d0"))
    try devices.sandbox.folder.rename(VaultPath("git"), to: VaultPath("d0/.git"))
    try expect(devices, 5, "marker", hint: "is mounted")
    try devices.mustSync(1)
    #expect(try devices.text("a.md", on: 1) != nil)
  }

  @Test func aShallowRepositoryIsReported() throws {
    let devices = try Devices.inStep()
    try devices.write("x", to: "b.md", on: 0)
    try devices.mustSync(0)
    try devices.git("clone", "-q", "--depth", "1", "-b", "main", "file://\(devices.hub)", "shallow", in: "")
    let run = try devices.sandbox.memo("--vault", "shallow", "sync", in: "")
    #expect(run.end == .exited(7))
    #expect(run.errors.contains("--unshallow") && !run.errors.contains("sparse"), "\(run.errors)")
  }

  /// The switch is in `config.worktree`, or where older versions of git have it.
  @Test(arguments: [
    "git sparse-checkout set x",
    "git config core.sparseCheckout true && mkdir -p .git/info && echo /x/ > .git/info/sparse-checkout",
  ])
  func whatASparseCheckoutLeavesOutIsDeletedNowhere(switching: String) throws {
    let devices = try Devices.inStep()
    for name in ["x/in.md", "y/out.md"] { try devices.write("# \(name)\n", to: name, on: 0) }
    for device in [0, 1] { try devices.mustSync(device) }
    let hub = try devices.git("rev-parse", "main", in: "hub.git")
    let run = try devices.sandbox.shell(
      "git status -s && \(switching) && git read-tree -mu HEAD && ! test -e y/out.md", in: "d0")
    try #require(run.end == .exited(0), "\(run.errors)")
    try devices.write("# x/in.md\nmore\n", to: "x/in.md", on: 0)
    for words in [[], ["--dry-run"], ["--status"], ["--allow-mass-delete"]] {
      try expect(devices, 7, "repository", words, hint: "git sparse-checkout disable")
    }
    #expect(try devices.git("rev-parse", "main", in: "hub.git") == hub)
    // What the hint says.
    let off = """
      git sparse-checkout disable; git config core.sparseCheckout false
      git config --unset extensions.worktreeConfig; test -e y/out.md
      """
    try #require(try devices.sandbox.shell(off, in: "d0").end == .exited(0))
    for device in [0, 1, 0] { try devices.mustSync(device) }
    try devices.expectInStep()
    #expect(try devices.text("y/out.md", on: 1) == "# y/out.md\n")
    #expect(try devices.text("x/in.md", on: 1) == "# x/in.md\nmore\n")
  }

  @Test func aRepositoryWithASubmoduleIsSyncedWithoutIt() throws {
    let devices = try Devices.inStep()
    let add = "git -c protocol.file.allow=always submodule --quiet add ../hub.git sub && git commit -q -m sub"
    try #require(try devices.sandbox.shell(add, in: "d0").end == .exited(0))
    let link = try devices.git("rev-parse", "HEAD:sub", in: "d0")
    try devices.write("# B\n", to: "b.md", on: 0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(0) && run.errors.contains("not synced: 'sub'"), "\(run.errors)")
    try devices.write("# C\n", to: "c.md", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    #expect(try devices.git("rev-parse", "main:sub", in: "hub.git") == link)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
  }

  @Test func aMissingGitIsReported() throws {
    let devices = try Devices.inStep()
    devices.sandbox.variables["PATH"] = devices.sandbox.folder.path.appending("programs").text
    try expect(devices, 7, "program", hint: "2.30")
  }

  @Test(arguments: [
    "ext::sh -c touch% x", "--upload-pack=touch x", "ssh://-oProxyCommand=x/y", "git://h/x", "a\nb", "",
  ])
  func aRemoteThatIsNoPlaceIsRefused(url: String) throws {
    let devices = try Devices(1)
    try expect(devices, 2, "invalid-value", ["--remote", url], hint: "https://")
  }

  @Test func hooksAndEditorsAreNeverTriggered() throws {
    let devices = try Devices.inStep()
    for hook in ["pre-commit", "commit-msg", "post-commit", "pre-push", "reference-transaction", "post-merge"] {
      try devices.write(
        "#!/bin/sh\ntouch \(devices.sandbox.folder.path.text)/ran\nexit 1\n", to: ".git/hooks/\(hook)", on: 0)
      try devices.sandbox.folder.setMode(0o755, of: VaultPath("d0/.git/hooks/\(hook)"))
    }
    let config = "[core]\n\teditor = /bin/false\n"
    let old = String(decoding: try devices.sandbox.folder.bytes(of: VaultPath("home/.gitconfig")) ?? [], as: UTF8.self)
    try devices.sandbox.folder.write(old + config, to: "home/.gitconfig")
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.write("# C\n", to: "c.md", on: 1)
    try devices.mustSync(1)
    try devices.mustSync(0)
    #expect(devices.sandbox.folder.status(of: VaultPath("ran")) == nil)
  }

  @Test func foldersAndFilesChangePlaces() throws {
    let devices = try Devices.inStep()
    try devices.write("# In\n", to: "x/in.md", on: 0)
    try devices.write("# Y\n", to: "y.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.sandbox.folder.remove(VaultPath("d0/x"))
    try devices.write("a file now\n", to: "x", on: 0)
    try devices.remove("y.md", on: 0)
    try devices.write("# Z\n", to: "y.md/z.md", on: 0)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    try devices.expectInStep()
    #expect(try devices.text("x", on: 1) == "a file now\n")
    #expect(try devices.text("y.md/z.md", on: 1) == "# Z\n")
  }

  @Test func gitsOwnIndexMayBeLocked() throws {
    let devices = try Devices.inStep()
    try devices.write("", to: ".git/index.lock", on: 0)
    try devices.write("# B\n", to: "b.md", on: 0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(0))
    #expect(run.errors.contains("index.lock"), "\(run.errors)")
    try devices.remove(".git/index.lock", on: 0)
    try devices.mustSync(0)
    #expect(try devices.git("status", "--porcelain", in: "d0").isEmpty)
  }
}
