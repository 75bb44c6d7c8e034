/// A movement in the text that a key of vi asks for.
enum ViMotion: Equatable, Sendable {
  case left, right, up, down, wordLeft, wordRight, wordEnd
  /// By words between blanks.
  case bigWordLeft, bigWordRight, bigWordEnd
  /// To the end of the word before.
  case wordEndLeft, bigWordEndLeft
  /// To the last character of the line that is not a blank.
  case lastText
  case lineStart, lineText, lineEnd, paragraphStart, paragraphEnd, firstLine, lastLine
  /// To the previous or next heading.
  case heading(isBackward: Bool)
  /// To a mark, or its line; `'` is where the last jump began.
  case mark(String, isByLines: Bool)
  /// To a line, from 0.
  case line(Int)
  /// To a line of the window.
  case window(ViKeys.Scroll)
  /// To a place, such as that of a heading.
  case place(LinePosition)
  /// To what is found, up or down, but not beyond the end of the text; for operators alone.
  case match(String, isBackward: Bool)
  /// The same with what was searched for last, in the direction of that search or against it.
  case matchAgain(isNext: Bool)
  /// To the bracket that belongs to the next one in the line.
  case matchingBracket
  /// For operators and selections alone.
  case object(ViObject)
  /// To a character in the line.
  case find(ViFind)
  /// The same again, in its own direction or the other one.
  case findAgain(isReversed: Bool)

  /// The motion of a letter; `nil` for others. `gg` is `firstLine`.
  init?(_ text: String) {
    switch text {
    case "h": self = .left
    case "l": self = .right
    case "k": self = .up
    case "j": self = .down
    case "b": self = .wordLeft
    case "w": self = .wordRight
    case "e": self = .wordEnd
    case "B": self = .bigWordLeft
    case "W": self = .bigWordRight
    case "E": self = .bigWordEnd
    case ";": self = .findAgain(isReversed: false)
    case ",": self = .findAgain(isReversed: true)
    case "0": self = .lineStart
    case "^": self = .lineText
    case "$": self = .lineEnd
    case "{": self = .paragraphStart
    case "}": self = .paragraphEnd
    case "G": self = .lastLine
    case "%": self = .matchingBracket
    case "H": self = .window(.top)
    case "M": self = .window(.middle)
    case "L": self = .window(.bottom)
    default: return nil
    }
  }

  /// Whether an operator takes whole lines.
  var isByLines: Bool {
    switch self {
    case .up, .down, .firstLine, .lastLine, .line: true
    default: false
    }
  }

  /// Whether it leads so far that people want to come back.
  var isJump: Bool {
    switch self {
    case .firstLine, .lastLine, .paragraphStart, .paragraphEnd, .matchingBracket, .heading, .mark, .place, .line: true
    default: false
    }
  }

  /// Whether an operator takes the character at its end, too.
  var isInclusive: Bool {
    switch self {
    case .wordEnd, .bigWordEnd, .wordEndLeft, .bigWordEndLeft, .lineEnd, .lastText, .matchingBracket: true
    case .find(let find): !find.kind.isBackward
    default: false
    }
  }

  /// Whether there is nothing to go to where it leads nowhere.
  var needsRoom: Bool {
    switch self {
    case .left, .right, .up, .down, .wordLeft, .wordRight, .wordEnd, .bigWordLeft, .bigWordRight, .bigWordEnd,
      .wordEndLeft, .bigWordEndLeft, .paragraphStart, .paragraphEnd, .heading:
      true
    default: false
    }
  }

  /// Whether it leads so far up or down that its line is shown in the middle if it was out of view.
  var isFar: Bool {
    switch self {
    case .firstLine, .lastLine, .heading, .mark, .place, .line: true
    default: false
    }
  }

  /// Whether it goes to the start of the next word.
  fileprivate var isToNextWord: Bool { self == .wordRight || self == .bigWordRight }

  fileprivate var isBig: Bool {
    switch self {
    case .bigWordLeft, .bigWordRight, .bigWordEnd, .bigWordEndLeft: true
    default: false
    }
  }
}

/// Where the motions of vi lead in a text, and what an operator takes there.
struct ViText {
  /// What an operator takes.
  enum Extent: Equatable {
    case characters(Range<LinePosition>)
    case lines(ClosedRange<Int>)
  }

  let buffer: EditBuffer

  var lines: EditedLines { buffer.lines }

  /// The last line; what follows the last line break is none.
  var lastLine: Int {
    let last = lines.count - 1
    return last > 0 && lines[last].bytes.isEmpty ? last - 1 : last
  }

  /// The first character of a line that is not a blank.
  func lineText(_ line: Int) -> LinePosition {
    let blanks = lines[line].bytes.prefix(while: \.isBlank)
    return LinePosition(line: line, offset: blanks.count)
  }

