import MemoCore
import MemoTestSupport
import Testing

@Suite struct MarkupTaskTests {
  private static let texts: [(text: String, tasks: [String])] = [
    (
      "- [ ] a\n* [x] b\n+ [X] c\n1. [/] d\n2) [-] e",
      ["1 open  a", "2 done x b", "3 done X c", "4 open / d", "5 cancelled - e"]
    ),
    ("- [ ] a\n  b\n  - [x]   c  ", ["1 open  a", "3 done x c"]), ("> - [?] a", ["1 open ? a"]),
    ("- [ ]\n- [x]", ["1 open  ", "2 done x "]),
    ("- [👍🏽] a\n- [한] b", ["1 open 👍🏽 a", "2 open 한 b"]), ("1. - [ ] a", ["1 open  a"]), ("- > [ ] a", []),
    ("- []\n- [xx] a\n- [x]a\n- [x](y.md)\n- a [ ]\n[ ] b\n- \\[ ] c", []), ("- # [ ] a\n-     [ ] b", []),
    ("```\n- [ ] a\n```\n%%\n- [ ] b\n%%", []), ("# t\r\n\r\n- [ ] a\r\n", ["3 open  a"]), ("- [[a]]\n- []]", []),
    ("- [ ] a\n\n  [ ] b", ["1 open  a"]), ("-\n  [ ] a", ["2 open  a"]),
  ]

  @Test(arguments: texts)
  func aTaskIsAnItemWithABox(text: String, tasks: [String]) {
    let found = Array(text.utf8).withUnsafeBytes { bytes in
      MarkupTree(bytes).tasks.map { task in
        let (mark, text) = (
          String(decoding: bytes[task.mark], as: UTF8.self), String(decoding: bytes[task.text], as: UTF8.self)
        )
        return "\(task.line) \(task.state) \(mark == " " ? "" : mark) \(text)"
      }
    }
    #expect(found == tasks, "\(text.debugDescription)")
  }

  @Test func aTaskHoldsWhatIsNestedInIt() {
    let text = "- [ ] a\n  - [x] b\n\n  c\n- d"
    let tasks = Array(text.utf8).withUnsafeBytes { MarkupTree($0).tasks }
    #expect(tasks.map(\.item) == [0..<22, 10..<17])
    #expect(tasks.map(\.depth) == [0, 1])
  }

  /// The page on fields gives the limit.
  @Test func aHundredLevelsOfListsHoldTasks() {
    let lines = (0..<120).map { String(repeating: "  ", count: $0) + "- [ ] \($0)\n" }
    let tasks = Array(lines.joined().utf8).withUnsafeBytes { MarkupTree($0).tasks }
    #expect(tasks.map(\.line) == Array(1...100) && tasks.last?.depth == 99)
  }

  /// A tick changes one character: the ranges are bytes of the text with its front matter.
  @Test func aTaskIsTickedAtItsMark() {
    var text = Array("---\na: b\n---\n# t\n\n- [ ] 가\n".utf8)
    let task = text.withUnsafeBytes { MarkupTree($0, from: 13).tasks[0] }
    text.replaceSubrange(task.mark, with: Array("x".utf8))
    #expect(String(decoding: text, as: UTF8.self) == "---\na: b\n---\n# t\n\n- [x] 가\n")
    #expect(task.line == 6)
  }

  @Test(
    .ends(within: .seconds(300)),
    arguments: ["- [ ] a\n", "- [ ] ", "- [", "- [é", "a ^b\n\n", "^a\n\n", "- ^a\n", "# a\n", "> # a\n", "- # a\n"])
  func workGrowsWithTheText(unit: String) {
    let text = Array(String(repeating: unit, count: 1 << 17 / unit.utf8.count).utf8)
    text.withUnsafeBytes { bytes in
      let tree = MarkupTree(bytes)
      #expect(tree.tasks.count + tree.anchors.count + tree.headings.count <= bytes.count)
    }
  }

  private static let anchors: [(text: String, anchors: [String])] = [
    ("a b ^c-1", ["1 c-1: a b ^c-1"]), ("a\nb ^c\n\nd", ["2 c: a\nb ^c"]),
    ("- a ^b\n- c\n  - d ^e", ["1 b: - a ^b", "3 e: - d ^e"]),
    ("# a ^b", ["1 b: # a ^b"]), ("> a\n> b\n\n^c", ["4 c: > a\n> b"]), ("- a\n- b\n\n^c", ["4 c: - b"]),
    ("^a", ["1 a: ^a"]),
    ("```\na\n```\n\n^b", ["5 b: ```\na\n```"]), ("a^b\n\na ^b_c\n\na ^\n\n`a ^b`\n\na ^b c", []),
    ("a ^b ", ["1 b: a ^b"]),
    ("```\na ^b\n```\n\n%%\na ^b\n%%\n\n<div>\na ^b\n</div>", []), ("| a |\n| --- |\n\n^b", ["4 b: | a |\n| --- |"]),
  ]

  @Test(arguments: anchors)
  func anAnchorNamesABlock(text: String, anchors: [String]) {
    let found = Array(text.utf8).withUnsafeBytes { bytes in
      MarkupTree(bytes).anchors.map { anchor in
        let (name, block) = (
          String(decoding: bytes[anchor.name], as: UTF8.self), String(decoding: bytes[anchor.block], as: UTF8.self)
        )
        return "\(anchor.line) \(name): \(block.trimmingSuffix(" "))"
      }
    }
    #expect(found == anchors, "\(text.debugDescription)")
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    var text = self
    while text.last == character { text.removeLast() }
    return text
  }
}
