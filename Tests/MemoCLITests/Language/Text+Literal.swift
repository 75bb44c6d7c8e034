import MemoCLI

/// Samples of tests need no second language.
extension Text: @retroactive ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(verbatim: value)
  }
}
