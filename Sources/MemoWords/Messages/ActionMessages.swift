/// The changes that the language server offers.
package enum ActionMessages {
  // MARK: Links

  /// A memo that a link names and that is not there.
  package static func create(_ title: String) -> Text {
    Text("Create \(quoted: title)", ko: "\(quoted: title) 만들기")
  }

  /// The same, with a template's text.
  package static func create(_ title: String, from template: String) -> Text {
    Text(
      "Create \(quoted: title) from template '\(template)'",
      ko: "템플릿 '\(template)'\(.toward) \(quoted: title) 만들기")
  }

  /// A link that may mean several memos, or a mention.
  package static func link(to memo: String) -> Text {
    Text("Link to '\(memo)'", ko: "'\(memo)'\(.toward) 링크")
  }

  /// Another form of a link.
  package static let toMarkdown = Text("Convert to a Markdown link", ko: "마크다운 링크로 변환")
  package static let toWiki = Text("Convert to a wiki link", ko: "위키 링크로 변환")

  /// The other form of a link cannot say the same.
  package static let notConvertible = Text(
    "this link cannot be written in the other form", ko: "이 링크는 다른 형식으로 쓸 수 없습니다")

  // MARK: Memos

  /// A section becomes a memo.
  package static func extract(_ heading: String) -> Text {
    Text("Move section \(quoted: heading) to a memo of its own", ko: "\(quoted: heading) 소제목을 새 메모로 옮기기")
  }

  /// A memo's text is added to this one.
  package static func merge(_ title: String) -> Text {
    Text("Merge \(quoted: title) into this memo", ko: "\(quoted: title)\(.object) 이 메모에 합치기")
  }

  /// The memo gets another folder.
  package static func move(to folder: String) -> Text {
    Text("Move this memo to '\(folder)'", ko: "이 메모를 '\(folder)'\(.toward) 옮기기")
  }

  /// The folder of the vault itself.
  package static let moveToRoot = Text("Move this memo to the root of the vault", ko: "이 메모를 보관함 루트로 옮기기")

  // MARK: Text

  /// A table of contents.
  package static let insertContents = Text("Insert a table of contents", ko: "목차 넣기")
  package static let updateContents = Text("Update the table of contents", ko: "목차 새로 고치기")

  /// Tasks.
  package static let finish = Text("Mark as done", ko: "완료로 표시")
  package static let reopen = Text("Mark as open", ko: "미완료로 표시")
  package static let cancel = Text("Mark as cancelled", ko: "취소로 표시")

  /// A list.
  package static let sort = Text("Sort this list", ko: "이 목록 정렬")

  /// A conflict that another program has left in the text.
  package static let keepFirst = Text("Keep the first version", ko: "첫 번째 버전 유지")
  package static let keepSecond = Text("Keep the second version", ko: "두 번째 버전 유지")
  package static let keepBoth = Text("Keep both versions", ko: "두 버전 모두 유지")
}
