import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Syncs of devices on which people also use git by hand.
@Suite struct PlainGitBesideTests {
  /// A sync was killed, and since then a commit waits for its message: its lock is not one that the sync has left.
  @Test func theIndexOfACommitWhoseMessageIsBeingWrittenStaysLocked() throws {
    let devices = try SyncedDevices(1)
    try devices.write("# A\nedited\n", to: "a.md", on: 0)
    let editor = "GIT_EDITOR='echo $$ > ../editor; exec sleep 600 #'"
    try devices.place.shell(
      """
      mkdir -p .git/memo/running; touch .git/memo/running/started
      \(editor) git commit -qa > /dev/null 2>&1 &
      echo $! > ../commit
      for i in $(seq 1000); do [ -s ../editor ] && exit; sleep 0.01; done; exit 1
      """, in: "d0")
    var isOpen = true
    func close() throws {
      if isOpen { try devices.place.shell("kill -9 $(cat commit editor)") }
      isOpen = false
    }
    defer { try? close() }
    let files = try devices.vault(0).files
    #expect(try devices.sync(0).isIndexLocked)
    #expect(files.stamp(of: VaultPath(".git/index.lock")) != nil)
    try close()
    #expect(try !devices.sync(0).isIndexLocked, "no git has it any more")
    #expect(files.stamp(of: VaultPath(".git/index.lock")) == nil)
    #expect(try devices.place.shell("git status --short", in: "d0").isEmpty)
  }

  /// Else the next commit by hand would delete it on all devices.
  @Test func gitPassesOverALinkThatMemoDoesNotMake() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("ln -s a.md link; git add link; git commit -qm link; git push -q", in: "d0")
    let refused = SyncIssue.skipped(SkippedFile(VaultPath("link"), .refused))
    let preview = try devices.preview(1)
    #expect(preview.issues == [refused] && preview.received == 0 && preview.previewedChanges.isEmpty)
    let report = try devices.sync(1)
    #expect(report.issues == [refused] && report.received == 0)
    for _ in 0..<2 {
      #expect(try devices.place.shell("git status --short", in: "d1").isEmpty)
      try devices.place.shell("echo more >> a.md; git add -A .; git commit -qam hand", in: "d1")
      try devices.sync(1)
    }
    #expect(try devices.place.shell("git ls-files", in: "d1").contains("link"))
    // An index that is made anew passes over it, too.
    try devices.place.shell("printf x > .git/index", in: "d1")
    try devices.write("# A\nanew\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).isIndexRebuilt)
    #expect(try devices.place.shell("git status --short", in: "d1").isEmpty)
    try devices.place.shell("git rm -q link; git commit -qm gone", in: "d0")
    try devices.sync(0)
    #expect(try devices.sync(1).issues.isEmpty)
    #expect(try devices.place.shell("git ls-files; git status --short", in: "d1").contains("link") == false)
  }

  // Which commit is older decides which side of the merge comes first.
  @Test(arguments: [-86_400, 86_400]) func aLinkThatIsAFolderHereAndAnotherLinkElsewhereIsBoth(seconds: Int) throws {
    let devices = try SyncedDevices()
    try devices.place.shell("ln -s a.md link; git add link; git commit -qm link; git push -q", in: "d0")
    try devices.sync(1)
    try devices.place.shell(
      """
      git update-index --no-skip-worktree link && ln -s b.md link && git add link \
      && GIT_COMMITTER_DATE="$(($(date +%s) + \(seconds))) +0000" git commit -qm edit
      """, in: "d1")
    try devices.sync(1)
    try devices.place.shell("rm link; mkdir link; echo '# X' > link/x.md", in: "d0")
    try devices.sync(0)
    #expect(try devices.place.shell("git status --short", in: "d0").isEmpty)
    let paths = try devices.place.shell("git ls-tree -r --name-only main", in: "hub.git").split(separator: "\n")
    #expect(paths.contains("link/x.md") && paths.contains { $0.hasPrefix("link~") }, "\(paths)")
    #expect(try devices.text("link/x.md", on: 0) == "# X\n")
  }

