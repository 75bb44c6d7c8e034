/// A message for people: English now, other languages beside it later.
public struct Text: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The message in English.
  public let en: String

  /// A message and its wording in each language.
  public init(en: String) {
    self.en = en
  }

  /// A message written as a literal.
  public init(stringLiteral value: String) {
    self.init(en: value)
  }

  /// A message put together from literals, values and other messages.
  public init(stringInterpolation: Interpolation) {
    self.init(en: stringInterpolation.en)
  }

  /// Collects the pieces of a message; a `Text` inside a `Text` contributes each language to its own.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var en = ""

    /// Starts an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {
      en.reserveCapacity(literalCapacity)
    }

    /// Adds literal text.
    public mutating func appendLiteral(_ literal: String) {
      en += literal
    }

    /// Adds another message.
    public mutating func appendInterpolation(_ text: Text) {
      en += text.en
    }

    /// Adds text that is the same in every language: a name, a path, what the user typed.
    public mutating func appendInterpolation(_ text: String) {
      en += text
    }

    /// Adds a number.
    public mutating func appendInterpolation(_ number: Int) {
      en += String(number)
    }
  }
}
