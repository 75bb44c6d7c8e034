/// One word of the command line as the system passed it: bytes that need not be UTF-8, because file names are bytes.
///
/// Compared by bytes, so two spellings of one name that differ only in normalization stay two words.
public struct RawArgument: Hashable, Sendable {
  /// The bytes, without the closing NUL.
  public let bytes: [UInt8]

  /// Wraps bytes.
  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Wraps the UTF-8 of a text.
  public init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// The word as text, invalid UTF-8 replaced: for showing, never for opening.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The word as text, or nil where its bytes are not UTF-8.
  public var exactText: String? { String(validating: bytes, as: UTF8.self) }
}

extension RawArgument: ExpressibleByStringLiteral {
  /// Wraps a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension RawArgument {
  /// The word that ends options.
  static let endOfOptions: RawArgument = "--"

  /// Whether it has the look of an option; a lone `-` stands for standard input.
  var looksLikeOption: Bool { bytes.count > 1 && bytes[0] == UInt8(ascii: "-") }
}
