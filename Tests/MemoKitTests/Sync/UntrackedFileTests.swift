import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// A file that git ignores on a device and that the user has taken out of git's index there: what is written to it stays
/// private, also while others go on with it.
@Suite struct UntrackedFileTests {
  @Test func whatOthersWriteToItDoesNotBringItBackIntoTheIndex() throws {
    let devices = try SyncedDevices()
    try devices.write("a.md\n", to: ".gitignore", on: 0)
    try devices.place.shell("git rm -q --cached a.md", in: "d0")
    try devices.sync(0)
    try devices.write("# A\none\ntwo\nthree\nPRIVATE\n", to: "a.md", on: 0)
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    try devices.sync(1)
    for _ in 0..<2 { try devices.sync(0) }
    #expect(try devices.text("a.md", on: 0) == "# A\nONE\ntwo\nthree\nPRIVATE\n")
    #expect(try devices.place.shell("git status --short a.md", in: "d0") == "D  a.md\n")
    #expect(try devices.place.shell("git show main:a.md", in: "hub.git") == "# A\nONE\ntwo\nthree\n")
    #expect(try devices.place.shell("git for-each-ref refs/memo/staged", in: "d0").isEmpty, "nothing was staged")
  }
}
