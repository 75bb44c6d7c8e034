extension Array {
  /// Its elements in order, so many at a time; fewer at the end.
  func parts(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}

extension ArraySlice {
  /// What comes of all elements. Where they are too much for git together, each half of them is tried alone; a single one
  /// that is too much is an error.
  func halvedWhereTooMuch<Result>(_ results: (ArraySlice) throws -> [Result]) throws -> [Result] {
    do {
      return try results(self)
    } catch GitError.tooMuch where count > 1 {
      let middle = startIndex + count / 2
      return try self[..<middle].halvedWhereTooMuch(results) + self[middle...].halvedWhereTooMuch(results)
    }
  }
}
