import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What `sync --status` and `sync --dry-run` tell, without a change to anything.
@Suite(.waitsForPrograms) struct SyncStatusTests {
  @Test func statusShowsBranchRemoteAndUnsyncedChanges() throws {
    let devices = try Devices.inStep()
    try devices.write("# New\n", to: "new.md", on: 0)
    try devices.write("# A\nother\n", to: "a.md", on: 0)
    let head = try devices.head(0)
    let text = try devices.memo(0, ["sync", "--status"]).text
    #expect(text.contains("branch main of \(devices.hub)\n"), "\(text)")
    #expect(text.contains("2 files have changed here since the last sync\n"), "\(text)")
    let record = try devices.memo(0, ["sync", "--status", "--json"]).record()
    #expect(record["branch"] as? String == "main")
    #expect(record["remote"] as? String == devices.hub)
    #expect(record["unsaved"] as? Int == 2)
    #expect(record["conflicts"] as? Int == 0)
    #expect(try devices.head(0) == head)
    try devices.mustSync(0)
    #expect(try devices.memo(0, ["sync", "--status", "--json"]).record()["unsaved"] as? Int == 0)
  }

  @Test func aDryRunNamesEachFile() throws {
    let devices = try Devices.inStep()
    for (name, text) in [("b.md", "# B\n"), ("old name.md", "# Old\n"), ("c.md", "# C\n")] {
      try devices.write(text, to: name, on: 0)
    }
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.write("# B\nelsewhere\n", to: "b.md", on: 1)
    try devices.mustSync(1)
    try devices.write("all: x\n", to: "Makefile", on: 0)
    try devices.write("# A\nother\n", to: "a.md", on: 0)
    let moved = try devices.sandbox.shell("mkdir sub && mv 'old name.md' sub/new.md && rm c.md", in: "d0")
    #expect(moved.end == .exited(0))
    let run = try devices.memo(0, ["sync", "--dry-run"])
    #expect(
      run.lines == [
        "send\tnew\tMakefile", "send\tchanged\ta.md", "send\tdeleted\tc.md",
        "send\trenamed\tsub/new.md\told name.md", "receive\tchanged\tb.md",
      ], "\(run.text)")
    let record = try devices.memo(0, ["sync", "--dry-run", "--json"]).record()
    let changes = record["changes"] as? [[String: Any]]
    #expect(changes?.count == 5 && changes?[3]["oldPath"] as? String == "old name.md")
    #expect(try devices.memo(0, ["sync", "--json"]).record()["changes"] == nil)
  }

  @Test func aPasswordInTheRemotesAddressIsNotShown() throws {
    let devices = try Devices.inStep(1)
    try devices.git("config", "remote.origin.url", "https://me:secret@localhost:1/x.git", in: "d0")
    for words in [["sync", "--status"], ["sync", "--status", "--json"]] {
      let run = try devices.memo(0, words)
      // The name may be a token, too.
      #expect(run.text.contains("https://localhost:1/x.git") && !run.text.contains("secret"), "\(run.text)")
    }
  }

  @Test func theReasonWhyAFileIsNotSyncedIsReported() throws {
    let devices = try Devices.inStep(1)
    try devices.sandbox.folder.truncate(VaultPath("d0/big.bin"), to: (20 << 20) + 1)
    try devices.sandbox.folder.makeFolders(VaultPath("d0/nested/.git"))
    try devices.sandbox.folder.link(VaultPath("d0/link.md"), to: "a.md")
    try devices.sandbox.folder.link(VaultPath("d0/.#a.md"), to: "me@host.1")
    try devices.write("ignored.bin\nignored/\n", to: ".gitignore", on: 0)
    try devices.sandbox.folder.truncate(VaultPath("d0/ignored.bin"), to: (20 << 20) + 1)
    try devices.sandbox.folder.makeFolders(VaultPath("d0/ignored/.git"))
    for words in [["sync", "--json"], ["sync", "--status", "--json"]] {
      let record = try devices.memo(0, words).record()
      #expect(record["skipped"] as? [String] == ["big.bin", "link.md", "nested"], "\(words)")
      let reasons = (record["skippedBecause"] as? [[String: Any]])?.map { $0["reason"] as? String }
      #expect(reasons == ["tooLarge", "special", "repository"], "\(words)")
    }
    let text = try devices.memo(0, ["sync", "--status"]).text
    for why in ["larger than 20 MB", "it is a git repository of its own", "a symbolic link"] {
      #expect(text.contains(why), "\(text)")
    }
  }

  @Test func aSideBranchIsSentOnlyOnRequestAndReported() throws {
    let devices = try Devices.inStep(1)
    try devices.git("checkout", "-q", "-b", "work", in: "d0")
    try devices.write("# Private\n", to: "private.md", on: 0)
    let head = try devices.head(0)
    #expect(try devices.memo(0, ["sync", "--status"]).text.contains("other devices do not sync this branch"))
    for words in [["sync"], ["sync", "--dry-run"]] {
      let run = try devices.memo(0, words)
      #expect(run.end == .exited(7), "\(run.errors)")
      #expect(run.errors.contains("'work'") && run.errors.contains("--allow-new-branch"), "\(run.errors)")
    }
    #expect(try devices.head(0) == head, "nothing is committed")
    #expect(try !devices.git("branch", in: "hub.git").contains("work"))
    try devices.mustSync(0, "--allow-new-branch")
    #expect(try devices.git("branch", in: "hub.git").contains("work"))
    let run = try devices.sync(0)
    #expect(run.end == .exited(0), "the remote has it now")
    #expect(run.errors.contains("this branch, 'work'"), "\(run.errors)")
    try devices.git("checkout", "-q", "main", in: "d0")
    #expect(try !devices.sync(0).errors.contains("branch"))
  }

  @Test func openConflictsAreCounted() throws {
    let devices = try Devices.inStep(2, "# A\none\n")
    try devices.write("# A\nmine\n", to: "a.md", on: 0)
    try devices.write("# A\ntheirs\n", to: "a.md", on: 1)
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try devices.memo(1, ["sync", "--status", "--json"]).record()["conflicts"] as? Int == 1)
    #expect(try devices.memo(1, ["sync", "--status"]).text.contains("memo conflicts"))
    #expect(try devices.memo(1, ["conflicts", "--resolve", "a.md"]).end == .exited(0))
    #expect(try devices.memo(1, ["sync", "--status", "--json"]).record()["conflicts"] as? Int == 0)
  }

  // MARK: Dry runs

  @Test func aDryRunIsMarkedAndForetellsAMassDeletion() throws {
    let devices = try Devices.inStep(1)
    #expect(try devices.sync(0, "--dry-run", "--json").record()["dryRun"] as? Bool == true)
    #expect(try devices.sync(0, "--json").record()["dryRun"] as? Bool == false)
    for number in 0..<30 { try devices.write("\(number)\n", to: "n\(number).md", on: 0) }
    try devices.mustSync(0)
    for number in 0..<30 { try devices.remove("n\(number).md", on: 0) }
    let run = try devices.sync(0, "--dry-run", "--json")
    #expect(run.end == .exited(5))
    #expect(try run.failure()["kind"] as? String == "mass-deletion")
    #expect(try devices.sync(0, "--dry-run", "--allow-mass-delete").end == .exited(0))
  }

  @Test func aDryRunForetellsARewrittenRemote() throws {
    let devices = try Devices.inStep()
    try devices.write("# B\n", to: "b.md", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    try devices.git("reset", "-q", "--hard", "HEAD~1", in: "d1")
    try devices.write("# New\n", to: "new.md", on: 1)
    try devices.git("add", "-A", in: "d1")
    try devices.git("commit", "-qm", "rewritten", in: "d1")
    try devices.git("push", "-q", "--force", "origin", "main", in: "d1")
    let run = try devices.sync(0, "--dry-run", "--json")
    #expect(run.end == .exited(5))
    #expect(try run.failure()["kind"] as? String == "rewritten")
    #expect(try devices.sync(0, "--dry-run", "--adopt-remote").end == .exited(0))
    #expect(try devices.text("new.md", on: 0) == nil)
  }

  @Test func aDryRunOfflineDoesNotSayThatAnythingIsSaved() throws {
    let devices = try Devices.inStep(1)
    try devices.sandbox.folder.rename(VaultPath("hub.git"), to: VaultPath("away.git"))
    try devices.write("# B\n", to: "b.md", on: 0)
    let head = try devices.head(0)
    let run = try devices.sync(0, "--dry-run")
    #expect(run.end == .exited(8))
    #expect(run.errors.contains("would commit 1 file") && !run.errors.contains("is saved"), "\(run.errors)")
    #expect(try devices.head(0) == head)
  }
}
