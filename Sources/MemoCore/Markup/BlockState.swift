/// What the lines of a text so far leave open: containers, and the block in them.
///
/// The block structure is CommonMark's, line by line. States hold no places: where two are equal, the same lines that
/// follow mean the same, so reading can start and stop at any line.
public struct BlockState: Equatable, Sendable {
  struct Container: Equatable, Sendable {
    /// The columns by which the content of an item is indented; 0 for a quote.
    let indent: Int
    /// Whether it is an item in which nothing is so far.
    var isEmpty = false

    var isQuote: Bool { indent == 0 }
  }

  enum Leaf: Equatable, Sendable {
    case none
    case paragraph
    /// A paragraph that is a table from the line above the last one on.
    case table
    case fenced(mark: UInt8, length: Int, indent: Int)
    case indented
    case html(HTMLBlock)
    case opaque(OpaqueMark)
  }

  // More are text. It bounds what a line costs, and what is kept for it.
  private static let depthLimit = 100

  private(set) var containers: [Container] = []
  private(set) var leaf = Leaf.none
  // Whether lines that are indented belong to the text of a footnote, which is around all containers.
  private var isInFootnote = false
  // The mark that is open in the paragraph: a line that starts with the same closes it and opens no block.
  private var openMark: OpaqueMark?
  // The title line is a memo's first line with text: by its indentation it is no code.
  private var hasTitle: Bool

  /// Starts before the first line.
  ///
  /// - Parameter hasTitle: whether the lines have a title above them already.
  public init(hasTitle: Bool = false) {
    self.hasTitle = hasTitle
  }

  /// Whether no block of code or HTML is open, so that a line that begins with a letter is text of a paragraph.
  var isInText: Bool {
    switch leaf {
    case .none, .paragraph: true
    // In an item or a quote, such a line ends it.
    case .table: containers.isEmpty
    case .fenced, .indented, .html, .opaque: false
    }
  }

  /// Whether a byte, a letter's or the first one of a scalar beyond ASCII, is text wherever a block may start.
  @inline(__always)
  static func startsText(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isASCIILetter
  }

  /// Reads a line that begins with a letter, where `isInText`: it goes on with a paragraph, or ends all containers.
  @inline(__always)
  mutating func readText() {
    hasTitle = true
    switch leaf {
    case .paragraph, .table: return
    case .none, .fenced, .indented, .html, .opaque: break
    }
    if !containers.isEmpty { containers.removeAll(keepingCapacity: true) }
    (leaf, openMark, isInFootnote) = (.paragraph, nil, false)
  }

  /// Reads an empty line, where `isInText`; returns whether it could, as no container ends with it.
  mutating func readEmpty() -> Bool {
    for index in containers.indices where containers[index].isQuote || containers[index].isEmpty { return false }
    (leaf, openMark) = (.none, nil)
    return true
  }

  /// Takes the line below a paragraph, read last as its underline, for the first of a paragraph: of that above it
  /// definitions left nothing.
  mutating func readUnderlineAsText() {
    leaf = .paragraph
  }

