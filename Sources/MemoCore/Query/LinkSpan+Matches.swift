extension LinkSpan {
  /// The links of a memo that pass, as a search writes its matches: with line, column, length and the line's text.
  public static func matches(
    in bytes: UnsafeRawBufferPointer, where passes: (InlineLink) -> Bool
  ) -> [SearchMatch] {
    var counter = PositionCounter(bytes)
    // One for all matches of a line: a line may be megabytes long and hold nothing but links.
    var line = (number: 0, text: "")
    return all(in: bytes).map(\.link).filter(passes).map { link in
      let position = counter.position(of: link.range.lowerBound)
      if position.line != line.number { line = (position.line, counter.lineText) }
      // A label may go on in the next line; the match does not.
      let end = min(link.range.upperBound, bytes.lineEnd(from: link.range.lowerBound))
      return SearchMatch(
        line: position.line, column: position.column,
        length: LossyUTF8.scalarCount(bytes, in: link.range.lowerBound..<end), text: line.text, place: .body)
    }
  }
}
