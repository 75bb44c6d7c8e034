import MemoTestSupport
import Testing

@testable import MemoCore

/// What a memo's title is under each rule, and what follows from it.
@Suite struct TitleRuleTests {
  private static let path = VaultPath("일/Weekly plan.md")

  @Test(arguments: [
    ("Text first.\n# Goals\n", "Text first.\n# Goals\n"), ("# Weekly plan\nbody", "# Weekly plan\nbody"),
    ("---\ntitle: Other\n---\n# Goals\n", "# Goals\n"), ("", ""),
  ])
  func aFileNameIsTheTitleWhateverTheTextSays(text: String, body: String) {
    let bytes = Array(text.utf8)
    let layout = Self.layout(text, .fileName)
    #expect(layout.title == "Weekly plan" && layout.isTitledByFile && layout.titleLine == nil)
    #expect(String(decoding: bytes[layout.body], as: UTF8.self) == body)
  }

  @Test(arguments: [
    ("# Goals\nbody", "Goals", "body"), ("Goals\n===\nbody", "Goals", "===\nbody"), ("Goals\n---", "Goals", "---"),
    ("\n  ## Goals ##\nbody", "Goals", "body"), ("---\ntitle: Front\n---\nText.\n", "Front", "Text.\n"),
    ("---\ntitle: Front\n---\n# Front\nbody", "Front", "body"), ("---\ntitle: Front\n---\n", "Front", ""),
    ("Text.\n# Goals\n", "Weekly plan", "Text.\n# Goals\n"), ("#tag\n", "Weekly plan", "#tag\n"),
    ("#\nbody", "Weekly plan", "#\nbody"), ("- a\n---\n", "Weekly plan", "- a\n---\n"), ("", "Weekly plan", ""),
    ("    # code\n", "Weekly plan", "    # code\n"), ("two\nlines\n===\n", "Weekly plan", "two\nlines\n===\n"),
  ])
  func aHeadingIsTheTitleAndElseTheFileName(text: String, title: String, body: String) {
    let bytes = Array(text.utf8)
    let layout = Self.layout(text, .heading)
    #expect(layout.title == title, "\(text.debugDescription)")
    #expect(layout.isTitledByFile == (title == "Weekly plan"))
    #expect(String(decoding: bytes[layout.body], as: UTF8.self) == body, "\(text.debugDescription)")
  }

  @Test(arguments: [
    ("# Weekly plan\nbody", "body"), ("Weekly plan\n===\nbody", "body"), ("\n ## Weekly plan ##\n\nbody", "body"),
    ("---\ntitle: x\n---\n# Weekly plan\nbody", "body"), ("# Weekly\nbody", "Weekly body"),
    ("Weekly plan\nbody", "Weekly plan body"), ("text\n# Weekly plan", "text Weekly plan"), ("# Weekly plan", ""),
    ("# Weekly plan\n# Weekly plan\nbody", "Weekly plan body"),
  ])
  func aHeadingThatRepeatsTheFileNameIsNotInThePreview(text: String, preview: String) {
    let metadata = MemoParser.metadata(of: Array(text.utf8), titledBy: TitleSource(.fileName, at: Self.path))
    #expect(metadata.title == "Weekly plan" && metadata.preview == preview, "\(text.debugDescription)")
  }

  @Test(arguments: ["a.md", "sub/a.markdown", "A.MD", "a"])
  func aFileIsCalledAsItsNameWithoutExtension(path: String) {
    #expect(TitleSource(.fileName, at: VaultPath(path)).fileTitle.lowercased() == "a")
  }

  @Test func thePreviewOfAMemoTitledByItsFileBeginsWithItsFirstLine() {
    let metadata = MemoParser.metadata(
      of: Array("---\ntags: a\n---\nFirst paragraph.\n\nSecond.\n".utf8),
      titledBy: TitleSource(.fileName, at: Self.path))
    #expect(metadata.title == "Weekly plan" && metadata.preview == "First paragraph. Second.")
  }

  @Test(arguments: [
    ("# Old\ntext\n# Old\n", "# New\ntext\n# Old\n"), ("text\n\n## Old ##\n", "text\n\n## New ##\n"),
    ("Old\n===\n", "New\n===\n"), ("---\na: b\n---\n# Old\n", "---\na: b\n---\n# New\n"),
  ])
  func theFirstHeadingFollowsTheNameThatItRepeats(text: String, expected: String) throws {
    let changed = Array(text.utf8).withUnsafeBytes { bytes in
      TitleEdit.headingEdit(of: bytes, from: "Old", to: "New").map { ByteEdit.apply([$0], to: bytes) }
    }
    #expect(String(decoding: try #require(changed), as: UTF8.self) == expected)
  }