  /// The last character of a line that is not a blank.
  private func lastText(_ line: Int) -> LinePosition {
    let end = words(line, true).last?.upperBound ?? 0
    return LinePosition(line: line, offset: lines[line].boundary(before: end) ?? 0)
  }

  /// The last of so many lines from one on, as far as there are any.
  private func lineBelow(_ line: Int, _ count: Int) -> Int { min(max(line, lastLine), line + count - 1) }

  /// The position behind the character at a position, in the same line.
  func behind(_ position: LinePosition) -> LinePosition {
    LinePosition(
      line: position.line, offset: lines[position.line].boundary(after: position.offset) ?? position.offset)
  }

  /// Where a motion leads.
  ///
  /// - Parameter count: how often, or which line; `nil` if it was not typed.
  func target(of motion: ViMotion, _ count: Int?, from position: LinePosition) -> LinePosition {
    let times = count ?? 1
    switch motion {
    case .left:
      return repeated(times, from: position) {
        LinePosition(line: $0.line, offset: lines[$0.line].boundary(before: $0.offset) ?? 0)
      }
    case .right: return repeated(times, from: position, behind)
    case .up: return LinePosition(line: max(0, position.line - times), offset: position.offset)
    case .down:
      return LinePosition(line: min(max(position.line, lastLine), position.line + times), offset: position.offset)
    case .wordLeft, .bigWordLeft: return repeated(times, from: position) { wordStart($0, motion.isBig) }
    case .wordRight, .bigWordRight: return repeated(times, from: position) { nextWord($0, motion.isBig) }
    case .wordEnd, .bigWordEnd: return repeated(times, from: position) { wordEnd($0, motion.isBig) }
    case .wordEndLeft, .bigWordEndLeft: return repeated(times, from: position) { wordEnd(before: $0, motion.isBig) }
    case .lineStart: return LinePosition(line: position.line, offset: 0)
    case .lineText: return lineText(position.line)
    case .lineEnd: return lines.lineEnd(lineBelow(position.line, times))
    case .lastText: return lastText(lineBelow(position.line, times))
    case .paragraphStart: return repeated(times, from: position) { moved($0, .paragraphStart) }
    case .paragraphEnd: return repeated(times, from: position) { moved($0, .paragraphEnd) }
    case .firstLine: return lineText(min(times - 1, lastLine))
    case .lastLine: return lineText(count.map { min($0 - 1, lastLine) } ?? lastLine)
    case .find(let find):
      let offset = find.offset(in: lines[position.line], from: position.offset, times: times)
      return LinePosition(line: position.line, offset: offset ?? position.offset)
    case .matchingBracket: return matchingBracket(from: position) ?? position
    case .place(let place): return place
    case .line(let line): return lineText(min(line, lastLine))
    case .object, .findAgain, .heading, .mark, .match, .matchAgain, .window: return position
    }
  }

  /// Where a motion stops that would lead behind the last line: at a place at the start of that line, else at its end.
  func lastTarget(of motion: ViMotion) -> LinePosition {
    if case .place = motion { return lineText(lastLine) }
    let end = lines.lineEnd(lastLine)
    return LinePosition(line: lastLine, offset: lines[lastLine].boundary(before: end.offset) ?? end.offset)
  }

  /// Whether there is what a motion looks for. A search that has found something is a place.
  func hasTarget(of motion: ViMotion, _ count: Int?, from position: LinePosition) -> Bool {
    switch motion {
    case .find(let find): find.offset(in: lines[position.line], from: position.offset, times: count ?? 1) != nil
    case .matchingBracket: matchingBracket(from: position) != nil
    case .match, .matchAgain: false
    default: true
    }
  }

  /// What an operator takes between a position and where a motion leads; `nil` for nothing.
  ///
  /// - Parameter isChange: whether new text takes its place; then a word keeps the blanks behind it.
  func extent(
    of motion: ViMotion, _ count: Int?, from position: LinePosition, isChange: Bool
  ) -> Extent? {
    if case .object(let object) = motion { return extent(of: object, count ?? 1, at: position) }
    if isChange, motion.isToNextWord, let word = wordRange(at: position, motion.isBig) {
      return .characters(position..<endOfWords(from: word, count ?? 1, isBig: motion.isBig, onLine: position.line))
    }
    let target = target(of: motion, count, from: position)
    if motion.isByLines {
      if motion == .up || motion == .down, target.line == position.line { return nil }
      return .lines(min(target.line, position.line)...max(target.line, position.line))
    }
    var (start, end) = (min(target, position), max(target, position))
    if motion.isInclusive { end = behind(end) }
    // The blank line above a paragraph is no part of what is written anew.
    if isChange, motion == .paragraphStart, start.line < end.line, lines[start.line].bytes.isEmpty {
      start = LinePosition(line: start.line + 1, offset: 0)
    }
    // `dw` on an empty line takes just that.
    if !isChange, motion.isToNextWord, (count ?? 1) == 1, start.line < lastLine, lines[start.line].bytes.isEmpty {
      return .lines(start.line...start.line)
    }
    if !motion.isInclusive, !motion.isToNextWord, end.line > start.line, end.offset == 0 {
      // From the start of a line these are whole lines, else the last line break stays.
      if start <= lineText(start.line) { return .lines(start.line...end.line - 1) }
      end = lines.lineEnd(end.line - 1)
    }
    // The last word of a line is deleted without the line break behind it.
    if motion.isToNextWord, end.line > start.line, end <= lineText(end.line) {
      end = lines.lineEnd(end.line - 1)
      start = min(start, end)
    }
    return start < end ? .characters(start..<end) : nil
  }

