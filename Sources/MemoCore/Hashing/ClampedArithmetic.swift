// Times, sizes and numbers of files, records and arguments may be anything: sums of them that do not fit end at the
// nearest number that does, and never end the program.
extension FixedWidthInteger {
  /// The sum, or the nearest number to it.
  public func addingClamped(_ other: Self) -> Self {
    let (sum, isOut) = addingReportingOverflow(other)
    return isOut ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number to it.
  public func subtractingClamped(_ other: Self) -> Self {
    let (difference, isOut) = subtractingReportingOverflow(other)
    return isOut ? (other < 0 ? .max : .min) : difference
  }

  /// The product, or the nearest number to it.
  public func multipliedClamped(by other: Self) -> Self {
    let (product, isOut) = multipliedReportingOverflow(by: other)
    return isOut ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
