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
  /// Whether every occurrence counts; if not, the last one does.
  public let isRepeatable: Bool
  /// What completes its value.
  public let completion: Completion
  /// The value of `--name` alone; where there is none, a value must be written.
  public let bareValue: Value?
  /// The value at the end of the command line and before another option; `nil` if one has to be written.
  public private(set) var lastValue: Value?
  /// Makes the value of what was written; throws an `ArgumentRejection`.
  public let parse: @Sendable (RawArgument) throws -> Value

  /// Declares an option whose value is made from the exact bytes.
  public init(
    _ long: String, short: Character? = nil, value valueName: String, help: Text, isRepeatable: Bool = false,
    completion: Completion = .none, bareValue: Value? = nil,
    parseRaw: @escaping @Sendable (RawArgument) throws -> Value
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
    parse: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(
      long, short: short, value: valueName, help: help, isRepeatable: isRepeatable, completion: completion,
      bareValue: bareValue
    ) { (written: RawArgument) in
      guard let text = written.exactText else {
        throw ArgumentRejection.notText
      }
      return try parse(text)
    }
  }

  /// How it is written.
  public var form: ArgumentForm { bareValue == nil ? .value(valueName) : .optionalValue(valueName) }

  /// The value of what was written, or the bare value.
  public func value(of written: RawArgument?) throws -> (any Sendable)? {
    guard let written else { return bareValue ?? lastValue }
    return try parse(written)
  }

  /// Whether its value may be left out at the end of the command line and before another option.
  public var mayEndLine: Bool { lastValue != nil }

  /// The same with a value at the end of the command line and before another option, where none has to be written.
  public func atEnd(_ value: Value) -> Option {
    var option = self
    option.lastValue = value
    return option
  }
}

extension Option where Value == String {
  /// An option that takes any UTF-8 text.
  public static func text(
    _ long: String, short: Character? = nil, value valueName: String, help: Text, isRepeatable: Bool = false,
    completion: Completion = .none
  ) -> Option<String> {
    Option(
      long, short: short, value: valueName, help: help, isRepeatable: isRepeatable, completion: completion,
      parse: { $0 })
  }
}

extension Option where Value == RawArgument {
  /// An option that takes the name of a file or folder, whose bytes need not be UTF-8.
  public static func path(
    _ long: String, short: Character? = nil, value valueName: String, help: Text, isRepeatable: Bool = false,
    completion: Completion = .files
  ) -> Option<RawArgument> {
    Option(
      long, short: short, value: valueName, help: help, isRepeatable: isRepeatable, completion: completion,
      parseRaw: { $0 })
  }
}

extension Option where Value == Int {
  /// An option that takes a whole number in a range.
  public static func number(
    _ long: String, short: Character? = nil, value valueName: String = "N", in range: ClosedRange<Int>, help: Text,
    bareValue: Int? = nil
  ) -> Option<Int> {
    Option(
      long, short: short, value: valueName, help: help, bareValue: bareValue,
      parse: { text in
        guard let number = Int(text) else { throw ArgumentRejection.notANumber(text, in: range) }
        guard range.contains(number) else { throw ArgumentRejection.outside(range) }
        return number
      })
  }
}

extension Option where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// An option that takes one of the enum's words; help names the value by those words unless a name is given.
  public static func choice(
    _ long: String, short: Character? = nil, value valueName: String? = nil, help: Text, isRepeatable: Bool = false,
    bareValue: Value? = nil
  ) -> Option<Value> {
    let words = Value.allCases.map(\.rawValue)
    return Option(
      long, short: short, value: valueName ?? words.joined(separator: "|"), help: help, isRepeatable: isRepeatable,
      completion: .choices(words), bareValue: bareValue,
      parse: { text in
        guard let value = Value(rawValue: text) else { throw ArgumentRejection.notAmong(words, text) }
        return value
      })
  }
}

extension ArgumentRejection {
  fileprivate static func outside(_ range: ClosedRange<Int>) -> ArgumentRejection {
    if range.upperBound == .max {
      return ArgumentRejection(
        Text("must be \(range.lowerBound) or more", ko: "\(range.lowerBound) 이상이어야 합니다"))
    }
    return ArgumentRejection(
      Text(
        "must be from \(range.lowerBound) to \(range.upperBound)",
        ko: "\(range.lowerBound)에서 \(range.upperBound) 사이여야 합니다"))
  }

  // Digits that do not fit an Int are still a number, outside every range.
  fileprivate static func notANumber(_ text: String, in range: ClosedRange<Int>) -> ArgumentRejection {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let areDigits = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard areDigits, !digits.isEmpty else {
      return ArgumentRejection(Text("must be a whole number", ko: "정수여야 합니다"))
    }
    return text.utf8.first == UInt8(ascii: "-")
      ? .outside(range) : ArgumentRejection(Text("is too large", ko: "너무 큽니다"))
  }
}

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

/// Options under one heading of a command's help; commands that share options share the group.
public struct OptionGroup: Sendable {
  /// The heading.
  public let title: Text
  /// The options, in the order help shows them.
  public let arguments: [any ArgumentDeclaration]
  /// Sets of options of which a command line may hold one at most; a set may name options of other groups.
  public let exclusions: [[any ArgumentDeclaration]]

  /// Declares a group of options.
  public init(
    _ title: Text, _ arguments: [any ArgumentDeclaration], exclusions: [[any ArgumentDeclaration]] = []
  ) {
    self.title = title
    self.arguments = arguments
    self.exclusions = exclusions
  }
}
