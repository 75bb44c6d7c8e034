import MemoCore
import MemoKit
import MemoTestSupport
import Testing

@testable import MemoSync

/// Files that git leaves out of the work tree, as a sparse checkout does: no one has deleted them.
@Suite struct LeftOutFilesTests {
  private let devices: SyncedDevices
  private static let path = VaultPath("sub/b.md")

  /// A sparse checkout whose setting is lost, so that only git's own index shows it.
  init() throws {
    devices = try SyncedDevices()
    try devices.write("# B\n", to: "sub/b.md", on: 0)
    try devices.spread(from: 0)
    // Git leaves out no file that may have been changed since it looked last.
    try devices.place.shell("git status --short", in: "d0")
    let leavingOut = "git sparse-checkout set --no-cone '/*' '!sub/' && git config --worktree core.sparseCheckout false"
    try devices.place.shell("\(leavingOut) && [ ! -e sub/b.md ] && [ -z \"$(git status --short)\" ]", in: "d0")
  }

  private func expectThatItIsLeftOut() throws {
    let left = [SkippedFile(Self.path, .leftOut)]
    #expect(try devices.preview(0).skipped == left)
    #expect(try devices.sync(0).skipped == left)
  }

  @Test func theyAreNotDeletedElsewhere() throws {
    try devices.write("# A\nmore\n", to: "a.md", on: 0)
    for _ in 0..<2 { try expectThatItIsLeftOut() }
    try devices.sync(1)
    #expect(try devices.text("a.md", on: 1) == "# A\nmore\n")
    #expect(try devices.text("sub/b.md", on: 1) == "# B\n")
    #expect(try devices.place.shell("git status --short", in: "d0").isEmpty)
    // What the hint says.
    try devices.place.shell("git sparse-checkout disable", in: "d0")
    #expect(try devices.text("sub/b.md", on: 0) == "# B\n")
    #expect(try devices.sync(0).skipped.isEmpty)
  }

  @Test func oneThatAnotherDeviceChangesIsWritten() throws {
    try devices.write("# B\nmore\n", to: "sub/b.md", on: 1)
    try devices.sync(1)
    try devices.sync(0)
    #expect(try devices.text("sub/b.md", on: 0) == "# B\nmore\n")
    #expect(try devices.place.shell("git status --short", in: "d0").isEmpty)
    try devices.remove("sub/b.md", on: 0)
    try devices.spread(from: 0)
    #expect(try devices.text("sub/b.md", on: 1) == nil, "it was deleted")
  }

  @Test func oneThatAnotherDeviceDeletesIsGone() throws {
    try devices.remove("sub/b.md", on: 1)
    try devices.sync(1)
    try devices.sync(0)
    #expect(try devices.place.shell("git ls-files sub; git status --short", in: "d0").isEmpty)
  }

  /// By `memo doctor`, which names the command that takes the mark off.
  @Test func theyAreFoundUntilTheMarkIsTakenOff() throws {
    #expect(try devices.syncer(0).filesPassedOver().isEmpty, "it is missing, and would be deleted without the mark")
    try devices.place.shell("mkdir -p sub && printf '# B\\n' > sub/b.md", in: "d0")
    #expect(try devices.syncer(0).filesPassedOver() == [Self.path])
    var machine = Machine.tested(in: devices.place.folder)
    machine.git = devices.place.git
    let checkup = Checkup(of: machine, in: Workspace(try devices.vault(0), on: machine))
    #expect(checkup.findings().contains(.passedOver([Self.path])))
    #expect(try devices.syncer(1).filesPassedOver().isEmpty)
    try devices.place.shell("git sparse-checkout disable; git update-index --skip-worktree a.md", in: "d0")
    #expect(try devices.syncer(0).filesPassedOver() == [VaultPath("a.md")])
    try devices.place.shell("git update-index --no-skip-worktree a.md", in: "d0")
    #expect(try devices.syncer(0).filesPassedOver().isEmpty)
  }

  /// As for git, which lists it as deleted then. The hint says so, too.
  @Test func withoutTheFlagAMissingFileIsDeleted() throws {
    try expectThatItIsLeftOut()
    try devices.place.shell("git update-index --no-skip-worktree sub/b.md", in: "d0")
    try devices.spread(from: 0)
    #expect(try devices.text("sub/b.md", on: 1) == nil)
  }
}
