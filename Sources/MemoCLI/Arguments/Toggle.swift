public import MemoWords

/// A flag that can also be refused, such as `--edit` and `--no-edit`: on, off or not said; the last one wins.
public struct Toggle: ArgumentDeclaration {
  /// The long name without dashes.
  public let long: String
  /// The one-letter name, where it has one.
  public let short: Character?
  /// What it does, in a phrase.
  public let help: Text
  /// The name that turns it off, without dashes.
  public let negation: String

  /// Declares a toggle by its long name without dashes; its negation is `no-` and that name unless given.
  public init(_ long: String, short: Character? = nil, negation: String? = nil, help: Text) {
    self.long = long
    self.short = short
    self.negation = negation ?? "no-\(long)"
    self.help = help
  }

  /// How it is written.
  public var form: ArgumentForm { .toggle(negation: negation) }
}
