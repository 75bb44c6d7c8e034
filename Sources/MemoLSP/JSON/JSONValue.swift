/// A JSON value, as the messages of the protocol hold them.
enum JSONValue: Equatable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// `"…"`
  case text(String)
  /// `[…]`
  case array([JSONValue])
  /// `{…}`; of equal keys the last one counts.
  case object([String: JSONValue])

  /// An object of the members that have a value.
  init(members: KeyValuePairs<String, JSONValue?>) {
    self = .object(Dictionary(members.compactMap { key, value in value.map { (key, $0) } }) { $1 })
  }

  /// The member of an object; `nil` where there is none, or `null`.
  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members[key], value != .null else { return nil }
    return value
  }

  /// The member at the end of a chain of keys.
  subscript(_ first: String, _ rest: String...) -> JSONValue? {
    rest.reduce(self[first]) { value, key in value?[key] }
  }

  /// The text, where it is one.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The whole number, where it is one: `3` or `3.0`.
  var integer: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// Whether it is `true`.
  var isTrue: Bool { self == .bool(true) }

  /// The items, where it is an array; none for anything else.
  var items: [JSONValue] {
    if case .array(let items) = self { items } else { [] }
  }

  /// The members, where it is an object; none for anything else.
  var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(nilLiteral: ()) { self = .null }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
