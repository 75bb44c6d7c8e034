import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// Saves by editors that had a memo open while a sync moved it, as another device had done: what was saved is in the memo
/// under its new name.
@Suite struct FormerNameTests {
  private static let before = "# A\none\ntwo\nthree\n"

  /// Two devices, of which the first has moved the memo and then edited it.
  private func devices(_ text: String = before, others: [String: String] = [:]) throws -> SyncedDevices {
    let devices = try SyncedDevices(2, text)
    for (name, text) in others { try devices.write(text, to: name, on: 0) }
    try devices.spread(from: 0)
    try devices.rename("a.md", to: "b.md", on: 0)
    try devices.sync(0)
    try devices.write(text + "there\n", to: "b.md", on: 0)
    try devices.spread(from: 0)
    try #require(try devices.text("a.md", on: 1) == nil)
    return devices
  }

  /// Expects both devices to have the same memo, and nothing under the former name.
  private func expectOne(_ text: String, _ devices: SyncedDevices, _ what: String = "") throws {
    for device in [0, 1, 0] { try devices.sync(device) }
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == nil, "\(what), device \(device)")
      #expect(try devices.text("b.md", on: device) == text, "\(what), device \(device)")
    }
    #expect(try devices.sync(1).isIdle, "\(what)")
  }

  @Test func whatIsSavedUnderTheFormerNameIsInTheMemo() throws {
    let devices = try devices()
    try devices.write("# A\none\ntwo, here\nthree\nhere\n", to: "a.md", on: 1)
    let preview = try devices.preview(1)
    let issue = SyncIssue.savedUnderFormerName(VaultPath("a.md"), isNow: VaultPath("b.md"))
    #expect(preview.issues == [issue] && preview.previewedChanges.isEmpty)
    let report = try devices.sync(1)
    #expect(report.issues.contains(issue))
    #expect(report.sent == 1 && report.received == 0 && report.merged == [VaultPath("b.md")], "\(report)")
    let text = try #require(try devices.text("b.md", on: 1))
    #expect(text.hasPrefix("# A\none\ntwo, here\nthree\n"))
    #expect(text.contains("\nthere\n") && text.contains("\nhere\n"))
    try expectOne(text, devices)
    #expect(try devices.conflicts(1).isEmpty)
  }

  /// It was renamed and edited at once, and no commit says so.
  @Test(arguments: [false, true]) func aMemoThatAnotherProgramRenamedHasIt(hasOwnChange: Bool) throws {
    let devices = try SyncedDevices(2, Self.before)
    try devices.rename("a.md", to: "b.md", on: 0)
    try devices.write(Self.before + "there\n", to: "b.md", on: 0)
    if hasOwnChange { try devices.write("# Mine\n", to: "mine.md", on: 1) }
    for device in [0, 1] { try devices.sync(device) }
    try devices.write(Self.before.replacing("two\n", with: "two, here\n") + "here\n", to: "a.md", on: 1)
    let issue = SyncIssue.savedUnderFormerName(VaultPath("a.md"), isNow: VaultPath("b.md"))
    #expect(try devices.sync(1).issues.contains(issue))
    let text = try #require(try devices.text("b.md", on: 1))
    #expect(text.hasPrefix("# A\none\ntwo, here\nthree\n"), "\(text)")
    #expect(text.contains("\nthere\n") && text.contains("\nhere\n"), "\(text)")
    try expectOne(text, devices)
  }

  @Test func eachSaveOfTheSameEditorIsAnEditOfTheOneBefore() throws {
    let devices = try devices()
    var saved = Self.before.replacing("one\n", with: "ONE\n")
    for number in 1...3 {
      saved += "here \(number)\n"
      try devices.write(saved, to: "a.md", on: 1)
      try devices.sync(1)
      // A line that was taken out again does not come back with the next save.
      let text = try #require(try devices.text("b.md", on: 1)).replacing("here 1\n", with: "")
      try devices.write(text, to: "b.md", on: 1)
      try devices.sync(1)
    }
    let text = try #require(try devices.text("b.md", on: 1))
    #expect(text.contains("here 2\n") && text.contains("here 3\n") && !text.contains("here 1\n"), "\(text)")
    try expectOne(text, devices)
  }

  @Test func aMemoThatIsMovedOnceMoreHereHasIt() throws {
    let devices = try devices()
    try devices.rename("b.md", to: "c.md", on: 1)
    try devices.sync(1)
    try devices.write(Self.before + "here\n", to: "a.md", on: 1)
    try devices.spread(from: 1)
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == nil && devices.text("b.md", on: device) == nil)
      #expect(try devices.text("c.md", on: device)?.contains("here\n") == true)
    }
  }

  @Test(arguments: [
    ("another memo", "# A\nall is new\n"),
    ("the title alone", "# A\n"),
    ("half of the lines", "# A\none\nnew\n"),
    ("the memo as it was", before),
    ("a copy of the memo as it is now", before + "there\ncopied\n"),
  ])
  func anotherMemoStaysOne(what: String, text: String) throws {
    let devices = try devices()
    try devices.write(text, to: "a.md", on: 1)
    #expect(try devices.preview(1).issues.isEmpty, "\(what)")
    #expect(try devices.sync(1).issues.isEmpty, "\(what)")
    try devices.sync(0)
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == text, "\(what)")
      #expect(try devices.text("b.md", on: device) == Self.before + "there\n", "\(what)")
    }
  }

  @Test func linesThatOtherMemosHaveProveNothing() throws {
    let devices = try devices(others: ["template.md": Self.before])
    let text = Self.before + "here\n"
    try devices.write(text, to: "a.md", on: 1)
    try devices.spread(from: 1)
    for device in 0...1 { #expect(try devices.text("a.md", on: device) == text) }
  }

  @Test func whatACommandMakesUnderTheNameIsAnotherMemo() throws {
    let devices = try devices()
    let draft = try OperationHistory(of: devices.vault(1)).begin("new", at: SystemClock().now)
    try draft.create(VaultPath("a.md"), contents: Array(Self.before.utf8))
    _ = try draft.commit()
    let text = Self.before + "here\n"
    try devices.write(text, to: "a.md", on: 1)
    try devices.spread(from: 1)
    for device in 0...1 { #expect(try devices.text("a.md", on: device) == text) }
  }

  @Test(arguments: ["", "here\n"]) func aMemoThatIsMovedBackByHandStays(added: String) throws {
    let devices = try devices()
    try devices.rename("b.md", to: "a.md", on: 1)
    let text = Self.before + "there\n" + added
    try devices.write(text, to: "a.md", on: 1)
    #expect(try devices.preview(1).issues.isEmpty)
    try devices.spread(from: 1)
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == text, "device \(device)")
      #expect(try devices.text("b.md", on: device) == nil, "device \(device)")
    }
  }

  @Test func aMemoThatAnEditorHasOpenStaysUntilItIsClosed() throws {
    let devices = try SyncedDevices(2, Self.before)
    try devices.write("", to: ".a.md.swp", on: 1)
    try devices.rename("a.md", to: "b.md", on: 0)
    try devices.sync(0)
    let issue = SyncIssue.stillOpen(VaultPath("a.md"), isNow: VaultPath("b.md"))
    #expect(try devices.sync(1).issues == [issue])
    try devices.write(Self.before + "here\n", to: "a.md", on: 1)
    try devices.sync(1)
    for device in 0...1 {
      try devices.sync(device)
      #expect(try devices.text("b.md", on: device) == Self.before + "here\n", "device \(device)")
    }
    #expect(try devices.text("a.md", on: 0) == nil && devices.text("a.md", on: 1) == Self.before + "here\n")
    try devices.write(Self.before + "here\nmore\n", to: "a.md", on: 1)
    try devices.sync(1)
    try devices.remove(".a.md.swp", on: 1)
    try expectOne(Self.before + "here\nmore\n", devices)
  }

  @Test func aSyncThatDiesAnywhereLosesNothing() throws {
    let devices = try devices()
    let saved = Self.before + "here\n"
    try devices.write(saved, to: "a.md", on: 1)
    try devices.keep()
    var number = 1
    var isThrough = false
    while !isThrough {
      let fault = Fault(at: number, .death)
      _ = try? devices.sync(1, fault)
      isThrough = !fault.hasHappened
      try devices.sync(1)
      let text = try #require(try devices.text("b.md", on: 1), "\(number)")
      #expect(text.hasPrefix(Self.before) && text.contains("\nhere\n") && text.contains("\nthere\n"), "\(number)")
      try expectOne(text, devices, "\(number)")
      try devices.restore()
      number += 1
    }
    #expect(number > 10)
  }
}
