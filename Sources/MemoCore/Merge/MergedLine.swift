/// A line of a merged text.
struct MergedLine {
  /// The line without its end.
  let content: ArraySlice<UInt8>
  /// Its end as it was; empty where it had none.
  let lineBreak: ArraySlice<UInt8>

  /// A line of a text, with the end of another text's line if one is given.
  init(_ text: TextLines, at line: Int, lineBreak: ArraySlice<UInt8>? = nil) {
    self.init(content: text.content(at: line), lineBreak: lineBreak ?? text.lineBreak(at: line))
  }

  private init(content: ArraySlice<UInt8>, lineBreak: ArraySlice<UInt8>) {
    (self.content, self.lineBreak) = (content, lineBreak)
  }

  /// Another line with the same end.
  func with(_ content: ArraySlice<UInt8>) -> MergedLine {
    MergedLine(content: content, lineBreak: lineBreak)
  }

  /// Another line with the same end.
  func with(_ content: [UInt8]) -> MergedLine { with(content[...]) }
}
