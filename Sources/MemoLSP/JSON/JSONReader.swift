/// Reads JSON. Half of a surrogate pair becomes U+FFFD, which takes as much room in UTF-8, UTF-16 and UTF-32, so no position
/// behind it moves.
struct JSONReader {
  /// The text is not JSON, or nests too deep.
  struct Fault: Error, Equatable {
    /// Where.
    let offset: Int
  }

  // Deeper values come from no editor; the reader is recursive.
  private static let depthLimit = 200
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  /// Reads a whole text.
  static func read(_ text: [UInt8]) throws(Fault) -> JSONValue {
    let result = text.withUnsafeBufferPointer { bytes -> Result<JSONValue, Fault> in
      var reader = JSONReader(bytes: bytes)
      do throws(Fault) {
        return .success(try reader.document())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  private var fault: Fault { Fault(offset: index) }

  private mutating func document() throws(Fault) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw fault }
    return value
  }

  private mutating func value(depth: Int) throws(Fault) -> JSONValue {
    guard depth < Self.depthLimit else { throw fault }
    skipSpace()
    switch try peek() {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(Fault) -> JSONValue {
    index += 1
    var members: [String: JSONValue] = [:]
    if try closes(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard try peek() == UInt8(ascii: "\"") else { throw fault }
      let key = try string()
      skipSpace()
      try take(UInt8(ascii: ":"))
      members[key] = try value(depth: depth + 1)
      if try closes(UInt8(ascii: "}")) { return .object(members) }
      try take(UInt8(ascii: ","))
    }
  }

  private mutating func array(depth: Int) throws(Fault) -> JSONValue {
    index += 1
    var items: [JSONValue] = []
    if try closes(UInt8(ascii: "]")) { return .array(items) }
    while true {
      items.append(try value(depth: depth + 1))
      if try closes(UInt8(ascii: "]")) { return .array(items) }
      try take(UInt8(ascii: ","))
    }
  }

  private mutating func closes(_ bracket: UInt8) throws(Fault) -> Bool {
    skipSpace()
    guard try peek() == bracket else { return false }
    index += 1
    return true
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Fault) -> JSONValue {
    for letter in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) { try take(letter) }
    return value
  }

  private mutating func number() throws(Fault) -> JSONValue {
    let start = index
    var isWhole = true
    if try peek() == UInt8(ascii: "-") { index += 1 }
    guard try isDigit(peek()) else { throw fault }
    let isZero = try peek() == UInt8(ascii: "0")
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
        isWhole = false
      default: return try number(start..<index, isWhole, isZero)
      }
      index += 1
    }
    return try number(start..<index, isWhole, isZero)
  }

  private func number(_ range: Range<Int>, _ isWhole: Bool, _ startsWithZero: Bool) throws(Fault) -> JSONValue {
    let text = String(decoding: bytes[range], as: UTF8.self)
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    if isWhole, startsWithZero, digits.count > 1 { throw fault }
    if isWhole, let number = Int(text) { return .integer(number) }
    guard let last = text.utf8.last, isDigit(last), let number = Double(text), number.isFinite else { throw fault }
    return .number(number)
  }

  // MARK: Strings

  private mutating func string() throws(Fault) -> String {
    index += 1
    let start = index
    while try peek() != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\"), bytes[index] >= 0x20 { index += 1 }
    var text = Array(bytes[start..<index])
    while try peek() != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") {
        try escape(into: &text)
      } else if bytes[index] < 0x20 {
        throw fault
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape(into text: inout [UInt8]) throws(Fault) {
    index += 1
    let letter = try peek()
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += String(try scalar()).utf8
    default:
      index -= 1
      throw fault
    }
  }

  /// The scalar of an escape, or of two that make a pair.
  private mutating func scalar() throws(Fault) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let next = index
    if first < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    {
      index += 2
      let second = try unit()
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + second - 0xDC00)
      {
        return scalar
      }
      index = next
    }
    return "\u{FFFD}"
  }

  private mutating func unit() throws(Fault) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(try peek())).hexDigitValue else { throw fault }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }

  // MARK: Bytes

  private func peek() throws(Fault) -> UInt8 {
    guard index < bytes.count else { throw fault }
    return bytes[index]
  }

  private mutating func take(_ byte: UInt8) throws(Fault) {
    guard try peek() == byte else { throw fault }
    index += 1
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
