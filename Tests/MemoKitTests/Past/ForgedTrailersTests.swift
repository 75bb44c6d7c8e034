import MemoCore
import MemoSync
import MemoTestSupport
import Testing

/// Commits whose messages record what cannot be, or what their files do not show: the past of a memo is what it is without.
@Suite struct ForgedTrailersTests {
  private let folder: PastFolder

  init() throws {
    folder = try PastFolder()
    try folder.commit(1, "seq 1 9 > a.md; echo other > b.md")
    try folder.commit(2, "echo two >> a.md")
  }

  /// Runs a command line in the vault and commits all there is with some trailers.
  private func commit(_ number: Int, _ line: String, _ trailers: String) throws {
    let message = "commit \(number)\n\n\(trailers)\n"
    try folder.place.folder.write(message, to: "message")
    try folder.shell(
      "\(line)\ngit add -A . && git commit -q -F '\(folder.place.folder.path.appending("message").text)'", at: number)
  }

  static let paths = ["../../../etc/passwd", "/etc/passwd", "..", "", "a/../../b.md", "b\\000.md", ".git/config"]

  @Test(arguments: paths) func aPathThatCannotBeInAVaultIsNotAskedFor(path: String) throws {
    try commit(
      3, "echo three >> a.md",
      """
      Memo-Renamed: "\(path)" -> "a.md"
      Memo-Displaced: "\(path)" "a.md" "b.md" "" ""
      """)
    try commit(4, "echo four >> a.md", "Memo-Renamed: \"a.md\" -> \"\(path)\"")
    let past = try folder.past(of: "a.md")
    #expect(past.outline == "4 3 2 +1")
    #expect(try past.text(at: .commit("HEAD~2"))?.hasSuffix("9\ntwo\n") == true)
  }

  @Test(arguments: ["nope.md", "b.md"]) func aRenameOfAFileThatDidNotGoCutsNoPast(former: String) throws {
    try commit(3, "echo three >> a.md", "Memo-Renamed: \"\(former)\" -> \"a.md\"")
    try folder.commit(4, "echo four >> a.md")
    let past = try folder.past(of: "a.md")
    #expect(past.outline == "4 3 2 +1")
    #expect(past.versions.allSatisfy { $0.formerPath == nil })
    #expect(try past.text(at: .commit("HEAD~3"))?.hasSuffix("9\n") == true)
    #expect(try folder.past(of: "b.md").outline == "+1")
  }

  @Test func aRenameToAPathAtWhichNothingCameCutsNoPast() throws {
    try commit(3, "echo three >> a.md", "Memo-Renamed: \"a.md\" -> \"nope.md\"")
    #expect(try folder.past(of: "a.md").outline == "3 2 +1")
    try commit(4, "git rm -q a.md", "Memo-Renamed: \"a.md\" -> \"b.md\"")
    try folder.commit(5, "echo again > a.md")
    #expect(try folder.past(of: "a.md").outline == "+5 -4 3 2 +1")
  }

  @Test func aRenameThereAndBackIsNone() throws {
    try commit(3, "echo three >> a.md", "Memo-Renamed: \"a.md\" -> \"x.md\"\nMemo-Renamed: \"x.md\" -> \"a.md\"")
    #expect(try folder.past(of: "a.md").outline == "3 2 +1")
  }

  @Test func aNewMemoWithAFalseRenameIsFoundByItsLines() throws {
    try commit(3, "git mv a.md c.md", "Memo-Renamed: \"nope.md\" -> \"c.md\"")
    #expect(try folder.past(of: "c.md").outline == ">3 2 +1")
    try commit(4, "echo new > d.md", "Memo-Renamed: \"nope.md\" -> \"d.md\"")
    #expect(try folder.past(of: "d.md").outline == "+4")
  }

  @Test func aMemoThatTookTheNameOfADeletedOneKeepsItsOwnPast() throws {
    try commit(3, "git mv -f b.md a.md", "Memo-Renamed: \"b.md\" -> \"a.md\"")
    #expect(try folder.past(of: "a.md").outline == ">3 +1")
  }
}
