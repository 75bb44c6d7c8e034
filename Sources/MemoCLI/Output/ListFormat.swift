import MemoCore
import MemoStore

/// How a list of memos is written.
enum ListFormat {
  /// A table that fits the terminal.
  case table
  /// `path<TAB>modified<TAB>title`, a memo a line.
  case rows
  /// One array.
  case json
  /// An object a line.
  case jsonLines
  /// Paths alone.
  case paths
  case template(FormatTemplate)

  /// What the options ask for; without any, a table for people and rows for programs.
  init(_ session: Session) throws {
    let arguments = session.arguments
    if session.isJSON {
      self = .json
    } else if arguments[FormatOptions.jsonLines] {
      self = .jsonLines
    } else if arguments[FormatOptions.paths] {
      self = .paths
    } else if let text = arguments[FormatOptions.format] {
      self = .template(try FormatTemplate(text))
    } else {
      self = session.console.outputIsTerminal && !arguments[FormatOptions.null] ? .table : .rows
    }
  }

  /// Whether it is a line a memo with colours where they are asked for.
  var isRows: Bool {
    if case .rows = self { true } else { false }
  }

  /// Whether people read it, a page at a time.
  var isTable: Bool {
    if case .table = self { true } else { false }
  }
}
