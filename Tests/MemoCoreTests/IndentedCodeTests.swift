import MemoCore
import Testing

@Suite struct IndentedCodeTests {
  static let texts: [(String, [String], [String])] = [
    ("# t\n\n    #no [[no]]\n", [], []), ("# t\n\n\t#no [[no]]\n", [], []), ("# t\n\n  \t#no [[no]]\n", [], []),
    ("# t\n\n   #yes [[yes]]\n", ["yes"], ["yes"]), ("# t\n    #no [[no]]\n", [], []),
    ("# t\n\n    #no\n    [[no]]\n\n    #no\n#yes", ["yes"], []), ("# t\r\n\r\n    #no\r\n#yes\r\n", ["yes"], []),
    ("# t\n\ntext\n    #yes\n", ["yes"], []), ("# t\n\n- item\n\n    #yes [[yes]]\n", ["yes"], ["yes"]),
    ("# t\n\n1. item\n\n    #yes\n\n        #no\n", ["yes"], []),
    ("# t\n\n- item\n\ntext\n\n    #no\n", [], []), ("# t\n\n- item\n## h\n\n    #no\n", [], []),
    ("# t\n\n- item\nlazy\n\n    #yes\n", ["yes"], []), ("    # t #yes\n", ["yes"], []),
    ("\n\n    # t #yes\n", ["yes"], []),
    ("---\na: b\n---\n\n    t #yes\n", ["yes"], []), ("# t\n\n```\n#no\n```\n\n    #no\n", [], []),
    ("# t\n\n    ```\n#yes\n", ["yes"], []), ("# t\n\n    #no", [], []), ("# t\n\n    ", [], []),
  ]

  @Test(arguments: texts)
  func indentedCodeHoldsNoTagsAndNoLinks(text: String, tags: [String], links: [String]) {
    let metadata = MemoParser.metadata(of: Array(text.utf8))
    #expect(metadata.tags == tags, "\(text.debugDescription)")
    #expect(metadata.links.map(\.target) == links, "\(text.debugDescription)")
  }
}
