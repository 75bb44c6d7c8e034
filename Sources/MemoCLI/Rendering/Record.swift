import MemoCore

/// A result, or a part of one: its fields in order. Every format renders results from their records, so that a command
/// only says which fields there are.
struct Record: ExpressibleByDictionaryLiteral {
  /// The value of a field. What is absent is `null` in JSON and empty elsewhere.
  enum Value {
    case flag(Bool)
    case number(Int?)
    case decimal(Double)
    case text(String?)
    case texts([String])
    /// In nanoseconds since 1970.
    case date(Int64?)
    /// A path that scripts use. Where it is not UTF-8, JSON has the exact bytes as well, under the key with `Base64`.
    case path(VaultPath)
    /// A path that only names something: invalid UTF-8 in it is replaced.
    case pathText(VaultPath?)
    /// An absolute path, of which the same holds.
    case hostPath([UInt8])
    case pathTexts([VaultPath])
    /// A file's text, which may be long; invalid UTF-8 in it is replaced.
    case contents([UInt8])
    case record(Record?)
    /// Records that are made one by one, as they are written: starts over and returns what makes the next one.
    case each(_ start: () -> () -> Record?)
  }

  /// How a value is written where it is not JSON.
  enum Form {
    /// As it is, for records that end with NUL.
    case exact
    /// Harmless for a terminal, paths quoted; may have several lines.
    case body
    /// The same on one line without tabs.
    case line
    /// For people, who see what gets in a terminal's way: only paths are quoted.
    case shown
  }

  struct Field {
    let key: String
    let value: Value
  }

  let fields: [Field]

  init(_ fields: [Field]) {
    self.fields = fields
  }

  init(dictionaryLiteral fields: (String, Value)...) {
    self.fields = fields.map { Field(key: $0.0, value: $0.1) }
  }

  /// The fields of both.
  static func + (left: Record, right: Record) -> Record {
    Record(left.fields + right.fields)
  }
}

extension Record.Value {
  /// Records that are made of elements as they are written.
  static func records<Elements: Sequence>(
    _ elements: Elements, _ record: @escaping (Elements.Element) -> Record
  ) -> Self {
    .each {
      var iterator = elements.makeIterator()
      return { iterator.next().map(record) }
    }
  }

  /// The value as a part of a line.
  ///
  /// - Parameter paths: how paths in the vault are spelled.
  func bytes(as form: Record.Form, paths: RelativePaths = .fromRoot) -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, as: form, paths: paths)
    return bytes
  }

  /// Appends the value as a part of a line; lists write a hundred thousand of them.
  func append(to bytes: inout [UInt8], as form: Record.Form, paths: RelativePaths = .fromRoot) {
    switch self {
    case .flag(let value): bytes += (value ? "true" : "false").utf8
    case .number(let number?): bytes += String(number).utf8
    case .decimal(let number): bytes += "\(number)".utf8
    case .date(let time?): Timestamp.append(time, to: &bytes)
    case .path(let path), .pathText(let path?):
      bytes += form == .exact ? paths.bytes(path) : QuotedPath.bytes(paths.bytes(path))
    case .hostPath(let path): bytes += form == .exact ? path : QuotedPath.bytes(path)
    case .pathTexts(let several):
      bytes += several.map { Self.path($0).bytes(as: form, paths: paths) }.joined(separator: Array(", ".utf8))
    case .text(let text?): Self.append(text, to: &bytes, as: form)
    case .texts(let texts): Self.append(texts.joined(separator: ", "), to: &bytes, as: form)
    case .contents(let text): bytes += form == .exact ? text : TerminalText.piped(text, as: .body)
    case .number(nil), .date(nil), .pathText(nil), .text(nil), .record, .each: break
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8], as form: Record.Form) {
    switch form {
    case .exact, .shown: bytes += text.utf8
    case .body: bytes += TerminalText.piped(Array(text.utf8), as: .body)
    case .line: bytes += OneLine.bytes(text)
    }
  }
}

/// Text in output that is split into lines and columns.
enum OneLine {
  /// The text's bytes with a space for each tab and each byte of a line break, and other controls made visible.
  static func bytes(_ text: String) -> [UInt8] {
    TerminalText.replacingControls(in: Array(text.utf8), as: .line) { scalar, bytes, result in
      switch scalar {
      case "\t", "\n", "\r": result.append(UInt8(ascii: " "))
      default: result += TerminalText.piped(Array(bytes))
      }
    }
  }

  static func text(_ text: String) -> String { String(decoding: bytes(text), as: UTF8.self) }
}
