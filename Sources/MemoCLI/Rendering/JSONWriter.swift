import MemoCore

/// Writes JSON as bytes, in the order called. (`JSONEncoder` takes 1.8 s for 100,000 records, this a tenth of it.)
///
/// The caller pairs begins with ends; commas and escapes are the writer's. Whatever could act on a terminal is escaped too.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  private static let partSize = 1 << 17

  init() {}

  /// One that writes behind some bytes, which it takes, so that they are not copied.
  init(after bytes: inout [UInt8]) {
    swap(&self.bytes, &bytes)
  }

  /// Takes the bytes written so far out, so that a long array need not be held whole.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func beginObject() { begin("{") }
  mutating func endObject() { end("}") }
  mutating func beginArray() { begin("[") }
  mutating func endArray() { end("]") }

  mutating func key(_ key: String) {
    var name = key
    // Most are letters alone: they are copied without a look for what is to be escaped.
    let isPlain = name.withUTF8 { name in
      guard name.allSatisfy({ ($0 | 0x20) &- UInt8(ascii: "a") < 26 }) else { return false }
      quoted { $0.append(contentsOf: name) }
      return true
    }
    if !isPlain { string(key) }
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func string(_ text: String) {
    quoted { $0.append(escapingForJSON: text) }
  }

  /// Writes a long text in parts: escaped it may be six times as long.
  ///
  /// - Parameters:
  ///   - text: what is not UTF-8 in it becomes U+FFFD.
  ///   - flush: may take bytes out after each part.
  mutating func contents(_ text: [UInt8], flush: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for part in text.textParts(of: Self.partSize) {
      bytes.append(escapingForJSON: part)
      try flush(&self)
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  mutating func strings(_ texts: [String]) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  mutating func number(_ number: some BinaryInteger) {
    raw(String(number))
  }

  mutating func decimal(_ number: Double) {
    raw("\(number)")
  }

  mutating func boolean(_ value: Bool) {
    raw(value ? "true" : "false")
  }

  mutating func null() {
    raw("null")
  }

  /// Bytes that need no escapes, between quotes.
  mutating func quoted(_ append: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(&bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  mutating func newline() { endLine(UInt8(ascii: "\n")) }

  /// Ends a line with a byte; what follows needs no comma.
  mutating func endLine(_ end: UInt8) {
    bytes.append(end)
    needsComma = false
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func begin(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func end(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}

extension JSONWriter {
  /// Writes a record as an object.
  mutating func record(_ record: Record) { self.record(record) { _ in } }

  /// The same, where `flush` may take bytes out after a part of a long text or list.
  mutating func record(_ record: Record, flush: (inout JSONWriter) throws -> Void) rethrows {
    beginObject()
    for field in record.fields {
      key(field.key)
      try value(field.value, flush)
      if case .path(let path) = field.value, !path.isUTF8 {
        key("\(field.key)Base64")
        string(Base64(path.bytes).text)
      }
    }
    endObject()
  }

  private mutating func value(_ value: Record.Value, _ flush: (inout JSONWriter) throws -> Void) rethrows {
    switch value {
    case .flag(let flag): boolean(flag)
    case .number(let value?): number(value)
    case .decimal(let value): decimal(value)
    case .text(let text?): string(text)
    case .texts(let texts): strings(texts)
    case .date(let time?): quoted { Timestamp.append(time, to: &$0) }
    case .path(let path): quoted { $0.append(escapingForJSON: path.bytes) }
    case .pathText(let path?): quoted { $0.append(escapingForJSON: path.bytes) }
    case .hostPath(let path): quoted { $0.append(escapingForJSON: path) }
    case .pathTexts(let paths): strings(paths.map(\.text))
    case .contents(let text): try contents(text, flush: flush)
    case .record(let value?): try record(value, flush: flush)
    case .each(let start):
      let next = start()
      beginArray()
      while let value = next() {
        try record(value, flush: flush)
        try flush(&self)
      }
      endArray()
    case .number(nil), .text(nil), .date(nil), .pathText(nil), .record(nil): null()
    }
  }
}

/// Writes records as JSON a piece at a time, so that a long list starts at once and is never held whole.
struct RecordWriter {
  /// What is around the records.
  enum Form {
    /// One record, an object.
    case object
    /// One array.
    case array
    /// An object a line, each with this byte at its end.
    case lines(end: UInt8)
  }

  private let form: Form
  private let sink: ([UInt8]) throws -> Void
  private var json = JSONWriter()

  private static let pieceSize = 1 << 16

  init(_ form: Form, to sink: @escaping ([UInt8]) throws -> Void) {
    (self.form, self.sink) = (form, sink)
    if case .array = form { json.beginArray() }
  }

  mutating func write(_ record: Record) throws {
    // Without the writer itself in it: a copy of the bytes would be made.
    let flush = { [sink] (json: inout JSONWriter) in
      if json.bytes.count >= Self.pieceSize { try sink(json.takeBytes()) }
    }
    try json.record(record, flush: flush)
    if case .lines(let end) = form { json.endLine(end) }
    try flush(&json)
  }

  /// Hands over what is written so far, for what takes its time.
  mutating func flush() throws { try sink(json.takeBytes()) }

  /// Ends what the records are in.
  mutating func end() throws {
    switch form {
    case .object: json.newline()
    case .array:
      json.endArray()
      json.newline()
    case .lines: break
    }
    if !json.bytes.isEmpty { try flush() }
  }
}
