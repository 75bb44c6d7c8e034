import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// A device whose file system takes names that differ only in case for one, beside one on which they are two.
@Suite struct CaselessSyncTests {
  private let devices: SyncedDevices

  init() throws {
    devices = try SyncedDevices()
    devices.ignoringCase = [1]
  }

  /// The paths of the Markdown files of a device.
  private func files(_ device: Int) throws -> [String] {
    try devices.place.shell("find . -name '*.md' -not -path './.*'", in: "d\(device)").split(separator: "\n").map {
      String($0.dropFirst(2))
    }.sorted()
  }

  /// Syncs both until nothing can be left to come.
  private func settle() throws {
    for device in [0, 1, 0, 1] { try devices.sync(device) }
  }

  @Test(arguments: [("a.md", "A.md"), ("reading/x.md", "Reading/x.md"), ("é.md", "É.md")], [false, true])
  func aNewCaseOfANameKeepsTheMemo(names: (String, String), isEdited: Bool) throws {
    try devices.write("# A\none\ntwo\nthree\n", to: names.0, on: 0)
    try settle()
    let others = try files(1).filter { $0 != names.0 }
    try devices.remove(names.0, on: 0)
    let text = isEdited ? "# New\none\ntwo\nthree\n" : "# A\none\ntwo\nthree\n"
    try devices.write(text, to: names.1, on: 0)
    try settle()
    for device in 0...1 {
      #expect(try files(device) == (others + [names.1]).sorted(), "device \(device)")
      #expect(try devices.text(names.1, on: device) == text)
    }
    try devices.write(text + "four\n", to: names.1, on: 1)
    try settle()
    #expect(try devices.text(names.1, on: 0) == text + "four\n", "an edit of it goes back")
  }

  @Test(arguments: [false, true])
  func ofTwoNamesOneIsLeftOut(areAtOnce: Bool) throws {
    try devices.write("# Upper\n\nupper\n", to: "Note.md", on: 0)
    if !areAtOnce { try settle() }
    try devices.write("# Lower\n\nlower\n", to: "note.md", on: 0)
    try devices.sync(0)
    let report = try devices.sync(1)
    #expect(report.skipped.map(\.reason) == [.obstructed])
    let here = try #require(files(1).first { $0 != "a.md" })
    #expect(try files(1) == [here, "a.md"].sorted() && devices.text(here, on: 1) == devices.text(here, on: 0))
    try settle()
    #expect(try files(0) == ["Note.md", "a.md", "note.md"], "both stay where they are two")
    #expect(try devices.text("Note.md", on: 0) == "# Upper\n\nupper\n")
    #expect(try devices.text("note.md", on: 0) == "# Lower\n\nlower\n")
    try devices.write("# New\n", to: here, on: 1)
    try settle()
    #expect(try devices.text(here, on: 0) == "# New\n", "an edit of the one that is here goes to its own name")
    let left = here == "Note.md" ? "note.md" : "Note.md"
    try devices.remove(left, on: 0)
    try settle()
    #expect(try files(1) == [here, "a.md"].sorted() && devices.text(here, on: 1) == "# New\n")
  }
}
