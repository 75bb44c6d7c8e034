import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Saves by editors that had a memo open while a sync brought something into it: what is on this disk wins, and what is
/// missing is added again.
@Suite struct StaleSaveTests {
  private static let before = "# A\none\ntwo\nthree\n"

  /// Two devices, of which the second has what the first wrote.
  private func devices(_ before: String = before, receiving text: String) throws -> SyncedDevices {
    let devices = try SyncedDevices(2, before)
    try devices.write(text, to: "a.md", on: 0)
    try devices.spread(from: 0)
    try #require(try devices.text("a.md", on: 1) == text)
    return devices
  }

  // MARK: What is saved

  @Test func linesThatAnEditorSavedAwayComeBackInACommitOfTheirOwn() throws {
    let devices = try devices(receiving: "# A\none\ntwo\nthree\nincoming\n")
    let head = try devices.head(1)
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    let report = try devices.sync(1)
    #expect(report.revived == [VaultPath("a.md")] && report.conflicts == 1)
    let both = "# A\nONE\ntwo\nthree\nincoming\n"
    #expect(try devices.text("a.md", on: 1) == both)
    #expect(try devices.versions(of: "a.md", on: 1, since: head) == ["# A\nONE\ntwo\nthree\n", both])
    try devices.sync(0)
    #expect(try devices.text("a.md", on: 0) == both)
    #expect(try devices.sync(1).isIdle)
  }

  @Test func aMemoThatWasMovedAndEditedAtOnceIsKnownByItsNewPath() throws {
    let devices = try SyncedDevices(2, Self.before)
    try devices.write(Self.before + "incoming\n", to: "a.md", on: 0)
    try devices.sync(0)
    try devices.rename("a.md", to: "b.md", on: 0)
    try devices.spread(from: 0)
    try devices.write("# A\nONE\ntwo\nthree\n", to: "b.md", on: 1)
    #expect(try devices.sync(1).revived == [VaultPath("b.md")])
    #expect(try devices.text("b.md", on: 1) == "# A\nONE\ntwo\nthree\nincoming\n")
  }

  @Test func theSecondSaveOfAnOldBufferIsTreatedAlike() throws {
    let devices = try devices(receiving: "# A\none\ntwo\nthree\nincoming\n")
    for saved in ["# A\nONE\ntwo\nthree\n", "# A\nONE\nTWO\nthree\n", "# A\nONE\nTWO\nthree\n"] {
      try devices.write(saved, to: "a.md", on: 1)
      let head = try devices.head(1)
      #expect(try devices.sync(1).revived == [VaultPath("a.md")])
      #expect(try devices.text("a.md", on: 1) == saved + "incoming\n")
      #expect(try devices.versions(of: "a.md", on: 1, since: head).first == saved)
    }
    try devices.sync(0)
    #expect(try devices.text("a.md", on: 0)?.hasSuffix("incoming\n") == true)
    #expect(try devices.conflicts(1).map(\.kind) == [.stale])
  }

