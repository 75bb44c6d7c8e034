import MemoCore
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// Remotes as people set them up, with memo or with git.
@Suite struct RemoteSetupTests {
  private func sync(_ device: Int, _ devices: SyncedDevices, with remote: String) throws {
    var options = SyncOptions()
    options.remote = devices.place.folder.path.appending(remote).text
    _ = try devices.syncer(device).sync(options)
  }

  private func origin(_ device: Int, _ devices: SyncedDevices) throws -> String {
    try devices.place.shell("git remote get-url origin", in: "d\(device)")
  }

  /// It could never be synced with, so the one before stays.
  @Test(arguments: [false, true]) func aRemoteWithOtherObjectNamesIsNotTaken(hasCommit: Bool) throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git init -q --bare --object-format=sha256 -b main long.git")
    if hasCommit {
      try devices.place.shell(
        "git init -q --object-format=sha256 long && cd long && git commit -q --allow-empty -m x"
          + " && git push -q ../long.git HEAD:main")
    }
    let before = try origin(0, devices)
    let error = #expect(throws: SyncError.self) { try sync(0, devices, with: "long.git") }
    guard case .newRemote(let reason) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(reason.kind == .otherFormat, "\(reason)")
    #expect(try origin(0, devices) == before)
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.spread(from: 0)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
  }

  /// Git takes no branch from it, and ends well.
  @Test(arguments: [false, true]) func aShallowRemoteIsReported(hasCommit: Bool) throws {
    let devices = try SyncedDevices()
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.sync(0)
    try devices.place.shell("git clone -q --bare --depth 1 \"file://$PWD/hub.git\" part.git")
    // Without the history that the remote lacks.
    if !hasCommit { try devices.place.shell("rm -rf d1 && mkdir d1") }
    let error = #expect(throws: SyncError.self) { try sync(1, devices, with: "part.git") }
    guard case .remote(let reason) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(reason.kind == .shallow, "\(reason)")
    // What the hint says.
    let hub = devices.place.folder.path.appending("hub.git").text
    try devices.place.shell("git fetch -q --unshallow \(hub) main", in: "part.git")
    try sync(1, devices, with: "part.git")
    #expect(try devices.text("b.md", on: 1) == "# B\n")
  }

  @Test func aBundleIsNotTaken() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git bundle create -q ../x.bundle --all", in: "hub.git")
    let before = try origin(0, devices)
    let error = #expect(throws: SyncError.self) { try sync(0, devices, with: "x.bundle") }
    guard case .newRemote(let reason) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(try reason.kind == .bundle && origin(0, devices) == before)
  }

  /// As in a vault that was cloned from one.
  @Test func nothingIsSentToABundle() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git bundle create -q ../x.bundle --all", in: "hub.git")
    try devices.place.shell("git remote set-url origin \"$PWD/../x.bundle\"", in: "d1")
    _ = try devices.syncer(1).gate.trust()
    #expect(try devices.sync(1).isIdle, "it can be read")
    try devices.write("# B\n", to: "b.md", on: 1)
    let error = #expect(throws: SyncError.self) { try devices.sync(1) }
    guard case .remote(let reason) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(reason.kind == .bundle)
    #expect(try devices.place.shell("git status --short; git log -1 --format=%s", in: "d1") == "memo: 1 file on d1\n")
  }

  @Test func aFolderInWhichTheBranchIsCheckedOutIsNamedForThat() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git clone -q hub.git work")
    try sync(1, devices, with: "work")
    try devices.write("# B\n", to: "b.md", on: 1)
    let error = #expect(throws: SyncError.self) { try devices.sync(1) }
    guard case .remote(let reason) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(reason.kind == .checkedOut, "\(reason)")
  }

  @Test func aFolderMayHaveAQuoteInItsName() throws {
    let devices = try SyncedDevices()
    let name = #"say "hi".git"#
    let folder = devices.place.folder.path
    #expect(RemoteAddress(name, from: folder, home: nil)?.text == folder.appending(name).text)
    try devices.place.shell("git init -q --bare -b main '\(name)'")
    for device in 0...1 { try sync(device, devices, with: name) }
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.spread(from: 0)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
  }

  @Test func aRemoteOfAnotherNameIsNamed() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git remote rename origin up", in: "d0")
    let syncer = try devices.syncer(0)
    #expect(throws: SyncError.otherRemotes(["up"])) { try devices.sync(0) }
    #expect(throws: SyncError.otherRemotes(["up"])) { try devices.preview(0) }
    #expect(throws: SyncError.otherRemotes(["up"])) { try syncer.status() }
    #expect(throws: SyncError.otherRemotes(["up"])) { try syncer.checkCanStart() }
    // What the hint says.
    try devices.place.shell("git remote rename up origin", in: "d0")
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.spread(from: 0)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
    try devices.place.shell("git remote remove origin", in: "d0")
    #expect(throws: SyncError.noRemote) { try devices.sync(0) }
  }

  /// The remote had the branch under its own name all along.
  @Test func aRenamedBranchOfWhichGitForgotTheRemotesIsNotTakenForOneThatTheRemoteLost() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git branch -m main local", in: "d0")
    try devices.sync(0)
    try devices.place.shell("git branch --unset-upstream", in: "d0")
    try devices.write("# B\n", to: "b.md", on: 0)
    #expect(throws: SyncError.unlinkedBranch(SideBranch(name: "local", synced: "main"))) { try devices.sync(0) }
    #expect(try devices.place.shell("git branch", in: "hub.git") == "* main\n")
    // What the hint says.
    try devices.place.shell("git branch --set-upstream-to=origin/main", in: "d0")
    try devices.spread(from: 0)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
  }

  @Test(arguments: [false, true]) func aBranchThatTheRemoteLostIsReported(isPruned: Bool) throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git branch -m main trunk; git symbolic-ref HEAD refs/heads/trunk", in: "hub.git")
    if isPruned { try devices.place.shell("git fetch -q --prune", in: "d0") }
    #expect(throws: SyncError.renamedBranch(SideBranch(name: "main", synced: "trunk"))) { try devices.sync(0) }
  }

  @Test func anUpstreamThatTheRemoteDoesNotHaveIsNamed() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git config branch.main.merge refs/heads/notes", in: "d0")
    #expect(throws: SyncError.renamedBranch(SideBranch(name: "notes", synced: "main"))) { try devices.sync(0) }
    // What the hint says.
    try devices.place.shell("git branch -m main && git config branch.main.merge refs/heads/main", in: "d0")
    #expect(try devices.sync(0).isIdle)
  }

  /// As git wrote it once, and does with `core.preferSymlinkRefs`.
  @Test(arguments: [false, true]) func aHeadThatIsALinkIsNamed(isPacked: Bool) throws {
    let devices = try SyncedDevices()
    if isPacked { try devices.place.shell("git pack-refs --all", in: "d0") }
    try devices.place.shell("git -c core.preferSymlinkRefs=true symbolic-ref HEAD refs/heads/main", in: "d0")
    try devices.write("# B\n", to: "b.md", on: 0)
    #expect(throws: SyncError.repository(.linkedHead)) { try devices.sync(0) }
    // What the hint says.
    let command = #"git -c core.preferSymlinkRefs=false symbolic-ref HEAD "$(git symbolic-ref HEAD)""#
    try devices.place.shell(command, in: "d0")
    try devices.spread(from: 0)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
  }

  /// The words of the remote are what says why.
  @Test func whatTheRemoteSaysOfARefusalIsReported() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git config receive.maxInputSize 100", in: "hub.git")
    try devices.write(String(repeating: "# a line that is long enough\n", count: 99), to: "b.md", on: 0)
    let error = #expect(throws: SyncError.self) { try devices.sync(0) }
    guard case .remote(let reason) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    print("the remote's reason: \(reason.text)")
    #expect(reason.kind == .refused && reason.text.contains("pack exceeds maximum allowed size"), "\(reason)")
    // What the hint says: what was refused is in no commit any more.
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.place.shell(#"git reset -q "refs/memo/taken/$(git branch --show-current)""#, in: "d0")
    try devices.place.shell("git config --unset receive.maxInputSize", in: "hub.git")
    try devices.spread(from: 0)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
    #expect(try devices.place.shell("git log --format=%h -- b.md", in: "d0").split(separator: "\n").count == 1)
  }
}