  /// Else the next sync would take it for deleted here, and delete it on all devices.
  @Test(arguments: [false, true]) func aFileThatTakesThePlaceOfALinkIsMade(hasOwnChange: Bool) throws {
    let devices = try SyncedDevices()
    try devices.place.shell("ln -s a.md link.md; git add link.md; git commit -qm link; git push -q", in: "d0")
    try devices.sync(1)
    try devices.place.shell("rm link.md; echo '# L' > link.md; git commit -qam file", in: "d0")
    try devices.sync(0)
    if hasOwnChange { try devices.write("# B\n", to: "b.md", on: 1) }
    #expect(try devices.preview(1).received == 1)
    #expect(try devices.sync(1).skipped.isEmpty)
    #expect(try devices.text("link.md", on: 1) == "# L\n")
    #expect(try devices.place.shell("git status --short; git ls-files -t link.md", in: "d1") == "H link.md\n")
    #expect(try devices.sync(1).isIdle)
    try devices.write("# L\nmore\n", to: "link.md", on: 1)
    try devices.spread(from: 1)
    for device in 0...1 { #expect(try devices.text("link.md", on: device) == "# L\nmore\n", "device \(device)") }
  }

  @Test func aLinkThatIsHereStaysAndTheFileThatTakesItsPlaceWaits() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("ln -s a.md link.md; git add link.md; git commit -qm link; git push -q", in: "d0")
    try devices.sync(1)
    try devices.place.shell("git update-index --no-skip-worktree link.md; git checkout -q link.md", in: "d1")
    try devices.place.shell("rm link.md; echo '# L' > link.md; git commit -qam file", in: "d0")
    try devices.sync(0)
    #expect(try devices.preview(1).received == 0)
    for round in 1...2 {
      let report = try devices.sync(1)
      #expect(report.skipped == [SkippedFile(VaultPath("link.md"), .obstructed)], "round \(round)")
      #expect(report.sentChanges.deleted == 0, "round \(round)")
      #expect(try devices.place.shell("readlink link.md", in: "d1") == "a.md\n", "round \(round)")
    }
    try devices.place.shell("rm link.md", in: "d1")
    try devices.spread(from: 1)
    for device in 0...1 { #expect(try devices.text("link.md", on: device) == "# L\n", "device \(device)") }
  }

  /// A file that something here was in the way of has come, while another program held git's own index, which so passes
  /// over the file still.
  private func devicesWithAFileThatCameBesideALock(syncs count: Int = 1) throws -> SyncedDevices {
    let devices = try SyncedDevices()
    try devices.place.shell("ln -s none c.md", in: "d1")
    try devices.write("# C\n", to: "c.md", on: 0)
    try devices.sync(0)
    #expect(try devices.sync(1).skipped == [SkippedFile(VaultPath("c.md"), .obstructed)])
    try devices.place.shell("rm c.md; touch -t 202001010000 .git/index.lock", in: "d1")
    for _ in 0..<count { try devices.sync(1) }
    #expect(try devices.text("c.md", on: 1) == "# C\n")
    #expect(try devices.place.shell("git ls-files -t c.md", in: "d1") == "S c.md\n")
    return devices
  }

  // The second sync that finds nothing to do looks at less.
  @Test(arguments: [1, 3]) func gitNoLongerPassesOverAFileThatCameOnceItsIndexIsFree(syncs: Int) throws {
    let devices = try devicesWithAFileThatCameBesideALock(syncs: syncs)
    try devices.place.shell("rm .git/index.lock", in: "d1")
    try devices.sync(1)
    #expect(try devices.place.shell("git ls-files -t c.md; git status --short", in: "d1") == "H c.md\n")
    try devices.remove("c.md", on: 1)
    #expect(try devices.sync(1).sentChanges.deleted == 1)
    try devices.sync(0)
    #expect(try devices.text("c.md", on: 0) == nil)
  }

  @Test func aFileThatGitPassesOverOnlyBecauseItWaitedOnceIsDeletedElsewhere() throws {
    let devices = try devicesWithAFileThatCameBesideALock()
    try devices.remove("c.md", on: 1)
    let report = try devices.sync(1)
    #expect(report.sentChanges.deleted == 1 && report.skipped.isEmpty)
    try devices.place.shell("rm .git/index.lock", in: "d1")
    try devices.spread(from: 1)
    #expect(try devices.text("c.md", on: 0) == nil)
    #expect(try devices.place.shell("git ls-files c.md; git status --short", in: "d1").isEmpty)
  }

  @Test func whatIsWrittenToAFileWhileGitHasALinkThereIsMerged() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("rm a.md; ln -s b.md a.md; git commit -qam link", in: "d0")
    try devices.spread(from: 0)
    try devices.write("# A\nmine\n", to: "a.md", on: 1)
    let path = VaultPath("a.md")
    #expect(try devices.sync(1).skipped == [SkippedFile(path, .linkInBranch)])
    try devices.place.shell("rm a.md; printf '# A\\ntheirs\\n' > a.md; git commit -qam file", in: "d0")
    try devices.spread(from: 0)
    try devices.spread(from: 1)
    let texts = try (0...1).map { try devices.text("a.md", on: $0) ?? "" }
    #expect(texts[0] == texts[1] && texts[0].contains("mine\n") && texts[0].contains("theirs\n"), "\(texts)")
  }

