import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// Saves of memos on which memo's own commands have worked since a sync brought something: what a command did stays.
@Suite struct CommandsBeforeSavesTests {
  private static let before = "# A\none\ntwo\nthree\n"
  private static let received = before + "incoming\n"

  /// Two devices, of which the second has what the first wrote.
  private func devices(receiving text: String = received) throws -> SyncedDevices {
    let devices = try SyncedDevices(2, Self.before)
    try devices.write(text, to: "a.md", on: 0)
    try devices.spread(from: 0)
    return devices
  }

  @Test(arguments: [
    ("a line that it changed", before + "incoming, changed\n", before + "incoming, changed\nby hand\n"),
    ("a line that it removed", before, before + "by hand\n"),
    ("a line that it moved elsewhere", before + "[[b]]\n", "# A\nONE\ntwo\nthree\n[[b]]\n"),
    ("another text", "# A\nall is new\n", "# A\nall is new\nby hand\n"),
  ])
  func whatACommandDidStays(what: String, commanded: String, saved: String) throws {
    let devices = try devices()
    try devices.command("command", commanded, to: "a.md", on: 1)
    try devices.write(saved, to: "a.md", on: 1)
    let report = try devices.sync(1)
    #expect(report.revived.isEmpty && report.doubtful.isEmpty, "\(what)")
    #expect(try devices.text("a.md", on: 1) == saved, "\(what)")
    #expect(try devices.conflicts(1).isEmpty)
  }

  @Test func anEditorThatKnewOfNeitherLosesNothing() throws {
    let devices = try devices()
    try devices.command("append", Self.received + "by a command\n", to: "a.md", on: 1)
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).revived == [VaultPath("a.md")])
    #expect(try devices.text("a.md", on: 1)?.contains("incoming\n") == true)
  }

  @Test func whatACommandDidNotTouchComesBack() throws {
    let devices = try devices(receiving: Self.before + "incoming\nmore\n")
    try devices.command("command", Self.before + "more\n", to: "a.md", on: 1)
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).revived == [VaultPath("a.md")])
    #expect(try devices.text("a.md", on: 1)?.contains("more\n") == true)
  }

  @Test func aCommandOnAStaleSaveProvesNothing() throws {
    let devices = try devices()
    let stale = "# A\nONE\ntwo\nthree\n"
    try devices.write(stale, to: "a.md", on: 1)
    try devices.command("append", stale + "by a command\n", to: "a.md", on: 1)
    try devices.write(stale + "by a command\nby hand\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).revived == [VaultPath("a.md")])
    #expect(try devices.text("a.md", on: 1)?.contains("incoming\n") == true)
  }

  @Test func aSettledConflictStaysSettled() throws {
    let devices = try SyncedDevices(2, "# R\n\none\ntwo\n")
    for device in 0...1 { try devices.write("# R\n\none \(device)\ntwo\n", to: "a.md", on: device) }
    for device in 0...1 { try devices.sync(device) }
    let conflict = try #require(try devices.conflicts(1).first)
    let now = SystemClock().now
    #expect(try devices.syncer(1).settle(conflict, with: .only(.ours), as: "conflicts", at: now) == .settled)
    let settled = "# R\n\none 1\ntwo\nby hand\n"
    try devices.write(settled, to: "a.md", on: 1)
    #expect(try devices.sync(1).revived.isEmpty)
    #expect(try devices.text("a.md", on: 1) == settled)
    #expect(try devices.conflicts(1).isEmpty)
  }
}

/// What operations say of a memo's text.
@Suite struct TextReplacementTests {
  @Test func bothTextsAreKnownAlsoOfAMemoThatWasMoved() throws {
    let devices = try SyncedDevices(1, "# A\none\n")
    try devices.command("first", "# A\none\ntwo\n", to: "a.md", on: 0)
    let vault = try devices.vault(0)
    let history = OperationHistory(of: vault)
    let move = try history.begin("move", at: SystemClock().now)
    try move.move(VaultPath("a.md"), to: VaultPath("b.md"), read: XXHash64.hash(Array("# A\none\ntwo\n".utf8)))
    _ = try move.commit()
    try devices.command("second", "# B\ntwo\n", to: "b.md", on: 0)
    func found(since time: Int64 = 0) throws -> [[String]] {
      try history.records.replacements(of: VaultPath("b.md"), since: time).map { replacement in
        [replacement.old, replacement.new].map { String(decoding: $0, as: UTF8.self) }
      }
    }
    #expect(try found() == [["# A\none\n", "# A\none\ntwo\n"], ["# A\none\ntwo\n", "# B\ntwo\n"]])
    #expect(try found(since: .max) == [])
    _ = try history.undo()
    #expect(try found() == [["# A\none\n", "# A\none\ntwo\n"]])
    #expect(try history.records.replacements(of: VaultPath("a.md"), since: 0) == [])
  }

  /// The clock of a device without a battery is at 1970 until it is set.
  @Test func operationsCountWhenTheClockWasBehindForOneOfThem() throws {
    let vault = try ChangedVault(["a.md": "one\n"])
    func write(_ text: String, at time: Int64) throws {
      let draft = try vault.history.begin("write", at: time)
      try draft.replace(VaultPath("a.md"), contents: Array(text.utf8), read: try vault.read("a.md").hash)
      try draft.create(VaultPath("\(time).md"), contents: [])
      _ = try draft.commit()
    }
    for (text, time) in [("two\n", 10), ("three\n", 30), ("four\n", 5)] { try write(text, at: Int64(time)) }
    let records = vault.history.records
    func found(since time: Int64) throws -> [Int64] {
      try records.replacements(of: VaultPath("a.md"), since: time).map(\.at)
    }
    #expect(try found(since: 20) == [30, 5])
    #expect(try found(since: 10) == [10, 30, 5])
    #expect(try found(since: 31) == [])
    for (time, isMade) in [(5, true), (30, true), (10, false)] {
      #expect(try records.isMade(VaultPath("\(time).md"), since: 20) == isMade, "\(time)")
    }
  }

  @Test func ofALongChangeTheTextIsNotKept() throws {
    let devices = try SyncedDevices(1, "# A\none\n")
    try devices.command("long", String(repeating: "x", count: 1 << 15), to: "a.md", on: 0)
    let records = OperationHistory(of: try devices.vault(0)).records
    #expect(try records.replacements(of: VaultPath("a.md"), since: 0) == [])
  }

  @Test func anEditMakesOneTextOfTheOther() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<2_000 {
      let (old, new) = (random.text(), random.text())
      let edit = ByteEdit(from: old, to: new)
      let made = old.withUnsafeBytes { ByteEdit.apply([edit], to: $0) }
      #expect(made == new)
      #expect(edit.bytes.count <= new.count && edit.range.upperBound <= old.count)
    }
    #expect(ByteEdit(from: [1, 2, 3], to: [1, 9, 3]) == ByteEdit(1..<2, [9]))
  }
}

extension SeededRandom {
  fileprivate mutating func text() -> [UInt8] { (0..<below(8)).map { _ in UInt8(below(3)) } }
}
