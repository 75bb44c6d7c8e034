import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct TagCountsTests {
  @Test func tagsAreCountedOnceAMemoUnderTheirCommonSpelling() throws {
    let folder = try TemporaryFolder()
    let texts = [
      "#Work #home", "#work #work", "#work/a #WORK/b", "#일 #\u{110B}\u{1175}\u{11AF}",
      "---\ntags: [my tag, work]\n---\n", "#straße #STRASSE",
    ]
    for (number, text) in texts.enumerated() { try folder.write(text, to: "\(number).md") }
    let index = try folder.openVault().readAll()
    let counts = { TagCounts(isNested: $0).counts(in: index).map { "\($0.tag) \($0.count)" } }
    #expect(counts(false) == ["home 1", "my tag 1", "straße 1", "work 3", "work/a 1", "WORK/b 1", "일 1"])
    #expect(counts(true) == ["home 1", "my tag 1", "straße 1", "work 4", "work/a 1", "WORK/b 1", "일 1"])
  }

  /// Each of the tags that a tag is nested in has a text of its own: those of one of 80 KB were 2 GB.
  @Test func aTagOfSlashesCountsForFewOthers() throws {
    let folder = try TemporaryFolder()
    let deep = String(repeating: "a/", count: 100) + "b"
    try folder.write("#\(deep)", to: "a.md")
    let counts = TagCounts(isNested: true).counts(in: try folder.openVault().readAll())
    #expect(counts.count == 33 && counts.contains { $0.tag == deep })
    #expect(counts.contains { $0.tag == "a/a/a" })
  }

  @Test func tagsThatAreUsedAlikeAreInNaturalOrder() throws {
    let folder = try TemporaryFolder()
    try folder.write("#Day10 #day2 #day02 #day1 #태그10 #태그9 #z", to: "a.md")
    try folder.write("#z", to: "b.md")
    let index = try folder.openVault().readAll()
    let tags = ["z", "day1", "day02", "day2", "Day10", "태그9", "태그10"]
    #expect(TagCounts(isNested: false).counts(in: index).mostUsedFirst().map(\.tag) == tags)
    #expect(TagNames(of: index).best(for: "day").map(\.tag) == ["day1", "day02", "day2", "Day10"])
  }

  @Test func theSpellingDoesNotDependOnTheOrderOfTheMemos() throws {
    for texts in [["#\u{AC00}", "#\u{1100}\u{1161}"], ["#\u{1100}\u{1161}", "#\u{AC00}"]] {
      let folder = try TemporaryFolder()
      for (number, text) in texts.enumerated() { try folder.write(text, to: "\(number).md") }
      let counts = TagCounts(isNested: false).counts(in: try folder.openVault().readAll())
      #expect(counts.map { Array($0.tag.unicodeScalars) } == [["\u{1100}", "\u{1161}"]])
      #expect(counts.map(\.count) == [2])
    }
  }
}
