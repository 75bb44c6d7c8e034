import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// A folder that joins a branch follows what the branch says of files already in its first commit: nothing of it that others
/// keep out of git, or store filtered only, reaches them as it is.
@Suite struct JoinedRulesTests {
  /// Syncs a folder that is no repository yet with the hub.
  private static func join(_ device: Int, _ devices: SyncedDevices) throws -> SyncReport {
    var options = SyncOptions()
    options.remote = devices.place.folder.path.appending("hub.git").text
    options.settling = .zero
    return try devices.syncer(device).sync(options)
  }

  private static func names(_ devices: SyncedDevices) throws -> Set<Substring> {
    Set(try devices.place.shell("git ls-tree -r --name-only main", in: "hub.git").split(separator: "\n"))
  }

  @Test func whatTheBranchIgnoresStaysHere() throws {
    let devices = try SyncedDevices(1)
    try devices.write("private/\n*.tmp\n!kept.tmp\nt.md\n", to: ".gitignore", on: 0)
    try devices.write("secret.md\n", to: "sub/.gitignore", on: 0)
    try devices.sync(0)
    // Tracked all the same.
    try devices.write("theirs\n", to: "t.md", on: 0)
    try devices.place.shell("git add -f t.md && git commit -qm a && git push -q origin main", in: "d0")
    let before = try Self.names(devices)
    let own = [
      "private/key.md", "sub/secret.md", "sub/open.md", "x.tmp", "kept.tmp", "y.log", "b.md", ".gitignore", "t.md",
    ]
    for name in own { try devices.write(name == ".gitignore" ? "*.log\n" : "# \(name)\n", to: name, on: 2) }
    let report = try Self.join(2, devices)
    let after = before.union(["sub/open.md", "kept.tmp", "b.md"])
    let first = try Self.names(devices)
    #expect(first == after, "first: \(first.symmetricDifference(after))")
    #expect(report.skipped.isEmpty)
    for name in own where name != ".gitignore" && name != "t.md" {
      #expect(try devices.text(name, on: 2) == "# \(name)\n", "stays on disk")
    }
    try devices.write("# more\n", to: "private/more.md", on: 2)
    try devices.sync(2)
    #expect(try Self.names(devices) == after, "second")
    #expect(try #require(try devices.text("t.md", on: 2)).contains("theirs"))
    let rules = try #require(try devices.text(".gitignore", on: 2)).split(separator: "\n")
    #expect(Set(rules) == ["private/", "*.tmp", "!kept.tmp", "t.md", "*.log"], "both sides' rules hold")
  }

  @Test(arguments: [nil, "other.md text\n", "up/* filter=none\n"] as [String?])
  func whatTheBranchFiltersIsFiltered(own: String?) throws {
    let devices = try SyncedDevices(1)
    try devices.place.shell(
      "git config --global filter.x.clean 'tr a-z A-Z'; git config --global filter.x.smudge 'tr A-Z a-z'")
    try devices.write("up/* filter=x\n", to: ".gitattributes", on: 0)
    try devices.sync(0)
    try devices.write("# secret\n", to: "up/b.md", on: 2)
    try devices.write("# open\n", to: "c.md", on: 2)
    if let own { try devices.write(own, to: ".gitattributes", on: 2) }
    _ = try Self.join(2, devices)
    #expect(try devices.place.shell("git show main:up/b.md main:c.md", in: "hub.git") == "# SECRET\n# open\n")
    #expect(try devices.text("up/b.md", on: 2) == "# secret\n")
    #expect(try !devices.place.shell("git log --all -p", in: "hub.git").contains("# secret"), "in no commit")
  }

  @Test func whatCannotBeFilteredWaits() throws {
    let devices = try SyncedDevices(1)
    try devices.write("up/* filter=missing\n", to: ".gitattributes", on: 0)
    try devices.sync(0)
    try devices.write("# secret\n", to: "up/b.md", on: 2)
    try devices.write("# open\n", to: "c.md", on: 2)
    let report = try Self.join(2, devices)
    #expect(report.skipped.map(\.path.text) == ["up/b.md"])
    #expect(try Self.names(devices).isDisjoint(with: ["up/b.md"]) && Self.names(devices).contains("c.md"))
    #expect(try devices.text("up/b.md", on: 2) == "# secret\n")
  }
}
