import MemoCore
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
  /// Whether every occurrence counts; if not, the last one does.
  var isRepeatable: Bool { get }
  /// What completes its value.
  var completion: Completion { get }
  /// Whether its value may be left out at the end of the command line and before another option.
  var mayEndLine: Bool { get }
  /// The value of what was written (nil: no value was), nil for an argument that has no value.
  func value(of written: RawArgument?) throws -> (any Sendable)?
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

  /// The value is needed.
  public var mayEndLine: Bool { false }

  /// Nothing completes it.
  public var completion: Completion { .none }

  /// No value.
  public func value(of written: RawArgument?) throws -> (any Sendable)? {
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

/// An argument that is known by its place: `REF…`, `[DIR]`.
public struct Positional: Sendable {
  /// How many words it takes.
  public enum Arity: Sendable, CaseIterable {
    /// Exactly one: `REF`.
    case one
    /// None or one: `[REF]`.
    case optional
    /// Any number: `[REF…]`.
    case many
    /// One or more: `REF…`.
    case atLeastOne
  }

  /// Its name in help, unique in its command: `REF`, `TEXT|-`.
  public let name: String
  /// How many words it takes.
  public let arity: Arity
  /// Its meaning, as a phrase.
  public let help: Text
  /// What completes it.
  public let completion: Completion
  /// Whether `-word` is one of its words if it is not an option.
  public let takesDashedWords: Bool
  /// The only words it takes, where it is a choice.
  public let choices: [String]?

  /// Declares a positional that takes any word.
  public init(
    _ name: String, _ arity: Arity = .one, help: Text, completion: Completion = .none, takesDashedWords: Bool = false
  ) {
    self.name = name
    self.arity = arity
    self.help = help
    self.completion = completion
    self.takesDashedWords = takesDashedWords
    self.choices = nil
  }

  /// Declares a positional that takes one of these words; its name is `first|second|…` unless given.
  public init(choices: [String], name: String? = nil, _ arity: Arity = .one, help: Text) {
    self.name = name ?? choices.joined(separator: "|")
    self.arity = arity
    self.help = help
    self.completion = .choices(choices)
    self.takesDashedWords = false
    self.choices = choices
  }

  /// Whether it is text of any kind, which may begin with a dash.
  var isText: Bool { takesDashedWords || completion == .none && choices == nil }

  /// Whether it is that or a name, which may begin with a dash, too.
  var isWord: Bool { isText || [.memos, .tagsOrMemos, .files, .folders, .nearFolders].contains(completion) }

  /// What Korean sentences call it.
  var noun: Text {
    guard let choices else {
      let named = name.parts(at: "|").map(Placeholder.text).filter { $0[.korean] != $0[.english] }
      let list = named.map { Placeholder.spoken($0[.korean]) }.joined(separator: " 또는 ")
      // Git's `OURS` is the same in both languages.
      return Text("\(name)", ko: "\(named.isEmpty ? name : list)")
    }
    let list = choices.joined(separator: ", ")
    return Text("\(name)", ko: "\(list) 중 하나")
  }

  /// How a usage line shows it: `REF`, `[REF]`, `[REF…]` or `REF…`.
  public var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "[\(name)…]"
    case .atLeastOne: "\(name)…"
    }
  }
}

extension Positional.Arity {
  /// The fewest words.
  public var minimum: Int {
    switch self {
    case .one, .atLeastOne: 1
    case .optional, .many: 0
    }
  }

  /// The most words.
  public var maximum: Int {
    switch self {
    case .one, .optional: 1
    case .many, .atLeastOne: .max
    }
  }
}

/// What a shell offers when the user completes a value.
public enum Completion: Sendable, Equatable {
  /// Nothing: free text.
  case none
  /// Files and folders.
  case files
  /// Folders.
  case folders
  /// Folders of the vault, named from its root.
  case vaultFolders
  /// Folders of the vault, named from the working directory or from its root.
  case nearFolders
  /// Folders of the vault, named from its root, or from the working directory by `./` and `../`.
  case folderPatterns
  /// Commands of memo.
  case commands
  /// Commands of memo, and the topics that there is help of.
  case helpTopics
  /// Memos of the vault.
  case memos
  /// Tags of the vault.
  case tags
  /// Filters by one tag of the vault.
  case tagFilters
  /// Tags of the vault where one is renamed, else memos.
  case tagsOrMemos
  /// Memos in the trash.
  case trash
  /// Keys of the vault's front matters.
  case fields
  /// The same with `=`, which a value follows.
  case assignments
  /// These words, and `field:` before keys of the vault's front matters.
  case sortKeys([String])
  /// Saved filters of the vault, with `@`, and these words.
  case views(besides: [String])
  /// Templates of the vault.
  case templates
  /// Settings, and the vault's saved filters among them.
  case settingKeys
  /// Values of the setting that is named before.
  case settingValues
  /// These words.
  case choices([String])
}
