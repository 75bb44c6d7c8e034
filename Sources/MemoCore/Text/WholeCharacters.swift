extension [Range<Int>] {
  /// These places of scalars in a text, which are in order: each extended to whole characters as people see them, without
  /// what is not in the text; those that then overlap are one.
  package func wholeCharacters(in text: String) -> [Range<Int>] {
    let scalars = text.unicodeScalars
    var (whole, place, index) = ([Range<Int>](), 0, scalars.startIndex)
    for range in self where range.upperBound > place {
      // From the end of the one before on: a line may be megabytes long and hold thousands.
      let first = Swift.max(range.lowerBound, place)
      guard let start = scalars.index(index, offsetBy: first - place, limitedBy: scalars.endIndex),
        start < scalars.endIndex
      else { break }
      (place, index) = (first, start)
      var (lower, before) = (place, index)
      while String.Index(before, within: text) == nil { (lower, before) = (lower - 1, scalars.index(before: before)) }
      while index < scalars.endIndex, place < range.upperBound || String.Index(index, within: text) == nil {
        (place, index) = (place + 1, scalars.index(after: index))
      }
      if let last = whole.last, range.lowerBound < last.upperBound {
        whole[whole.count - 1] = last.lowerBound..<place
      } else if lower < place {
        whole.append(lower..<place)
      }
    }
    return whole
  }
}
