/// The kinds of JSON values, for error messages.
public enum JSONKind: String, Equatable, Sendable {
  /// `{…}`
  case object
  /// `[…]`
  case array
  /// `"…"`
  case text
  /// `1.5`
  case number
  /// `true` or `false`
  case boolean
  /// `null`
  case null

  /// The kind of the value that starts with a byte; `nil` if none does.
  package init?(startingWith byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "\""): self = .text
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    default: return nil
    }
  }
}

extension JSONKind: Decodable {
  /// Finds the kind of a value by trying each.
  public init(from decoder: any Decoder) throws {
    if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
      self = .object
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array
    } else {
      self = try JSONKind(decoder.singleValueContainer())
    }
  }

  private init(_ value: any SingleValueDecodingContainer) throws {
    if value.decodeNil() {
      self = .null
    } else if (try? value.decode(Bool.self)) != nil {
      self = .boolean
    } else if (try? value.decode(Double.self)) != nil {
      self = .number
    } else {
      _ = try value.decode(String.self)
      self = .text
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
  }
}
