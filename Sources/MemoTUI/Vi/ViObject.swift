/// A piece of text around the cursor, as `iw`, `a"`, `i(` and `ap` name it.
struct ViObject: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case word(isBig: Bool)
    case quoted(UInt8)
    case bracketed(open: UInt8, close: UInt8)
    case paragraph
  }

  let kind: Kind
  /// Whether it is without what surrounds it: blanks, quotation marks, brackets.
  let isInner: Bool

  /// The object of a key behind `i` or `a`; `nil` for other keys.
  init?(_ key: String, isInner: Bool) {
    self.isInner = isInner
    switch key {
    case "w", "W": kind = .word(isBig: key == "W")
    case "p": kind = .paragraph
    case "\"", "'", "`": kind = .quoted(key.utf8.first ?? 0)
    case "(", ")", "b": kind = .bracketed(open: UInt8(ascii: "("), close: UInt8(ascii: ")"))
    case "[", "]": kind = .bracketed(open: UInt8(ascii: "["), close: UInt8(ascii: "]"))
    case "{", "}", "B": kind = .bracketed(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"))
    case "<", ">": kind = .bracketed(open: UInt8(ascii: "<"), close: UInt8(ascii: ">"))
    default: return nil
    }
  }
}

/// Text objects and brackets.
extension ViText {
  // Lines to look through for a bracket: a key must not go through a whole memo.
  private static let reach = 2_000
  private static let brackets = [("(", ")"), ("[", "]"), ("{", "}")].map {
    (open: Array($0.0.utf8)[0], close: Array($0.1.utf8)[0])
  }

  /// What an object consists of; empty between quotation marks or brackets without a text, `nil` if there is none.
  ///
  /// - Parameter count: how many words or paragraphs, or which brackets around the position; with 2, what is between
  ///   quotation marks is taken with these.
  func extent(of object: ViObject, _ count: Int, at position: LinePosition) -> Extent? {
    switch object.kind {
    case .word(let isBig):
      let range = object.isInner ? pieces(count, isBig, at: position) : words(count, isBig, at: position)
      return range.map { characters($0, position.line) }
    case .quoted(let mark):
      guard let quoted = quoted(by: mark, at: position) else { return nil }
      let inner = count > 1 ? quoted : quoted.lowerBound + 1..<quoted.upperBound - 1
      return characters(object.isInner ? inner : withBlanks(quoted, position.line), position.line)
    case .bracketed(let open, let close):
      guard let ends = brackets(open, close, count, around: position) else { return nil }
      return object.isInner ? inner(ends.open, ends.close) : .characters(ends.open..<behind(ends.close))
    case .paragraph: return paragraphs(count, at: position.line, isInner: object.isInner).map { .lines($0) }
    }
  }

  /// So many words and runs of blanks from that at a position on; `nil` if the line has fewer.
  private func pieces(_ count: Int, _ isBig: Bool, at position: LinePosition) -> Range<Int>? {
    let pieces = pieces(position.line, isBig)
    guard let first = pieces.firstIndex(where: { $0.contains(position.offset) }), first + count <= pieces.count else {
      return nil
    }
    return pieces[first].lowerBound..<pieces[first + count - 1].upperBound
  }

  /// So many words from that at a position on, with the blanks behind them; at a blank, with the blanks before them.
  private func words(_ count: Int, _ isBig: Bool, at position: LinePosition) -> Range<Int>? {
    let words = words(position.line, isBig).filter { $0.upperBound > position.offset }
    guard count <= words.count else { return nil }
    let (first, end) = (words[0], words[count - 1].upperBound)
    if first.contains(position.offset) { return withBlanks(first.lowerBound..<end, position.line) }
    return pieces(1, isBig, at: position).map { $0.lowerBound..<end }
  }

