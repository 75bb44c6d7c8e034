/// Reads the blocks of a text in one pass and hands them to a visitor; nothing is kept but what is open.
struct MarkupReader<Visitor: MarkupVisitor> {
  private enum Open: Equatable {
    case none
    case paragraph
    case code
    case html(isOpaque: Bool)
    case opaque(OpaqueMark)
  }

  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private var state: BlockState
  // Kept, as it is asked for each line.
  private var isInText = true
  // Whether comments or math may be there; lines of most memos need not be searched for them.
  private let hasOpaqueMarks: Bool
  // Not a copy: it would share its arrays, and the first change of each would copy them.
  private let visitor: UnsafeMutablePointer<Visitor>
  private var opened: [BlockOpening] = []

  // The block that is open.
  private var open = Open.none
  private var start = 0
  private var contentStart = 0
  private var contentEnd = 0
  private var firstMark = Int.max
  private var holes = MarkupHoles()

  /// Reads from `start`, which must be the start of a line, to the end.
  static func read(
    _ bytes: UnsafeRawBufferPointer, from start: Int, state: BlockState, hints: MarkupHints, visitor: inout Visitor
  ) {
    withUnsafeMutablePointer(to: &visitor) { visitor in
      var reader = MarkupReader(bytes, from: start, state: state, hints: hints, visitor: visitor)
      reader.run()
    }
  }

  private init(
    _ bytes: UnsafeRawBufferPointer, from start: Int, state: BlockState, hints: MarkupHints,
    visitor: UnsafeMutablePointer<Visitor>
  ) {
    self.bytes = bytes
    hasOpaqueMarks = hints.mayHoldOpaqueMarks
    self.state = state
    self.visitor = visitor
    position = start
    isInText = state.isInText
  }

  private mutating func run() {
    while position < bytes.count {
      if isInText {
        if BlockState.startsText(bytes[position]) {
          readTextLine()
          continue
        } else if bytes[position] == UInt8(ascii: "\n"), state.readEmpty() {
          close()
          position += 1
          continue
        }
      }
      readLine()
    }
    close()
    visitor.pointee.close(to: 0)
  }

  // MARK: Lines

  private mutating func readTextLine() {
    if open == .none {
      if !state.containers.isEmpty { visitor.pointee.close(to: 0) }
      begin(.paragraph, at: position)
    }
    state.readText()
    var end = MarkupMarks.next(in: bytes, from: position)
    if !bytes.isLineEnd(at: end) {
      firstMark = min(firstMark, end)
      end = LineScanner.line(of: bytes, at: end).upperBound
    }
    contentEnd = end
    if hasOpaqueMarks { state.readMarks(bytes, position..<end) }
    position = bytes.lineStart(after: end)
  }

  private mutating func readLine() {
    let range = LineScanner.line(of: bytes, at: position)
    let depth = state.containers.count
    let line = state.readBlocks(bytes, range, opened: &opened)
    if hasOpaqueMarks { state.readMarks(bytes, of: line) }
    if !line.goesOn(in: state) { close() }
    if line.matched < depth { visitor.pointee.close(to: line.matched) }
    visitor.pointee.visit(line, in: range)
    for container in opened { visitor.pointee.open(container) }
    read(line, in: range)
    position = bytes.lineStart(after: range.upperBound)
    isInText = state.isInText
  }

  private mutating func read(_ line: BlockLine, in range: Range<Int>) {
    switch line.kind {
    case .blank: break
    case .paragraph:
      begin(.paragraph, at: line.content.lowerBound)
      addText(line.content)
    case .continuation:
      if open == .none { begin(.paragraph, at: line.content.lowerBound) }
      addHole(line, in: range)
      addText(line.content)
    case .underline(let level): readUnderline(line, level)
    case .heading(let level): readHeading(line.content, level)
    case .rule:
      begin(.none, at: line.content.lowerBound)
      visit(.rule, line.content, content: line.content.upperBound..<line.content.upperBound)
    case .fence:
      begin(.code, at: line.content.lowerBound)
      (contentStart, contentEnd) = (-1, line.content.upperBound)
    case .fenceEnd: closeCode(at: line.content.upperBound)
    case .code, .html, .opaque: addRawLine(line, in: range)
    }
  }

