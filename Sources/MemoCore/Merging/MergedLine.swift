/// A line of a merged text.
struct MergedLine {
  /// Which side brought it.
  enum Origin {
    /// It was in the base and both kept it, or both brought it.
    case both
    /// The first side alone.
    case first
    /// The second side alone.
    case second
  }

  /// The line without its end.
  var content: ArraySlice<UInt8>
  /// Its end as it was; empty where it had none.
  let lineBreak: ArraySlice<UInt8>
  /// Which side brought it.
  let origin: Origin

  /// A line of a text.
  init(_ text: TextLines, at line: Int, _ origin: Origin) {
    content = text.content(at: line)
    lineBreak = text.lineBreak(at: line)
    self.origin = origin
  }

  /// A line with the end of another text's line.
  init(_ text: TextLines, at line: Int, lineBreak: ArraySlice<UInt8>) {
    content = text.content(at: line)
    self.lineBreak = lineBreak
    origin = .both
  }
}
