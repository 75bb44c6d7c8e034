import MemoCore

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
    enum Place: Sendable {
      /// As a word of its own.
      case positional
      /// Behind this option.
      case option(String)
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
  private static let filters: [Argument] = [
    .option("tags", .texts, as: "tag"), .option("since"), .option("until"),
    .option("createdSince", as: "created-since"), .option("createdUntil", as: "created-until"),
    .option("path", .texts), .option("exclude", .texts), .option("linksTo", .memo, as: "links-to"),
    .option("linkedFrom", .memo, as: "linked-from"), .option("distance", .number),
    .option("noLinksTo", .memo, as: "no-links-to"), .option("orphan", .flag), .option("deadEnd", .flag, as: "dead-end"),
    .option("untagged", .flag), .option("where", .texts), .option("limit", .number), .option("offset", .number),
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
      name: "memo.list", words: ["list", "--json"], arguments: [.option("sort", .texts)] + filters, effect: .none),
    EditorCommand(
      name: "memo.search", words: ["search", "--json"], arguments: [.word("query")] + filters, effect: .none),
    EditorCommand(
      name: "memo.backlinks", words: ["backlinks", "--json"], arguments: [.word("memo", .memo)], effect: .none),
    EditorCommand(
      name: "memo.tags", words: ["tags", "--json"], arguments: [.option("sort"), .option("nested", .flag)],
      effect: .none),
    EditorCommand(
      name: "memo.mentions", words: ["mentions", "--json"], arguments: [.word("memo", .memo)], effect: .none),
    EditorCommand(
      name: "memo.rename", words: ["rename", "--json"],
      arguments: [.word("memo", .memo), .word("title"), .option("titleOnly", .flag, as: "title-only")], effect: .change),
    EditorCommand(
      name: "memo.move", words: ["move", "--json"], arguments: [.word("memo", .memo), .word("folder")], effect: .change),
    EditorCommand(
      name: "memo.merge", words: ["merge", "--json"], arguments: [.word("memo", .memo), .word("others", .memos)],
      effect: .change),
    EditorCommand(name: "memo.undo", words: ["undo", "--json"], arguments: [], effect: .past),
    EditorCommand(name: "memo.sync", words: ["sync", "--json"], arguments: [], effect: .sync),
  ]

  /// The command line for the arguments of an editor.
  ///
  /// - Parameter memo: how the memo is named on a command line that an editor names by a text or URI.
  /// - Throws: `ResponseError` for what the command does not take.
  func line(for given: [String: JSONValue], memo: (String) throws -> String) throws -> [String] {
    let known = arguments.map(\.key) + ["vault"]
    if let key = given.keys.sorted().first(where: { !known.contains($0) }) {
      throw ResponseError(.invalidParams, "\(name) takes no '\(key)', only: \(known.joined(separator: ", "))")
    }
    var (options, positionals) = ([String](), [String]())
    for argument in arguments {
      guard let value = given[argument.key], value != .null else {
        if argument.isRequired { throw ResponseError(.invalidParams, "\(name) needs '\(argument.key)'") }
        continue
      }
      let texts = try texts(of: value, for: argument, memo)
      switch argument.place {
      case .positional: positionals += texts
      case .option(let option):
        options += argument.kind == .flag ? texts.map { _ in option } : texts.map { "\(option)=\($0)" }
      }
    }
    return words + options + ["--"] + positionals
  }

  /// The texts of a value; none for a flag that is not set.
  private func texts(
    of value: JSONValue, for argument: Argument, _ memo: (String) throws -> String
  ) throws -> [String] {
    switch (argument.kind, value) {
    case (.text, .text(let text)): return [text]
    case (.texts, .text(let text)): return [text]
    case (.texts, .array(let items)): return try self.texts(of: items, for: argument)
    case (.memo, .text(let text)), (.memos, .text(let text)): return [try memo(text)]
    case (.memos, .array(let items)): return try self.texts(of: items, for: argument).map(memo)
    case (.flag, .bool(let isSet)): return isSet ? [argument.key] : []
    case (.number, _):
      guard let number = value.integer else { throw wrong(argument) }
      return [String(number)]
    default: throw wrong(argument)
    }
  }

  private func texts(of items: [JSONValue], for argument: Argument) throws -> [String] {
    try items.map { item in
      guard let text = item.text else { throw wrong(argument) }
      return text
    }
  }

  private func wrong(_ argument: Argument) -> ResponseError {
    let kind =
      switch argument.kind {
      case .text: "a text"
      case .texts: "a list of texts"
      case .number: "a whole number"
      case .flag: "true or false"
      case .memo: "a path, title, file name, alias or URI"
      case .memos: "a list of paths, titles, file names, aliases or URIs"
      }
    return ResponseError(.invalidParams, "'\(argument.key)' of \(name) has to be \(kind)")
  }
}
