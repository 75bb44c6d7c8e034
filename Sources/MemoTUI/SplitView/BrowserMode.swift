/// The meaning of keys in the split view.
enum BrowserMode: Sendable {
  /// Commands.
  case browsing
  /// Text of the memo.
  case writing
  /// What to find in the text that is read.
  case finding(LineInput)
  /// Selecting text to copy.
  case selecting
  /// A query.
  case searching(LineInput)
  /// A title for the memo.
  case prompting(Prompt)
  /// The answer to a question.
  case asking(BrowserQuestion)
  /// A choice from a list.
  case choosing(Chooser)
  /// Scrolling the help.
  case help(HelpPage)

  /// Whether a query is typed, which the list answers.
  var isSearching: Bool { if case .searching = self { true } else { false } }

  /// Whether a key suspends memo and means nothing else: while text is written it undoes, and as a command it saves first.
  ///
  /// - Parameter isFinding: whether what is typed is to be found in the text that is written.
  func suspends(with event: TerminalEvent, isFinding: Bool) -> Bool {
    guard case .key(.control("z"), _) = event else { return false }
    switch self {
    case .browsing: return false
    case .writing: return isFinding
    case .finding, .selecting, .searching, .prompting, .asking, .choosing, .help: return true
    }
  }
}