  /// Reads the next line, without its line break.
  ///
  /// - Parameter opened: set to the containers that it opens, outer ones first.
  public mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, opened: inout [BlockOpening]
  ) -> BlockLine {
    let line = readBlocks(bytes, range, opened: &opened)
    readMarks(bytes, of: line)
    return line
  }

  /// Reads the marks of comments and math in a line that was read.
  mutating func readMarks(_ bytes: UnsafeRawBufferPointer, of line: BlockLine) {
    switch line.kind {
    case .paragraph, .continuation: readMarks(bytes, line.content)
    case .opaque: if let rest = line.rest { readMarks(bytes, rest..<line.content.upperBound) }
    default: break
    }
  }

  /// Reads the marks of comments and math in a line of a paragraph.
  mutating func readMarks(_ bytes: UnsafeRawBufferPointer, _ text: Range<Int>) {
    openMark = OpaqueMark.open(in: bytes, text, after: openMark)
  }

  /// Reads the next line as `read` does, but for the marks in it.
  mutating func readBlocks(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, opened: inout [BlockOpening]
  ) -> BlockLine {
    if !opened.isEmpty { opened.removeAll(keepingCapacity: true) }
    if let line = readItem(bytes, range, &opened) { return line }
    var cursor = LineCursor(bytes, range)
    var line = BlockLine(kind: .blank, content: range)
    let isAround = matchFootnote(&cursor)
    line.matched = isAround ? match(&cursor, &line) : 0
    let isMatched = isAround && line.matched == containers.count
    if isMatched, let kind = continueLeaf(&cursor, &line) {
      line.kind = kind
      line.content = cursor.position..<range.upperBound
      return line
    }
    openBlocks(&cursor, &line, &opened, isMatched: isMatched)
    if !isAround, line.kind != .continuation { isInFootnote = false }
    if containers.isEmpty, line.kind == .paragraph || line.kind == .continuation,
      Footnotes.definition(bytes, at: line.content.lowerBound, limit: range.upperBound) != nil
    {
      isInFootnote = true
    }
    return line
  }

  /// Reads an item at the start of a line with a text behind its bullet, as most items are; `nil` for any other line.
  private mutating func readItem(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ opened: inout [BlockOpening]
  ) -> BlockLine? {
    let start = range.lowerBound
    guard isInText, range.count > 2, bytes[start + 1] == UInt8(ascii: " "),
      Self.startsText(bytes[start + 2]) || bytes[start + 2] == UInt8(ascii: "["),
      bytes[start] == UInt8(ascii: "-") || bytes[start] == UInt8(ascii: "*") || bytes[start] == UInt8(ascii: "+")
    else { return nil }
    // No container goes on in it: a quote has its mark there, and an item its indentation.
    closeContainers(to: 0)
    isInFootnote = false
    containers.append(Container(indent: 2))
    opened.append(BlockOpening(kind: .item, mark: start..<start + 1))
    (leaf, openMark) = (.paragraph, nil)
    hasTitle = true
    var line = BlockLine(kind: .paragraph, content: start + 2..<range.upperBound)
    line.startsBlock = true
    return line
  }

  // MARK: What goes on

  /// Whether a footnote goes on in a line, as GitHub, Obsidian and Pandoc have it; so where there is none.
  private func matchFootnote(_ cursor: inout LineCursor) -> Bool {
    guard isInFootnote, !cursor.isBlank else { return true }
    guard cursor.indent >= LineCursor.codeIndent else { return false }
    cursor.skipColumns(LineCursor.codeIndent)
    return true
  }

  /// How many containers go on in a line.
  private func match(_ cursor: inout LineCursor, _ line: inout BlockLine) -> Int {
    for index in containers.indices {
      let container = containers[index]
      if container.isQuote {
        guard cursor.indent < LineCursor.codeIndent, cursor.first == UInt8(ascii: ">") else { return index }
        if line.quote == nil { line.quote = cursor.text }
        cursor.skipMark(1)
        cursor.skipColumns(1)
      } else if cursor.indent >= container.indent, !cursor.isBlank {
        cursor.skipColumns(container.indent)
      } else if cursor.isBlank, !container.isEmpty {
        if cursor.indent >= container.indent { cursor.skipColumns(container.indent) } else { cursor.skipBlanks() }
      } else {
        return index
      }
    }
    return containers.count
  }

  /// What a line is in a block of code or HTML that goes on; `nil` where there is none.
  private mutating func continueLeaf(_ cursor: inout LineCursor, _ line: inout BlockLine) -> BlockLine.Kind? {
    switch leaf {
    case .fenced(let mark, let length, let indent):
      if cursor.indent < LineCursor.codeIndent, cursor.first == mark {
        let end = min(cursor.bytes.runEnd(of: mark, from: cursor.text), cursor.end)
        if end - cursor.text >= length, cursor.bytes.skippingBlanks(from: end) >= cursor.end {
          leaf = .none
          return .fenceEnd
        }
      }
      cursor.skipColumns(indent)
      return .code
    case .html(let block):
      if cursor.isBlank, block.endsAtBlankLine {
        leaf = .none
        return .blank
      }
      if block.isEnded(cursor.bytes, by: cursor.text..<cursor.end) { leaf = .none }
      return .html(isOpaque: !block.endsAtBlankLine)
    case .opaque(let mark):
      guard let close = mark.first(in: cursor.bytes, cursor.text..<cursor.end) else { return .opaque(mark) }
      let rest = cursor.bytes.skippingBlanks(from: close + 2)
      line.rest = rest < cursor.end ? rest : nil
      leaf = rest < cursor.end ? .paragraph : .none
      return .opaque(mark)
    case .indented:
      // Blank lines are code where more code follows.
      if cursor.isBlank { return .blank }
      guard cursor.indent >= LineCursor.codeIndent else { return nil }
      cursor.skipColumns(LineCursor.codeIndent)
      return .code
    case .none, .paragraph, .table: return nil
    }
  }

  // MARK: What starts

  private mutating func openBlocks(
    _ cursor: inout LineCursor, _ line: inout BlockLine, _ opened: inout [BlockOpening], isMatched: Bool
  ) {
    let (isParagraph, isTable) = (leaf == .paragraph, leaf == .table)
    // Whether the innermost block that is known to go on is a paragraph, and whether one may go on at all. A table has no
    // underline, and of the lines that end no paragraph, lists and code end it, and those that leave out marks.
    var isInParagraph = isParagraph && isMatched
    var mayContinue = isParagraph || isTable && isMatched
    while !cursor.isBlank, cursor.indent > 0 || !Self.startsText(cursor.first) {
      if cursor.indent >= LineCursor.codeIndent {
        if mayContinue && !isTable || !hasTitle { break }
        close(line, opened)
        cursor.skipColumns(LineCursor.codeIndent)
        return finish(&line, .code, .indented, cursor)
      }
      if let kind = leafStart(cursor, isInParagraph: isInParagraph, mayContinue: mayContinue) {
        close(line, opened)
        cursor.skipBlanks()
        return finish(&line, kind.line, kind.leaf, cursor)
      }
      guard containers.count < Self.depthLimit || line.matched < containers.count && opened.isEmpty,
        let (container, opening) = containerStart(&cursor, isInParagraph: isInParagraph)
      else { break }
      close(line, opened)
      if opening.kind == .quote, line.quote == nil { line.quote = opening.mark.lowerBound }
      containers.append(container)
      opened.append(opening)
      (isInParagraph, mayContinue) = (false, false)
    }
    if cursor.isBlank { return finishBlank(&line, opened, cursor) }
    cursor.skipBlanks()
    if mayContinue {
      // Text goes on in its paragraph even where the marks of its containers are left out.
      line.matched = containers.count
      let isRow = isTable || isMatched && MarkLine.isTableRule(cursor.bytes, cursor.position..<cursor.end)
      return finish(&line, .continuation, isRow ? .table : .paragraph, cursor)
    }
    close(line, opened)
    finish(&line, .paragraph, .paragraph, cursor)
  }

  /// Closes what does not go on in a line, before it opens a block of its own.
  private mutating func close(_ line: BlockLine, _ opened: [BlockOpening]) {
    if opened.isEmpty { closeContainers(to: line.matched) }
    (leaf, openMark) = (.none, nil)
    if let last = containers.indices.last { containers[last].isEmpty = false }
  }

  // One by one: to remove several costs much more than the one that there mostly is.
  private mutating func closeContainers(to depth: Int) {
    while containers.count > depth { containers.removeLast() }
  }

  private mutating func finish(_ line: inout BlockLine, _ kind: BlockLine.Kind, _ leaf: Leaf, _ cursor: LineCursor) {
    line.kind = kind
    line.startsBlock = true
    line.content = cursor.position..<cursor.end
    self.leaf = leaf
    hasTitle = true
  }

  private mutating func finishBlank(_ line: inout BlockLine, _ opened: [BlockOpening], _ cursor: LineCursor) {
    if opened.isEmpty {
      closeContainers(to: line.matched)
    } else if let last = containers.last, !last.isQuote {
      containers[containers.count - 1].isEmpty = true
    }
    if !opened.isEmpty { hasTitle = true }
    (leaf, openMark) = (.none, nil)
    line.kind = .blank
    line.content = cursor.end..<cursor.end
  }

  // MARK: Leaves

  private func leafStart(
    _ cursor: LineCursor, isInParagraph: Bool, mayContinue: Bool
  ) -> (line: BlockLine.Kind, leaf: Leaf)? {
    let (bytes, start, end) = (cursor.bytes, cursor.text, cursor.end)
    switch bytes[start] {
    case UInt8(ascii: "#"):
      return bytes.headingMarkEnd(at: start, limit: end).map { (.heading($0 - start), .none) }
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      let run = start..<min(bytes.runEnd(of: bytes[start], from: start), end)
      guard run.count >= 3 else { return nil }
      // A backtick later in the line makes it a code span.
      if bytes[start] == UInt8(ascii: "`"), bytes[run.upperBound..<end].contains(bytes[start]) { return nil }
      return (.fence, .fenced(mark: bytes[start], length: run.count, indent: cursor.indent))
    case UInt8(ascii: "<"):
      guard let block = HTMLBlock(bytes, at: start, lineEnd: end), block != .tag || !mayContinue else { return nil }
      let isEnded = block.isEnded(bytes, by: start..<end)
      return (.html(isOpaque: !block.endsAtBlankLine), isEnded ? .none : .html(block))
    case UInt8(ascii: "%"), UInt8(ascii: "$"):
      guard !mayContinue || openMark == nil, let mark = OpaqueMark(bytes[start]),
        mark.opensBlock(bytes, at: start, lineEnd: end)
      else { return nil }
      return (.opaque(mark), .opaque(mark))
    case UInt8(ascii: "="), UInt8(ascii: "-"):
      let runEnd = min(bytes.runEnd(of: bytes[start], from: start), end)
      if isInParagraph, bytes.skippingBlanks(from: runEnd) >= end {
        return (.underline(bytes[start] == UInt8(ascii: "=") ? 1 : 2), .none)
      }
      return Self.isRule(bytes, start..<end) ? (.rule, .none) : nil
    case UInt8(ascii: "*"), UInt8(ascii: "_"): return Self.isRule(bytes, start..<end) ? (.rule, .none) : nil
    default: return nil
    }
  }

  private static func isRule(_ bytes: UnsafeRawBufferPointer, _ text: Range<Int>) -> Bool {
    let mark = bytes[text.lowerBound]
    guard mark != UInt8(ascii: "=") else { return false }
    var count = 0
    for index in text {
      if bytes[index] == mark { count += 1 } else if !bytes.isBlank(at: index) { return false }
    }
    return count >= 3
  }

  // MARK: Containers

  private func containerStart(
    _ cursor: inout LineCursor, isInParagraph: Bool
  ) -> (Container, BlockOpening)? {
    let start = cursor.text
    if cursor.first == UInt8(ascii: ">") {
      cursor.skipMark(1)
      cursor.skipColumns(1)
      return (Container(indent: 0), BlockOpening(kind: .quote, mark: start..<start + 1))
    }
    guard let end = ItemMark.end(cursor), !isInParagraph || ItemMark.mayInterrupt(cursor, end) else {
      return nil
    }
    let before = cursor.indent
    cursor.skipMark(end - start)
    // One column of blanks belongs to the mark, up to four align the content, more are its indentation.
    let padding = cursor.isBlank || cursor.indent > LineCursor.codeIndent ? 1 : cursor.indent
    if cursor.isBlank { cursor.skipBlanks() } else { cursor.skipColumns(padding) }
    return (
      Container(indent: before + (end - start) + padding), BlockOpening(kind: .item, mark: start..<end)
    )
  }
}
