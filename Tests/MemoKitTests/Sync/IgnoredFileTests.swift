import MemoCore
import MemoStore
import MemoSync
import MemoTestSupport
import Testing

/// Vaults with files that git ignores, as those of most editors are.
@Suite struct IgnoredFileTests {
  /// Late enough for every file to be known not to have changed since it was looked at.
  private static let later: Int64 = 10_000_000_000

  /// Syncs; returns what git was asked.
  private func sync(_ devices: ClockedDevices) throws -> [String] {
    let git = NotingGit(devices.place.git)
    try devices.sync(0, off: Self.later, by: git)
    return git.names
  }

  /// Ways to have git ignore a file, and to take that back.
  private static let ways = [
    ("echo '*.txt' > .gitignore", "rm .gitignore"),
    ("echo '*.txt' > .gitignore", "git add -f other.txt"),
    ("echo '*.txt' >> .git/info/exclude", "sed -i /txt/d .git/info/exclude"),
    ("mkdir -p ~/.config/git && echo '*.txt' > ~/.config/git/ignore", "rm ~/.config/git/ignore"),
    ("git config --global core.excludesFile '~/rules' && echo '*.txt' > ~/rules", "rm ~/rules"),
  ]

  @Test(arguments: ways)
  func gitIsAskedNothingUntilTheyAreIgnoredNoLonger(ignoring: String, sending: String) throws {
    let devices = try ClockedDevices(1)
    try devices.write("# A\n", to: "a.md", on: 0)
    try devices.join()
    try devices.place.shell(ignoring, in: "d0")
    try devices.write("for this device\n", to: "other.txt", on: 0)
    let calls = try (0..<3).map { _ in try sync(devices) }
    print("\(ignoring): the syncs asked \(calls.map(\.count)) times")
    #expect(calls[2].isEmpty, "\(calls[2])")
    #expect(try !devices.place.shell("git ls-tree --name-only main", in: "hub.git").contains("other.txt"))
    try devices.place.shell(sending, in: "d0")
    _ = try sync(devices)
    #expect(try devices.place.shell("git ls-tree --name-only main", in: "hub.git").contains("other.txt"))
  }

  /// An editor's backup copy says for a minute that the memo is open. Nothing changes when that is over.
  @Test func aMemoThatOthersDeletedGoesWhenNoEditorHasItOpenAnyMore() throws {
    let devices = try ClockedDevices()
    try devices.write("# A\n", to: "a.md", on: 0)
    try devices.join()
    try devices.place.shell("echo '*~' >> .git/info/exclude && echo > a.md~", in: "d1")
    try devices.place.folder.remove(VaultPath("d0/a.md"))
    try devices.sync(0)
    for seconds: Int64 in [3, 10, 20] { try devices.sync(1, off: seconds * 1_000_000_000) }
    #expect(try devices.text("a.md", on: 1) == "# A\n", "it may still be open")
    try devices.sync(1, off: 120_000_000_000)
    #expect(try devices.text("a.md", on: 1) == nil)
  }
}
