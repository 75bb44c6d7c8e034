/// Lines that say where links by reference lead: `[so]: path.md "title"`.
enum LinkDefinition {
  /// Where the definitions of a text lead, from a place that is the start of a line; code holds none.
  static func destinations(in bytes: UnsafeRawBufferPointer, from start: Int) -> [FileTarget] {
    var blocks = MarkdownBlockReader()
    var targets: [FileTarget] = []
    var lineStart = start
    while lineStart < bytes.count {
      let line = lineStart..<bytes.lineEnd(from: lineStart)
      let kind = blocks.read(UnsafeRawBufferPointer(rebasing: bytes[line]))
      if kind == .text || kind == .continuation, let destination = destination(in: bytes, line) {
        targets.append(FileTarget(destination: destination, ofLinkAt: lineStart, in: bytes))
      }
      lineStart = bytes.lineStart(after: line.upperBound)
    }
    return targets
  }

  /// `nil` for a line that defines nothing, and for a footnote.
  private static func destination(in bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Range<Int>? {
    let text = bytes.trimmed(line)
    guard let first = text.first, bytes[first] == UInt8(ascii: "["), text.count > 3,
      bytes[first + 1] != UInt8(ascii: "^"), let close = text.first(where: { bytes[$0] == UInt8(ascii: "]") }),
      close > first + 1, text.contains(close + 1), bytes[close + 1] == UInt8(ascii: ":")
    else { return nil }
    let rest = bytes.trimmed(close + 2..<text.upperBound)
    guard let start = rest.first else { return nil }
    if bytes[start] == UInt8(ascii: "<") {
      return rest.first { bytes[$0] == UInt8(ascii: ">") }.map { start + 1..<$0 }
    }
    return start..<(rest.first { bytes.isBlank(at: $0) } ?? rest.upperBound)
  }
}
