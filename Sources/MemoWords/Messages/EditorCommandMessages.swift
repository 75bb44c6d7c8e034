/// What is wrong with a command that an editor asks the language server for, or with what it takes.
package enum EditorCommandMessages {
  /// There is no such command.
  package static func noCommand(_ name: String) -> Text {
    Text("no command '\(name)'", ko: "'\(name)' 명령은 없습니다")
  }

  /// The argument of a command is something else than keys with values.
  package static func noObject(_ command: String) -> Text {
    Text("the argument of \(command) has to be an object", ko: "\(command) 명령의 인수는 객체여야 합니다")
  }

  /// A command knows other keys.
  package static func unknownKey(_ key: String, of command: String, known: [String]) -> Text {
    let known = known.joined(separator: ", ")
    return Text(
      "\(command) takes no '\(key)', only: \(known)",
      ko: "\(command) 명령에는 '\(key)' 인수가 없습니다. 쓸 수 있는 인수: \(known)")
  }

  /// A key is not given that has to be.
  package static func missingKey(_ key: String, of command: String) -> Text {
    Text("\(command) needs '\(key)'", ko: "\(command) 명령에는 '\(key)' 인수가 필요합니다")
  }

  /// A new memo would be empty.
  package static func emptyMemo(_ command: String) -> Text {
    Text(
      "nothing to write: \(command) needs a 'title' or a 'body'",
      ko: "쓸 내용이 없습니다. \(command) 명령에는 'title'이나 'body' 인수가 필요합니다")
  }

  /// A value is of another kind.
  package static func wrongValue(_ key: String, of command: String, wanted: Text) -> Text {
    Text("'\(key)' of \(command) has to be \(wanted)", ko: "\(command) 명령의 '\(key)' 인수에는 \(wanted) 쓸 수 있습니다")
  }

  // The kinds of values.
  package static let text = Text("a text", ko: "문자열만")
  package static let texts = Text("a list of texts", ko: "문자열 목록만")
  package static let number = Text("a whole number", ko: "정수만")
  package static let flag = Text("true or false", ko: "true나 false만")
  package static let memo = Text(
    "a path, title, file name, alias or URI", ko: "메모의 경로, 제목, 파일 이름, 별칭, URI만")
  package static let memos = Text(
    "a list of paths, titles, file names, aliases or URIs", ko: "메모의 경로, 제목, 파일 이름, 별칭, URI의 목록만")

  /// No vault holds the place that is named.
  package static func noVault(at place: String) -> Text {
    Text("no vault at \(place)", ko: "\(place)에는 보관함이 없습니다")
  }

  /// `vault` is no text.
  package static let thatPlace = Text("that place", ko: "그 위치")

  /// A memo is named that is in another vault, or in none.
  package static func notInVault(_ uri: String) -> Text {
    Text("not in the vault: \(uri)", ko: "보관함 안에 있지 않습니다: \(uri)")
  }

  package static let noneOpen = Text("no vault is open", ko: "열린 보관함이 없습니다")
  package static let severalOpen = Text(
    "several vaults are open: name one of them with 'vault'", ko: "열린 보관함이 여럿입니다. 'vault'로 하나를 지정하십시오")
}
