import MemoCore

extension JSONValue {
  /// The value as JSON without white space, keys sorted.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let number): bytes += String(number).utf8
    // JSON has no infinity.
    case .number(let number): bytes += (number.isFinite ? "\(number)" : "null").utf8
    case .text(let text): Self.write(text, to: &bytes)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (place, item) in items.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        item.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      // By the keys alone: pairs would be sorted and made without specialization, a third of the time of a long answer.
      for (place, key) in members.keys.sorted().enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        members[key]?.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(escapingForJSON: text)
    bytes.append(UInt8(ascii: "\""))
  }
}
