import MemoTestSupport
import Testing

@testable import MemoCore

/// What becomes of a save that lacks what syncs had brought.
@Suite struct StaleBufferTests {
  /// A memo in time: what it was before the syncs, what each sync made of it, what was saved then.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let texts: [String]
    let saved: String
    /// The text with the lines that were added again; `nil` where no one suspects anything.
    let text: String?
    /// Lines that stay as they were saved, and as they had come.
    var versions: [(String, String)] = []

    init(_ name: String, _ texts: [String], _ saved: String, _ text: String?, _ versions: [(String, String)] = []) {
      (testDescription, self.texts, self.saved, self.text, self.versions) = (name, texts, saved, text, versions)
    }
  }

  static let examples = [
    Example("nothing came", ["a\nb\n", "a\nb\n"], "a\nc\n", nil),
    Example("nothing was saved", ["a\nb\n", "a\nb\nX\n"], "a\nb\nX\n", nil),
    Example("what came is there", ["a\nb\n", "a\nb\nX\n"], "a2\nb\nX\n", nil),
    Example("a new line is gone, alone", ["a\nb\n", "a\nb\nX\n"], "a\nb\n", nil),
    Example("a new line is gone", ["a\nb\nc\n", "a\nb\nc\nX\n"], "a2\nb\nc\n", "a2\nb\nc\nX\n"),
    Example("beside the edit", ["a\nb\nc\n", "a\nb\nc\nX\n"], "a\nb\nc2\n", "a\nb\nc2\nX\n"),
    Example(
      "a new first line behind a byte order mark", ["\u{FEFF}a\nb\n", "\u{FEFF}X\na\nb\n"], "\u{FEFF}a\nb2\n",
      "\u{FEFF}X\na\nb2\n"),
    Example(
      "a changed first line behind a byte order mark", ["\u{FEFF}a\nb\nc\n", "\u{FEFF}A\nb\nc\n"],
      "\u{FEFF}a\nb\nc2\n", "\u{FEFF}a\nb\nc2\n", [("a\n", "A\n")]),
    Example("both at the end", ["a\nb\n", "a\nb\nX\n"], "a\nb\nY\n", "a\nb\nX\nY\n"),
    Example(
      "both much alike", ["a\n", "a\n- [ ] call Kim\n"], "a\n- [ ] call Lee\n", "a\n- [ ] call Kim\n- [ ] call Lee\n"),
    Example("one of two new lines is there", ["a\nb\n", "X\na\nb\nY\n"], "X\na2\nb\n", nil),
    Example("a new box is ticked", ["a\nb\n", "a\nb\n- [ ] box\n"], "a2\nb\n- [x] box\n", nil),
    Example("a new line goes on", ["a\nb\n", "a\nb\nMeet Kim\n"], "a2\nb\nMeet Kim at 10\n", nil),
    Example("a new line is corrected", ["a\nb\n", "a\nb\nI recieve mail\n"], "a\nb\nI receive mail\n", nil),
    Example("one letter is corrected", ["a\n", "a\nthe calender\n"], "a\nthe calendar\n", nil),
    Example(
      "words are put into a new line", ["a\n", "a\nCall Kim tomorrow\n"], "a\nCall Kim or Lee tomorrow at 10\n", nil),
    Example("another number", ["a\n", "a\nmeet at 10\n"], "a\nmeet at 11\n", "a\nmeet at 10\nmeet at 11\n"),
    Example(
      "another name", ["a\n", "a\n- [ ] call Tim\n"], "a\n- [ ] call Kim\n", "a\n- [ ] call Tim\n- [ ] call Kim\n"),
    Example(
      "another day", ["a\n", "a\n- run on Sunday\n"], "a\n- run on Monday\n",
      "a\n- run on Sunday\n- run on Monday\n"),
    Example(
      "another thing", ["a\n", "a\n- [ ] buy milk\n"], "a\n- [ ] buy bread\n", "a\n- [ ] buy milk\n- [ ] buy bread\n"),
    Example(
      "another row", ["a\n", "a\n| 2026-11-28 | 81 |\n"], "a\n| 2026-11-29 | 81 |\n",
      "a\n| 2026-11-28 | 81 |\n| 2026-11-29 | 81 |\n"),
    Example(
      "another letter at the end", ["a\n", "a\nread groupa\n"], "a\nread groupb\n", "a\nread groupa\nread groupb\n"),
    Example("a new line is moved", ["a\nb\nc\n", "a\nX\nb\nc\n"], "a\nb\nc2\nX\n", nil),
    Example("a changed line is put back, alone", ["a\nb\nc\n", "a\nB\nc\n"], "a\nb\nc\n", nil),
    Example(
      "a changed line is put back", ["a\nb\nc\n", "a\nB\nc\n"], "a\nb\nc2\n", "a\nb\nc2\n", [("b\n", "B\n")]),
    Example("a box is unticked, alone", ["a\n- [ ] b\n", "a\n- [x] b\n"], "a\n- [ ] b\n", nil),
    Example(
      "a box is unticked", ["a\n- [ ] b\n", "a\n- [x] b\n"], "a2\n- [ ] b\n", "a2\n- [ ] b\n",
      [("- [ ] b\n", "- [x] b\n")]),
    Example("a changed line is changed", ["a\nb\nc\n", "a\nB\nc\n"], "a\nB!\nc2\n", nil),
    Example("a changed line is written over", ["a\nb\nc\n", "a\nB\nc\n"], "a\nzzz\nc2\n", nil),
    Example("a deleted line is put back, alone", ["a\nb\nc\n", "a\nc\n"], "a\nb\nc\n", nil),
    Example("a deleted line is put back", ["a\nb\nc\n", "a\nb\n"], "a2\nb\nc\n", "a2\nb\nc\n", [("c\n", "")]),
    Example(
      "a moved line is put back", ["p\na\nb\nc\n", "a\nb\np\nc\n"], "p\na\nb\nc2\n", "p\na\nb\nc2\n",
      [("p\n", "")]),
    Example(
      "an exchange is undone", ["Kim: 1\nx\nLee: 2\ny\n", "Lee: 1\nx\nKim: 2\ny\n"], "Kim: 1\nx\nLee: 2\nz\n",
      "Kim: 1\nx\nLee: 2\nz\n", [("Kim: 1\n", "Lee: 1\n"), ("Lee: 2\n", "Kim: 2\n")]),
    Example(
      "changed and new together", ["a\nb\nc\n", "a\nb!\nX\nc\n"], "a\nb\nc2\n", "a\nb\nX\nc2\n",
      [("b\n", "b!\n")]),
    Example(
      "two syncs, the oldest buffer", ["a\nb\nc\n", "X\na\nb\nc\n", "X\na\nb\nY\nc\n"], "a\nb2\nc\n",
      "X\na\nb2\nY\nc\n"),
    Example(
      "two syncs, the middle buffer", ["a\nb\nc\n", "X\na\nb\nc\n", "X\na\nb\nY\nc\n"], "X\na\nb2\nc\n",
      "X\na\nb2\nY\nc\n"),
    Example(
      "a new line that the next sync changed", ["a\nb\nc\n", "a\nb\nc\nX\n", "a\nb\nc\nX!\n"], "a2\nb\nc\n",
      "a2\nb\nc\nX!\n"),
    Example(
      "a new line that the next sync deleted", ["a\nb\nc\n", "a\nb\nc\nX\n", "a\nb\nc\n"], "a2\nb\nc\n", nil),
    Example(
      "a line that went and came back with another", ["a\nX\nb\n", "a\nb\n", "a\nX\nY\nb\n"], "a\nX\nb2\n",
      "a\nX\nY\nb2\n"),
    Example("CRLF", ["a\r\nb\r\n", "a\r\nX\r\nb\r\n"], "a\r\nb2\r\n", "a\r\nX\r\nb2\r\n"),
    Example("other ends than the sync's", ["a\nb\n", "a\r\nX\r\nb\r\n"], "a\nb2\n", "a\nX\nb2\n"),
    Example("no last end", ["a\nb", "a\nb\nX"], "a2\nb", "a2\nb\nX"),
    Example("a paragraph", ["a\n\nb\n", "a\n\nX\n\nY\n\nb\n"], "a\n\nb2\n", "a\n\nX\n\nY\n\nb2\n"),
    Example("blank lines are nothing", ["a\nb\n", "a\n\nb\n"], "a2\nb\n", nil),
    Example("from nothing", ["", "X\n"], "Y\n", "X\nY\n"),
    Example(
      "a tag in the front matter", ["---\ntags: [a]\n---\nx\n", "---\ntags: [a, b]\n---\nx\n"],
      "---\ntags: [a]\n---\nx2\n", "---\ntags: [a]\n---\nx2\n", [("tags: [a]\n", "tags: [a, b]\n")]),
  ]

  private static func stale(_ texts: [String], _ saved: String, isAgain: Bool = false) -> StaleBuffer? {
    let texts = texts.map { Array($0.utf8) }
    let changes = zip(texts, texts.dropFirst()).map { StaleBuffer.Change(from: $0, to: $1) }
    return StaleBuffer(changes, before: texts.last ?? [], saved: Array(saved.utf8), isAgain: isAgain)
  }

  @Test(arguments: examples) func aSaveStaysAndNewLinesAreAdded(_ example: Example) {
    let stale = Self.stale(example.texts, example.saved)
    #expect(stale.map { String(decoding: $0.text, as: UTF8.self) } == example.text)
    let versions = stale?.versions.map { [$0.saved, $0.incoming].map { String(decoding: $0, as: UTF8.self) } } ?? []
    #expect(versions == example.versions.map { [$0, $1] })
  }

  @Test func theSameSaveOnceMoreIsAsSuspicious() {
    #expect(Self.stale(["a\nb\n", "a\nb\nX\n"], "a\nb\n", isAgain: true)?.text == Array("a\nb\nX\n".utf8))
  }

  @Test(arguments: examples.filter { $0.text != nil }) func eitherVersionCanBeChosen(_ example: Example) throws {
    let stale = try #require(Self.stale(example.texts, example.saved))
    let saved = Array(example.saved.utf8)
    #expect(stale.line(in: stale.text) != nil)
    #expect(stale.asSaved(stale.text, saved: saved) == saved)
    let incoming = stale.asIncoming(stale.text)
    #expect(Self.stale(example.texts, String(decoding: incoming, as: UTF8.self), isAgain: true) == nil)
  }

  /// Random memos of lines that are each there once, edited elsewhere several times, and saved from any of the earlier
  /// texts with edits of its own.
  @Test(arguments: 1...40 as ClosedRange<UInt64>) func noLineFromElsewhereIsMissingAndNothingSavedGoes(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for round in 0..<25 {
      var lines = (0..<random.below(8)).map { "base \($0) \(random.next())" }
      var texts = [lines]
      for _ in 0...random.below(3) {
        lines = Self.edited(lines, &random, mark: "far")
        texts.append(lines)
      }
      let start = random.below(texts.count)
      // A line that both deleted would say that the save knows of the other's deletion.
      let saved = Self.edited(texts[start], &random, mark: "near", removable: Set(texts[texts.count - 1]))
      let stale = Self.stale(texts.map(Self.text), Self.text(saved))
      let result = stale.map { String(decoding: $0.text, as: UTF8.self) } ?? Self.text(saved)
      let there = result.split(separator: "\n").map(String.init)
      let place = "seed \(seed), round \(round)"
      #expect(there.filter(saved.contains) == saved, "what was saved is there in its order: \(place)")
      let shown = stale?.versions.flatMap { StaleBuffer.contents($0.incoming) } ?? []
      let missing = Set(texts[texts.count - 1]).subtracting(texts[start]).subtracting(there)
        .subtracting(shown.map { String(decoding: $0, as: UTF8.self) })
      #expect(missing.isEmpty, "\(place): \(missing)")
      let undone = Set(there).subtracting(saved).subtracting(texts[texts.count - 1])
      #expect(undone.isEmpty, "nothing is added that nobody has: \(place)")
    }
  }

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// Adds, removes and moves lines; at least one is new.
  ///
  /// - Parameter removable: the lines that may go, and stay where they are; `nil` for all, which may be moved, too.
  private static func edited(
    _ lines: [String], _ random: inout SeededRandom, mark: String, removable: Set<String>? = nil
  ) -> [String] {
    var lines = lines
    for step in 0...random.below(4) {
      if step == 0 || lines.isEmpty || random.happens(percent: 50) {
        lines.insert("\(mark) \(random.next())", at: random.below(lines.count + 1))
      } else {
        let index = random.below(lines.count)
        guard removable?.contains(lines[index]) ?? true else { continue }
        let line = lines.remove(at: index)
        if removable == nil, random.happens(percent: 30) { lines.insert(line, at: random.below(lines.count + 1)) }
      }
    }
    return lines
  }
}
