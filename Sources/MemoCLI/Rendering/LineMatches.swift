import MemoCore

/// The matches on one line in JSON, each an object with the text of the line. Of a long line that would be written many
/// times over, each match has only the start.
struct LineMatches {
  private let matches: [SearchMatch]
  private let text: [String]
  private let around: (before: [String], after: [String])?

  // What all matches of a line may repeat, the longest line that is written whole, and what is left of a longer one.
  private static let mostBytes = 1 << 20
  private static let longestLine = 1 << 16
  private static let startOfLine = 1_000

  /// - Parameter lines: the lines before and after, where they are asked for.
  init(_ matches: [SearchMatch], around lines: (before: [String], after: [String])? = nil) {
    self.matches = matches
    text = Self.shown(matches.prefix(1).map(\.text), times: matches.count)
    around = lines.map { lines in
      (Self.shown(lines.before, times: matches.count), Self.shown(lines.after, times: matches.count))
    }
  }

  /// Writes the objects.
  ///
  /// - Parameter sink: takes the bytes in parts.
  func write(to writer: inout JSONWriter, flushingTo sink: ([UInt8]) throws -> Void) throws {
    for match in matches {
      writer.beginObject()
      writer.key("line")
      writer.number(match.line)
      writer.key("column")
      writer.number(match.column)
      writer.key("length")
      writer.number(match.length)
      writer.key("text")
      writer.string(text.first ?? "")
      if let around {
        writer.key("before")
        writer.strings(around.before)
        writer.key("after")
        writer.strings(around.after)
      }
      writer.endObject()
      try writer.flush(to: sink)
    }
  }

  private static func shown(_ lines: [String], times: Int) -> [String] {
    let most = min(longestLine, mostBytes / max(times * lines.count, 1))
    return lines.map { line in
      line.utf8.count <= max(most, startOfLine) ? line : String(line.unicodeScalars.prefix(startOfLine))
    }
  }
}
