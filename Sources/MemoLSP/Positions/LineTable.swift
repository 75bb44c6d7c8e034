import MemoCore

/// Where the lines of a text start: turns offsets of bytes into positions, and back, exactly.
///
/// Lines end at LF, CRLF or CR, for a client that shows a CR within a line at LF or CRLF alone. A position past the end of its
/// line is the line's end, and one within a character, its start.
struct LineTable: Sendable {
  /// The text.
  private(set) var bytes: [UInt8]
  /// The units of positions.
  let encoding: PositionEncoding
  /// Whether the client shows a CR within a line.
  let showsCR: Bool
  /// Where lines start; the last one may be empty.
  private var starts: [Int] = []
  /// Places in long lines, sorted, so that none is walked from its start: a line may hold thousands of links.
  private var steps: [LineStep] = []

  /// A place in a line.
  private struct LineStep {
    var offset: Int
    /// Its position.
    let character: Int
  }

  /// How many bytes are between two of them.
  private static let stepSize = 512

  /// Finds the lines of a text.
  ///
  /// - Parameters:
  ///   - isFile: whether it is a file, of which an editor shows no byte order mark.
  ///   - showsCR: whether the client shows a CR within a line.
  init(_ bytes: [UInt8], _ encoding: PositionEncoding, isFile: Bool, showsCR: Bool = false) {
    (self.bytes, self.encoding, self.showsCR) = (bytes, encoding, showsCR)
    let first = isFile && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    starts = bytes.withUnsafeBytes { LineScanner.lines(of: $0).map(\.lowerBound) }
    if showsCR { starts.removeAll { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } }
    if starts.isEmpty { starts = [first] } else { starts[0] = first }
    if let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") && !showsCR, bytes.count > first
    {
      starts.append(bytes.count)
    }
    for number in starts.indices where line(number).count > Self.stepSize { addSteps(in: line(number)) }
  }

  private mutating func addSteps(in line: Range<Int>) {
    var (found, character, next) = ([LineStep](), 0, line.lowerBound + Self.stepSize)
    walk(line) { width, _, start in
      if start >= next {
        found.append(LineStep(offset: start, character: character))
        next = start + Self.stepSize
      }
      character += width
      return true
    }
    steps += found
  }

  /// Puts bytes in the place of others. Only the lines around them are read again: an editor that replaces a word everywhere
  /// sends thousands of changes at once.
  mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    // From the line before to the one behind: a CR and an LF that come together are one line end.
    let first = max(0, number(at: range.lowerBound) - 1)
    let last = min(starts.count - 1, number(at: range.upperBound) + 1)
    let (start, isAtEnd) = (starts[first], last == starts.count - 1)
    let end = isAtEnd ? bytes.count : starts[last + 1]
    let growth = new.count - range.count
    bytes.replaceSubrange(range, with: new)
    let part = LineTable(Array(bytes[start..<end + growth]), encoding, isFile: false, showsCR: showsCR)
    for index in starts.indices[(last + 1)...] { starts[index] += growth }
    // Behind the last line end of the part is the next line.
    starts.replaceSubrange(first...last, with: part.starts.dropLast(isAtEnd ? 0 : 1).map { $0 + start })
    let firstStep = steps.partitioningIndex { $0.offset >= start }
    let nextStep = steps.partitioningIndex { $0.offset >= end }
    for index in steps.indices[nextStep...] { steps[index].offset += growth }
    steps.replaceSubrange(
      firstStep..<nextStep, with: part.steps.map { LineStep(offset: $0.offset + start, character: $0.character) })
  }

  /// The last place of a line that passes, its start if no other one does; those after one that does not pass do not either.
  private func step(in line: Range<Int>, _ passes: (LineStep) -> Bool) -> LineStep {
    let start = LineStep(offset: line.lowerBound, character: 0)
    guard line.count > Self.stepSize else { return start }
    let first = steps.partitioningIndex { $0.offset > line.lowerBound }
    let end = steps.partitioningIndex { $0.offset >= line.upperBound }
    let place = steps[first..<end].partitioningIndex { !passes($0) }
    return place > first ? steps[place - 1] : start
  }

  /// How many lines there are.
  var count: Int { starts.count }

  /// Where a line is, without its end.
  func line(_ number: Int) -> Range<Int> {
    let start = starts[number]
    var end = number + 1 < starts.count ? starts[number + 1] : bytes.count
    let hasFeed = end > start && bytes[end - 1] == UInt8(ascii: "\n")
    if hasFeed { end -= 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r"), hasFeed || !showsCR { end -= 1 }
    return start..<end
  }

  /// The number of the line that holds an offset.
  func number(at offset: Int) -> Int { starts.dropFirst().partitioningIndex { $0 > offset } - 1 }

  /// The position of an offset; within a character, that of its start.
  func position(of offset: Int) -> DocumentPosition {
    let number = number(at: offset)
    let line = line(number)
    let step = step(in: line) { $0.offset <= offset }
    var character = step.character
    walk(step.offset..<line.upperBound) { width, bytes, start in
      guard start + bytes <= offset else { return false }
      character += width
      return true
    }
    return DocumentPosition(line: number, character: character)
  }

  /// The range of a range of offsets.
  func positions(of offsets: Range<Int>) -> Range<DocumentPosition> {
    position(of: offsets.lowerBound)..<position(of: offsets.upperBound)
  }

  /// The offset of a position.
  func offset(of position: DocumentPosition) -> Int {
    guard position.line < starts.count else { return bytes.count }
    let line = line(position.line)
    let step = step(in: line) { $0.character <= position.character }
    var (left, offset) = (position.character - step.character, step.offset)
    walk(step.offset..<line.upperBound) { width, bytes, start in
      guard width <= left else { return false }
      left -= width
      offset = start + bytes
      return true
    }
    return offset
  }

  /// The offsets of a range.
  func offsets(of range: Range<DocumentPosition>) -> Range<Int> {
    let start = offset(of: range.lowerBound)
    return start..<max(start, offset(of: range.upperBound))
  }

  /// Goes through the characters of a line, or of the rest of one, until `body` returns false.
  private func walk(_ line: Range<Int>, _ body: (_ width: Int, _ bytes: Int, _ start: Int) -> Bool) {
    bytes.withUnsafeBytes { text in
      var index = line.lowerBound
      while index < line.upperBound {
        let byte = text[index]
        let (scalar, length) = byte < 0x80 ? (Unicode.Scalar(byte), 1) : LossyUTF8.decode(text, at: index)
        guard body(encoding.width(of: scalar, bytes: length), length, index) else { return }
        index += length
      }
    }
  }
}
