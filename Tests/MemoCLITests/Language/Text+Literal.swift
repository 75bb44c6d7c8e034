@testable import MemoCLI
@testable import MemoWords

/// Samples of tests need no second language.
extension Text: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) {
    self.init(verbatim: value)
  }
}
