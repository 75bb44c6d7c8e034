import Testing

@testable import MemoKit

/// What of a memo's text a reader without the vault gets.
@Suite struct SharedTextTests {
  private static func shared(_ text: String) -> String {
    String(decoding: SharedText(Array(text.utf8)).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("line one ^blk\n\nb\n", "line one\n\nb\n"), ("- a ^item-1\n- b\t^i2\n", "- a\n- b\n"),
    ("## Part ^p\n", "## Part\n"), ("> q\n\n^quote\n", "> q\n\n\n"), ("a\n^b\n", "a\n\n"),
    ("> a\n> b ^q\r\n", "> a\n> b\r\n"), ("| a |\n| - |\n| b |\n\n^t\n\nx\n", "| a |\n| - |\n| b |\n\n\n\nx\n"),
  ])
  func namesOfBlocksAreHidden(text: String, shown: String) {
    #expect(Self.shared(text) == shown)
  }

  @Test(arguments: ["x^2\n", "a ^b c\n", "`a ^b`\n", "```\na ^b\n```\n", "^alone\n", "text\n- ^item\n"])
  func whatNamesNoBlockStays(text: String) {
    #expect(Self.shared(text) == text)
  }

  @Test(arguments: [
    ("==hi== a == b\n", "<mark >hi</mark > a == b\n"), ("`==x==` ==한국어==입니다\n", "`==x==` <mark >한국어</mark >입니다\n"),
    ("==hi there== ^b\n", "<mark >hi there</mark >\n"), ("a ==b\n", "a ==b\n"),
  ])
  func highlightedTextIsAnElement(text: String, shown: String) {
    #expect(Self.shared(text) == shown)
  }

  @Test(arguments: [
    ("a^[b *c*] d\n", "a[^memo-note-1] d\n\n\n[^memo-note-1]: b *c*\n"),
    ("> a^[b\n> [c](http://d/)]", "> a[^memo-note-1]\n\n[^memo-note-1]: b [c](http://d/)\n"),
    (
      "a^[[[x|y]]] b^[`]` ^[z]]\n",
      "a[^memo-note-1] b[^memo-note-2]\n\n\n[^memo-note-1]: y\n\n[^memo-note-2]: `]` ^[z]\n"
    ),
  ])
  func notesWithinALineAreFootnotes(text: String, shown: String) {
    #expect(Self.shared(text) == shown)
  }

  @Test(arguments: [
    "a\\^[b]\n", "`a^[b]`\n", "a^[b](http://c/)\n", "a^[b\n", "a^[- b]\n", "a^[]\n", "a^[b]\n\n```\nopen\n",
    "x^2 [a]\n",
  ])
  func whatIsNoNoteStays(text: String) {
    #expect(Self.shared(text) == text)
  }
}
