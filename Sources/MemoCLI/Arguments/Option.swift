public import MemoWords

/// An option with a value.
public struct Option<Value: Sendable>: ArgumentDeclaration {
  /// The long name without dashes.
  public let long: String
  /// The one-letter name, where it has one.
  public let short: Character?
  /// How help names the value: `N`, `DATE`, `DIR`.
  public let valueName: String
  /// What it does, in a phrase.
  public let help: Text
  /// Whether every occurrence counts; otherwise the last one does.
  public let isRepeatable: Bool
  /// What completes its value.
  public let completion: Completion
  /// The value of `--name` alone; where there is none, a value must be written.
  public let bareValue: Value?
  /// Makes the value of what was written.
  public let parse: @Sendable (RawArgument) throws(ArgumentRejection) -> Value

  /// Declares an option whose value is made from the exact bytes.
  public init(
    _ long: String, short: Character? = nil, value valueName: String, help: Text, isRepeatable: Bool = false,
    completion: Completion = .none, bareValue: Value? = nil,
    parseRaw: @escaping @Sendable (RawArgument) throws(ArgumentRejection) -> Value
  ) {
    self.long = long
    self.short = short
    self.valueName = valueName
    self.help = help
    self.isRepeatable = isRepeatable
    self.completion = completion
    self.bareValue = bareValue
    self.parse = parseRaw
  }

  /// Declares an option whose value is made from text; bytes that are not UTF-8 are rejected.
  public init(
    _ long: String, short: Character? = nil, value valueName: String, help: Text, isRepeatable: Bool = false,
    completion: Completion = .none, bareValue: Value? = nil,
    parse: @escaping @Sendable (String) throws(ArgumentRejection) -> Value
  ) {
    self.init(
      long, short: short, value: valueName, help: help, isRepeatable: isRepeatable, completion: completion,
      bareValue: bareValue
    ) { (written: RawArgument) throws(ArgumentRejection) -> Value in
      guard let text = written.exactText else {
        throw ArgumentRejection(Text("must be UTF-8 text", ko: "UTF-8 텍스트여야 합니다"))
      }
      return try parse(text)
    }
  }

  /// How it is written.
  public var form: ArgumentForm { bareValue == nil ? .value(valueName) : .optionalValue(valueName) }

  /// The value of what was written, or the bare value.
  public func value(of written: RawArgument?) throws(ArgumentRejection) -> (any Sendable)? {
    guard let written else { return bareValue }
    return try parse(written)
  }
}
