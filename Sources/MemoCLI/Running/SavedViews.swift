import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// A saved set of filters: `@inbox` for the words of the setting `views.inbox`.
///
/// The setting comes with the vault, perhaps from someone else. It is read by the declarations of a few options that choose
/// and order memos; every other word makes it unusable.
struct SavedView {
  /// What it asks for.
  let occurrences: [ArgumentOccurrence]

  /// Its names on a command line.
  static let argument = Positional(
    "@NAME", .many, help: Text("Saved filters: see 'memo help config'", ko: "저장된 필터. 'memo help config' 참고"),
    completion: .views(besides: []))

  private static let settings = "views."
  private static var options: [any ArgumentDeclaration] { FilterOptions.group.arguments + [SortOptions.sort] }

  /// The name in a word such as `@inbox`; `nil` for any other word.
  static func name(in word: RawArgument) -> String? {
    word.exactText.flatMap { $0.dropping(prefix: "@") }.flatMap { isName($0) ? $0 : nil }
  }

  /// The name in a key such as `views.inbox`; `nil` for any other key.
  static func name(inKey key: String) -> String? { key.dropping(prefix: settings) }

  /// The key of the setting.
  static func key(_ name: String) -> String { settings + name }

  /// Whether a view may have this name.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0 == "-" || $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
  }

  /// The names of a vault's views. A key that no word after `@` can spell is not a view.
  static func names(in settings: Settings) -> [String] {
    settings.entries.compactMap { name(inKey: $0.key) }.filter(isName)
  }

  /// The view of a name; `nil` if there is none.
  ///
  /// - Throws: where there is one that cannot be used.
  init?(_ name: String, in settings: Settings) throws {
    // Not by bytes: a name is the same whichever normalization a keyboard types.
    guard let name = Self.names(in: settings).first(where: { $0 == name }) else { return nil }
    guard let text = settings.text(Self.key(name)) else { throw Self.failure(name, Message.viewNoText) }
    try self.init(name, text)
  }

  /// Reads the words of a view.
  init(_ name: String, _ text: String) throws {
    guard let words = Self.words(of: text) else { throw Self.failure(name, Message.viewQuote) }
    var reader = ArgumentReader(words)
    let word = reader.nextPositional(OptionTable(Self.options))
    if let mistake = reader.mistake { throw Self.failure(name, mistake.message) }
    if let word { throw Self.failure(name, Message.viewWord(word.text)) }
    if reader.haveOptionsEnded { throw Self.failure(name, Message.viewWord("--")) }
    occurrences = reader.occurrences
  }

  private static func failure(_ name: String, _ problem: Text) -> Failure {
    failure(name, problem, hints: [Message.viewHint])
  }

  /// The failure of a view that cannot be used.
  fileprivate static func failure(_ name: String, _ problem: Text, hints: [Text]) -> Failure {
    Failure(kind: "settings", message: Message.badView(name, problem), hints: hints, exitCode: .usage)
  }

  /// The words of a text with blanks between them, quotes and backslashes taken as a shell does, and nothing else; `nil` where
  /// a quote is not closed.
  private static func words(of text: String) -> [RawArgument]? {
    var words: [RawArgument] = []
    var (word, quote): ([UInt8]?, UInt8?) = (nil, nil)
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch (byte, quote) {
      case (let byte, let open?) where byte == open: quote = nil
      case (UInt8(ascii: "\\"), UInt8(ascii: "\"")), (UInt8(ascii: "\\"), nil):
        guard let next = rest.popFirst() else { return nil }
        word = (word ?? []) + [next]
      case (UInt8(ascii: "\""), nil), (UInt8(ascii: "'"), nil): (quote, word) = (byte, word ?? [])
      case (0x20, nil), (0x09...0x0D, nil):
        if let word { words.append(RawArgument(bytes: word)) }
        word = nil
      default: word = (word ?? []) + [byte]
      }
    }
    if let word { words.append(RawArgument(bytes: word)) }
    return quote == nil ? words : nil
  }
}

extension Session {
  /// Checks the values of a view: dates, tags and conditions are texts until a filter reads them.
  ///
  /// - Throws: where a filter cannot read one. Which memos there are is not asked, as they may come later.
  func check(_ view: SavedView, _ name: String) throws {
    do {
      _ = try with(ParsedArguments(occurrences: view.occurrences)).filter()
    } catch {
      let failure = FailureMessages.failure(for: error)
      throw SavedView.failure(name, failure.message, hints: failure.hints)
    }
  }

