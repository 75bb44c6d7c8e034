public import MemoWords

extension Option where Value == String {
  /// An option that takes any UTF-8 text.
  public static func text(
    _ long: String, short: Character? = nil, value valueName: String, help: Text, isRepeatable: Bool = false,
    completion: Completion = .none
  ) -> Option<String> {
    Option(
      long, short: short, value: valueName, help: help, isRepeatable: isRepeatable, completion: completion,
      parse: { (text: String) throws(ArgumentRejection) -> String in text })
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
      parseRaw: { (written: RawArgument) throws(ArgumentRejection) -> RawArgument in written })
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
      parse: { (text: String) throws(ArgumentRejection) -> Int in
        guard let number = Int(text) else { throw .notANumber(text, in: range) }
        guard range.contains(number) else { throw .outside(range) }
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
      parse: { (text: String) throws(ArgumentRejection) -> Value in
        guard let value = Value(rawValue: text) else { throw .notAmong(words, text) }
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

  // Digits that do not fit an Int are a number all the same, only outside every range.
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
