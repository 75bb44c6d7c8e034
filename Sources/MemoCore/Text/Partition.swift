extension RandomAccessCollection {
  /// The index of the first element that is past a border, as all elements after it are; `endIndex` where none is. Found by
  /// bisection.
  @inlinable
  public func partitioningIndex(where isPast: (Element) -> Bool) -> Index {
    var start = startIndex
    var count = count
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if isPast(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
