public import MemoWords

/// An argument that is known by its place: `REF…`, `[DIR]`.
public struct Positional: Sendable {
  /// How many words it takes.
  public enum Arity: Sendable, CaseIterable {
    /// Exactly one: `REF`.
    case one
    /// None or one: `[REF]`.
    case optional
    /// Any number: `[REF…]`.
    case many
    /// One or more: `REF…`.
    case atLeastOne
  }

  /// Its name in help, unique in its command: `REF`, `TEXT|-`.
  public let name: String
  /// How many words it takes.
  public let arity: Arity
  /// What it stands for, in a phrase.
  public let help: Text
  /// What completes it.
  public let completion: Completion
  /// Whether `-word` is one of its words where it is no option.
  public let takesDashedWords: Bool
  /// The only words it takes, where it is a choice.
  public let choices: [String]?

  /// Declares a positional that takes any word.
  public init(
    _ name: String, _ arity: Arity = .one, help: Text, completion: Completion = .none, takesDashedWords: Bool = false
  ) {
    self.name = name
    self.arity = arity
    self.help = help
    self.completion = completion
    self.takesDashedWords = takesDashedWords
    self.choices = nil
  }

  /// Declares a positional that takes one of these words; its name is `first|second|…` unless given.
  public init(choices: [String], name: String? = nil, _ arity: Arity = .one, help: Text) {
    self.name = name ?? choices.joined(separator: "|")
    self.arity = arity
    self.help = help
    self.completion = .choices(choices)
    self.takesDashedWords = false
    self.choices = choices
  }

  /// How a usage line shows it: `REF`, `[REF]`, `[REF…]` or `REF…`.
  public var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "[\(name)…]"
    case .atLeastOne: "\(name)…"
    }
  }
}

extension Positional.Arity {
  /// The fewest words.
  public var minimum: Int {
    switch self {
    case .one, .atLeastOne: 1
    case .optional, .many: 0
    }
  }

  /// The most words.
  public var maximum: Int {
    switch self {
    case .one, .optional: 1
    case .many, .atLeastOne: .max
    }
  }
}
