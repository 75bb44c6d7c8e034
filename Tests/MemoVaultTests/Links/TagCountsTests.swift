import MemoTestSupport
import Testing

@testable import MemoVault

@Suite struct TagCountsTests {
  @Test func tagsAreCountedOnceAMemoUnderTheirCommonSpelling() throws {
    let folder = try TemporaryFolder()
    let texts = [
      "#Work #home", "#work #work", "#work/a #WORK/b", "#일 #\u{110B}\u{1175}\u{11AF}",
      "---\ntags: [my tag, work]\n---\n",
    ]
    for (number, text) in texts.enumerated() { try folder.write(text, to: "\(number).md") }
    let index = try folder.openVault().readAll()
    let counts = { TagCounts(isNested: $0).counts(in: index).map { "\($0.tag) \($0.count)" } }
    #expect(counts(false) == ["home 1", "my tag 1", "work 3", "work/a 1", "WORK/b 1", "일 1"])
    #expect(counts(true) == ["home 1", "my tag 1", "work 4", "work/a 1", "WORK/b 1", "일 1"])
  }
}
