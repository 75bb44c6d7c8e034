public import MemoWords

/// An option, flag or toggle: parser, help, completions and man page all derive from this one declaration.
public protocol ArgumentDeclaration: Sendable {
  /// The long name without dashes, unique among a command's arguments and the global ones.
  var long: String { get }
  /// The one-letter ASCII name, where it has one.
  var short: Character? { get }
  /// Whether a value follows, and how it is named in help.
  var form: ArgumentForm { get }
  /// What it does, in a phrase.
  var help: Text { get }
  /// Whether every occurrence counts; otherwise the last one does.
  var isRepeatable: Bool { get }
  /// What completes its value.
  var completion: Completion { get }
  /// The value of what was written (nil: no value was), nil for an argument that has no value.
  func value(of written: RawArgument?) throws(ArgumentRejection) -> (any Sendable)?
}

/// How an argument is written after its name.
public enum ArgumentForm: Sendable, Equatable {
  /// `--name`
  case flag
  /// `--name` or `--negation`; the name comes without dashes.
  case toggle(negation: String)
  /// `--name VALUE` or `--name=VALUE`
  case value(String)
  /// `--name` or `--name=VALUE`
  case optionalValue(String)
}

// What has no value has nothing to repeat, complete or read.
extension ArgumentDeclaration {
  /// The last occurrence counts.
  public var isRepeatable: Bool { false }

  /// Nothing completes it.
  public var completion: Completion { .none }

  /// No value.
  public func value(of written: RawArgument?) throws(ArgumentRejection) -> (any Sendable)? {
    nil
  }
}

extension ArgumentDeclaration {
  /// Every way to write it, dashes included: `-n`, `--limit`; `--edit`, `--no-edit`.
  public var spellings: [String] {
    var spellings = ["--\(long)"]
    if let short { spellings.insert("-\(short)", at: 0) }
    if case .toggle(let negation) = form { spellings.append("--\(negation)") }
    return spellings
  }

  /// What follows the name in help: ` N`, `[=SECONDS]` or nothing.
  public var valueSuffix: String {
    switch form {
    case .flag, .toggle: ""
    case .value(let name): " \(name)"
    case .optionalValue(let name): "[=\(name)]"
    }
  }
}
