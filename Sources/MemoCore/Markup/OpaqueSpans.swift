/// The marks around what holds neither links nor tags: Obsidian's comments and math.
public enum OpaqueMark: UInt8, Sendable {
  /// `%%`
  case comment
  /// `$$`
  case math

  /// The mark that a byte is half of; `nil` for any other byte.
  init?(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "%"): self = .comment
    case UInt8(ascii: "$"): self = .math
    default: return nil
    }
  }

  var byte: UInt8 { self == .comment ? UInt8(ascii: "%") : UInt8(ascii: "$") }

  /// Whether a line, from `start` on, opens a block. It ends with the line that has the mark again, or with the text.
  ///
  /// As in Obsidian, a comment may start on the line of its mark. So does math on lines that belong to one paragraph,
  /// where `$$` that nothing closes is text; a block needs a line of `$$` alone, or `$$ is cheap` would open one.
  func opensBlock(_ bytes: UnsafeRawBufferPointer, at start: Int, lineEnd end: Int) -> Bool {
    guard min(bytes.runEnd(of: byte, from: start), end) - start == 2 else { return false }
    switch self {
    case .comment: return first(in: bytes, start + 2..<end) == nil
    case .math: return bytes.skippingBlanks(from: start + 2) >= end
    }
  }

  /// The first such mark in a range: two of its bytes, not more, and no escape before them.
  func first(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case byte:
        let end = min(bytes.runEnd(of: byte, from: index), range.upperBound)
        if end - index == 2 { return index }
        index = end
      default: index += 1
      }
    }
    return nil
  }

  /// The mark that is open behind a part of a paragraph.
  ///
  /// - Parameter open: the mark that is open before it.
  static func open(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, after open: OpaqueMark?) -> OpaqueMark? {
    var (open, index) = (open, range.lowerBound)
    var codeSpans = CodeSpans(bytes, limit: range.upperBound)
    var html = RawHTML(bytes, limit: range.upperBound)
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == UInt8(ascii: "`") {
        let run = index..<min(bytes.runEnd(of: bytes[index], from: index), range.upperBound)
        index = codeSpans.contents(ofSpanAt: run).map { $0.upperBound + run.count } ?? run.upperBound
      } else if bytes[index] == UInt8(ascii: "<"), open == nil {
        index = html.autolinkEnd(at: index) ?? html.end(at: index) ?? index + 1
      } else if let mark = OpaqueMark(bytes[index]) {
        let end = min(bytes.runEnd(of: mark.byte, from: index), range.upperBound)
        if end - index == 2, open == nil || open == mark { open = open == nil ? mark : nil }
        index = end
      } else {
        index += 1
      }
    }
    return open
  }
}

/// Finds where comments and math within a block's text end.
///
/// A mark that was not found is not looked for again. Wiki links are skipped: a `$` in a name closes no `$` before it.
struct OpaqueSpans {
  private let bytes: UnsafeRawBufferPointer
  private var limit = 0
  private var hasComment = true
  private var hasMath = true
  // No `$` closes math before this place.
  private var mathStart = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Goes on to another block.
  mutating func begin(limit: Int) {
    self.limit = limit
    (hasComment, hasMath, mathStart) = (true, true, 0)
  }

  /// The text between a run of `%` or `$` and the mark that closes it; `nil` where nothing does.
  mutating func contents(ofSpanAt run: Range<Int>, _ syntax: LinkSyntax) -> Range<Int>? {
    switch (OpaqueMark(bytes[run.lowerBound]), run.count) {
    case (.comment, 2): return contents(from: run.upperBound, .comment, syntax, &hasComment)
    case (.math, 2): return contents(from: run.upperBound, .math, syntax, &hasMath)
    case (.math, 1): return math(from: run.upperBound, syntax)
    default: return nil
    }
  }

  private func contents(
    from start: Int, _ mark: OpaqueMark, _ syntax: LinkSyntax, _ isThere: inout Bool
  ) -> Range<Int>? {
    guard isThere else { return nil }
    var index = start
    while let (end, run) = nextRun(of: mark.byte, from: index, syntax) {
      if run == 2 { return start..<end }
      index = end + run
    }
    isThere = false
    return nil
  }

  /// Math on one line by pandoc's rule, so that `$5 and $6` is none: no white space inside the marks and no digit behind.
  private mutating func math(from start: Int, _ syntax: LinkSyntax) -> Range<Int>? {
    guard start >= mathStart, start < limit, bytes[start] > UInt8(ascii: " ") else { return nil }
    var index = start
    while let (end, run) = nextRun(of: UInt8(ascii: "$"), from: index, syntax, isOneLine: true) {
      let next = end + run
      let isDigit = next < limit && bytes[next].isASCIIDigit
      if run == 1, end > start, bytes[end - 1] > UInt8(ascii: " "), !isDigit { return start..<end }
      index = next
    }
    mathStart = bytes.lineEnd(from: index)
    return nil
  }

  private func nextRun(
    of byte: UInt8, from start: Int, _ syntax: LinkSyntax, isOneLine: Bool = false
  ) -> (start: Int, count: Int)? {
    var index = start
    while index < limit {
      switch bytes[index] {
      case byte: return (index, min(bytes.runEnd(of: byte, from: index), limit) - index)
      case UInt8(ascii: "\\") where syntax.isEscape(index): index += 2
      case UInt8(ascii: "["): index = syntax.wikiLink(at: index)?.range.upperBound ?? index + 1
      case UInt8(ascii: "\n") where isOneLine, UInt8(ascii: "\r") where isOneLine: return nil
      default: index += 1
      }
    }
    return nil
  }
}
