import MemoCore
import MemoTestSupport
import Testing

@testable import MemoSync

/// A memo that both devices gave another name.
@Suite struct DoubledMemoTests {
  @Test(arguments: [0, 1]) func aNameThatOnlyTheLinesTellIsNoDeletion(editing: Int) throws {
    let devices = try SyncedDevices()
    try devices.rename("a.md", to: "b.md", on: 0)
    try devices.rename("a.md", to: "c.md", on: 1)
    try devices.write("# A\none\ntwo\nedited\n", to: ["b.md", "c.md"][editing], on: editing)
    try devices.sync(0)
    for issues in [try devices.preview(1).issues, try devices.sync(1).issues, try devices.sync(0).issues] {
      let names: [[String]] = issues.map {
        if case .doubled(let memo) = $0 { memo.names.map(\.text).sorted() } else { [] }
      }
      #expect(names == [["b.md", "c.md"]], "\(issues)")
    }
  }

  /// One of the two names is another memo's.
  @Test(arguments: [0, 1]) func theNamesAreThoseThatTheFilesGot(mover: Int) throws {
    let devices = try SyncedDevices()
    let text = "# B\nfour\nfive\n"
    try devices.write(text, to: "b.md", on: 0)
    try devices.spread(from: 0)
    try devices.rename("a.md", to: "n.md", on: mover)
    try devices.rename("b.md", to: "m.md", on: mover)
    try devices.rename("b.md", to: "n.md", on: 1 - mover)
    try devices.sync(0)
    let names = try devices.sync(1).issues.flatMap { issue -> [VaultPath] in
      if case .doubled(let memo) = issue { memo.names } else { [] }
    }
    #expect(names.count == 2)
    for name in names { #expect(try devices.text(name.text, on: 1) == text, "\(names)") }
  }

  /// Both names lead to a memo with the same text.
  @Test func aLineWithALinkToEachNameIsThereOnce() throws {
    let devices = try SyncedDevices()
    try devices.write("# Log\n\nsee [[a]]\n", to: "log.md", on: 0)
    try devices.spread(from: 0)
    for (device, name) in ["b", "c"].enumerated() {
      try devices.rename("a.md", to: "\(name).md", on: device)
      try devices.write("# Log\n\nsee [[\(name)]]\n", to: "log.md", on: device)
    }
    try devices.sync(0)
    let issues = try devices.sync(1).issues
    #expect(!issues.contains { if case .overlap = $0 { true } else { false } }, "\(issues)")
    let text = try devices.text("log.md", on: 1)
    #expect(["# Log\n\nsee [[b]]\n", "# Log\n\nsee [[c]]\n"].contains(text))
  }

  // MARK: A third device

  private static let lines = ["# A"] + (1...8).map { "line \($0)" }

  private static func text(_ changed: Int...) -> String { text(changed) }

  private static func text(_ changed: [Int]) -> String {
    lines.enumerated().map { changed.contains($0) ? "\($1), changed\n" : "\($1)\n" }.joined()
  }

  /// What the first two change while they rename the memo, by line: nothing, and something, so that the lines alone show
  /// where it went.
  private static let changes: [[Int]] = [[], [1, 8]]

  /// Expects that all devices have a memo under some names, with one text, and no other, and that nothing is left to sync.
  private static func expect(_ text: String, at names: [String], on devices: SyncedDevices) throws {
    for device in 0..<devices.count { try devices.sync(device) }
    let head = try devices.head(0)
    for device in 0..<devices.count {
      try devices.sync(device)
      #expect(try devices.head(device) == head)
      for name in ["a.md", "b.md", "c.md", "d.md"] {
        #expect(try devices.text(name, on: device) == (names.contains(name) ? text : nil), "\(name) on \(device)")
      }
    }
  }

  /// Devices that have renamed a memo, each in its way, one after the other.
  private static func renamed(
    changing changed: [Int], _ between: (SyncedDevices) throws -> Void
  ) throws -> SyncedDevices {
    let devices = try SyncedDevices(3, text())
    for (device, name) in ["b.md", "c.md"].enumerated() {
      try devices.rename("a.md", to: name, on: device)
      if !changed.isEmpty { try devices.write(text(changed[device]), to: name, on: device) }
    }
    try devices.sync(0)
    try between(devices)
    try devices.sync(1)
    return devices
  }

  @Test(arguments: changes) func anEditUnderTheOldNameIsInBothFiles(changed: [Int]) throws {
    let devices = try Self.renamed(changing: changed) { try $0.write(Self.text(4), to: "a.md", on: 2) }
    let preview = try devices.preview(2).issues
    let issues = try devices.sync(2).issues
    #expect(!(preview + issues).contains { if case .keptEdit = $0 { true } else { false } })
    try Self.expect(Self.text([4] + changed), at: ["b.md", "c.md"], on: devices)
    // Whichever one is deleted.
    try devices.remove("b.md", on: 1)
    try devices.sync(1)
    try Self.expect(Self.text([4] + changed), at: ["c.md"], on: devices)
  }

  @Test(arguments: changes) func anEditUnderTheFirstOfTheNewNamesIsInBothFiles(changed: [Int]) throws {
    let devices = try Self.renamed(changing: changed) { devices in
      try devices.sync(2)
      try devices.write(Self.text([4] + changed.prefix(1)), to: "b.md", on: 2)
    }
    try devices.sync(2)
    try Self.expect(Self.text([4] + changed), at: ["b.md", "c.md"], on: devices)
  }

  @Test(arguments: changes) func aThirdNameHasWhatAllHaveChanged(changed: [Int]) throws {
    let devices = try Self.renamed(changing: changed) { devices in
      try devices.rename("a.md", to: "d.md", on: 2)
      try devices.write(Self.text(4), to: "d.md", on: 2)
    }
    let issues = try devices.sync(2).issues
    let pairs = issues.map { if case .doubled(let memo) = $0 { memo.names.map(\.text).sorted() } else { [String]() } }
    #expect(Set(pairs) == [["b.md", "c.md"], ["b.md", "d.md"], ["c.md", "d.md"]], "\(issues)")
    try Self.expect(Self.text([4] + changed), at: ["b.md", "c.md", "d.md"], on: devices)
  }

  @Test func anEditFollowsTheOneThatIsLeftUnderItsNewName() throws {
    let devices = try Self.renamed(changing: [1, 8]) { try $0.write(Self.text(4), to: "a.md", on: 2) }
    try devices.rename("c.md", to: "d.md", on: 1)
    try devices.sync(1)
    try devices.remove("b.md", on: 1)
    try devices.sync(1)
    try devices.sync(2)
    try Self.expect(Self.text([1, 4, 8]), at: ["d.md"], on: devices)
  }
}
