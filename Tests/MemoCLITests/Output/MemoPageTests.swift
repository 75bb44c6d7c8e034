import MemoCore
import MemoTestSupport
import Testing

@testable import MemoCLI

@Suite struct MemoPageTests {
  private static func text(_ memo: String, columns: Int? = nil, isColored: Bool = false) -> String {
    let page = MemoPage(style: Style(isColored: isColored), columns: columns)
    return String(decoding: Array(page.chunks(Array(memo.utf8)).joined()), as: UTF8.self)
  }

  static let wrapped: [(String, [String])] = [
    ("one two three four", ["one two ", "three four"]), ("우유와 두부를 산다", ["우유와 ", "두부를 ", "산다"]),
    ("0123456789abc", ["0123456789", "abc"]), ("0123456789   ", ["0123456789"]),
    ("012345678    x", ["012345678 ", "x"]),
    ("買い物に行きます", ["買い物に行", "きます"]), ("a\tb", ["a   b"]), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦 ab cd ef", ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦 ab cd", "ef"]),
  ]

  @Test(arguments: wrapped)
  func linesAreWrappedByWordsAtDisplayWidth(line: String, rows: [String]) {
    #expect(Self.text("title\n\(line)\n", columns: 10) == "title\n" + rows.map { "\($0)\n" }.joined())
  }

  static let styled: [(String, String)] = [
    ("---\ntags: a\n---\nTitle\n", "\u{1B}[0;2mtags: a\u{1B}[0m\n"), ("# Title\nx", "\u{1B}[0;1;36m# Title\u{1B}[0m\n"),
    ("t\n\n## H\n", "\u{1B}[0;1;34m## H\u{1B}[0m\n"), ("t\n\na `b` c\n", "a \u{1B}[0;32m`b`\u{1B}[0m c\n"),
    ("t\n\n**b**\n", "\u{1B}[0;1m**b**\u{1B}[0m\n"), ("t\n\n#tag\n", "\u{1B}[0;35m#tag\u{1B}[0m\n"),
    ("t\n\n[[a]]\n", "\u{1B}[0;4;34m[[a]]\u{1B}[0m\n"), ("t\n\n> q\n", "\u{1B}[0;2m> q\u{1B}[0m\n"),
    ("t\n\n```\n# c\n```\n", "\u{1B}[0;32m# c\u{1B}[0m\n"),
  ]

  @Test(arguments: styled)
  func markdownHasTheStylesOfTheSplitView(memo: String, row: String) {
    #expect(Self.text(memo, columns: 40, isColored: true).contains(row))
    #expect(!Self.text(memo, columns: 40).contains("\u{1B}"))
  }

  @Test func aStyleGoesOnInTheNextRow() {
    let rows = Self.text("t\n\n## one two three\n", columns: 10, isColored: true).split(separator: "\n")
    #expect(rows.suffix(2) == ["\u{1B}[0;1;34m## one two\u{1B}[0m", "\u{1B}[0;1;34mthree\u{1B}[0m"])
  }

  @Test func anEmptyMemoHasNoRows() {
    #expect(Self.text("") == "" && Self.text("\u{FEFF}") == "" && Self.text("a") == "a\n" && Self.text("a\n") == "a\n")
  }

  @Test func nothingIsLeftOutAndNothingActs() {
    var random = SeededRandom(seed: 31)
    let pieces = [
      "# ", "a", "낱말", " ", "  ", "\n", "\n\n", "**", "`", "```\n", "[[x]]", "#t", "\u{1B}[31m", "\u{9B}2J", "\u{202E}",
      "👩‍🚀", "日本語", "---\n", "> ",
      "\u{7}", "- [x] ", "long-word-without-any-blank",
    ]
    for _ in 0..<200 {
      let memo = (0..<random.below(40)).map { _ in random.pick(pieces) ?? "" }.joined()
      let visible = TerminalText.visible(memo, as: .body)
      let whole = visible.isEmpty || visible.hasSuffix("\n") ? visible : visible + "\n"
      #expect(Self.text(memo) == whole, "\(memo.debugDescription)")
      let columns = 10 + random.below(30)
      let page = Self.text(memo, columns: columns, isColored: true).replacing(/\e\[[0-9;]*m/, with: "")
      #expect(page.filter { !" \n".contains($0) } == whole.filter { !" \n".contains($0) }, "\(memo.debugDescription)")
      for row in page.split(separator: "\n") {
        #expect(DisplayWidth.columns(of: String(row)) <= columns, "\(memo.debugDescription) at \(columns)")
      }
    }
  }
}
