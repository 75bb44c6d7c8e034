public import MemoWords

/// An option without a value: given or not.
public struct Flag: ArgumentDeclaration {
  /// The long name without dashes.
  public let long: String
  /// The one-letter name, where it has one.
  public let short: Character?
  /// What it does, in a phrase.
  public let help: Text

  /// Declares a flag by its long name without dashes.
  public init(_ long: String, short: Character? = nil, help: Text) {
    self.long = long
    self.short = short
    self.help = help
  }

  /// How it is written.
  public var form: ArgumentForm { .flag }
}