  /// A commit built on what replaces its parent on one device alone would take that parent's lines from all others.
  @Test func aReplacedCommitTakesNothingFromOtherDevices() throws {
    let devices = try SyncedDevices()
    let text = "# A\none\ntwo\nthree\nfour\n"
    try devices.write(text, to: "a.md", on: 0)
    try devices.spread(from: 0)
    try devices.place.shell("git replace HEAD HEAD~1", in: "d1")
    try devices.write("# B\n", to: "b.md", on: 1)
    try devices.spread(from: 1)
    for device in 0...1 { #expect(try devices.text("a.md", on: device) == text, "device \(device)") }
    #expect(try devices.place.shell("git --no-replace-objects show HEAD:a.md", in: "d1") == text)
    #expect(try devices.text("b.md", on: 0) == "# B\n")
  }

  /// It says that all that the other device has sent is in the branch here.
  @Test func aGraftTakesNothingFromOtherDevices() throws {
    let devices = try SyncedDevices()
    let text = "# A\none\ntwo\nthree\nfour\n"
    try devices.write(text, to: "a.md", on: 0)
    try devices.sync(0)
    let graft = "echo $(git rev-parse HEAD origin/main) > .git/info/grafts"
    try devices.place.shell("git fetch -q; mkdir -p .git/info; \(graft)", in: "d1")
    try devices.write("# B\n", to: "b.md", on: 1)
    try devices.spread(from: 1)
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == text, "device \(device)")
      #expect(try devices.text("b.md", on: device) == "# B\n", "device \(device)")
    }
  }

  /// Git itself refuses to add such a file.
  @Test func aFileInTheFolderOfASubmoduleThatIsNotCheckedOutStays() throws {
    let devices = try SyncedDevices()
    let adding = "git -c protocol.file.allow=always submodule --quiet add ../sub sub && git commit -qm sub"
    try devices.place.shell("git init -q ../sub && git -C ../sub commit -q --allow-empty -m x && \(adding)", in: "d0")
    try devices.spread(from: 0)
    try devices.write("# N\n", to: "sub/n.md", on: 1)
    try devices.write("# B\n", to: "b.md", on: 1)
    let report = try devices.sync(1)
    #expect(report.sent == 1 && report.skipped == [SkippedFile(VaultPath("sub"), .repository)], "\(report.skipped)")
    try devices.sync(0)
    #expect(try devices.place.shell("git ls-tree main sub", in: "hub.git").hasPrefix("160000 commit "))
    #expect(try devices.place.shell("git status --short; ls sub", in: "d0").isEmpty)
    #expect(try devices.text("b.md", on: 0) == "# B\n" && devices.text("sub/n.md", on: 1) == "# N\n")
  }

  /// It follows the branch that others sync, but here.
  @Test func aBranchThatWasMadeToTrackTheSyncedOneIsNotSentAsThat() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git switch -q --track -c topic main", in: "d0")
    try devices.write("secret\n", to: "private.md", on: 0)
    let branch = SideBranch(name: "topic", synced: "main")
    #expect(throws: SyncError.newBranch(branch)) { try devices.sync(0) }
    #expect(
      try devices.place.shell("git log --format=%s main..topic; git status --short", in: "d0") == "?? private.md\n")
    #expect(try !devices.place.shell("git ls-tree --name-only main", in: "hub.git").contains("private.md"))
  }

  @Test func aBranchOfAnotherRemoteNamesNoneOfTheRemotes() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git init -q --bare other.git")
    let following = "git push -q other main:trunk; git branch -q -u other/trunk"
    try devices.place.shell("git remote add other ../other.git; \(following)", in: "d0")
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.spread(from: 0)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
    #expect(try devices.place.shell("git for-each-ref --format='%(refname)'", in: "hub.git") == "refs/heads/main\n")
  }

  /// A line with a name of the remote's choice, in a file of a shell's, would be a command.
  @Test(arguments: ["logs/refs/heads/main", "logs"])
  func nothingIsWrittenThroughALogOfTheRemoteThatIsALink(log: String) throws {
    let devices = try SyncedDevices()
    let linking = "mkdir -p $(dirname \(log)) && ln -s \"$PWD/../mine\" \(log)"
    try devices.place.shell("echo mine > ../mine && \(linking)", in: "hub.git")
    try devices.write("# B\n", to: "b.md", on: 0)
    #expect {
      try devices.sync(0)
    } throws: { error in
      guard case SyncError.repository(.special(let path)) = error else { return false }
      return path.text.hasSuffix("/hub.git/\(log)")
    }
    #expect(try devices.place.shell("cat mine") == "mine\n")
  }

  @Test func theRemotesLogGetsNoNameOfItsSettings() throws {
    let devices = try SyncedDevices()
    let names = ["user", "committer"].map { "git config \($0).name '$(touch x)'" }.joined(separator: " && ")
    try devices.place.shell("git config core.logAllRefUpdates always && \(names)", in: "hub.git")
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.sync(0)
    let log = try devices.place.shell("cat logs/refs/heads/main", in: "hub.git")
    #expect(log.contains("push") && !log.contains("touch"), "\(log)")
  }

  @Test func aFileThatGitIsOnlyToldOfIsNotStaged() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("echo '# N' > n.md; git add -N n.md", in: "d0")
    #expect(try devices.syncer(0).backup().staged == nil)
    #expect(try devices.sync(0).staged == nil)
    #expect(try devices.place.shell("git status --short; git for-each-ref refs/memo/staged", in: "d0").isEmpty)
  }

  /// What people do with a file that `git stash pop` left unmerged before they sync, and what git has of it then.
  @Test(
    arguments: [
      (":", "UU a.md\n"), ("git checkout -q --theirs a.md", ""),
      ("printf '# A\\nboth\\nof them\\n' > a.md", "UU a.md\n"),
      ("git checkout -q --theirs a.md; echo more >> a.md", "UU a.md\n"),
    ], [false, true])
  func onlyAFileOfWhichASideWasChosenIsMerged(_ example: (command: String, status: String), isSentBefore: Bool) throws {
    let (command, status) = example
    let devices = try SyncedDevices()
    try devices.write("# A\nof the stash\n", to: "a.md", on: 0)
    try devices.place.shell("git stash -q", in: "d0")
    try devices.write("# A\nof the branch\n", to: "a.md", on: 0)
    try devices.sync(0)
    try devices.place.shell("git stash pop -q || true", in: "d0")
    if isSentBefore { try devices.sync(0) }
    try devices.place.shell(command, in: "d0")
    let text = try devices.text("a.md", on: 0)
    // Whatever else changes.
    for name in ["b.md", "c.md"] {
      try devices.write("# X\n", to: name, on: 0)
      try devices.sync(0)
      #expect(try devices.place.shell("git status --short", in: "d0") == status, "\(command)")
    }
    #expect(try devices.text("a.md", on: 0) == text)
    #expect(try devices.place.shell("git show HEAD:a.md", in: "d0") == text)
  }

  @Test func conflictsThatGitBroughtAreCounted() throws {
    let devices = try SyncedDevices(3)
    for device in 0...1 { try devices.write("# A\none \(device)\ntwo\nthree\n", to: "a.md", on: device) }
    try devices.sync(0)
    #expect(try devices.sync(1).conflicts == 1)
    try devices.place.shell("git pull -q", in: "d2")
    try devices.write("# B\n", to: "b.md", on: 2)
    #expect(try devices.sync(2).conflicts == 1)
  }

  @Test func aDryRunSaysWhatAnIgnoredFileIsInTheWayOf() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("echo /b.md >> .git/info/exclude; echo private > b.md", in: "d1")
    let obstructed = SyncIssue.skipped(SkippedFile(VaultPath("b.md"), .obstructed))
    for text in ["# B\n", "# B\nmore\n"] {
      try devices.write(text, to: "b.md", on: 0)
      try devices.sync(0)
      let preview = try devices.preview(1)
      #expect(preview.issues == [obstructed] && preview.received == 0, "\(preview.issues)")
      let report = try devices.sync(1)
      #expect(report.issues == [obstructed] && report.received == 0)
      #expect(try devices.text("b.md", on: 1) == "private\n")
    }
  }

  @Test func aDryRunSaysThatTheBranchWasRenamed() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git branch -m main trunk; git symbolic-ref HEAD refs/heads/trunk", in: "hub.git")
    #expect(throws: SyncError.self) { try devices.preview(1) }
    #expect(throws: SyncError.self) { try devices.sync(1) }
  }

  /// A merge that git made counts with its date for what neither side had.
  @Test func timesAreTheSameAfterAMergeByHand() throws {
    let devices = try ClockedDevices()
    let lines = (1...9).map { "line \($0)\n" }
    try devices.write(lines.joined(), to: "a.md", on: 0)
    try devices.write("b\n", to: "b.md", on: 0)
    try devices.join()
    try devices.write("first\n" + lines.joined(), to: "a.md", on: 0)
    try devices.write("b\nc\n", to: "b.md", on: 0)
    try devices.sync(0)
    try devices.write(lines.joined() + "last\n", to: "a.md", on: 1)
    // Git's dates are whole seconds: this one is later than all that there was.
    try devices.place.shell(
      """
      date="$(($(date +%s) + 1)) +0000"; export GIT_AUTHOR_DATE="$date" GIT_COMMITTER_DATE="$date"
      git commit -qam hand; git pull -q --no-rebase --no-edit; git push -q
      """, in: "d1")
    for device in [0, 1] { try devices.sync(device) }
    let all = ["a.md", "b.md"].map { name in (0...1).map { devices.modified(name, on: $0) } }
    #expect(all.allSatisfy { Set($0).count == 1 }, "\(all)")
    #expect(try devices.order(0) == devices.order(1))
    #expect(devices.modified("a.md", on: 0) ?? 0 > devices.modified("b.md", on: 0) ?? 0)
  }

  @Test func whoDidNothingHearsOfNoDeletion() throws {
    let devices = try SyncedDevices(3)
    try devices.place.shell("mkdir sub", in: "d0")
    try devices.rename("a.md", to: "sub/a.md", on: 0)
    try devices.sync(0)
    try devices.write("# A\none\ntwo\nthree, edited\n", to: "sub/a.md", on: 0)
    try devices.remove("a.md", on: 1)
    try devices.write("# B\n", to: "b.md", on: 1)
    try devices.sync(0)
    #expect(try devices.sync(1).issues == [.keptEdit(VaultPath("sub/a.md"), isDeletedHere: true)])
    #expect(try devices.sync(2).issues.isEmpty)
    #expect(try devices.text("sub/a.md", on: 2) == "# A\none\ntwo\nthree, edited\n")
  }

  /// What git's commit does not record, the merge finds by the lines.
  @Test func linksFollowARenameThatGitCommitted() throws {
    let devices = try LinkedDevices(["m.md": "# M\n\nfirst\nsecond\nthird\n", "n.md": "# N\n"])
    try devices.devices.place.shell(
      "git mv m.md uno.md; sed -i 's/# M/# Uno/' uno.md; git add -A .; git commit -qm hand; git push -q", in: "d0")
    try devices.write("# M\n\nfirst\nsecond\nthird\nmore\n", to: "m.md", on: 1)
    try devices.write("# N\nsee [[M]] and [x](m.md)\n", to: "n.md", on: 1)
    for device in [1, 0, 1] { _ = try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("uno.md", on: device) == "# Uno\n\nfirst\nsecond\nthird\nmore\n")
      #expect(try devices.text("n.md", on: device) == "# N\nsee [[Uno]] and [x](uno.md)\n")
    }
  }

  /// What memo renamed and someone committed with git, edited by then, counts as renamed.
  @Test func aRenameThatGitCommittedCountsAsOne() throws {
    let devices = try LinkedDevices(["m.md": "# M\n\nfirst\nsecond\nthird\n", "n.md": "# N\n"])
    try devices.rename("m.md", to: "Uno", on: 0)
    try devices.devices.place.shell("echo more >> Uno.md; git add -A .; git commit -qm hand", in: "d0")
    #expect(try devices.devices.preview(0).sentChanges.renamed == 1)
    let sent = try devices.sync(0).sentChanges
    #expect(sent.renamed == 1 && sent.changed == 0 && sent.deleted == 0, "\(sent)")
  }
}
