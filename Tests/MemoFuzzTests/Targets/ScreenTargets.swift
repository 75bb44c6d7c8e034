import MemoCore

@testable import MemoTUI

extension FuzzTarget {
  private static let pages = [
    "# t\n\n**bold *both* ~~s~~** `code` [[link|x]] #tag\n> q\n\n```\ncode\n```\n- [x] a\n  1. b\nhttp://x.y <z>",
    "---\na: b\n---\nText\n===\n漢字かな交じり文、長い行。 e\u{301}\u{200D}👨‍👩‍👧‍👦\ttab\r\nsecond\r***\n_a_ __b__ ***c***\n``a`b``",
    "\u{FEFF}\u{1B}[31mred\u{202E}bidi\u{0}\n\n~~~\n    x\n~~~\n**a *b** c*\n[x](y) ![i](j \"t\") \\*no\\*",
  ]

  /// What the split view makes of a text: the styles of each line.
  static let markdown = FuzzTarget("markdown", seeds: pages) { input in
    let lines = EditedLines(input)
    try expect(lines.bytes == input, "lines keep every byte")
    let styles = MarkdownStyles(lines)
    let spans = styles.spans(ofLines: 0..<lines.count, in: lines)
    for (number, line) in spans.enumerated() {
      _ = styles.block(ofLine: number)
      let length = lines[number].bytes.count
      try expect(
        line.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= length },
        "styles are inside line \(number)")
    }
    try expect(spans.count == lines.count, "every line has its styles")
  }

  /// The rows of a text, and an edit of it.
  static let wrapping = FuzzTarget("wrapping", seeds: pages.map { joined("\u{5}\u{3}\u{9}", "new\ntext", $0) }) {
    input in
    let parts = parts(input, 3)
    let numbers = parts[0].prefix(3).map(Int.init) + [1, 1, 1]
    let lines = EditedLines(parts[2])
    let wrapped = WrappedText(lines, columns: numbers[0] % 90)
    var (line, end) = (0, 0)
    for number in 0..<wrapped.rowCount {
      let row = wrapped.row(number, in: lines)
      if row.line != line {
        try expect(row.line == line + 1 && end == lines[line].bytes.count, "rows leave nothing out")
        (line, end) = (row.line, 0)
      }
      try expect(
        row.range.lowerBound == end && row.range.upperBound <= lines[line].bytes.count, "rows follow each other")
      end = row.range.upperBound
    }
    try expect(line == lines.count - 1 && end == lines[line].bytes.count, "rows reach the end")
  }

  /// Everything that is written to a terminal.
  static let terminalText = FuzzTarget("terminal text", seeds: pages.map { joined("\u{7}", $0) }) { input in
    let parts = parts(input, 2)
    let (columns, bytes) = (Int(parts[0].first ?? 9), parts[1])
    let line = TerminalText.visible(bytes, as: .line)
    try expect(line.unicodeScalars.allSatisfy { isShown($0) && $0 != "\n" && $0 != "\t" }, "a line holds no control")
    try expect(TerminalText.visible(line, as: .line) == line, "what is shown stays as it is")
    try expect(DisplayWidth.columns(of: DisplayWidth.cut(line, to: columns)) <= columns, "what is cut fits")
    let page = TerminalText.visible(bytes, as: .body)
    try expect(page.unicodeScalars.allSatisfy { isShown($0) || $0 == "\n" || $0 == "\t" }, "a page holds no control")
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case ..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0x061C: false
    default: true
    }
  }

  private static let typed = [
    "text\u{1B}[A\u{1B}[1;5C\u{1B}OP\u{1B}[<0;12;4M\u{1B}[<64;1;1m\u{1B}[200~pasted\u{1B}[31m\u{1B}[201~\u{1B}",
    "\u{1}\u{8}\t\r\n한글\u{1B}b\u{1B}[3~\u{1B}[15;2~\u{1B}[Z\u{7F}\u{1B}\u{1B}[D\u{1B}[;;;H\u{1B}[<-1;-9;+8M",
  ]

  /// What a terminal sends.
  static let keys = FuzzTarget("keys", seeds: typed) { input in
    var whole = KeyDecoder()
    let atOnce = decoded(&whole, input[...], pieces: 1)
    for pieces in [2, 5] {
      var cut = KeyDecoder()
      let events = decoded(&cut, input[...], pieces: pieces)
      try expect(joinedText(events) == joinedText(atOnce), "how reads cut the bytes changes nothing")
    }
    for case .mouse(let mouse) in atOnce { try expect(mouse.row >= 0 && mouse.column >= 0, "a cell is on the screen") }
  }

  private static func decoded(_ decoder: inout KeyDecoder, _ input: ArraySlice<UInt8>, pieces: Int) -> [TerminalEvent] {
    let length = max(1, (input.count + pieces - 1) / pieces)
    var events: [TerminalEvent] = []
    for start in stride(from: 0, to: input.count, by: length) {
      events += decoder.decode(input[start..<min(input.count, start + length)])
    }
    return events + decoder.timeout()
  }

  /// The events with typed text that stands together put together.
  private static func joinedText(_ events: [TerminalEvent]) -> [TerminalEvent] {
    events.reduce(into: []) { all, event in
      if case .text(let more) = event, case .text(let text) = all.last {
        all[all.count - 1] = .text(text + more)
      } else {
        all.append(event)
      }
    }
  }
}
