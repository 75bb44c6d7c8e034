import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// What both sides do at once that git itself makes a conflict of, or gets wrong.
@Suite(.waitsForPrograms) struct SyncHarmonyTests {
  private func settle(_ devices: Devices) throws {
    for device in [0, 1, 0] { try devices.mustSync(device) }
    try devices.expectInStep()
  }

  private func texts(_ devices: Devices) throws -> [String] {
    try devices.files(0).values.map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  @Test func anEditWinsOverADeletion() throws {
    for editor in 0...1 {
      let devices = try Devices.inStep()
      try devices.write("# A\none\ntwo\nthree\nfour\n", to: "a.md", on: editor)
      try devices.remove("a.md", on: 1 - editor)
      try settle(devices)
      #expect(try devices.text("a.md", on: 0) == "# A\none\ntwo\nthree\nfour\n", "\(editor)")
    }
  }

  /// What is in git's own index is not ignored, whatever patterns say.
  @Test func aFileThatIsRenamedOrAddedByGitUnderAnIgnoredNameIsSynced() throws {
    let devices = try Devices.inStep()
    try devices.write("*.log\n", to: ".gitignore", on: 0)
    try devices.write("one\n", to: "a.log", on: 0)
    try devices.git("add", "-f", "a.log", in: "d0")
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try devices.text("a.log", on: 1) == "one\n")
    try devices.git("mv", "a.log", "b.log", in: "d1")
    try devices.write("mine\n", to: "c.log", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    #expect(try devices.text("b.log", on: 0) == "one\n" && devices.text("a.log", on: 0) == nil)
    #expect(try devices.text("c.log", on: 0) == nil, "that is ignored")
    try devices.remove("c.log", on: 1)
    try settle(devices)
  }

  @Test func whatIsWrittenToAFileThatIsNoLongerTrackedIsNotSent() throws {
    let devices = try Devices.inStep()
    try devices.write("old\n", to: "pw.txt", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.write("pw.txt\n", to: ".gitignore", on: 0)
    try devices.git("rm", "-q", "--cached", "pw.txt", in: "d0")
    for text in ["secret\n", "other\n"] {
      try devices.write(text, to: "pw.txt", on: 0)
      let run = try devices.sync(0)
      #expect(run.end == .exited(0) && run.errors.contains("not synced: 'pw.txt'"), "\(run.errors)")
      try devices.mustSync(1)
      #expect(try devices.text("pw.txt", on: 1) == "old\n", "neither sent nor deleted")
    }
    #expect(try devices.git("status", "--porcelain", in: "d0") == "D  pw.txt\n")
    try devices.git("commit", "-qm", "untracked", in: "d0")
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try devices.text("pw.txt", on: 0) == "other\n" && devices.text("pw.txt", on: 1) == nil)
  }

  /// An ignored file was in the way of one of another device, which is in git's own index until that is deleted there.
  @Test func anIgnoredFileStaysIgnoredWhenTheOneThatItWasInTheWayOfIsDeleted() throws {
    let devices = try Devices.inStep()
    try devices.sandbox.folder.makeFolders(VaultPath("d0/.git/info"))
    try devices.write("s.md\n", to: ".git/info/exclude", on: 0)
    try devices.write("# Mine\n", to: "s.md", on: 0)
    try devices.write("# Theirs\n", to: "s.md", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    try devices.remove("s.md", on: 1)
    for device in [1, 0, 0, 1] { try devices.mustSync(device) }
    #expect(try devices.text("s.md", on: 0) == "# Mine\n" && devices.text("s.md", on: 1) == nil)
  }

  @Test func aFileAndAFolderOfOneNameAreBothKept() throws {
    let devices = try Devices.inStep()
    try devices.write("a file\n", to: "x", on: 0)
    try devices.write("# In a folder\n", to: "x/in.md", on: 1)
    try settle(devices)
    #expect(try Set(texts(devices)).isSuperset(of: ["a file\n", "# In a folder\n"]))
  }

  @Test func aMemoThatBothSidesRenamedKeepsItsTextAndBothEdits() throws {
    let text = (1...12).map { "line \($0) of this memo alone\n" }.joined()
    let devices = try Devices.inStep(2, text)
    for (device, name) in ["b.md", "c.md"].enumerated() {
      try devices.remove("a.md", on: device)
      try devices.write(text + "end of \(name)\n", to: name, on: device)
    }
    try settle(devices)
    let all = try texts(devices).joined()
    #expect(all.contains("end of b.md") && all.contains("end of c.md"), "\(all)")
    #expect(try devices.text("a.md", on: 0) == nil)
  }

  @Test func anEditFollowsARename() throws {
    let text = (1...12).map { "line \($0) of this memo alone\n" }.joined()
    let devices = try Devices.inStep(2, text)
    try devices.sandbox.folder.rename(VaultPath("d0/a.md"), to: VaultPath("d0/b.md"))
    try devices.write(text + "more\n", to: "a.md", on: 1)
    try settle(devices)
    #expect(try devices.files(0).keys.map(\.text) == ["b.md"])
    #expect(try devices.text("b.md", on: 0) == text + "more\n")
  }

  @Test func memosMadeFromOneTemplateAreNotTakenForEachOther() throws {
    let template = "## Plan\n\n## Done\n\n## Open\n\n## Notes\n"
    let devices = try Devices.inStep()
    for day in ["Sunday", "Monday"] {
      try devices.write("# \(day)\n" + template, to: "\(day.lowercased()).md", on: 0)
    }
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.remove("monday.md", on: 0)
    try devices.write("# Tuesday\n" + template, to: "tuesday.md", on: 0)
    try devices.write("# Monday\n" + template + "edited\n", to: "monday.md", on: 1)
    try settle(devices)
    #expect(try devices.text("tuesday.md", on: 0) == "# Tuesday\n" + template)
    #expect(try devices.text("monday.md", on: 0) == "# Monday\n" + template + "edited\n")
  }

  @Test func bothVersionsOfABinaryFileAreKeptUnderTheSameNamesEverywhere() throws {
    let devices = try Devices.inStep()
    try devices.sandbox.folder.write([0, 1], to: VaultPath("d0/x.bin"))
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.sandbox.folder.write([0, 2], to: VaultPath("d0/x.bin"))
    try devices.sandbox.folder.write([0, 3], to: VaultPath("d1/x.bin"))
    try settle(devices)
    #expect(try Set(devices.files(0).values).isSuperset(of: [[0, 2], [0, 3]]))
  }

  @Test func aMemoCreatedOnBothSidesHasBothTextsAndIsReported() throws {
    let devices = try Devices.inStep()
    try devices.write("# New\nof the first\n", to: "new.md", on: 0)
    try devices.write("# New\nof the second\n", to: "new.md", on: 1)
    try devices.mustSync(0)
    let run = try devices.sync(1)
    #expect(run.errors.contains("'new.md' was created on both sides"), "\(run.errors)")
    try devices.mustSync(0)
    try devices.expectInStep()
    let text = try #require(try devices.text("new.md", on: 0))
    #expect(text.contains("of the first\n") && text.contains("of the second\n"))
  }

  @Test func mergedMemosAreReported() throws {
    let devices = try Devices.inStep()
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 0)
    try devices.write("# A\none\ntwo\nTHREE\n", to: "a.md", on: 1)
    try devices.mustSync(0)
    let run = try devices.sync(1, "--json")
    #expect(run.errors.contains("'a.md' contains the changes of both sides"), "\(run.errors)")
    #expect(try run.record()["mergedPaths"] as? [String] == ["a.md"])
  }

  @Test func aChangeOfAllLineEndsAndAnEditBecomeOneText() throws {
    let devices = try Devices.inStep()
    try devices.write("# A\r\none\r\ntwo\r\nthree\r\n", to: "a.md", on: 0)
    try devices.write("# A\none\nTWO\nthree\n", to: "a.md", on: 1)
    try settle(devices)
    let text = try #require(try devices.text("a.md", on: 0))
    let lines = text.replacing("\r\n", with: "\n")
    #expect(lines == "# A\none\nTWO\nthree\n", "\(text.debugDescription)")
  }

  @Test(arguments: [("\u{D55C}.md", "\u{1112}\u{1161}\u{11AB}.md"), ("Note.md", "note.md")])
  func namesThatOtherSystemsTakeForOneAreSeparated(first: String, second: String) throws {
    let devices = try Devices.inStep()
    try devices.write("# First\n", to: first, on: 0)
    try devices.write("# Second\n", to: second, on: 1)
    try settle(devices)
    #expect(try Set(texts(devices)).isSuperset(of: ["# First\n", "# Second\n"]))
    let names = try devices.files(0).keys.map { $0.text.lowercased().precomposedStringWithCanonicalMapping }
    #expect(Set(names).count == names.count, "\(names)")
  }

  @Test(arguments: ["HEAD", "a:b?*.md", "con.md", "-rf.md", "refs", "main", "@{u}.md", "trailing. "])
  func anOddNameTravelsAsItIs(name: String) throws {
    let devices = try Devices.inStep()
    try devices.write("# Odd\n", to: name, on: 0)
    try settle(devices)
    #expect(try devices.text(name, on: 1) == "# Odd\n")
  }

  @Test func aNewProgramCanBeRunOnTheOtherSideAndAMemoCannot() throws {
    let devices = try Devices.inStep()
    for name in ["run.sh", "memo.md"] {
      try devices.write("#!/bin/sh\n", to: name, on: 0)
      try devices.sandbox.folder.setMode(0o755, of: VaultPath("d0/\(name)"))
    }
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try devices.sandbox.shell("test -x run.sh && test ! -x memo.md", in: "d1").end == .exited(0))
    // The bit is taken off and put on by file systems that know none.
    try devices.sandbox.folder.setMode(0o644, of: VaultPath("d1/run.sh"))
    #expect(try devices.sync(1).errors == "nothing to sync\n")
  }

