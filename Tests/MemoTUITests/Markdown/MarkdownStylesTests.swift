import MemoCore
import MemoTUI
import MemoTestSupport
import Testing

@Suite struct MarkdownStylesTests {
  @Test func eachLineHasTheStyleOfItsBlock() {
    let text = """
      ---
      title: 다른 제목
      ---
      # 머리말

      ```swift
      # no heading
      ```

          indented
      끝
      """
    let lines = EditedLines(Array(text.utf8))
    let styles = MarkdownStyles(lines)
    let blocks = (0..<lines.count).map { styles.block(ofLine: $0) }
    let expected: [MarkdownBlock] = [
      .frontMatter, .frontMatter, .frontMatter, .text, .text, .code, .code, .code, .text, .code, .text,
    ]
    #expect(blocks == expected)
  }

  @Test func theTitleStandsOutWhileItIsTyped() {
    var editor = TextEditor([], columns: 40)
    for letter in "\u{FEFF}회의록".dropFirst() { editor.edit { $0.insert(String(letter)) } }
    #expect(editor.styles.block(ofLine: 0) == .title)
    #expect(editor.rows(0..<1)[0].map(\.style) == [MarkdownPalette.style(of: .title)])
    editor.edit { $0.insertLineBreak() }
    editor.edit { $0.insert("본문") }
    #expect(editor.styles.block(ofLine: 1) == .text)
  }

  @Test func aTypedFenceTurnsTheLinesBelowIntoCode() {
    var editor = TextEditor(Array("제목\n\na\n\nb\n```\nc".utf8), columns: 40)
    editor.edit { $0.move(to: LinePosition(line: 1, offset: 0)) }
    for _ in 0..<3 { editor.edit { $0.insert("`") } }
    let code = (0..<editor.buffer.lines.count).map { editor.styles.block(ofLine: $0) == .code }
    #expect(code == [false, true, true, true, true, true, false])
    editor.edit { $0.undo() }
    #expect(
      (0..<7).map { editor.styles.block(ofLine: $0) == .code } == [false, false, false, false, false, true, true])
  }

  @Test func frontMatterThatIsClosedByTypingIsDimmed() {
    var editor = TextEditor(Array("---\ntags: a\n--\n제목".utf8), columns: 40)
    #expect(editor.styles.frontLines == 0)
    editor.edit { $0.move(to: LinePosition(line: 2, offset: 2)) }
    editor.edit { $0.insert("-") }
    #expect(editor.styles.frontLines == 3 && editor.styles.titleLine == 3)
  }

  @Test func linksAndTagsAreThoseThatTheMemoHas() {
    var random = SeededRandom(seed: 10)
    let pieces = [
      "[[a]]", "[[a#b|c]]", "[x](y.md)", "[x\ny](z.md)", "#tag", "`", "``", "```\n", "\n", "\n\n", "    ", "- ", "# ",
      "> ", "a", " ",
      "회의", "[", "]", "(", ")", "\\", "*", "~~~\n", "---\n", "%%", "%%\n", "$", "$$", "$$\n",
    ]
    for round in 0..<2500 {
      let text = (0..<random.below(25)).map { _ in random.pick(pieces) ?? "" }.joined()
      let lines = EditedLines(Array(text.utf8))
      let spans = MarkdownStyles(lines).spans(ofLines: 0..<lines.count, in: lines)
      let places = Array(text.utf8).withUnsafeBytes { bytes in
        var visitor = Places(bytes: bytes)
        MarkupTree.read(bytes, from: FrontMatter(bytes).range.upperBound, visitor: &visitor)
        return visitor.places
      }
      let starts = (0..<lines.count).map { lines.offset(of: LinePosition(line: $0, offset: 0)) }
      let found = zip(starts, spans).flatMap { start, spans in
        spans.filter(\.isLinkOrTag).map { start + $0.range.lowerBound..<start + $0.range.upperBound }
      }
      #expect(
        found == places.flatMap { cut($0, at: lines, starts) }, "round \(round): \(text.debugDescription)")
    }
  }

  private func cut(_ range: Range<Int>, at lines: EditedLines, _ starts: [Int]) -> [Range<Int>] {
    zip(0..., starts).map { range.clamped(to: $1..<$1 + lines[$0].bytes.count) }.filter { !$0.isEmpty }
  }
}

private struct Places: InlineVisitor {
  let bytes: UnsafeRawBufferPointer
  var places: [Range<Int>] = []

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    for inline in inlines {
      if inline.kind == .tag { places.append(inline.range) } else { add(InlineLink(inline, in: bytes)) }
    }
  }

  mutating func visit(_ definition: LinkDefinition) { add(InlineLink(definition, in: bytes)) }

  private mutating func add(_ link: InlineLink?) {
    if let link, !link.target.isEmpty { places.append(link.range) }
  }
}

extension MarkdownSpan {
  fileprivate var isLinkOrTag: Bool {
    switch kind {
    case .link, .tag: true
    default: false
    }
  }
}