  /// The words of a line and the blanks around them, in order.
  private func pieces(_ line: Int, _ isBig: Bool) -> [Range<Int>] {
    let words = words(line, isBig)
    let ends = [0] + words.flatMap { [$0.lowerBound, $0.upperBound] } + [lines[line].bytes.count]
    return zip(ends, ends.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  private func characters(_ range: Range<Int>, _ line: Int) -> Extent { .characters(Range(range, ofLine: line)) }

  /// With the blanks behind a range, else with those before it.
  private func withBlanks(_ range: Range<Int>, _ line: Int) -> Range<Int> {
    let bytes = lines[line].bytes
    let behind = bytes[range.upperBound...].prefix(while: \.isBlank).count
    if behind > 0 { return range.lowerBound..<range.upperBound + behind }
    let before = bytes[..<range.lowerBound].reversed().prefix(while: \.isBlank).count
    // Not the indentation of the line.
    return before == range.lowerBound ? range : range.lowerBound - before..<range.upperBound
  }

  /// The quotation marks around a position, or the next ones in the line, with what is between.
  private func quoted(by mark: UInt8, at position: LinePosition) -> Range<Int>? {
    let bytes = lines[position.line].bytes
    let marks = bytes.indices.filter { bytes[$0] == mark && ($0 == 0 || bytes[$0 - 1] != UInt8(ascii: "\\")) }
    let pairs = stride(from: 0, to: marks.count - 1, by: 2).map { marks[$0]..<marks[$0 + 1] + 1 }
    return pairs.first { $0.upperBound > position.offset }
  }

  /// Lines with text, and blank ones, so many runs of them; not inner as many paragraphs, with the blank lines below, else
  /// with those above. `nil` if there are fewer.
  private func paragraphs(_ count: Int, at line: Int, isInner: Bool) -> ClosedRange<Int>? {
    var found = run(of: min(line, lastLine))
    let runs = isInner ? count : 2 * count
    for number in stride(from: 2, through: runs, by: 1) {
      guard found.upperBound < lastLine else {
        guard !isInner, number == runs else { return nil }
        return (found.lowerBound > 0 ? run(of: found.lowerBound - 1).lowerBound : 0)...found.upperBound
      }
      found = found.lowerBound...run(of: found.upperBound + 1).upperBound
    }
    return found
  }

  /// The lines around one that are blank as it is, or not.
  private func run(of line: Int) -> ClosedRange<Int> {
    let isBlank = isBlankLine(line)
    let above = (0..<line).reversed().prefix { isBlankLine($0) == isBlank }.count
    let below = (line..<lastLine).prefix { isBlankLine($0 + 1) == isBlank }.count
    return line - above...line + below
  }

  private func isBlankLine(_ line: Int) -> Bool { lines[line].bytes.allSatisfy(\.isBlank) }

  // MARK: Brackets

  /// The bracket that belongs to the next one in the line.
  func matchingBracket(from position: LinePosition) -> LinePosition? {
    let bytes = lines[position.line].bytes
    for offset in position.offset..<max(position.offset, bytes.count) {
      guard let pair = Self.brackets.first(where: { $0.open == bytes[offset] || $0.close == bytes[offset] }) else {
        continue
      }
      let place = LinePosition(line: position.line, offset: offset)
      return bytes[offset] == pair.open
        ? unmatched(pair.close, pair.open, behind: place) : unmatched(pair.open, pair.close, before: place)
    }
    return nil
  }

  /// So many brackets out from a position.
  private func brackets(
    _ open: UInt8, _ close: UInt8, _ count: Int, around position: LinePosition
  ) -> (open: LinePosition, close: LinePosition)? {
    var ends = brackets(open, close, around: position)
    for _ in 1..<count {
      guard let inner = ends, let first = unmatched(open, close, before: inner.open),
        let last = unmatched(close, open, behind: inner.close)
      else { return nil }
      ends = (first, last)
    }
    return ends
  }

  /// The brackets around a position, else the next ones that begin in the line.
  private func brackets(
    _ open: UInt8, _ close: UInt8, around position: LinePosition
  ) -> (open: LinePosition, close: LinePosition)? {
    let bytes = lines[position.line].bytes
    let byte = position.offset < bytes.count ? bytes[position.offset] : 0
    let first = byte == open ? position : unmatched(open, close, before: position)
    let last = byte == close ? position : unmatched(close, open, behind: position)
    if let first, let last { return (first, last) }
    guard let next = bytes.indices.first(where: { $0 >= position.offset && bytes[$0] == open }) else { return nil }
    let start = LinePosition(line: position.line, offset: next)
    return unmatched(close, open, behind: start).map { (start, $0) }
  }

  /// What is between brackets: whole lines if the brackets have lines of their own.
  private func inner(_ open: LinePosition, _ close: LinePosition) -> Extent {
    let start = LinePosition(line: open.line, offset: open.offset + 1)
    let isOpenLast = start.offset == lines[open.line].bytes.count
    let isCloseFirst = lines[close.line].bytes[..<close.offset].allSatisfy(\.isBlank)
    if isOpenLast, isCloseFirst, close.line > open.line + 1 { return .lines(open.line + 1...close.line - 1) }
    return .characters(start..<close)
  }

  private func unmatched(_ sought: UInt8, _ other: UInt8, behind position: LinePosition) -> LinePosition? {
    var depth = 0
    for line in position.line..<min(lines.count, position.line + Self.reach) {
      let bytes = lines[line].bytes
      let start = line == position.line ? min(bytes.count, position.offset + 1) : 0
      for offset in start..<bytes.count {
        if bytes[offset] == sought, depth == 0 { return LinePosition(line: line, offset: offset) }
        depth += bytes[offset] == other ? 1 : bytes[offset] == sought ? -1 : 0
      }
    }
    return nil
  }

  private func unmatched(_ sought: UInt8, _ other: UInt8, before position: LinePosition) -> LinePosition? {
    var depth = 0
    for line in (max(0, position.line - Self.reach)...position.line).reversed() {
      let bytes = lines[line].bytes
      for offset in (0..<(line == position.line ? position.offset : bytes.count)).reversed() {
        if bytes[offset] == sought, depth == 0 { return LinePosition(line: line, offset: offset) }
        depth += bytes[offset] == other ? 1 : bytes[offset] == sought ? -1 : 0
      }
    }
    return nil
  }

  // MARK: Words to find

  /// The word at a position or behind it in the line, and where it begins; marks are none.
  func wordToFind(at position: LinePosition) -> (start: LinePosition, text: String)? {
    let bytes = lines[position.line].bytes
    let word = words(position.line, false).first { word in
      let first = bytes[word.lowerBound]
      let isOfWord = first.isLetter || first.isDigit || first >= 0x80 || first == UInt8(ascii: "_")
      return word.upperBound > position.offset && isOfWord
    }
    guard let word, let text = String(validating: bytes[word], as: UTF8.self) else { return nil }
    return (LinePosition(line: position.line, offset: word.lowerBound), text)
  }
}
