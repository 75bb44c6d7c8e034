/// What the split view says, in the user's language; nothing until its words are set one by one.
public struct BrowserWords: Sendable {
  // MARK: The list and the memo

  /// The name of the vault.
  public var vault = ""
  /// Stands for a title that a memo does not have.
  public var untitled = ""
  /// How many memos there are.
  public var count: @Sendable (_ memos: Int) -> String = { _ in "" }
  /// How many of them were found.
  public var found: @Sendable (_ found: Int, _ memos: Int) -> String = { _, _ in "" }
  /// The name of an order.
  public var order: @Sendable (BrowserOrder) -> String = { _ in "" }
  /// Shown where there is no memo.
  public var noMemos = ""
  /// Shown where nothing matches.
  public var noMatch = ""
  /// Shown where no command matches.
  public var noCommand = ""
  /// Shown where nothing matches that is to be chosen.
  public var noChoice = ""
  /// A search is going on.
  public var searching = ""
  /// The search goes on from the text's start, or from its end.
  public var searchesOn: @Sendable (_ isFromStart: Bool) -> String = { _ in "" }

  // MARK: Keys

  /// What each command does.
  public var commands: @Sendable (BrowserCommand) -> String = { _ in "" }
  /// Keys that are no commands and what they do, for the help.
  public var otherKeys: [(keys: String, meaning: String)] = []
  /// The first keys to know; the first of these that has room is shown.
  public var hints: [String] = []
  /// The first keys to know in a text with matches of a search; the first of these that has room is shown.
  public var matchHints: [String] = []
  /// The title of the help.
  public var help = ""
  /// Tells that the help goes on below.
  public var moreHelp = ""
  /// Stands before what is typed in a list of choices.
  public var choose = ""

  // MARK: Questions

  /// Asks whether a memo goes to the trash.
  public var askDelete: @Sendable (_ title: String) -> String = { _ in "" }
  /// Asks whether a text is given up that cannot be saved.
  public var askGiveUp: @Sendable (_ reason: String) -> String = { _ in "" }
  /// Asks whether a change that cannot be undone is skipped.
  public var askForget: @Sendable (_ reason: String) -> String = { _ in "" }
  /// Asks whether a memo gets a title that another one has.
  public var askTwin: @Sendable (_ title: String) -> String = { _ in "" }
  /// Asks whether the memo is made that a broken link names.
  public var askMake: @Sendable (_ target: String) -> String = { _ in "" }
  /// Stands before a new title.
  public var newTitle = ""
  /// Stands before the name of another folder.
  public var newFolder = ""

  // MARK: Writing

  /// What ends typing.
  public var writingHint = ""
  /// The text is not on disk yet.
  public var unsaved = ""
  /// The text is on disk.
  public var saved = ""
  /// The file was removed by another process.
  public var gone = ""
  /// The file was removed by another process, and what was typed is kept.
  public var goneWhileWriting = ""
  /// The file was removed by another process, and is there again.
  public var broughtBack = ""
  /// Another process gave the file another path.
  public var moved: @Sendable (_ path: String) -> String = { _ in "" }
  /// What another process wrote was taken in.
  public var merged = ""

  // MARK: The rest

  /// A memo without links.
  public var noLinks = ""
  /// A memo that no other links to.
  public var noBacklinks = ""
  /// How many places need a look after a sync.
  public var conflicts: @Sendable (_ places: Int) -> String = { _ in "" }
  /// There are no sync conflicts.
  public var noConflicts = ""
  /// A link that leads nowhere.
  public var brokenLink: @Sendable (_ target: String) -> String = { _ in "" }
  /// A link that leads to something that is no memo.
  public var noMemo: @Sendable (_ target: String) -> String = { _ in "" }
  /// Nowhere to return to.
  public var noWayBack = ""
  /// A vault without tags.
  public var noTags = ""
  /// A sync is going on.
  public var syncing = ""

  /// No words.
  public init() {}
}
