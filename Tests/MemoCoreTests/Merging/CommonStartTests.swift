import Testing

@testable import MemoCore

/// Memos that two devices made from one template before they synced.
@Suite struct CommonStartTests {
  private func merged(_ first: String, _ second: String) -> String {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    let start = CommonStart.text(of: first, second)
    return String(decoding: LineMerge(base: start, first: first, second: second).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("# D\n\n- [ ] plan\n- [x] walk\n", "# D\n\n- [x] plan\n- [ ] walk\n", "# D\n\n- [x] plan\n- [x] walk\n"),
    ("# D\n- [ ] plan\n", "# D\n- [x] plan\n", "# D\n- [x] plan\n"),
    ("# D\n- [ ] plan\n- [ ] a\n", "# D\n- [x] plan\n- [ ] b\n", "# D\n- [x] plan\n- [ ] b\n- [ ] a\n"),
    ("- a\n    - [/] plan\n", "- a\n    - [ ] plan\n", "- a\n    - [/] plan\n"),
    ("# D\n1. [ ] plan\nmine\n", "# D\n1. [X] plan\nyours\n", "# D\n1. [X] plan\nyours\nmine\n"),
  ])
  func aTaskThatOneHasTickedIsThereOnce(first: String, second: String, expected: String) {
    #expect(merged(first, second) == expected)
  }

  @Test(arguments: [
    ("# D\n- [ ] plan\n", "# D\n- [ ] play\n"), ("# D\n- [x] plan\n", "# D\n- [-] plan\n"),
    ("# D\n[ ] plan\n", "# D\n[x] plan\n"), ("# D\n- a\n", "# D\n- b\n"), ("# D\n", "# D\n"), ("", "- [ ] a\n"),
    ("# D\n- [ ] \n", "# D\n- [x] y\n"),
  ])
  func otherLinesHaveNoCommonStart(first: String, second: String) {
    #expect(CommonStart.text(of: Array(first.utf8), Array(second.utf8)) == [])
    #expect(
      merged(first, second)
        == String(
          decoding: LineMerge(base: [], first: Array(first.utf8), second: Array(second.utf8)).bytes, as: UTF8.self))
  }

  @Test func manyTasksAreToldApart() {
    func list(_ isTicked: (Int) -> Bool) -> String {
      (0..<500).map { "- [\(isTicked($0) ? "x" : " ")] task \($0)\r\n" }.joined()
    }
    #expect(merged(list { $0 % 3 == 0 }, list { $0 % 3 == 1 }) == list { $0 % 3 != 2 })
  }
}
