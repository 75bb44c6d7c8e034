import MemoCore
import MemoWords

/// A command that an editor may run: its name, what it takes, and the command line that it stands for.
struct EditorCommand: Sendable {
  /// Something that a command takes.
  struct Argument: Sendable {
    /// What its value is.
    enum Kind: Sendable {
      case text
      /// One text, or several.
      case texts
      case number
      case flag
      /// A memo: its path, title, file name or alias, or the URI of its file.
      case memo
      /// One memo, or several.
      case memos
    }

    /// How its value gets to the command line.
    enum Place: Equatable, Sendable {
      /// As a word of its own.
      case positional
      /// Behind this option.
      case option(String)
      /// Not at all: it is about the answer.
      case answer
    }

    let key: String
    let kind: Kind
    let place: Place
    let isRequired: Bool
  }

  /// What it does to the vault.
  enum Effect: Sendable {
    /// It answers from the index and the open documents.
    case none
    /// It changes memos, which `--dry-run` names before.
    case change
    /// It takes a change of the disk back, which `--dry-run` names before.
    case past
    /// It makes the memo of a day, if there is none.
    case day
    /// It may change any memo.
    case sync
  }

  /// `memo.list`
  let name: String
  /// `list --json`
  let words: [String]
  let arguments: [Argument]
  let effect: Effect
}

extension EditorCommand.Argument {
  /// A word of its own, which has to be given.
  static func word(_ key: String, _ kind: Kind = .text) -> Self {
    Self(key: key, kind: kind, place: .positional, isRequired: true)
  }

  /// A word of its own, which may be left out.
  static func optionalWord(_ key: String) -> Self {
    Self(key: key, kind: .text, place: .positional, isRequired: false)
  }

  /// The value of an option.
  static func option(_ key: String, _ kind: Kind = .text, as name: String? = nil) -> Self {
    Self(key: key, kind: kind, place: .option("--" + (name ?? key)), isRequired: false)
  }
}

extension EditorCommand {
  /// Which part of a list is answered (`AnswerPage`).
  private static let part: [Argument] = [
    .option("limit", .number), .option("offset", .number),
    Argument(key: "paged", kind: .flag, place: .answer, isRequired: false),
  ]

  private static let sort = Argument.option("sort", .texts)

  private static let filters: [Argument] = [
    .option("tags", .texts, as: "tag"), .option("since"), .option("until"),
    .option("createdSince", as: "created-since"), .option("createdUntil", as: "created-until"),
    .option("path", .texts), .option("exclude", .texts), .option("linksTo", .memo, as: "links-to"),
    .option("linkedFrom", .memo, as: "linked-from"), .option("distance", .number),
    .option("noLinksTo", .memo, as: "no-links-to"), .option("orphan", .flag), .option("deadEnd", .flag, as: "dead-end"),
    .option("untagged", .flag), .option("where", .texts),
  ]

  /// All of them.
  static let all = [
    EditorCommand(
      name: "memo.new", words: ["new", "--no-edit", "--json"],
      arguments: [
        .optionalWord("title"), .option("body"), .option("tags", .texts, as: "tag"), .option("folder", as: "dir"),
        .option("template"),
      ], effect: .change),
    EditorCommand(
      name: "memo.today", words: ["today", "--no-edit", "--json"], arguments: [.optionalWord("date")], effect: .day),
    EditorCommand(
      name: "memo.list", words: ["list", "--json"], arguments: [sort] + filters + part, effect: .none),
    EditorCommand(
      name: "memo.search", words: ["search", "--json"], arguments: [.word("query"), sort] + filters + part,
      effect: .none),
    EditorCommand(
      name: "memo.backlinks", words: ["backlinks", "--json"], arguments: [.word("memo", .memo)] + part, effect: .none),
    EditorCommand(
      name: "memo.tags", words: ["tags", "--json"], arguments: [.option("sort"), .option("nested", .flag)] + part,
      effect: .none),
    EditorCommand(
      name: "memo.mentions", words: ["mentions", "--json"], arguments: [.word("memo", .memo)] + part, effect: .none),
    EditorCommand(
      name: "memo.rename", words: ["rename", "--json"],
      arguments: [.word("memo", .memo), .word("title"), .option("titleOnly", .flag, as: "title-only")], effect: .change),
    EditorCommand(
      name: "memo.move", words: ["move", "--json"], arguments: [.word("memo", .memo), .word("folder")], effect: .change),
    EditorCommand(
      name: "memo.merge", words: ["merge", "--json"], arguments: [.word("memo", .memo), .word("others", .memos)],
      effect: .change),
    EditorCommand(
      name: "memo.extract", words: ["extract", "--json"], arguments: [.word("section"), .optionalWord("title")],
      effect: .change),
    EditorCommand(name: "memo.undo", words: ["undo", "--json"], arguments: [], effect: .past),
    EditorCommand(name: "memo.sync", words: ["sync", "--json"], arguments: [], effect: .sync),
  ]