  @Test func anEditOfTheSameSizeAndTimeIsSeen() throws {
    let devices = try Devices.inStep()
    let time = try #require(devices.modified("a.md", on: 0))
    try devices.write("# A\none\ntwo\nTHREE\n", to: "a.md", on: 0, modified: time)
    try settle(devices)
    #expect(try devices.text("a.md", on: 1) == "# A\none\ntwo\nTHREE\n")
  }

  @Test func aTimeInTheFutureIsTheSameOnAllDevices() throws {
    let devices = try Devices.inStep()
    try devices.write("# B\n", to: "b.md", on: 0, modified: 4_000_000_000_000_000_000)
    try settle(devices)
    #expect([0, 1].allSatisfy { devices.modified("b.md", on: $0) == 4_000_000_000_000_000_000 })
  }

  @Test func datesOfCommitsNeverGoBack() throws {
    let devices = try Devices.inStep()
    try devices.write("# A\nbackdated\n", to: "a.md", on: 0, modified: 1_000_000_000_000_000_000)
    try settle(devices)
    for format in ["%at", "%ct"] {
      let dates = try devices.git("log", "--topo-order", "--format=\(format)", in: "d0").split(separator: "\n")
      #expect(dates.compactMap { Int($0) } == dates.compactMap { Int($0) }.sorted(by: >), "\(format): \(dates)")
    }
    #expect(devices.modified("a.md", on: 1) == 1_000_000_000_000_000_000)
    #expect(try devices.memo(0, ["show", "a.md", "--at", "2010-01-01"]).end == .exited(3))
  }
}
