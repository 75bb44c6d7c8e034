import MemoCore
import Testing

@Suite struct MemoOutlineTests {
  private static let texts: [(text: String, headings: [String])] = [
    ("# a\n\n## b #\n\nc\n===\n\nd\ne\n---", ["1 h1 a", "3 h2 b", "5 h1 c", "8 h2 d e"]),
    ("- # a\n> ## b\n> c\n> ---\n1. > ### d", ["1 h1 a", "2 h2 b", "3 h2 c", "5 h3 d"]),
    ("# **a** `b_c` [d](e.md) [[f|g]] *h*\\* $i_j$", ["1 h1 a b_c d g h* $i_j$"]), ("#\n##\n", ["1 h1 ", "2 h2 "]),
    ("# f(*args, **kwargs)\n# a_b_ x~~y\n# *a* b*", ["1 h1 f(*args, **kwargs)", "2 h1 a_b_ x~~y", "3 h1 a b*"]),
    (
      "# On _Dune_—a\n# _Dune_’s “__b__” «_c_»\n# __강조__。 「__중요__」\n# a_é_b 가_나_다",
      ["1 h1 On Dune—a", "2 h1 Dune’s “b” «c»", "3 h1 강조。 「중요」", "4 h1 a_é_b 가_나_다"]
    ),
    ("```\n# a\n```\n%%\n# b\n%%\n<!--\n# c\n-->\n    # d\n#e", []),
    ("# a\r\n# b\r# c", ["1 h1 a", "2 h1 b", "3 h1 c"]),
  ]

  @Test(arguments: texts)
  func headingsAreThoseOfCommonMark(text: String, headings: [String]) {
    let found = Self.headings(of: text).map { "\($0.line) h\($0.level) \($0.text)" }
    #expect(found == headings, "\(text.debugDescription)")
  }

  @Test func headingsHavePlaces() {
    let text = "# a #\nb\n===\n"
    let headings = Self.headings(of: text)
    #expect(headings.map(\.range) == [0..<5, 6..<11])
    #expect(headings.map(\.content) == [2..<3, 6..<7])
  }

  private static let slugs: [(text: String, slugs: [String])] = [
    ("# Hello, World!\n# C# & C++\n# a - b", ["hello-world", "c--c", "a---b"]),
    ("# 회의록 (1차)\n# `code_x` *y*", ["회의록-1차", "code_x-y"]), ("# __init__(*a, **b)\n# a_b_", ["inita-b", "a_b_"]),
    ("# Q&amp;A \\#1\n# Use <kbd>Ctrl</kbd> C\n# \\&amp;", ["qa-1", "use-ctrl-c", "amp"]),
    ("# a\n# A\n# a\n# a-1\n# a 1", ["a", "a-1", "a-2", "a-1-1", "a-1-2"]), ("# 👍 ok\n# !", ["-ok", ""]),
  ]

  @Test(arguments: slugs)
  func slugsAreThoseOfGitHub(text: String, slugs: [String]) {
    #expect(Self.headings(of: text).map(\.slug) == slugs, "\(text.debugDescription)")
  }

  private static let sections: [(text: String, sections: [String])] = [
    ("# a\nb\n## c\nd\n# e", ["# a b ## c d", "## c d", "# e"]), ("## a\n### b\n# c", ["## a ### b", "### b", "# c"]),
    ("# a\n> # b\n> c\n\nd\n# e", ["# a > # b > c d", "# b > c", "# e"]), ("- # a\n  b\n- # c\n\nd", ["# a b", "# c"]),
    ("> # a\n> b", ["# a > b"]),
  ]

  @Test(arguments: sections)
  func aSectionEndsWithTheNextHeadingOrItsContainer(text: String, sections: [String]) {
    let bytes = Array(text.utf8)
    let found = Self.headings(of: text).map { heading in
      bytes[heading.section].split { " \n".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }.joined(
        separator: " ")
    }
    #expect(found == sections, "\(text.debugDescription)")
  }

  private static let outlines: [(text: String, outline: String)] = [
    ("# a\n## b\n### c\n## d\n# e", "a(b(c) d) e"), ("### a\n# b\n### c\n## d", "a b(c d)"), ("a", ""),
  ]

  @Test(arguments: outlines)
  func theOutlineIsNested(text: String, outline: String) {
    let entries = Array(text.utf8).withUnsafeBytes { MarkupTree($0).outline }
    #expect(Self.described(entries) == outline, "\(text.debugDescription)")
  }

  private static func described(_ entries: [OutlineEntry]) -> String {
    entries.map { $0.heading.text + ($0.entries.isEmpty ? "" : "(\(described($0.entries)))") }.joined(separator: " ")
  }

  private static func headings(of text: String) -> [MemoHeading] {
    Array(text.utf8).withUnsafeBytes { MarkupTree($0).headings }
  }
}
