import MemoCore
import MemoTestSupport
import Testing

/// Lines that both sides changed, of which one change is that of where links lead.
@Suite struct LinkedLinesTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let base: String
    let first: String
    let second: String
    /// `nil` where both versions stay.
    let merged: String?

    init(_ name: String, _ base: String, _ first: String, _ second: String, _ merged: String?) {
      (testDescription, self.base, self.first, self.second, self.merged) = (name, base, first, second, merged)
    }
  }

  static let examples = [
    Example(
      "each side renames another memo", "see [[a]] and [[b]]\n", "see [[a2]] and [[b]]\n", "see [[a]] and [[b2]]\n",
      "see [[a2]] and [[b2]]\n"),
    Example(
      "one renames, one edits", "- see [[a]]\n", "- see [[a2]]\n", "- see [[a]] on Monday\n",
      "- see [[a2]] on Monday\n"),
    Example(
      "a list item that is indented", "- x\n        - [y](a.md) now\n", "- x\n        - [y](b/a.md) now\n",
      "- x\n        - [y](a.md) later\n", "- x\n        - [y](b/a.md) later\n"),
    Example(
      "a heading that is renamed", "[[a#One]] x\n", "[[a#Two]] x\n", "[[a#One]] y\n", "[[a#Two]] y\n"),
    Example(
      "a picture that is moved", "![](a.png) x\n", "![](b/a.png) x\n", "![](a.png) y\n", "![](b/a.png) y\n"),
    Example("a definition", "[a]: a.md\n", "[a]: b/a.md\n", "[a]: a.md 'A'\n", "[a]: b/a.md 'A'\n"),
    Example("Korean", "회의는 [[계획]] 참고\n", "회의는 [[새 계획]] 참고\n", "오늘 회의는 [[계획]] 참고\n", "오늘 회의는 [[새 계획]] 참고\n"),
    Example(
      "two lines, one edited and another put in between", "[[a]] 1\n[[b]] 2\n", "[[c]] 1\n[[d]] 2\n",
      "[[a]] one\nnew\n[[b]] 2\n", "[[c]] one\nnew\n[[d]] 2\n"),
    Example("names that are swapped", "[[a]] [[b]]\n", "[[b]] [[a]]\n", "see [[a]] [[b]]\n", nil),
    Example("both rename one memo alike", "[[a]] x\n", "[[b]] x\n", "[[b]] y\n", "[[b]] y\n"),
    Example("each gives one link another target", "[[a]]\n", "[[b]]\n", "[[c]]\n", nil),
    Example("the link that changes is gone", "see [[a]]\n", "see [[b]]\n", "see it\n", nil),
    Example("the link that changes is there twice", "[[a]]\n", "[[b]]\n", "[[a]] and [[a]]\n", nil),
    Example("one of two equal links changes", "[[a]] [[a]]\n", "[[b]] [[a]]\n", "x [[a]] [[a]]\n", nil),
    Example("the line is removed", "x\n[[a]]\ny\n", "x\n[[b]]\ny\n", "x\ny\n", nil),
    Example("both edit the words", "[[a]] x\n", "[[b]] y\n", "[[a]] z\n", nil),
    Example(
      "an address of the web", "[x](https://a.example) y\n", "[x](https://b.example) y\n",
      "[x](https://a.example) z\n", nil),
    Example("words alone", "x\n", "y\n", "z\n", nil),
  ]

  @Test(arguments: examples) func aChangeOfTargetsIsNoVersionOfALine(_ example: Example) {
    let texts = [example.base, example.first, example.second].map { Array($0.utf8) }
    for (first, second) in [(texts[1], texts[2]), (texts[2], texts[1])] {
      let merge = LineMerge(base: texts[0], first: first, second: second)
      guard let merged = example.merged else {
        #expect(!merge.overlaps.isEmpty)
        continue
      }
      #expect(String(decoding: merge.bytes, as: UTF8.self) == merged)
      #expect(merge.overlaps.isEmpty)
      for side in [first, second] {
        let again = LineMerge(base: texts[0], first: merge.bytes, second: side)
        #expect(again.bytes == merge.bytes && again.overlaps.isEmpty, "merged once more")
      }
    }
  }

  @Test func theEndOfALineWithoutOneIsKept() {
    let merge = LineMerge(
      base: Array("x\r\n[[a]] y".utf8), first: Array("x\r\n[[b]] y".utf8), second: Array("x\r\n[[a]] z".utf8))
    #expect(merge.bytes == Array("x\r\n[[b]] z".utf8))
  }

  /// Lines of words and links, as a model: each side renames some memos, and one of them edits words.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func renamesOfBothSidesAndEditsMeet(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var together = 0
    for _ in 0..<2000 {
      let lines = (0..<Int.random(in: 1...3, using: &random)).map { line in
        (0..<Int.random(in: 1...3, using: &random)).map {
          "w\(line)\($0) [[m\(Int.random(in: 0...5, using: &random))]]"
        }
        .joined(separator: " ") + " ."
      }
      // No memo is renamed by both, and none gets the name of another one.
      let renamed = (0...5).map { _ in Int.random(in: 0...2, using: &random) }
      func renaming(_ text: String, by side: Int) -> String {
        renamed.indices.filter { renamed[$0] == side }.reduce(text) {
          $0.replacing("[[m\($1)]]", with: "[[n\($1)]]")
        }
      }
      let edited = lines.map { Bool.random(using: &random) ? $0.replacing("w", with: "word ") : $0 }
      func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
      // An edit and a rename on one side are no mere rename: then the other side's has to be one.
      let first = renaming(text(lines), by: 1)
      let second = renaming(text(edited), by: edited == lines ? 2 : 3)
      let expected = renaming(second, by: 1)
      for (one, other) in [(first, second), (second, first)] {
        let merge = LineMerge(base: Array(text(lines).utf8), first: Array(one.utf8), second: Array(other.utf8))
        #expect(String(decoding: merge.bytes, as: UTF8.self) == expected, "\(lines) \(one) \(other)")
        #expect(merge.overlaps.isEmpty, "\(lines) \(one) \(other)")
      }
      if first != text(lines), second != text(lines) { together += 1 }
    }
    print("seed \(seed): \(together) of 2000 texts that both sides changed")
    #expect(together > 500)
  }
}