  @Test(arguments: [
    ("a line that was deleted elsewhere is put back", "# A\none\nthree\n", "# A\nONE\ntwo\nthree\n", "two\n", ""),
    (
      "a line that was moved elsewhere is put back", "# A\none\nthree\ntwo\n", "# A\nONE\ntwo\nthree\n", "two\n", ""
    ),
    (
      "names that were exchanged elsewhere are exchanged back", "# A\ntwo\none\nthree\n", "# A\none\ntwo\nthree!\n", "",
      ""
    ),
    ("a changed line is put back", "# A\none\ntwo at ten\nthree\n", "# A\none\ntwo\nTHREE\n", "two\n", "two at ten\n"),
  ])
  func whatAPersonPutBackStays(name: String, incoming: String, saved: String, ours: String, theirs: String) throws {
    let devices = try devices(receiving: incoming)
    let head = try devices.head(1)
    try devices.write(saved, to: "a.md", on: 1)
    try devices.sync(1)
    #expect(try devices.text("a.md", on: 1) == saved)
    #expect(try devices.versions(of: "a.md", on: 1, since: head) == [saved])
    try devices.sync(0)
    #expect(try devices.text("a.md", on: 0) == saved)
    let found = try devices.conflicts(1)
    #expect(found.count == 1 && found.allSatisfy { $0.kind == .stale })
    if !ours.isEmpty { #expect(found.map { String(decoding: $0.ours, as: UTF8.self) } == [ours]) }
    #expect(ours.isEmpty || found.map { String(decoding: $0.theirs, as: UTF8.self) } == [theirs])
  }

  @Test func aBoxThatIsUntickedStaysSo() throws {
    let devices = try devices("# A\n- [ ] box\nend\n", receiving: "# A\n- [x] box\nend\n")
    try devices.write("# A\n- [ ] box\nEND\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).doubtful == [VaultPath("a.md")])
    #expect(try devices.text("a.md", on: 1) == "# A\n- [ ] box\nEND\n")
  }

  @Test(arguments: ["# A\none\nthree\n", "# A\none\ntwo!\nthree\n", "# A\none\ntwo\nthree\nnew\n"])
  func whatIsUndoneAloneIsMeant(incoming: String) throws {
    let devices = try devices(receiving: incoming)
    try devices.write(Self.before, to: "a.md", on: 1)
    let report = try devices.sync(1)
    #expect(report.revived.isEmpty && report.doubtful.isEmpty && report.conflicts == 0)
    try devices.sync(0)
    #expect(try devices.text("a.md", on: 0) == Self.before)
    #expect(try devices.conflicts(1).isEmpty)
  }

  @Test func linesThatAreTakenOutAloneAfterAnotherSaveStayOut() throws {
    let devices = try devices(receiving: "# A\none\ntwo\nthree\nincoming\n")
    for text in ["# A\nONE\ntwo\nthree\nincoming\n", "# A\nONE\ntwo\nthree\n"] {
      try devices.write(text, to: "a.md", on: 1)
      try devices.sync(1)
      #expect(try devices.text("a.md", on: 1) == text)
    }
    #expect(try devices.conflicts(1).isEmpty)
  }

  @Test func anotherMemoMayHaveWhatIsMissing() throws {
    let devices = try SyncedDevices()
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.write(Self.before + "incoming\n", to: "a.md", on: 0)
    try devices.spread(from: 0)
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    try devices.write("# B\nincoming\n", to: "b.md", on: 1)
    #expect(try devices.sync(1).revived.isEmpty)
    #expect(try devices.text("a.md", on: 1) == "# A\nONE\ntwo\nthree\n")
  }

  @Test func memosWhoseNamesWereExchangedElsewhereAreExchangedBack() throws {
    let devices = try SyncedDevices(2, "# A\none\ntwo\n")
    try devices.write("# B\nother\n", to: "b.md", on: 0)
    try devices.spread(from: 0)
    func exchange(_ device: Int) throws {
      for (old, new) in [("a.md", "c.md"), ("b.md", "a.md"), ("c.md", "b.md")] {
        try devices.rename(old, to: new, on: device)
      }
    }
    try exchange(0)
    try devices.spread(from: 0)
    try exchange(1)
    try devices.write("# A\none\ntwo\nmore\n", to: "a.md", on: 1)
    try devices.spread(from: 1)
    for device in 0...1 {
      #expect(try devices.text("a.md", on: device) == "# A\none\ntwo\nmore\n")
      #expect(try devices.text("b.md", on: device) == "# B\nother\n")
    }
  }

  // MARK: Several syncs

  @Test func aBufferFromBeforeSeveralSyncsMissesAllOfThem() throws {
    let devices = try SyncedDevices()
    for text in ["# A\nX\none\ntwo\nthree\n", "# A\nX\none\ntwo\nY\nthree\n", "# A\nX\none\ntwo\nY!\nthree\nZ\n"] {
      try devices.write(text, to: "a.md", on: 0)
      try devices.spread(from: 0)
    }
    try devices.write("# A\none\nTWO\nthree\n", to: "a.md", on: 1)
    try devices.sync(1)
    #expect(try devices.text("a.md", on: 1) == "# A\nX\none\nTWO\nY!\nthree\nZ\n")
    try devices.write("# A\nX\none\nTWO\nY\nTHREE\n", to: "a.md", on: 1)
    try devices.sync(1)
    let text = try devices.text("a.md", on: 1)
    #expect(text == "# A\nX\none\nTWO\nY\nTHREE\nZ\n", "a younger buffer misses the last one")
  }

  @Test func aMemoIsKnownUnderItsNewName() throws {
    let devices = try devices(receiving: Self.before + "incoming\n")
    try devices.rename("a.md", to: "b.md", on: 1)
    try devices.sync(1)
    try devices.write("# A\nONE\ntwo\nthree\n", to: "b.md", on: 1)
    try devices.sync(1)
    #expect(try devices.text("b.md", on: 1) == "# A\nONE\ntwo\nthree\nincoming\n")
    try devices.sync(0)
    try devices.rename("b.md", to: "c.md", on: 0)
    try devices.spread(from: 0)
    #expect(try devices.conflicts(1).map(\.path) == [VaultPath("c.md")])
    try devices.write("# A\nONE\nTWO\nthree\n", to: "c.md", on: 1)
    try devices.sync(1)
    #expect(try devices.text("c.md", on: 1) == "# A\nONE\nTWO\nthree\nincoming\n")
  }

  @Test func lineEndsThatGitConvertsAreNoChanges() throws {
    let devices = try SyncedDevices()
    try devices.write("*.md text eol=crlf\n", to: ".gitattributes", on: 0)
    try devices.write("# A\r\none\r\ntwo\r\n", to: "a.md", on: 0)
    try devices.spread(from: 0)
    try devices.write("# A\r\none\r\ntwo\r\nincoming\r\n", to: "a.md", on: 0)
    try devices.spread(from: 0)
    try devices.write("# A\r\nONE\r\ntwo\r\n", to: "a.md", on: 1)
    try devices.sync(1)
    #expect(try devices.text("a.md", on: 1) == "# A\r\nONE\r\ntwo\r\nincoming\r\n")
    try devices.write("# A\r\nONE\r\nTWO\r\n", to: "a.md", on: 1)
    try devices.spread(from: 1)
    #expect(try devices.text("a.md", on: 0) == "# A\r\nONE\r\nTWO\r\nincoming\r\n")
    #expect(try devices.sync(1).isIdle)
  }

  // MARK: What memo wrote

  @Test func whatMemosOwnCommandsWroteIsNeverSuspicious() throws {
    let devices = try devices(receiving: Self.before + "incoming\n")
    let restored = "# A\nONE\ntwo\nthree\n"
    try devices.command("restore", restored, to: "a.md", on: 1)
    let report = try devices.sync(1)
    #expect(report.revived.isEmpty && report.doubtful.isEmpty && report.conflicts == 0)
    #expect(try devices.text("a.md", on: 1) == restored)
    try devices.command("append", restored + "more\n", to: "a.md", on: 1)
    try devices.undo(1)
    try devices.undo(1)
    #expect(try devices.text("a.md", on: 1) == Self.before + "incoming\n")
    try devices.sync(1)
    #expect(try devices.conflicts(1).isEmpty)
  }

  @Test func whatACommandAddedToAnOldBufferIsAsSuspiciousAsThat() throws {
    let devices = try devices(receiving: Self.before + "incoming\n")
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    try devices.command("append", "# A\nONE\ntwo\nthree\nappended\n", to: "a.md", on: 1)
    try devices.sync(1)
    let text = try devices.text("a.md", on: 1)
    #expect(text?.contains("incoming\n") == true && text?.contains("appended\n") == true)
  }

  @Test func anEditorThatMemoStartedKnowsNoMoreThanOthers() throws {
    let devices = try SyncedDevices()
    let edited = try EditedMemos([VaultPath("a.md")], in: devices.vault(1))
    try devices.write(Self.before + "incoming\n", to: "a.md", on: 0)
    try devices.spread(from: 0)
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    _ = try edited.finish("edit", in: OperationHistory(of: devices.vault(1)), at: SystemClock().now)
    try devices.sync(1)
    #expect(try devices.text("a.md", on: 1) == "# A\nONE\ntwo\nthree\nincoming\n")
  }

  @Test func whoEditsWhatASyncHadBroughtMeansIt() throws {
    let devices = try devices(receiving: Self.before + "- eggs\n")
    let edited = try EditedMemos([VaultPath("a.md")], in: devices.vault(1))
    try devices.write(Self.before + "- bread\n", to: "a.md", on: 1)
    _ = try edited.finish("edit", in: OperationHistory(of: devices.vault(1)), at: SystemClock().now)
    let report = try devices.sync(1)
    #expect(report.revived.isEmpty && report.doubtful.isEmpty && report.conflicts == 0)
    #expect(try devices.text("a.md", on: 1) == Self.before + "- bread\n")
  }

  // MARK: Settling

  @Test(arguments: [ConflictVersion?.none, .ours, .theirs])
  func whatIsSettledIsNeverAskedForAgain(version: ConflictVersion?) throws {
    let devices = try devices(receiving: "# A\none\ntwo\nTHREE\nincoming\n")
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    try devices.sync(1)
    let found = try #require(try devices.conflicts(1).first)
    #expect([found.ours, found.theirs] == ["three\n", "incoming\nTHREE\n"].map { Array($0.utf8) })
    let (syncer, path) = (try devices.syncer(1), VaultPath("a.md"))
    let settled =
      try version.map { try syncer.resolve(path, with: $0, as: "conflicts", at: SystemClock().now) }
      ?? syncer.resolve(path)
    #expect(settled == [found])
    let text = try #require(try devices.text("a.md", on: 1))
    switch version {
    case nil: #expect(text == "# A\nONE\ntwo\nthree\nincoming\n")
    case .ours: #expect(text == "# A\nONE\ntwo\nthree\n")
    case .theirs: #expect(text == "# A\nONE\ntwo\nTHREE\nincoming\n")
    }
    try devices.sync(1)
    #expect(try devices.text("a.md", on: 1) == text)
    #expect(try devices.conflicts(1).isEmpty)
    try devices.write("# A\nONE\nTWO\nthree\n", to: "a.md", on: 1)
    #expect(try devices.sync(1).revived.isEmpty)
    #expect(try devices.text("a.md", on: 1) == "# A\nONE\nTWO\nthree\n")
    #expect(try devices.conflicts(1).isEmpty)
  }

  @Test func aChosenVersionCanBeUndone() throws {
    let devices = try devices(receiving: Self.before + "incoming\n")
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    try devices.sync(1)
    _ = try devices.syncer(1).resolve(VaultPath("a.md"), with: .ours, as: "conflicts", at: SystemClock().now)
    try devices.undo(1)
    #expect(try devices.text("a.md", on: 1) == "# A\nONE\ntwo\nthree\nincoming\n")
  }

  @Test func twoSavesThatLackOtherThingsAreBothListed() throws {
    let devices = try devices(receiving: "# A\nX\none\ntwo\nthree\n")
    try devices.write("# A\none\nTWO\nthree\n", to: "a.md", on: 1)
    try devices.spread(from: 1)
    try devices.write("# A\nX\none\nTWO\nthree\nY\n", to: "a.md", on: 0)
    try devices.spread(from: 0)
    try devices.write("# A\nX\nONE\nTWO\nthree\n", to: "a.md", on: 1)
    try devices.sync(1)
    #expect(try devices.text("a.md", on: 1) == "# A\nX\nONE\nTWO\nthree\nY\n")
    #expect(try devices.conflicts(1).map(\.theirs) == ["X\n", "Y\n"].map { Array($0.utf8) })
    #expect(try devices.syncer(1).resolve(VaultPath("a.md")).count == 2)
    #expect(try devices.conflicts(1).isEmpty)
  }

  // MARK: Breaking off

  /// As if the process died at every single call that changes something, and at every call of git.
  @Test func aSyncThatDiesAnywhereIsFinishedByTheNext() throws {
    let saved = "# A\nONE\ntwo\nthree\n"
    var number = 1
    var isThrough = false
    let devices = try devices(receiving: Self.before + "incoming\n")
    var text = Self.before + "incoming\n"
    while !isThrough {
      let edited = saved + "edit \(number)\n"
      let head = try devices.head(1)
      try devices.write(edited, to: "a.md", on: 1)
      let fault = Fault(at: number, .death)
      _ = try? devices.sync(1, fault)
      isThrough = !fault.hasHappened
      try devices.sync(1)
      text = try #require(try devices.text("a.md", on: 1))
      #expect(text.contains("ONE\n") && text.contains("edit \(number)\n"), "\(number)")
      #expect(text.contains("incoming\n"), "\(number): \(text)")
      #expect(try devices.versions(of: "a.md", on: 1, since: head).first == edited, "\(number)")
      #expect(try devices.conflicts(1).map(\.kind) == [.stale], "\(number)")
      number += 1
    }
    #expect(number > 10)
    try devices.sync(0)
    #expect(try devices.text("a.md", on: 0) == text)
    #expect(try devices.sync(1).isIdle)
  }

  /// The same, and the old buffer is saved once more before the next sync.
  @Test func aSaveAfterASyncThatDiedAnywhereIsAsOldAsTheOneBefore() throws {
    let saved = "# A\nONE\ntwo\nthree\n"
    var number = 1
    var isThrough = false
    let devices = try devices(receiving: Self.before + "incoming\n")
    while !isThrough {
      try devices.write(saved + "edit \(number)\n", to: "a.md", on: 1)
      let fault = Fault(at: number, .death)
      _ = try? devices.sync(1, fault)
      isThrough = !fault.hasHappened
      try devices.write(saved + "edit \(number)\nmore\n", to: "a.md", on: 1)
      try devices.sync(1)
      let text = try #require(try devices.text("a.md", on: 1))
      #expect(text.contains("edit \(number)\n") && text.contains("more\n"), "\(number): \(text)")
      #expect(text.contains("incoming\n"), "\(number): \(text)")
      #expect(try devices.conflicts(1).map(\.kind) == [.stale], "\(number)")
      #expect(try devices.sync(1).isIdle, "\(number)")
      number += 1
    }
    #expect(number > 10)
  }
}
