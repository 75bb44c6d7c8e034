import MemoCore

/// A text to find as it is typed, composed (NFC) or taken apart (NFD) as in files from a Mac; where it has no capital,
/// capitals are ignored.
struct ExactPattern: Sendable {
  /// For each form of the text, the spellings of each scalar.
  private let forms: [[[[UInt8]]]]
  private let isFirst: [Bool]

  /// Lines that are searched at once.
  private static let batch = 512

  /// A pattern; `nil` for an empty text.
  ///
  /// - Parameter ignoresCase: whether capitals are ignored; `nil` if the text is to decide.
  init?(_ text: String, ignoresCase: Bool? = nil) {
    guard !text.isEmpty else { return nil }
    let ignoresCase = ignoresCase ?? !text.unicodeScalars.contains { $0.properties.isUppercase }
    forms = text.canonicalForms.map { form in
      form.unicodeScalars.map { scalar in
        let others = ignoresCase ? [scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping] : []
        let spellings = [String(scalar)] + others.filter { $0.unicodeScalars.count == 1 }
        return spellings.map { Array($0.utf8) }
      }
    }
    var isFirst = Array(repeating: false, count: 256)
    for spelling in forms.flatMap({ $0[0] }) { isFirst[Int(spelling[0])] = true }
    self.isFirst = isFirst
  }

  /// The matches in a line, which begin and end between characters and do not overlap.
  func ranges(in line: TextLine) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    line.bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        if isFirst[Int(bytes[index])], line.boundary(atOrAfter: index) == index,
          let end = forms.lazy.compactMap({ end(of: index, $0, in: bytes) }).first,
          line.boundary(atOrAfter: end) == end
        {
          ranges.append(index..<end)
          index = end
        } else {
          index += 1
        }
      }
    }
    return ranges
  }

  private func end(of start: Int, _ form: [[[UInt8]]], in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = start
    for spellings in form {
      guard let found = spellings.first(where: { bytes[index...].starts(with: $0) }) else { return nil }
      index += found.count
    }
    return index
  }

  /// The first match at or after a position, continuing at the start; `nil` if there is none.
  func next(in text: EditedLines, from position: LinePosition) -> Range<LinePosition>? {
    first(in: text, position.line..<text.count) { $0 >= position }
      ?? first(in: text, 0..<position.line + 1) { _ in true }
  }

  /// The last match before a position, continuing at the end; `nil` if there is none.
  func previous(in text: EditedLines, before position: LinePosition) -> Range<LinePosition>? {
    last(in: text, 0..<position.line + 1) { $0 < position } ?? last(in: text, position.line..<text.count) { _ in true }
  }

  private func first(
    in text: EditedLines, _ lines: Range<Int>, _ isWanted: (LinePosition) -> Bool
  ) -> Range<LinePosition>? {
    for start in stride(from: lines.lowerBound, to: lines.upperBound, by: Self.batch) {
      for (number, line) in zip(start..., text[start..<min(start + Self.batch, lines.upperBound)]) {
        if let match = matches(in: line, number).first(where: { isWanted($0.lowerBound) }) { return match }
      }
    }
    return nil
  }

  private func last(
    in text: EditedLines, _ lines: Range<Int>, _ isWanted: (LinePosition) -> Bool
  ) -> Range<LinePosition>? {
    for end in stride(from: lines.upperBound, to: lines.lowerBound, by: -Self.batch) {
      let start = max(lines.lowerBound, end - Self.batch)
      for (number, line) in zip(start..<end, text[start..<end]).reversed() {
        if let match = matches(in: line, number).last(where: { isWanted($0.lowerBound) }) { return match }
      }
    }
    return nil
  }

  private func matches(in line: TextLine, _ number: Int) -> [Range<LinePosition>] {
    ranges(in: line).map { Range($0, ofLine: number) }
  }
}

extension EditBuffer {
  /// Replaces matches as one step of undo; returns how many there were, and the line of the last one.
  ///
  /// - Parameters:
  ///   - range: the lines to look at; `nil` for all.
  ///   - isGlobal: whether all matches of a line are replaced, not only the first one.
  mutating func replaceAll(
    _ pattern: ExactPattern, with replacement: [UInt8], in range: ClosedRange<Int>? = nil, isGlobal: Bool = true
  ) -> (count: Int, lastLine: Int) {
    var (count, first, last, end) = (0, LinePosition?.none, LinePosition.start, 0)
    var bytes: [UInt8] = []
    let range = range.map { Range($0) } ?? 0..<lines.count
    // From the first match to the last one.
    for (number, line) in zip(range, lines[range]) {
      let ranges = isGlobal ? pattern.ranges(in: line) : Array(pattern.ranges(in: line).prefix(1))
      if first != nil { bytes += line.bytes[..<(ranges.first?.lowerBound ?? line.bytes.count)] }
      for (place, range) in ranges.enumerated() {
        if place > 0 { bytes += line.bytes[ranges[place - 1].upperBound..<range.lowerBound] }
        first = first ?? LinePosition(line: number, offset: range.lowerBound)
        bytes += replacement
        (last, end) = (LinePosition(line: number, offset: range.upperBound), bytes.count)
      }
      count += ranges.count
      if first != nil { bytes += line.bytes[(ranges.last?.upperBound ?? line.bytes.count)...] + line.lineBreak.bytes }
    }
    guard let first else { return (0, 0) }
    endStep()
    replace(first..<last, with: Array(bytes[..<end]), as: .other, cursor: cursor)
    endStep()
    return (count, last.line)
  }
}