  /// The same session with the options of views before those of the command line; of an option that counts once, the
  /// command line's counts.
  ///
  /// - Throws: where there is no such view, or it holds anything but filters and an order.
  func with(views words: [RawArgument], of command: CommandDeclaration) throws -> Session {
    guard !words.isEmpty else { return self }
    let settings = try locatedVault().settings()
    let others = words.filter { SavedView.name(in: $0) == nil }
    if let word = others.first {
      var error = UsageError.unexpected(word, of: command)
      let isView = others.count == 1 && SavedView.names(in: settings).contains(word.text)
      let uses = isView ? ["memo \(command.name) @\(word.text)"] : uses(for: others, of: command)
      error.hints.insert(contentsOf: splitDateHint.map { [$0] } ?? uses.map { .use($0) }, at: 0)
      throw error
    }
    var session = self
    for name in words.compactMap(SavedView.name).reversed() {
      guard let view = try SavedView(name, in: settings) else {
        throw Self.unknownView(name, among: SavedView.names(in: settings))
      }
      try check(view, name)
      let isSorted = session.arguments.isGiven(SortOptions.sort)
      let added = view.occurrences.filter { !isSorted || $0.long != SortOptions.sort.long }
      session = session.with(session.arguments.adding(added))
    }
    return session
  }

  /// What may have been meant by words that are no views.
  private func uses(for words: [RawArgument], of command: CommandDeclaration) -> [String] {
    let texts = words.compactMap(\.exactText)
    guard texts.count == words.count else { return ["memo search WORDS"] }
    let text = texts.joined(separator: " ")
    let meant = command.equivalents.filter { $0.key == "\(command.name) \(text)" }.map(\.value)
    if !meant.isEmpty { return meant }
    let parts = text.parts(at: " ").filter { !$0.isEmpty }
    let conditions = parts.compactMap(Self.condition).map { "--where \(ShellWord.of($0))" }
    if !conditions.isEmpty, conditions.count == parts.count {
      return ["memo \(command.name) \(conditions.joined(separator: " "))"]
    }
    if DateFilter(clock: machine.clock).span(text) != nil {
      return ["memo \(command.name) --since \(ShellWord.of(text))"]
    }
    let tags = texts.compactMap { $0.dropping(prefix: "#") }.filter { !$0.isEmpty }
    if tags.count == texts.count {
      return ["memo \(command.name) " + tags.map { "--tag \(ShellWord.of($0))" }.joined(separator: " ")]
    }
    if let pattern = pattern(ofPath: text) { return ["memo \(command.name) --path \(ShellWord.of(pattern))"] }
    return ["memo search \(ShellWord.operands(texts))"]
  }

  /// The pattern for a path of the vault that is there, as it is written from the working directory; `nil` for any other text.
  private func pattern(ofPath text: String) -> String? {
    let path = machine.host.realPath(of: HostPath(Array(text.utf8), from: machine.workingDirectory))
    guard let root = try? locatedVault().root, let inside = path?.path(inVault: root) else { return nil }
    guard text.hasBytePrefix("/") else {
      let literal = String(decoding: Glob.literal(text.utf8), as: UTF8.self)
      return text.hasBytePrefix(".") ? literal : "./" + literal
    }
    return inside == .root ? "**" : "/" + String(decoding: Glob.literal(inside.bytes), as: UTF8.self)
  }

  /// The condition that a word says, also as Obsidian writes it: `status:open`, `rating:>3`; `nil` for one that says none.
  private static func condition(_ word: String) -> String? {
    let compares: (UInt8) -> Bool = { "=<>~!".utf8.contains($0) }
    guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex else {
      return word.utf8.contains(where: compares) ? word : nil
    }
    let value = word[word.utf8.index(after: colon)...]
    return word[..<colon] + (value.utf8.first.map(compares) == true ? "" : "=") + value
  }

  /// The same session with the views that the first words of a query name, and the other words. A first word that names no view
  /// is text; where it is near to a name, that is said.
  func withViews(
    ofQuery words: [RawArgument], of command: CommandDeclaration
  ) throws -> (session: Session, words: [RawArgument]) {
    guard words.first.flatMap(SavedView.name) != nil else { return (self, words) }
    let settings = try locatedVault().settings()
    let names = SavedView.names(in: settings)
    let views = words.prefix { SavedView.name(in: $0).map(names.contains) ?? false }
    let rest = Array(words.dropFirst(views.count))
    if let name = rest.first.flatMap(SavedView.name) {
      let near = Suggestions.nearest(to: name, among: names, limit: 1)
      if !near.isEmpty { note(Message.searchedAsText(name)) }
      for near in near { hint(Message.nearest("@\(near)")) }
    }
    return (try with(views: Array(views), of: command), rest)
  }

  private static func unknownView(_ name: String, among names: [String]) -> Failure {
    let near = Suggestions.nearest(to: name, among: names, limit: 1).map { Message.nearest("@\($0)") }
    let known =
      names.isEmpty ? Message.saveViewHint(name) : Message.knownViews(names.map { "@\($0)" }.joined(separator: ", "))
    return Failure(
      kind: "unknown-view", message: Message.unknownView(name), hints: near + [known], exitCode: .usage)
  }
}
