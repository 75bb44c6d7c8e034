import MemoTestSupport
import Testing

@testable import MemoCore

struct TitleEditTests {
  @Test(arguments: [
    ("# Old\nbody", "New", "# New\nbody"), ("  ##  Old ## \r\nx", "New title", "  ##  New title ## \r\nx"),
    ("Old\nOld", "New", "New\nOld"), ("\u{FEFF}\n\n# Old", "새 제목", "\u{FEFF}\n\n# 새 제목"),
    ("---\ntitle: Old # why\n---\ntext", "New", "---\ntitle: New # why\n---\ntext"),
    ("---\ntitle: 'Old'\ntags: a\n---\n# Old\n", "a: b", "---\ntitle: 'a: b'\ntags: a\n---\n# a: b\n"),
    ("---\ntitle: 'It''s' # why\n---\ntext", "It's \"so\"", "---\ntitle: 'It''s \"so\"' # why\n---\ntext"),
    ("---\ntitle: \"Old \\u00e9\"\n---\ntext", "a \\ \"b\"", "---\ntitle: \"a \\\\ \\\"b\\\"\"\n---\ntext"),
    ("---\ntitle: \"Old\"\n---\ntext", "New", "---\ntitle: \"New\"\n---\ntext"),
    ("---\ntitle: Old\n---\n# Other\n", "\"q\" \\", "---\ntitle: \"\\\"q\\\" \\\\\"\n---\n# Other\n"),
    ("---\ntitle:\n  A long\n  one # why\n---\ntext", "New", "---\ntitle:\n  New # why\n---\ntext"),
    ("---\ntitle:\n---\n# Old\n", "New", "---\ntitle:\n---\n# New\n"),
    ("", "New", "# New\n"), ("\n\n", "New", "# New\n\n\n"),
    ("---\ntags: a\n---\r\n", "New", "---\ntags: a\n---\r\n# New\n"),
    ("# Old\n", "C #", "# C # #\n"), ("Old\n", "# x", "# # x\n"), ("# Old\n", "C#", "# C#\n"),
    ("#\nx", "New", "# New\nx"), ("Old\n===\nx", "New", "New\n===\nx"),
    ("Old\n===\nx", "- a", "# - a\nx"), ("Old\n---", "> New", "# > New"), ("Old\n===\nx", "```", "# ```\nx"),
    ("Old\n===\nx", "1. a", "# 1. a\nx"),
    ("Old\n===\nx", "# New", "# # New\nx"), ("Old\n---", "# New", "# # New"), ("Old\r\n===\r\nx", "# a", "# # a\r\nx"),
    ("---\ntags: a\n---", "New", "---\ntags: a\n---\n# New\n"),
  ])
  func aTitleChangesWhereItIsWritten(memo: String, title: String, expected: String) throws {
    let changed = try #require(Self.retitled(Array(memo.utf8), title))
    #expect(String(decoding: changed, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    "- [ ] task", "1. one\n2. two", "> quote", "```swift\ncode\n```", "| a | b |\n|---|---|", "a | b\n--|--",
    "![[picture.png]]", "see [[plan]] and [so](so.md)", "#tag", "`code`", "a **b** c", "<!-- comment -->", "***",
    "[r]: so.md", "*open\nclosed*", "---\ntags: [a\ntext",
  ])
  func aFirstLineThatIsMoreThanATitleStaysBelowANewOne(text: String) throws {
    for isNamedByTitle in [false, true] {
      let changed = try #require(Self.retitled(Array(text.utf8), "New", isNamedByTitle: isNamedByTitle))
      #expect(String(decoding: changed, as: UTF8.self) == "# New\n\n" + text)
    }
    let front = "---\ntags: a\n---\n"
    let below = try #require(Self.retitled(Array((front + "\r\n" + text).utf8), "New"))
    #expect(String(decoding: below, as: UTF8.self) == front + "# New\n\r\n" + text)
  }

  @Test(arguments: [
    ("Old\nbody", "# New\n\nOld\nbody"), ("\u{FEFF}Old\r\n", "\u{FEFF}# New\r\n\r\nOld\r\n"), ("# Old", "# New"),
    ("Old\n---\n", "New\n---\n"), ("---\ntitle: Old\n---\nOld\n", "---\ntitle: New\n---\nOld\n"),
  ])
  func aPlainFirstLineStaysWhereTheFileIsNotNamedAfterIt(memo: String, expected: String) throws {
    let changed = try #require(Self.retitled(Array(memo.utf8), "New", isNamedByTitle: false))
    #expect(String(decoding: changed, as: UTF8.self) == expected)
  }

  @Test(arguments: [" x", "a\nb", "x "])
  func whatCannotBeReadAsATitleIsRefused(title: String) {
    #expect(Self.retitled(Array("# Old\n".utf8), title) == nil)
  }

  @Test(arguments: UInt64(1)...20)
  func anyMemoGetsAnyTitleOrStaysAsItIs(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "#", " ", "\n", "\r\n", "---\n", "title:", "Old", "\"", "'", "회의", "[[a]]", "\t", "\u{FEFF}", "- ", "...\n",
      "x: y\n", "\\",
    ]
    func text(_ count: Int) -> String { (0..<random.below(count)).map { _ in random.pick(pieces) ?? "" }.joined() }
    var changed = 0
    for _ in 0..<300 {
      let (memo, title) = (Array(text(12).utf8), text(4))
      guard let bytes = Self.retitled(memo, title) else { continue }
      changed += 1
      #expect(bytes.withUnsafeBytes { MemoLayout($0).title } == title, "\(memo) \(title.debugDescription)")
    }
    #expect(changed > 50)
  }

  private static func retitled(_ memo: [UInt8], _ title: String, isNamedByTitle: Bool = true) -> [UInt8]? {
    memo.withUnsafeBytes { bytes in
      TitleEdit.edits(of: bytes, to: title, isNamedByTitle: isNamedByTitle).map { ByteEdit.apply($0, to: bytes) }
    }
  }
}
