public import MemoCore
public import MemoSync
import MemoWords

/// A list from which one thing is chosen by typing a part of its name.
public struct Chooser: Equatable, Sendable {
  /// Something to choose.
  public struct Choice: Equatable, Sendable {
    /// What is shown.
    public let name: String
    /// Shown beside it: a key, a count.
    public let note: String
    /// What it means.
    public let action: BrowserChoice
    /// What else it is called; typed in whole, it is the first.
    let aliases: [String]

    /// Puts together a choice.
    public init(name: String, note: String, action: BrowserChoice, aliases: [String] = []) {
      self.name = name
      self.note = note
      self.action = action
      self.aliases = aliases
    }
  }

  /// What was typed.
  private(set) var input = LineInput()
  /// What matches it.
  private(set) var matching: [Choice]
  /// The chosen one's place among them.
  private(set) var selection = 0

  /// Whether commands are chosen from.
  let isPalette: Bool

  private let choices: [Choice]

  /// Shows all choices.
  public init(_ choices: [Choice]) {
    self.choices = choices
    matching = choices
    if case .command = choices.first?.action { isPalette = true } else { isPalette = false }
  }

  /// The palette: all commands but the one that opens it.
  init(commandsIn language: Language) {
    self.init(
      BrowserCommand.allCases.filter { $0 != .palette }.map {
        Choice(
          name: KeyMessages.command($0)[language], note: $0.key, action: .command($0), aliases: $0.aliases)
      })
  }

  /// The choice that Enter takes; `nil` where nothing matches.
  var chosen: Choice? { matching.indices.contains(selection) ? matching[selection] : nil }

  /// Takes in an event that neither chooses nor gives up.
  mutating func update(_ event: TerminalEvent) {
    switch event {
    case .key(.up, _), .key(.control("p"), _), .key(.backTab, _): select(selection - 1)
    case .key(.down, _), .key(.control("n"), _), .key(.tab, _): select(selection + 1)
    case .key(.pageUp, _): select(selection - 10)
    case .key(.pageDown, _): select(selection + 10)
    default: if input.update(event) { match() }
    }
  }

  /// Selects a place, for instance one that was clicked.
  mutating func select(_ place: Int) {
    selection = max(0, min(place, matching.count - 1))
  }

  private mutating func match() {
    let words = input.text.split(whereSeparator: \.isWhitespace).map(String.init)
    let patterns = words.compactMap { WordPattern(word: $0, openLastSyllable: true) }
    let named = choices.filter { words.count == 1 && $0.aliases.contains(words[0]) }
    let matching = choices.filter { choice in
      patterns.allSatisfy { $0.occurs(inName: choice.name) || $0.occurs(in: choice.note) }
    }
    self.matching = named + matching.filter { !named.contains($0) }
    select(0)
  }
}

/// What a choice does.
public enum BrowserChoice: Equatable, Sendable {
  /// A command of the palette.
  case command(BrowserCommand)
  /// Memos with a tag.
  case tag(String)
  /// The memo that a link leads to, and the heading in it.
  case memo(VaultPath, heading: String?)
  /// A link that leads nowhere.
  case nowhere(MemoLink)
  /// A conflict of a sync.
  case conflict(SyncConflict)
  /// One of the versions of such a place.
  case version(VaultPath, ConflictVersion)
  /// What is no memo: an attachment, a page of the web.
  case elsewhere(String)
  /// What cannot be shown, and what there is to say of it.
  case note(String)

  /// Whether it leads to a place, so that one alone is no choice.
  var isPlace: Bool {
    switch self {
    case .memo, .nowhere, .elsewhere, .note, .conflict: true
    case .command, .tag, .version: false
    }
  }
}
