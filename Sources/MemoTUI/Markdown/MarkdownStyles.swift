public import MemoCore

/// The Markdown styles of each line of a text. An edit reads again only the lines that it changed, and those
/// below whose meaning it changed.
///
/// The text is shown with its markup, so that it can be edited.
public struct MarkdownStyles: Sendable {
  /// Lines around a visible one that are searched for the start and end of emphasis and code spans.
  private static let reach = 200
  /// In paragraphs of more bytes, lines have no inline styles.
  private static let inlineLimit = 64 << 10

  // Lines read at once after an edit that changes all lines below, such as the start of a code block.
  private static let batch = 64

  /// How many lines were read so far; a measure of work.
  public private(set) var readLines = 0

  private let titles: TitleRule
  private var head: MemoHead
  private var states: MeasuredList<LineState>

  /// Reads a text.
  ///
  /// - Parameter titles: which text is the title.
  public init(_ lines: EditedLines, titles: TitleRule = .firstLine) {
    self.titles = titles
    head = MemoHead(lines, titles: titles)
    states = MeasuredList([])
    read(LineChange(replacing: 0..<0, withCount: lines.count), in: lines)
  }

  /// The line of the memo's title; `nil` if there is none.
  public var titleLine: Int? { head.titleLine }

  /// Lines of the front matter.
  public var frontLines: Int { head.frontLines }

  /// Whether the front matter has a title.
  var isTitledInFront: Bool { head.isTitledInFront }

  /// Reads the lines of a change.
  public mutating func update(_ lines: EditedLines, _ change: LineChange) {
    let isKept = head.isKept(byChangeFrom: change.old.lowerBound)
    let head = isKept ? head : MemoHead(lines, titles: titles)
    let isInside = change.old.lowerBound < head.frontLines && change.old != change.new
    let isFrontKept = head.frontLines == self.head.frontLines && !isInside
    self.head = head
    read(isFrontKept ? change : LineChange(replacing: 0..<states.count, withCount: lines.count), in: lines)
  }

  /// The spans of some lines, a list for each; outer spans come first.
  public func spans(ofLines range: Range<Int>, in lines: EditedLines) -> [[MarkdownSpan]] {
    let window = paragraphStart(at: range.lowerBound)..<paragraphEnd(after: range.upperBound)
    let kinds = states[window]
    let texts = lines[window].map(\.bytes)
    var spans: [[MarkdownSpan]] = []
    var start = 0
    while start < texts.count {
      let next = kinds[(start + 1)...].firstIndex { !$0.goesOn } ?? texts.count
      let line = window.lowerBound + start
      let isFront = line < head.frontLines
      spans +=
        isFront ? [[]] : self.spans(of: Array(texts[start..<next]), kinds[start].kind, after: blocks(above: line))
      start = next
    }
    return Array(spans[range.lowerBound - window.lowerBound..<range.upperBound - window.lowerBound])
  }

  /// The level of the heading that ends in a line; `nil` if none does. A section starts below that line.
  func headingLevel(ofLine line: Int) -> Int? {
    guard line >= head.frontLines, line < states.count else { return nil }
    return states[line].headingLevel
  }

  /// The lines in which headings end, with their levels.
  var headings: [(line: Int, level: Int)] {
    zip(0..., states[0..<states.count]).compactMap { line, state in state.headingLevel.map { (line, $0) } }
  }

  /// The line of the next heading of a level or above, less the text of one that is underlined; else the end.
  func sectionEnd(after line: Int, level: Int) -> Int {
    for next in line + 1..<max(line + 1, states.count) {
      guard let found = states[next].headingLevel, found <= level else { continue }
      if case .underline = states[next].kind { return max(line + 1, paragraphStart(at: next)) }
      return next
    }
    return states.count
  }

  /// The kind of a line.
  public func block(ofLine line: Int) -> MarkdownBlock {
    if line < head.frontLines { return .frontMatter }
    if line == head.titleLine { return .title }
    switch states[line].kind {
    case .fence, .fenceEnd, .code: return .code
    case .blank, .paragraph, .continuation, .heading, .underline, .rule, .html, .opaque: return .text
    }
  }
}