  /// The text of whole lines, which ends with a line break.
  func text(ofLines range: ClosedRange<Int>) -> [UInt8] {
    let text = lines.bytes(in: range.lowerBound..<range.upperBound + 1)
    return lines[range.upperBound].lineBreak == .none ? text + buffer.nearbyLineBreak.bytes : text
  }

  /// What is removed with whole lines: the line break behind them, or that before the last ones.
  func removal(ofLines range: ClosedRange<Int>) -> Range<LinePosition> {
    let start = LinePosition(line: range.lowerBound, offset: 0)
    if range.upperBound + 1 < lines.count { return start..<LinePosition(line: range.upperBound + 1, offset: 0) }
    return (start.line > 0 ? lines.lineEnd(start.line - 1) : start)..<lines.end
  }

  private func repeated(
    _ times: Int, from position: LinePosition, _ move: (LinePosition) -> LinePosition
  ) -> LinePosition {
    var position = position
    for _ in 0..<times {
      let next = move(position)
      if next == position { break }
      position = next
    }
    return position
  }

  private func moved(_ position: LinePosition, _ move: CursorMove) -> LinePosition {
    var buffer = buffer
    buffer.move(to: position)
    buffer.move(move)
    return buffer.cursor
  }

  func words(_ line: Int, _ isBig: Bool) -> [Range<Int>] { ViWords.words(of: lines[line], isBig: isBig) }

  private func wordRange(at position: LinePosition, _ isBig: Bool) -> Range<Int>? {
    words(position.line, isBig).first { $0.contains(position.offset) }
  }

  /// The end of a word, or of a later one.
  private func endOfWords(from word: Range<Int>, _ count: Int, isBig: Bool, onLine line: Int) -> LinePosition {
    let last = LinePosition(line: line, offset: lines[line].boundary(before: word.upperBound) ?? word.lowerBound)
    return behind(repeated(count - 1, from: last) { wordEnd($0, isBig) })
  }

  /// The start of the next word, or a blank line before it.
  private func nextWord(_ position: LinePosition, _ isBig: Bool) -> LinePosition {
    if let word = words(position.line, isBig).first(where: { $0.lowerBound > position.offset }) {
      return LinePosition(line: position.line, offset: word.lowerBound)
    }
    for line in position.line + 1..<max(position.line + 1, lines.count) {
      if lines[line].bytes.isEmpty { return LinePosition(line: line, offset: 0) }
      if let word = words(line, isBig).first { return LinePosition(line: line, offset: word.lowerBound) }
    }
    return max(position, lines.end)
  }

  /// The start of the word before, or a blank line behind it.
  private func wordStart(_ position: LinePosition, _ isBig: Bool) -> LinePosition {
    if let word = words(position.line, isBig).last(where: { $0.lowerBound < position.offset }) {
      return LinePosition(line: position.line, offset: word.lowerBound)
    }
    for line in (0..<position.line).reversed() {
      if lines[line].bytes.isEmpty { return LinePosition(line: line, offset: 0) }
      if let word = words(line, isBig).last { return LinePosition(line: line, offset: word.lowerBound) }
    }
    return .start
  }

  /// The last character of the next word that ends behind a position.
  private func wordEnd(_ position: LinePosition, _ isBig: Bool) -> LinePosition {
    for line in position.line..<lines.count {
      let ends = words(line, isBig).lazy.compactMap { lines[line].boundary(before: $0.upperBound) }
      if let end = ends.first(where: { line > position.line || $0 > position.offset }) {
        return LinePosition(line: line, offset: end)
      }
    }
    return position
  }

  /// The last character of the word before, or a blank line behind that.
  private func wordEnd(before position: LinePosition, _ isBig: Bool) -> LinePosition {
    for line in (0...position.line).reversed() {
      let isHere = line == position.line
      if !isHere, lines[line].bytes.isEmpty { return LinePosition(line: line, offset: 0) }
      let ends = words(line, isBig).compactMap { lines[line].boundary(before: $0.upperBound) }
      if let end = ends.last(where: { !isHere || $0 < position.offset }) {
        return LinePosition(line: line, offset: end)
      }
    }
    return .start
  }
}