  /// Whether it answers a part of a list.
  var hasParts: Bool { arguments.contains { $0.place == .answer } }

  /// The command line for the arguments of an editor.
  ///
  /// - Parameters:
  ///   - language: that of errors.
  ///   - memo: how the memo is named on a command line that an editor names by a text or URI.
  /// - Throws: `ResponseError` for what the command does not take.
  func line(
    for given: [String: JSONValue], in language: Language, memo: (String) throws -> String
  ) throws -> [String] {
    let known = arguments.map(\.key) + ["vault"]
    if let key = given.keys.sorted().first(where: { !known.contains($0) }) {
      let text = EditorCommandMessages.unknownKey(key, of: name, known: known)
      throw ResponseError(.invalidParams, text[language])
    }
    var (options, positionals) = ([String](), [String]())
    for argument in arguments {
      let missing = ResponseError(.invalidParams, EditorCommandMessages.missingKey(argument.key, of: name)[language])
      guard let value = given[argument.key], value != .null else {
        if argument.isRequired { throw missing }
        continue
      }
      guard let texts = try texts(of: value, for: argument, memo) else {
        let text = EditorCommandMessages.wrongValue(argument.key, of: name, wanted: argument.kind.text)
        throw ResponseError(.invalidParams, text[language])
      }
      if argument.isRequired, texts.isEmpty { throw missing }
      switch argument.place {
      case .positional: positionals += texts
      case .option(let option):
        options += argument.kind == .flag ? texts.map { _ in option } : texts.map { "\(option)=\($0)" }
      case .answer: break
      }
    }
    return words + options + ["--"] + positionals
  }

  /// The texts of a value, none for a flag that is not set; `nil` for a value of another kind.
  private func texts(
    of value: JSONValue, for argument: Argument, _ memo: (String) throws -> String
  ) throws -> [String]? {
    switch (argument.kind, value) {
    case (.text, .text(let text)): [text]
    case (.texts, .text(let text)): [text]
    case (.texts, .array(let items)): texts(of: items)
    case (.memo, .text(let text)), (.memos, .text(let text)): [try memo(text)]
    case (.memos, .array(let items)): try texts(of: items)?.map(memo)
    case (.flag, .bool(let isSet)): isSet ? [argument.key] : []
    case (.number, _): value.integer.map { [String($0)] }
    default: nil
    }
  }

  /// `nil` where one is no text.
  private func texts(of items: [JSONValue]) -> [String]? {
    let texts = items.compactMap(\.text)
    return texts.count == items.count ? texts : nil
  }
}

extension EditorCommand.Argument.Kind {
  /// What a value of it is, for people.
  fileprivate var text: Text {
    switch self {
    case .text: EditorCommandMessages.text
    case .texts: EditorCommandMessages.texts
    case .number: EditorCommandMessages.number
    case .flag: EditorCommandMessages.flag
    case .memo: EditorCommandMessages.memo
    case .memos: EditorCommandMessages.memos
    }
  }
}