/// The kind of a line.
public enum MarkdownBlock: Equatable, Sendable {
  /// A line of the front matter.
  case frontMatter
  /// The line of the memo's title.
  case title
  /// A line of a code block, fences included.
  case code
  /// Any other line.
  case text
}

/// A line that was read.
private struct LineState: Measured, Equatable {
  /// Its kind.
  let kind: BlockLine.Kind
  /// What is open at its end.
  let blocks: BlockState

  /// Whether it continues the paragraph of the line above.
  let goesOn: Bool

  var measure: Int { 1 }

  /// The level of the heading that ends here.
  var headingLevel: Int? {
    switch kind {
    case .heading(let level), .underline(let level): level
    default: nil
    }
  }

  /// A line of front matter, on which no line below depends.
  static let front = LineState(kind: .blank, blocks: BlockState(), goesOn: false)

  /// Reads a line.
  init(_ line: TextLine, after blocks: BlockState) {
    var (after, opened) = (blocks, [BlockOpening]())
    let read = line.bytes.withUnsafeBytes { after.read($0, 0..<$0.count, opened: &opened) }
    switch read.kind {
    case .continuation, .underline: goesOn = true
    case .html(isOpaque: false): goesOn = !read.startsBlock
    default: goesOn = false
    }
    (kind, self.blocks) = (read.kind, after)
  }

  private init(kind: BlockLine.Kind, blocks: BlockState, goesOn: Bool) {
    (self.kind, self.blocks, self.goesOn) = (kind, blocks, goesOn)
  }
}

extension MarkdownStyles {
  private func spans(of lines: [[UInt8]], _ kind: BlockLine.Kind, after blocks: BlockState) -> [[MarkdownSpan]] {
    let isShort = lines.reduce(0) { $0 + $1.count } <= Self.inlineLimit
    let isText = kind != .fence && kind != .fenceEnd && kind != .code
    return isShort && isText ? MarkdownParagraph.spans(of: lines, after: blocks) : lines.map { _ in [] }
  }

  /// What is open at the end of the lines above.
  private func blocks(above line: Int) -> BlockState {
    line == 0 ? BlockState() : states[line - 1].blocks
  }

  private func paragraphStart(at line: Int) -> Int {
    var start = line
    while start > max(0, line - Self.reach), states[start].goesOn { start -= 1 }
    return start
  }

  private func paragraphEnd(after line: Int) -> Int {
    var end = line
    while end < min(states.count, line + Self.reach), states[end].goesOn { end += 1 }
    return end
  }

  /// Reads the lines that changed, and those below until one has the same result as before.
  private mutating func read(_ change: LineChange, in lines: EditedLines) {
    var blocks = blocks(above: change.new.lowerBound)
    var new = read(change.new, in: lines, &blocks)
    var old = change.old.upperBound
    while old < states.count {
      let batch = old..<min(old + Self.batch, states.count)
      let known = states[batch]
      let start = change.new.lowerBound + new.count
      let read = readUntilEqual(lines[start..<start + batch.count], start, known, &blocks)
      new += read
      old += read.count
      if read.count < batch.count { break }
    }
    states.replaceSubrange(change.old.lowerBound..<old, with: new)
  }

  private mutating func read(
    _ range: Range<Int>, in lines: EditedLines, _ blocks: inout BlockState
  ) -> [LineState] {
    var states: [LineState] = []
    for (number, line) in zip(range, lines[range]) { states.append(read(line, number, &blocks)) }
    return states
  }

  /// Reads lines until one has the same result as before; that one is not included.
  private mutating func readUntilEqual(
    _ lines: [TextLine], _ start: Int, _ known: [LineState], _ blocks: inout BlockState
  ) -> [LineState] {
    var states: [LineState] = []
    for (offset, line) in lines.enumerated() {
      let state = read(line, start + offset, &blocks)
      if state == known[offset] { break }
      states.append(state)
    }
    return states
  }

  private mutating func read(_ line: TextLine, _ number: Int, _ blocks: inout BlockState) -> LineState {
    readLines += 1
    // Front matter is read as a whole.
    if number < head.frontLines { return .front }
    let state = LineState(line, after: blocks)
    blocks = state.blocks
    return state
  }
}
