public import MemoCore
public import MemoStore
public import MemoSync
import MemoWords

/// A list of choices that is filtered by typing.
public struct Chooser: Equatable, Sendable {
  /// A choice.
  public struct Choice: Equatable, Sendable {
    /// What is shown and matched.
    public let name: String
    /// Shown at the right: a key, a count.
    public let note: String
    /// What it does.
    public let action: BrowserChoice
    /// Other names that find it.
    var aliases: [String] = []
  }

  /// The filter.
  private(set) var input = LineInput()
  /// The choices that match.
  private(set) var matching: [Choice]
  /// The selected one's place among them.
  private(set) var selection = 0

  /// Whether the choices are commands.
  let isPalette: Bool

  /// The command that the same keys type without the Korean input method; `nil` if there is none.
  private var latinCommand: String?

  private let choices: [Choice]
  /// The keys that the commands are for.
  private let keys: Looks.Keys
  /// Offers a folder that does not exist yet.
  private let newFolder: NewFolder?
  /// Offers a line whose number is typed.
  private let lines: NumberedLines?
  /// Answers words for what is done elsewhere.
  private let elsewhere: WordsElsewhere?

  /// Shows all choices, and may offer what is typed as another one.
  init(
    _ choices: [Choice], newFolder: NewFolder? = nil, lines: NumberedLines? = nil, elsewhere: WordsElsewhere? = nil,
    keys: Looks.Keys = .plain
  ) {
    (self.choices, self.newFolder, self.lines, self.elsewhere) = (choices, newFolder, lines, elsewhere)
    self.keys = keys
    matching = choices
    if case .command = choices.first?.action { isPalette = true } else { isPalette = false }
  }

  /// The palette of a state.
  ///
  /// - Parameter typed: what is typed already.
  init(commandsFor state: BrowserState, typed: String = "") {
    self.init(commandsIn: state.language, lastLine: state.lastLineToGoTo, keys: state.looks.keys)
    guard !typed.isEmpty else { return }
    input = LineInput(typed)
    match()
  }

  /// The palette: all commands but the one that opens it.
  ///
  /// - Parameter lastLine: the last line of the memo, from 1, if a number goes to a line.
  init(commandsIn language: Language, lastLine: Int? = nil, keys: Looks.Keys = .plain) {
    self.init(
      BrowserCommand.allCases.filter { $0 != .palette }.map {
        Choice(
          name: KeyMessages.command($0)[language], note: $0.key, action: .command($0), aliases: $0.aliases)
      }, lines: lastLine.map { NumberedLines(last: $0, language: language) }, elsewhere: WordsElsewhere(language, keys),
      keys: keys)
  }

  /// The headings of a text, the one above the cursor selected; `nil` if there are none.
  init?(headingsIn editor: TextEditor?) {
    guard let editor, case let headings = editor.headings, !headings.isEmpty else { return nil }
    self.init(
      headings.map { line, level, text in
        Choice(name: String(repeating: "  ", count: level - 1) + text, note: "\(line + 1)", action: .line(line + 1))
      })
    select((headings.lastIndex { $0.line <= editor.buffer.cursor.line }) ?? 0)
  }

  /// The selected choice; `nil` if none matches.
  var chosen: Choice? { matching.indices.contains(selection) ? matching[selection] : nil }

  /// The command that was typed, unless another one was selected below it; `nil` if no commands are shown.
  var typedCommand: String? { isPalette && selection == 0 ? latinCommand ?? input.text : nil }

  /// Applies an event that neither chooses nor cancels.
  mutating func update(_ event: TerminalEvent) {
    switch event {
    case .key(.up, _), .key(.control("p"), _), .key(.backTab, _): select(selection - 1)
    case .key(.down, _), .key(.control("n"), _), .key(.tab, _): select(selection + 1)
    case .key(.pageUp, _): select(selection - 10)
    case .key(.pageDown, _): select(selection + 10)
    default: if input.update(event) { match() }
    }
  }

  /// Selects a place, or the nearest there is.
  mutating func select(_ place: Int) {
    selection = max(0, min(place, matching.count - 1))
  }

  private mutating func match() {
    var ranked = ChoiceRanking(input.text).ranked(choices)
    latinCommand = nil
    if isPalette, let latin = KoreanKeyboard.latin(command: input.text) {
      let named = ChoiceRanking(latin).named(choices)
      if !named.isEmpty || ViCommandLine.knows(latin, keys, isOnly: ranked.isEmpty) { latinCommand = latin }
      ranked = named + ranked.filter { !named.contains($0) }
    }
    let added = newFolder?.choice(input.text, besides: choices) ?? lines?.choice(latinCommand ?? input.text)
    let answer = elsewhere?.choice(input.text, isOnly: ranked.isEmpty && added == nil)
    matching = [answer].compactMap(\.self) + ranked + [added].compactMap(\.self)
    select(0)
  }
}

/// The action of a choice.
public enum BrowserChoice: Equatable, Sendable {
  /// Run a command.
  case command(BrowserCommand)
  /// List the memos in a folder.
  case folder(VaultPath)
  /// Move a memo to a folder, as it was typed.
  case move(VaultPath, String)
  /// Restore a memo from the trash.
  case restore(TrashItem)
  /// Search for a tag.
  case tag(String)
  /// Go to a memo, and to a heading in it.
  case memo(VaultPath, heading: String?)
  /// Offer to create the memo of a broken link.
  case broken(MemoLink)
  /// Go to a line of the memo that is shown, from 1.
  case line(Int)
  /// Go to a conflict.
  case conflict(SyncConflict)
  /// Settle a conflict.
  case version(SyncConflict, ConflictVersion)
  /// Open a file that is not a memo.
  case file(VaultPath)
  /// Report a link to a file or page that is not a memo.
  case notAMemo(String)
  /// Show a message.
  case message(String)

  /// Whether it is done at once if it is the only choice.
  var isPlace: Bool {
    switch self {
    case .memo, .broken, .file, .notAMemo, .message, .conflict: true
    case .command, .tag, .folder, .move, .restore, .version, .line: false
    }
  }
}
