import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Files that file managers leave in every folder.
@Suite struct SystemFilesTests {
  private static let names = [".DS_Store", "sub/.DS_Store", "sub/._a.md", "Thumbs.db", "desktop.ini"]

  @Test func theyStayOnTheirDevice() throws {
    let devices = try SyncedDevices()
    for device in 0...1 {
      for name in Self.names { try devices.write("\(device)", to: name, on: device) }
    }
    try devices.write("# B\n", to: "sub/b.md", on: 0)
    try devices.spread(from: 0)
    try devices.spread(from: 1)
    #expect(try devices.text("sub/b.md", on: 1) == "# B\n")
    for device in 0...1 {
      for name in Self.names {
        let text = try devices.text(name, on: device)
        #expect(text == "\(device)", "\(name) on \(device)")
      }
      let report = try devices.sync(device)
      #expect(report.isIdle && report.skipped.isEmpty && report.conflicts == 0)
    }
    #expect(try !devices.place.shell("git ls-tree -r --name-only HEAD", in: "d0").contains("DS_Store"))
  }

  @Test(arguments: ["*.log\n", "# mine\n/build/\n", " .DS_Store\n"])
  func whatAPersonHasLeftOutIsAllThatIs(_ text: String) throws {
    let devices = try SyncedDevices()
    try devices.write(text, to: ".git/info/exclude", on: 0)
    try setUpAgain(devices)
    #expect(try devices.text(".git/info/exclude", on: 0) == text)
  }

  /// Git reads all of it, and what it leaves out may be meant for no one.
  @Test(arguments: [(6_000, true), (1, false)])
  func whatCannotBeReadStaysAsItIs(comments: Int, isReadable: Bool) throws {
    let devices = try SyncedDevices()
    let text = String(repeating: "# A comment\n", count: comments) + "private.md\n"
    try devices.write(text, to: ".git/info/exclude", on: 0)
    try devices.write("# Private\n", to: "private.md", on: 0)
    if !isReadable { devices.unreadable = VaultPath(".git/info/exclude") }
    try setUpAgain(devices)
    #expect(try devices.text(".git/info/exclude", on: 0) == text)
    let published = try devices.place.shell("git ls-tree -r --name-only main", in: "hub.git")
    #expect(published.contains("a.md") && !published.contains("private.md"))
  }

  @Test(arguments: ["", "# git ls-files --others --exclude-from=.git/info/exclude\n\n# *.[oa]\n"])
  func commentsOfGitStay(_ text: String) throws {
    let devices = try SyncedDevices()
    try devices.write(text, to: ".git/info/exclude", on: 0)
    try setUpAgain(devices)
    let patterns = ".DS_Store\n._*\nThumbs.db\ndesktop.ini\n"
    #expect(try devices.text(".git/info/exclude", on: 0) == text + patterns)
  }

  private func setUpAgain(_ devices: SyncedDevices) throws {
    var options = SyncOptions()
    options.remote = devices.place.folder.path.appending("hub.git").text
    _ = try devices.syncer(0).sync(options)
  }
}
