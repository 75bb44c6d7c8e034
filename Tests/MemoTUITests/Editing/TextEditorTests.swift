import MemoCore
import MemoTUI
import Testing

@Suite struct TextEditorTests {
  @Test func controlsAreMadeVisible() {
    let editor = TextEditor(Array("a\u{1B}[2J\u{9B}\u{202E}b\tc\u{FEFF}".utf8), columns: 80)
    #expect(editor.shown == ["a␛[2J<U+009B><U+202E>b  c<U+FEFF>"])
  }

  @Test func theListRowFollowsEachKey() {
    var editor = TextEditor(Array("---\ntags: a\n---\n# 회\n\n본문 **굵게**".utf8), columns: 40)
    editor.edit { $0.move(to: LinePosition(line: 3, offset: 5)) }
    editor.edit { $0.insert("의") }
    #expect((editor.summary().title, editor.summary().preview) == ("회의", "본문 굵게"))
    #expect(editor.styles.titleLine == 3)
    editor.edit { $0.selectAll() }
    editor.edit { _ = $0.cut() }
    #expect((editor.summary().title, editor.summary().preview) == ("", ""))
    #expect(editor.styles.titleLine == nil && editor.shown == [""])
  }

  /// A summary is made without the front matter where that does not matter.
  @Test(
    arguments: [
      "", "---\n", "---\na: b\n---", "---\na: b\n---\n", "---\na: b\n---\n# 제목\n\n본문 a: b\n",
      "---\r\na: b\r\n---\r\nplain\r\nbody\r\n",
      "---\ntitle: named\n---\n# other\n\nbody\n", "---\ntitle: named\n---\n# named\n\nbody\n",
      "---\nTitle:\n---\n# x\n\nbody\n",
      "---\na: b\n---\n---\nc: d\n---\nbody\n", "---\na: b\n---\n\u{FEFF}---\nc: d\n---\nbody\n",
      "---\na: b\n---\n\u{FEFF}x\nbody\n",
      "\u{FEFF}---\na: b\n---\n# x\n\nbody\n", "---\na: b\n---\n\nunder\n===\nbody\n",
      "---\na: b\n---\n    # code\nbody\n",
    ], [TitleRule.firstLine, .heading, .fileName])
  func theSummaryIsThatOfTheWholeText(text: String, titles: TitleRule) {
    var editor = TextEditor(Array(text.utf8), columns: 20, titles: titles)
    let path = VaultPath("folder/name.md")
    func expectSame() {
      let whole = MemoParser.metadata(of: editor.buffer.bytes, titledBy: TitleSource(titles, at: path))
      let summary = editor.summary(at: path)
      #expect(summary.title == whole.title && summary.preview == whole.preview && summary.words == whole.wordCount)
    }
    expectSame()
    editor.edit { $0.move(.textEnd) }
    for typed in ["x", "\n", "===", "\n", "---", "\n", "# y"] {
      editor.edit { $0.insert(typed) }
      expectSame()
      #expect(editor.styles.titleLine == MarkdownStyles(editor.buffer.lines, titles: titles).titleLine)
    }
  }

  @Test func theCursorIsKeptInSight() {
    var editor = TextEditor(Array("1\n2\n3\n4\n5\n6".utf8), columns: 10)
    #expect(editor.firstRow(showingCursorIn: 3, from: 2) == 0)
    editor.edit { $0.move(.textEnd) }
    #expect(editor.firstRow(showingCursorIn: 3, from: 0) == 3)
    #expect(editor.firstRow(showingCursorIn: 3, from: 4) == 4)
    #expect(editor.firstRow(showingCursorIn: 0, from: 0) == 5)
  }

  @Test func aSelectionIsReversedAcrossRowsAndLines() {
    var editor = TextEditor(Array("ab\ncd".utf8), columns: 10)
    editor.edit { $0.select(LinePosition(line: 0, offset: 1)..<LinePosition(line: 1, offset: 1)) }
    let reversed = editor.rows(0..<2).map { $0.filter(\.style.isReversed).map(\.text) }
    #expect(reversed == [["b"], ["c"]])
  }

