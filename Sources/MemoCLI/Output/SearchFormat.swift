import MemoStore

/// How search results are written.
enum SearchFormat {
  /// Title and best lines of each memo, for people.
  case page
  /// `path:line:column:text`, a matching line a line.
  case lines
  /// `path:count`.
  case counts
  /// The memos alone, as a list is written.
  case memos(ListFormat)
  /// Records with score and matches: one array, or an object a line.
  case records(isArray: Bool)

  /// What the options ask for.
  init(_ session: Session) throws {
    let arguments = session.arguments
    if arguments[SearchOptions.count] {
      self = .counts
    } else if arguments[SearchOptions.filesOnly] {
      self = .memos(.paths)
    } else {
      switch try ListFormat(session) {
      case .json: self = .records(isArray: true)
      case .jsonLines: self = .records(isArray: false)
      case .paths: self = .memos(.paths)
      case .template(let template): self = .memos(.template(template))
      case .table: self = .page
      case .rows: self = arguments[SearchOptions.explain] ? .page : .lines
      }
    }
  }
}
