import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// However a user has git search and show commits, a sync finds in them what it has written there.
@Suite struct UsersGitSettingsTests {
  @Test(arguments: [
    ("grep.patternType", "fixed"), ("grep.extendedRegexp", "true"), ("log.follow", "true"), ("log.showRoot", "false"),
    ("log.diffMerges", "off"), ("i18n.logOutputEncoding", "euc-kr"), ("color.ui", "always"),
    ("format.pretty", "oneline"),
  ])
  func conflictsAreListed(name: String, value: String) throws {
    let devices = try SyncedDevices()
    try devices.place.shell("git config --global \(name) \(value)")
    for device in 0...1 {
      try devices.write("# A\none\ntwo, by \(device)\nthree\n", to: "a.md", on: device)
      try devices.sync(device)
    }
    try devices.sync(0)
    for device in 0...1 { #expect(try devices.conflicts(device).map(\.path.text) == ["a.md"], "on device \(device)") }
    #expect(try devices.text("a.md", on: 0) == devices.text("a.md", on: 1))
  }

  /// Memo follows no link to a branch.
  @Test func aRepositoryThatMemoMakesIsOneThatItTakes() throws {
    let place = try GitFolder()
    try place.shell("git config --global core.preferSymlinkRefs true; mkdir vault")
    try place.repository("vault").make()
    #expect(try place.shell("readlink .git/HEAD || cat .git/HEAD", in: "vault").hasPrefix("ref: refs/heads/"))
  }
}
