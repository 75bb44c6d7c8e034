import Testing

@testable import MemoVault

@Suite struct AppliedTextsTests {
  @Test(arguments: [
    (Int64.min, 0), (-1, 0), (913_600_000_000_000, 0), (913_600_000_000_001, 1), (1_000_000_000_000_000, 1), (.max, 1),
  ])
  func changesCountForADay(time: Int64, count: Int) {
    let file = Array(#"[{"path":"a.md","old":"1","new":"2","at":\#(time)}]"#.utf8)
    #expect(AppliedTexts.kept(file, now: 1_000_000_000_000_000).count == count)
  }

  @Test(arguments: ["", "{}", "[1]", #"[{"path":1}]"#])
  func whatCannotBeReadIsForgotten(file: String) {
    #expect(AppliedTexts.kept(Array(file.utf8), now: 0).isEmpty)
  }
}
