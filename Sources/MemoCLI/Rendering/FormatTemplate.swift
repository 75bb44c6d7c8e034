import MemoCore
import MemoIndex
import MemoKit
import MemoWords

/// A line of output with fields of a memo in it: `{title}\t{path}`.
struct FormatTemplate {
  private enum Piece {
    case text([UInt8])
    case field(Field)
    /// What a key of the front matter holds.
    case frontField(String, folded: [UInt8])
  }

  /// What a template can name: every key of a memo's record.
  typealias Field = MemoRow.Key

  private let pieces: [Piece]

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "0"): 0,
    UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "{"): UInt8(ascii: "{"), UInt8(ascii: "}"): UInt8(ascii: "}"),
  ]

  /// Reads a template; `\t \n \r \0 \\ \{ \}` are escapes, and any other text but an open `{` is literal.
  init(_ text: String) throws(Failure) {
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let escaped = rest.first.flatMap({ Self.escapes[$0] }) {
        literal.append(escaped)
        rest.removeFirst()
      } else if byte == UInt8(ascii: "{") {
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { throw Self.openBrace }
        pieces += [.text(literal), try Self.field(String(decoding: rest[..<end], as: UTF8.self))]
        literal = []
        rest = rest[(end + 1)...]
      } else {
        literal.append(byte)
      }
    }
    self.pieces = pieces + [.text(literal)]
  }

  /// The template with a memo's fields. Unless they are to be exact, each but the body is on one line without tabs and
  /// harmless for a terminal, and paths are quoted: what a memo holds makes no lines or columns of its own.
  func bytes(for row: MemoRow, areExact: Bool, paths: RelativePaths = .fromRoot) -> [UInt8] {
    let form: Record.Form = areExact ? .exact : .line
    return pieces.flatMap { piece in
      switch piece {
      case .text(let bytes): return bytes
      case .field(.fields): return Self.text(of: row.record.metadata.fields).bytes(as: form, paths: paths)
      case .field(let field): return row.value(of: field).bytes(as: form, paths: paths)
      case .frontField(_, let key):
        let field = row.record.metadata.fields.first { Folding.matchKey($0.key) == key }
        return field?.value.recordValue.bytes(as: form, paths: paths) ?? []
      }
    }
  }

  /// The keys of front matters that it names.
  var fields: [String] {
    pieces.compactMap { if case .frontField(let key, _) = $0 { key } else { nil } }
  }

  /// All fields in one text.
  private static func text(of fields: [MemoField]) -> Record.Value {
    .texts(fields.map { "\($0.key)=\(String(decoding: $0.value.recordValue.bytes(as: .exact), as: UTF8.self))" })
  }

  private static var openBrace: Failure {
    Failure.invalid(Message.openBrace, hints: [Message.braceAsText])
  }

  private static func field(_ name: String) throws(Failure) -> Piece {
    if let field = Field(rawValue: name) { return .field(field) }
    if let key = name.dropping(prefix: "field:"), !key.isEmpty {
      return .frontField(key, folded: Folding.matchKey(key))
    }
    let names = Field.allCases.map(\.rawValue) + ["field:KEY"]
    let near = Suggestions.nearest(to: name, among: names, limit: 1).map {
      Placeholder.translated(Message.nearest("{\($0)}"))
    }
    let key = name.dropping(prefix: "fields.") ?? name
    throw Failure.invalid(
      Message.badField(name),
      hints: (near.isEmpty ? [Message.fieldName(key)] : near)
        + [Placeholder.translated(Message.fields(names.joined(separator: " ")))])
  }
}
