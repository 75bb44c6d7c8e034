import MemoCore
import MemoIndex
import MemoKit
import MemoWords

/// A line of output with fields of a memo in it: `{title}\t{path}`.
struct FormatTemplate {
  private enum Piece {
    case text([UInt8])
    case field(Field)
  }

  /// What a template can name.
  enum Field: String, CaseIterable {
    case number, path, absPath, title, preview, modified, created, size, wordCount, tags, aliases, links, etag
  }

  private let pieces: [Piece]

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "0"): 0,
    UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "{"): UInt8(ascii: "{"), UInt8(ascii: "}"): UInt8(ascii: "}"),
  ]

  /// Reads a template; `\t \n \r \0 \\ \{ \}` are escapes, and any other text stands for itself.
  init(_ text: String) throws(Failure) {
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    var rest = Array(text.utf8)[...]
    // Found once: behind it no brace closes, and each that opens would look through all that follows.
    let lastEnd = rest.lastIndex(of: UInt8(ascii: "}")) ?? rest.startIndex
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let escaped = rest.first.flatMap({ Self.escapes[$0] }) {
        literal.append(escaped)
        rest.removeFirst()
      } else if byte == UInt8(ascii: "{"), rest.startIndex <= lastEnd,
        let end = rest.firstIndex(of: UInt8(ascii: "}"))
      {
        pieces += [.text(literal), .field(try Self.field(String(decoding: rest[..<end], as: UTF8.self)))]
        literal = []
        rest = rest[(end + 1)...]
      } else {
        literal.append(byte)
      }
    }
    self.pieces = pieces + [.text(literal)]
  }

  /// The template with a memo's fields, which are harmless for a terminal unless they are to be exact; paths are quoted.
  func bytes(for row: MemoRow, areExact: Bool) -> [UInt8] {
    pieces.flatMap { piece in
      switch piece {
      case .text(let bytes): return bytes
      case .field(let field):
        let bytes = Self.bytes(of: field, in: row)
        if areExact { return bytes }
        return field == .path || field == .absPath ? QuotedPath.bytes(bytes) : TerminalText.piped(bytes, as: .body)
      }
    }
  }

  private static func field(_ name: String) throws(Failure) -> Field {
    if let field = Field(rawValue: name) { return field }
    let names = Field.allCases.map(\.rawValue)
    let near = Suggestions.nearest(to: name, among: names, limit: 1).map { Message.nearest("{\($0)}") }
    throw Failure(
      kind: "invalid-value", message: Message.badField(name),
      hints: near + [Message.fields(names.joined(separator: " "))], exitCode: .usage)
  }

  private static func bytes(of field: Field, in row: MemoRow) -> [UInt8] {
    switch field {
    case .path: row.path.bytes
    case .absPath: row.absolutePath.bytes
    case .number: Array((row.number.map(String.init) ?? "").utf8)
    case .title: Array(row.record.metadata.title.utf8)
    case .preview: Array(row.record.metadata.preview.utf8)
    case .modified: Array(Timestamp.rfc3339(row.modified).utf8)
    case .created: Array(Timestamp.rfc3339(row.created).utf8)
    case .size: Array("\(row.record.size)".utf8)
    case .wordCount: Array("\(row.record.metadata.wordCount)".utf8)
    case .tags: Array(row.record.metadata.tags.joined(separator: ", ").utf8)
    case .aliases: Array(row.record.metadata.aliases.joined(separator: ", ").utf8)
    case .links: Array(row.record.metadata.links.map(\.target).joined(separator: ", ").utf8)
    case .etag: Array(row.etag.utf8)
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
}
