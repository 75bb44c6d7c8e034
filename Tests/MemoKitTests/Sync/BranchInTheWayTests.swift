import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Branches of which git can have only one: `main`, and `main/x`.
@Suite struct BranchInTheWayTests {
  /// Why a device cannot be synced.
  private func reason(_ device: Int, _ devices: SyncedDevices) -> RemoteReason? {
    let error = #expect(throws: SyncError.self) { try devices.sync(device) }
    guard case .remote(let reason) = error else { return nil }
    return reason
  }

  /// The remote's first branch is one that it does not have, as after `git init`.
  @Test func aBranchOfTheRemoteIsNamed() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git branch -m main main/x; git symbolic-ref HEAD refs/heads/main", in: "hub.git")
    try devices.write("# B\n", to: "b.md", on: 0)
    #expect(reason(0, devices) == RemoteReason(kind: .branchInTheWay, text: "main/x"))
    #expect(try devices.place.shell("git log -1 --format=%s", in: "d0") == "memo: 1 file on d0\n", "it is saved here")
    try devices.place.shell("git branch -m main/x main", in: "hub.git")
    try devices.spread(from: 0)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
  }

  @Test func aRefOfABranchThatTheRemoteNoLongerHasGivesWay() throws {
    let devices = try SyncedDevices()
    let ref = "refs/remotes/origin/main"
    try devices.place.shell("git update-ref -d \(ref); git update-ref \(ref)/x HEAD", in: "d0")
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.spread(from: 0)
    #expect(try devices.text("b.md", on: 1) == "# B\n")
  }

  @Test func aBranchMayBeRenamedToANameInAFolderOfItsOwnNameAndBack() throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git branch -m main main/x", in: "d0")
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.spread(from: 0)
    try devices.place.shell("git branch -m main/x main", in: "d0")
    try devices.write("# C\n", to: "c.md", on: 1)
    try devices.spread(from: 1)
    #expect(try devices.text("b.md", on: 1) == "# B\n" && devices.text("c.md", on: 0) == "# C\n")
    #expect(
      try devices.place.shell("git for-each-ref --format='%(refname)' refs/memo/taken", in: "d0")
        == "refs/memo/taken/main\n")
  }

  /// Newer gits at the other end name no ref.
  @Test(arguments: [
    ("remote: error: cannot lock ref 'refs/heads/a': 'refs/heads/a/b' exists; cannot create 'refs/heads/a'", true),
    ("!\tHEAD:refs/heads/a\t[remote rejected] (refname conflict)", true),
    ("!\tHEAD:refs/heads/a\t[remote rejected] (directory file conflict)", true),
    ("!\tHEAD:refs/heads/a\t[remote rejected] (failed to update ref)", false),
    ("remote: error: cannot lock ref 'refs/heads/a': Unable to create '/x/a.lock': File exists.", false),
  ])
  func gitsWordsAreRecognized(words: String, isOfNames: Bool) {
    #expect(GitRepository.isOfClashingNames(words) == isOfNames)
  }
}