  @Test func matchesOfASearchAreHighlightedInRows() throws {
    let query = try SearchQuery(parsing: "회의로", openLastSyllable: true)
    let highlighter = SearchHighlighter(query, limits: SearchLimits(now: { .zero }))
    let editor = TextEditor(Array("제목\n어제 회의록과 회의".utf8), columns: 40)
    let found = editor.rows(0..<2, highlighting: highlighter).map { $0.filter(\.style.isReversed).map(\.text) }
    #expect(found == [[], ["회의록"]])
  }

  @Test func matchesContinueAtTheOtherEnd() throws {
    let highlighter = SearchHighlighter(try SearchQuery(parsing: "회의"), limits: SearchLimits(now: { .zero }))
    let editor = TextEditor(Array("제목\n회의 회의\n끝".utf8), columns: 40)
    let starts = [(0, 0), (1, 1), (1, 8), (2, 0)].map { line, offset in
      editor.match(of: highlighter, from: LinePosition(line: line, offset: offset))?.lowerBound.offset
    }
    #expect(starts == [0, 7, 0, 0])
    let none = SearchHighlighter(try SearchQuery(parsing: "없음"), limits: SearchLimits(now: { .zero }))
    #expect(editor.match(of: none, from: LinePosition(line: 1, offset: 1)) == nil)
  }

  @Test(arguments: [0, 1, 511, 512, 513, 1_023, 1_024, 1_199]) func aMatchIsFoundInALongText(place: Int) throws {
    let highlighter = SearchHighlighter(try SearchQuery(parsing: "회의"), limits: SearchLimits(now: { .zero }))
    var lines = [String](repeating: "줄", count: 1_200)
    lines[place] = "이 회의"
    let editor = TextEditor(Array(lines.joined(separator: "\n").utf8), columns: 40)
    for start in [0, 1, 300, 700, 1_199] {
      let match = editor.match(of: highlighter, from: LinePosition(line: start, offset: 0))
      #expect(match?.lowerBound == LinePosition(line: place, offset: 4), "from line \(start)")
    }
  }

  @Test func theLinkAtTheCursorCanBeFollowed() {
    var editor = TextEditor(Array("제목\n가 [[회의록#결정|그때]] [웹](https://a.b)".utf8), columns: 40)
    let links = [3, 4, 31, 32, 40].map { offset in
      editor.edit { $0.move(to: LinePosition(line: 1, offset: offset)) }
      return editor.linkAtCursor
    }
    let memo = MarkdownSpan.Kind.link(MemoLink(kind: .wiki, target: "회의록", heading: "결정", label: "그때"))
    #expect(links == [nil, memo, nil, .address("https://a.b"), .address("https://a.b")])
  }

  @Test func typingInALongMemoWrapsOnlyItsLine() {
    let text = "# 제목\n\n" + String(repeating: "회의록을 고치고 줄을 늘린다, some text here.\n", count: 80_000)
    var editor = TextEditor(Array(text.utf8), columns: 60)
    let (wrapped, read) = (editor.layout.wrappedLines, editor.styles.readLines)
    editor.edit { $0.move(to: LinePosition(line: 40_000, offset: 10)) }
    for letter in "가나 다라" { editor.edit { $0.insert(String(letter)) } }
    editor.edit { $0.insertLineBreak() }
    editor.edit { $0.deleteBackward() }
    editor.edit { $0.undo() }
    editor.move(.up)
    print(
      "lines wrapped \(editor.layout.wrappedLines - wrapped), read \(editor.styles.readLines - read) of \(editor.buffer.lines.count)"
    )
    #expect(editor.layout.wrappedLines - wrapped <= 12)
    #expect(editor.styles.readLines - read <= 24)
  }
}

extension TextEditor {
  /// The rows as plain text.
  var shown: [String] { rows(0..<layout.rowCount).map { $0.map(\.text).joined() } }
}