  @Test(arguments: [
    "text\n", "# Other\n# Old\n", "```\n# Old\n```\n", "    # Old\n", "Old\n", "Old\nand more\n===\n", "",
  ])
  func anotherHeadingStays(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { TitleEdit.headingEdit(of: $0, from: "Old", to: "New") } == nil)
  }

  @Test func aHeadingThatWouldReadOtherwiseStays() {
    let edit = Array("# Old\n".utf8).withUnsafeBytes { bytes in
      TitleEdit.headingEdit(of: bytes, from: "Old", to: "C #").map { ByteEdit.apply([$0], to: bytes) }
    }
    #expect(edit.map { String(decoding: $0, as: UTF8.self) } == "# C # #\n")
  }

  @Test func textIsPutAboveAllOfAMemoTitledByItsFile() {
    let memo = Array("---\na: b\n---\n# Goals\n".utf8)
    let source = TitleSource(.fileName, at: Self.path)
    let changed = LineInsertion.prepending(Array("new".utf8), to: memo, titledBy: source)
    #expect(String(decoding: changed, as: UTF8.self) == "---\na: b\n---\nnew\n# Goals\n")
  }

  @Test(arguments: [
    ("# Weekly plan\n\ntext\n", "# Weekly plan\n\nnew\ntext\n"), ("# Weekly plan", "# Weekly plan\n\nnew"),
    ("---\na: b\n---\n\n# Weekly plan #\ntext", "---\na: b\n---\n\n# Weekly plan #\nnew\ntext"),
    ("Weekly plan\r\n===\r\ntext", "Weekly plan\r\n===\r\nnew\r\ntext"),
    // Only a heading of level 1 with which the text begins.
    ("## Weekly plan\n", "new\n## Weekly plan\n"), ("text\n\n# Weekly plan\n", "new\ntext\n\n# Weekly plan\n"),
    ("# Weekly plans\n", "new\n# Weekly plans\n"), ("> # Weekly plan\n", "new\n> # Weekly plan\n"),
  ])
  func textIsPutBelowAHeadingThatRepeatsTheFileName(memo: String, expected: String) {
    let source = TitleSource(.fileName, at: Self.path)
    let changed = LineInsertion.prepending(Array("new".utf8), to: Array(memo.utf8), titledBy: source)
    #expect(String(decoding: changed, as: UTF8.self).utf8.elementsEqual(expected.utf8), "\(memo)")
  }

  @Test func theTitleOfAFileStandsWhereItsTextBegins() {
    Array("---\na: b\n---\n\nText\n".utf8).withUnsafeBytes { bytes in
      let (position, line) = TextPosition.titleLine(in: bytes, titledBy: .fileName)
      #expect(position == TextPosition(line: 5, column: 1) && line == "Text")
    }
  }

  // MARK: Searching

  @Test(arguments: ["weekly", "title:weekly", "/Weekl./", "title:/pl.n/", "주ㄱ", "\"weekly plan\""])
  func aFileNameIsFoundThoughNoTextHoldsIt(query: String) throws {
    for text in ["Text first.\n", "---\na: b\n---\nText.\n", ""] {
      let title = query.hasPrefix("주") ? "주간" : "Weekly plan"
      let hit = try Self.hit(query, text, title: title, .fileName)
      #expect(hit?.matches.isEmpty == true, "\(query) in \(text.debugDescription)")
      #expect(hit.map { $0.score >= 6 } == true, "it counts as a title")
    }
  }

  @Test func theFirstHeadingCountsAsAHeadingWhereTheFileIsTheTitle() throws {
    let text = "# Goals\n\ngoals of the week\n"
    let first = try #require(try Self.hit("goals", text, title: "Goals", .firstLine))
    #expect(first.matches.map(\.place) == [.title, .body])
    let file = try #require(try Self.hit("goals", text, title: "Weekly plan", .fileName))
    #expect(file.matches.map(\.place) == [.heading, .body] && file.score < first.score)
    let heading = try #require(try Self.hit("goals", "Text\n" + text, title: "Weekly plan", .heading))
    #expect(heading.matches.map(\.place) == [.heading, .body])
    #expect(try Self.hit("title:goals", text, title: "Weekly plan", .fileName) == nil)
  }

  private static func hit(_ query: String, _ text: String, title: String, _ rule: TitleRule) throws -> SearchHit? {
    let matcher = try SearchQuery(parsing: query, openLastSyllable: true).makeMatcher(
      limits: SearchLimits(now: { .zero }))
    return try Array(text.utf8).withUnsafeBytes {
      try matcher.match(SearchDocument(title: title, by: rule, tags: [], path: path, bytes: $0))
    }
  }

  private static func layout(_ text: String, _ rule: TitleRule) -> MemoLayout {
    Array(text.utf8).withUnsafeBytes { MemoLayout($0, titledBy: TitleSource(rule, at: path)) }
  }
}
