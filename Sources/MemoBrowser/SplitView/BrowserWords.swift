/// What the split view says, in the user's language.
public struct BrowserWords: Sendable {
  /// The name of the vault.
  public var vault: String
  /// Stands for a title that a memo does not have.
  public var untitled: String
  /// What each command does.
  public var commands: @Sendable (BrowserCommand) -> String
  /// Keys that are no commands and what they do, for the help.
  public var otherKeys: [(keys: String, meaning: String)]
  /// How many memos there are.
  public var count: @Sendable (_ memos: Int) -> String
  /// How many of them were found.
  public var found: @Sendable (_ found: Int, _ memos: Int) -> String
  /// The name of an order.
  public var order: @Sendable (BrowserOrder) -> String
  /// Shown where there is no memo.
  public var noMemos: String
  /// Shown where a search found none.
  public var noMatch: String
  /// Asks whether a memo goes to the trash.
  public var askDelete: @Sendable (_ title: String) -> String
  /// Asks whether a text is given up that cannot be saved.
  public var askGiveUp: @Sendable (_ reason: String) -> String
  /// Stands before a new title.
  public var newTitle: String
  /// Stands before what is typed in a list of choices.
  public var choose: String
  /// The first keys to know; the first of these that has room is shown.
  public var hints: [String]
  /// What ends typing.
  public var writingHint: String
  /// Whether the text is on disk.
  public var unsaved: String
  /// Whether the text is on disk.
  public var saved: String
  /// A memo without links.
  public var noLinks: String
  /// A link that leads nowhere.
  public var brokenLink: @Sendable (_ target: String) -> String
  /// Nowhere to return to.
  public var noWayBack: String
  /// A vault without tags.
  public var noTags: String
  /// A search is going on.
  public var searching: String
  /// The title of the help.
  public var help: String

  /// Words that are set one by one.
  public init(
    vault: String, untitled: String, commands: @escaping @Sendable (BrowserCommand) -> String,
    otherKeys: [(keys: String, meaning: String)], count: @escaping @Sendable (Int) -> String,
    found: @escaping @Sendable (Int, Int) -> String, order: @escaping @Sendable (BrowserOrder) -> String,
    noMemos: String, noMatch: String, askDelete: @escaping @Sendable (String) -> String,
    askGiveUp: @escaping @Sendable (String) -> String, newTitle: String,
    choose: String, hints: [String], writingHint: String, unsaved: String, saved: String, noLinks: String,
    brokenLink: @escaping @Sendable (String) -> String, noWayBack: String, noTags: String, searching: String,
    help: String
  ) {
    (self.vault, self.untitled, self.commands, self.otherKeys) = (vault, untitled, commands, otherKeys)
    (self.count, self.found, self.order, self.noMemos, self.noMatch) = (count, found, order, noMemos, noMatch)
    (self.askDelete, self.newTitle, self.choose, self.hints) = (askDelete, newTitle, choose, hints)
    self.askGiveUp = askGiveUp
    (self.writingHint, self.unsaved, self.saved, self.noLinks) = (writingHint, unsaved, saved, noLinks)
    (self.brokenLink, self.noWayBack, self.noTags, self.searching) = (brokenLink, noWayBack, noTags, searching)
    self.help = help
  }
}