  private mutating func addRawLine(_ line: BlockLine, in range: Range<Int>) {
    // Reading may start within a block.
    if line.startsBlock || open == .none {
      if case .html(let isOpaque) = line.kind { begin(.html(isOpaque: isOpaque), at: line.content.lowerBound) }
      if case .opaque(let mark) = line.kind { begin(.opaque(mark), at: line.content.lowerBound) }
      if line.kind == .code { begin(.code, at: line.content.lowerBound) }
    } else {
      addHole(line, in: range)
    }
    if contentStart < 0 { contentStart = line.content.lowerBound }
    addText(line.content.lowerBound..<line.textEnd)
    switch (line.kind, state.leaf) {
    case (.html, .none), (.opaque, .none): close()
    case (.opaque, .paragraph):
      close()
      begin(.paragraph, at: line.rest ?? line.textEnd)
      addText(start..<line.content.upperBound)
    default: break
    }
  }

  private mutating func addText(_ text: Range<Int>) {
    contentEnd = text.upperBound
    if firstMark == Int.max {
      let mark = MarkupMarks.next(in: bytes, from: text.lowerBound)
      if mark < text.upperBound { firstMark = mark }
    }
  }

  private mutating func addHole(_ line: BlockLine, in range: Range<Int>) {
    if line.quote != nil { holes.add(range.lowerBound..<line.content.lowerBound) }
  }

  // MARK: Blocks

  private mutating func begin(_ kind: Open, at start: Int) {
    open = kind
    (self.start, contentStart, contentEnd, firstMark) = (start, start, start, Int.max)
    if !holes.isEmpty { holes.removeAll() }
  }

  @inline(__always)
  private mutating func close() {
    if open != .none { closeOpen() }
  }

  private mutating func closeOpen() {
    switch open {
    case .none: break
    case .paragraph:
      if readDefinitions() { visit(.paragraph, start..<contentEnd, content: contentStart..<contentEnd) }
    case .code: closeCode(at: contentEnd)
    case .html(let isOpaque):
      visit(.html(isOpaque: isOpaque), start..<contentEnd, content: contentStart..<contentEnd)
    case .opaque(let mark): visit(.opaque(mark), start..<contentEnd, content: contentStart..<contentEnd)
    }
    open = .none
  }

  private mutating func closeCode(at end: Int) {
    if open == .none { begin(.code, at: end) }
    let content = contentStart < 0 ? contentEnd..<contentEnd : contentStart..<max(contentStart, contentEnd)
    visit(.code, start..<end, content: content)
    open = .none
  }

  private mutating func readUnderline(_ line: BlockLine, _ level: Int) {
    if open == .none { begin(.paragraph, at: line.content.lowerBound) }
    if readDefinitions() {
      visit(.heading(level), start..<line.content.upperBound, content: contentStart..<contentEnd)
      open = .none
    } else {
      state.readUnderlineAsText()
      begin(.paragraph, at: line.content.lowerBound)
      addText(line.content)
    }
  }

  private mutating func readHeading(_ line: Range<Int>, _ level: Int) {
    begin(.none, at: line.lowerBound)
    let text = bytes.headingText(line, markEnd: line.lowerBound + level)
    addText(text)
    visit(.heading(level), line, content: text)
  }

  private mutating func visit(_ kind: MarkupLeaf.Kind, _ range: Range<Int>, content: Range<Int>) {
    visitor.pointee.visit(
      MarkupLeaf(
        kind: kind, range: range, content: content, holes: holes, firstMark: min(firstMark, content.upperBound)))
  }

  /// Reads the definitions that a paragraph starts with; returns whether text is left.
  private mutating func readDefinitions() -> Bool {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return true }
    let syntax = LinkSyntax(bytes, limit: contentEnd, holes: holes)
    while contentStart < contentEnd, let definition = syntax.definition(at: contentStart) {
      visitor.pointee.visit(definition, holes: holes)
      contentStart = syntax.skippingSpace(from: definition.range.upperBound)
      start = contentStart
      firstMark = contentStart
    }
    return contentStart < contentEnd
  }
}

extension BlockLine {
  /// Whether the line belongs to the block that was open before it; the state is the one behind it.
  fileprivate func goesOn(in state: BlockState) -> Bool {
    switch kind {
    case .continuation, .underline, .fenceEnd: true
    case .code, .html, .opaque: !startsBlock
    // Between lines of indented code.
    case .blank: state.leaf != .none
    case .paragraph, .heading, .rule, .fence: false
    }
  }
}
