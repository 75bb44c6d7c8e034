/// What a command line said, read through the declarations: `arguments[ListOptions.limit]`.
///
/// An option that the command does not declare reads as not given, so code that serves several commands may ask for it.
public struct ParsedArguments: Sendable {
  /// The options in the order written.
  let occurrences: [ArgumentOccurrence]
  /// The words that are not options, in order, without the command's name.
  public let positionals: [RawArgument]
  /// The same words, dealt out to the command's positionals.
  private let assignments: [PositionalWords]

  init(
    occurrences: [ArgumentOccurrence] = [], positionals: [RawArgument] = [],
    assignments: [PositionalWords] = []
  ) {
    self.occurrences = occurrences
    self.positionals = positionals
    self.assignments = assignments
  }

  /// The same with options that count as if they were written first.
  func adding(_ earlier: [ArgumentOccurrence]) -> ParsedArguments {
    ParsedArguments(occurrences: earlier + occurrences, positionals: positionals, assignments: assignments)
  }

  /// Whether the flag was given.
  public subscript(_ flag: Flag) -> Bool {
    isGiven(flag)
  }

  /// What was said last of the toggle; nil where nothing was.
  public subscript(_ toggle: Toggle) -> Bool? {
    occurrences.last { $0.long == toggle.long }.map { !$0.isNegated }
  }

  /// The last value of the option; nil where it was not given.
  public subscript<Value>(_ option: Option<Value>) -> Value? {
    occurrences.last { $0.long == option.long }.map { $0.value(for: option) }
  }

  /// The first word of the positional; nil where it got none.
  public subscript(_ positional: Positional) -> RawArgument? {
    words(of: positional)?.first
  }

  /// All values of the option, in the order written.
  public func all<Value>(_ option: Option<Value>) -> [Value] {
    occurrences.filter { $0.long == option.long }.map { $0.value(for: option) }
  }

  /// All words of the positional, in the order written.
  public func all(_ positional: Positional) -> [RawArgument] {
    words(of: positional).map(Array.init) ?? []
  }

  private func words(of positional: Positional) -> ArraySlice<RawArgument>? {
    // Where a mistake names two alike, the last one counts.
    assignments.last { $0.name == positional.name }?.words
  }

  /// Whether the argument was written at all, in either form where it is a toggle.
  public func isGiven(_ argument: any ArgumentDeclaration) -> Bool {
    occurrences.contains { $0.long == argument.long }
  }
}

/// The words that one positional got.
struct PositionalWords: Sendable {
  /// The positional's name.
  let name: String
  /// Its words, in the order written.
  let words: ArraySlice<RawArgument>
}

/// One time an option was written.
struct ArgumentOccurrence: Sendable {
  /// The option's long name.
  let long: String
  /// How it was written: `-n`, `--limit`.
  let spelling: String
  /// Whether a toggle's negation was written.
  let isNegated: Bool
  /// The value it got, for an option that has one.
  let value: (any Sendable)?

  /// The value with its type.
  func value<Value>(for option: Option<Value>) -> Value {
    guard let value = value as? Value else { preconditionFailure("two declarations are named --\(long)") }
    return value
  }
}

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

  /// Whether it looks like an option; a lone `-` means standard input.
  var looksLikeOption: Bool { bytes.count > 1 && bytes[0] == UInt8(ascii: "-") }
}
