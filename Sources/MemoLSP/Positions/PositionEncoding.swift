import MemoCore

/// In which units a position counts the characters of a line.
enum PositionEncoding: String, CaseIterable, Sendable {
  /// Bytes.
  case utf8 = "utf-8"
  /// What every client knows.
  case utf16 = "utf-16"
  /// Unicode scalars.
  case utf32 = "utf-32"

  /// The one to use with a client: the first of ours that it offers.
  init(offeredBy names: [String]) {
    self = Self.allCases.first { names.contains($0.rawValue) } ?? .utf16
  }

  /// How many units a scalar takes; what is not UTF-8 counts as U+FFFD, which is what editors show, and in bytes as
  /// what it is.
  func width(of scalar: Unicode.Scalar, bytes: Int) -> Int {
    switch self {
    case .utf8: bytes
    case .utf16: scalar.value > 0xFFFF ? 2 : 1
    case .utf32: 1
    }
  }
}

/// A place in a document as the protocol counts it.
struct DocumentPosition: Hashable, Sendable {
  /// From 0.
  var line: Int
  /// From 0, in units of the encoding.
  var character: Int

  /// The start of a document.
  static let start = DocumentPosition(line: 0, character: 0)

  /// Puts together a place.
  init(line: Int, character: Int) {
    (self.line, self.character) = (line, character)
  }

  /// Reads a place; `nil` for anything else.
  init?(_ json: JSONValue?) {
    guard let line = json?["line"]?.integer, let character = json?["character"]?.integer, line >= 0, character >= 0
    else { return nil }
    self.init(line: line, character: character)
  }

  /// The place as messages hold it.
  var json: JSONValue { ["line": .integer(line), "character": .integer(character)] }
}

extension DocumentPosition: Comparable {
  /// By line, then by character.
  static func < (left: DocumentPosition, right: DocumentPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

extension Range<DocumentPosition> {
  /// Reads a range; `nil` for anything else.
  init?(_ json: JSONValue?) {
    guard let start = DocumentPosition(json?["start"]), let end = DocumentPosition(json?["end"]), start <= end else {
      return nil
    }
    self = start..<end
  }

  /// The range as messages hold it.
  var json: JSONValue { ["start": lowerBound.json, "end": upperBound.json] }
}
