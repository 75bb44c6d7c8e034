package import MemoStore

/// Messages about the settings and templates of the memos of days, and about what is in their way.
package enum DailyMessages {
  // MARK: Settings

  package static func strayWord(_ word: String) -> Text {
    Text("'\(word)' is no part of a date", ko: "'\(word)'\(.topic) 날짜 형식에 쓰는 글자가 아닙니다")
  }
  package static let changesInADay = Text(
    "the name would change within a day", ko: "하루 안에도 이름이 바뀌는 형식입니다")
  package static let openBracket = Text("a '[' is not closed", ko: "'['가 닫히지 않았습니다")
  package static let sameEachDay = Text(
    "there is no date in it: all days would have the same memo", ko: "날짜가 없어서 모든 날의 메모가 같아집니다")
  package static let hiddenName = Text(
    "the memos would be hidden or outside the folder", ko: "메모가 숨겨지거나 폴더 밖에 놓입니다")
  package static let notFilledIn = Text("what follows '{{' is not filled in", ko: "'{{' 뒤의 내용은 채울 수 없습니다")
  package static let folderDates = Text(
    "a date is {{date}} or {{date:FORMAT}}, such as {{date:YYYY/MM}}",
    ko: "날짜는 {{date}}나 {{date:YYYY/MM}} 같은 {{date:형식}}으로 적으십시오")
  package static let dayLetters = Text(
    "the year is YYYY, the month MM and the day DD; text goes in [brackets]",
    ko: "연도는 YYYY, 월은 MM, 일은 DD로 쓰고, 그대로 둘 글자는 [대괄호]에 넣으십시오")

  package static func nameInSettings(_ keys: [String]) -> Text {
    let keys = keys.joined(separator: ", ")
    return Text(
      "the name is from the vault's settings (\(keys)); to see them: memo config",
      ko: "보관함 설정(\(keys))에 적힌 이름입니다. 설정을 보려면: memo config")
  }

  // MARK: Files

  package static func notATemplate(_ name: String, _ obstacle: Obstacle) -> Text {
    switch obstacle {
    case .folder:
      Text("the template '\(name)' is a folder, not a file", ko: "템플릿 '\(name)'\(.topic) 파일이 아니라 폴더입니다")
    case .link(isToFile: true):
      Text(
        "the template '\(name)' is a symbolic link, and links are not followed: put a copy of the file there",
        ko: "템플릿 '\(name)'\(.topic) 심볼릭 링크입니다. 링크는 따라가지 않으므로 파일을 복사해 두십시오")
    case .link(isToFile: false):
      Text(
        "the template '\(name)' is a symbolic link that does not lead to a file",
        ko: "템플릿 '\(name)'\(.topic) 파일을 가리키지 않는 심볼릭 링크입니다")
    case .special:
      Text("the template '\(name)' is not a regular file", ko: "템플릿 '\(name)'\(.topic) 일반 파일이 아닙니다")
    }
  }
  package static func obstructed(_ path: String, _ obstacle: Obstacle) -> Text {
    switch obstacle {
    case .folder: Text("'\(path)' is a folder, not a memo", ko: "'\(path)'\(.topic) 메모가 아니라 폴더입니다")
    case .link:
      Text(
        "'\(path)' is a symbolic link, which memo does not follow",
        ko: "'\(path)'\(.topic) 심볼릭 링크입니다. memo는 링크를 따라가지 않습니다")
    case .special:
      Text("'\(path)' is not a regular file, so not a memo", ko: "'\(path)'\(.topic) 일반 파일이 아니므로 메모가 아닙니다")
    }
  }
  package static func noTemplateFolder(_ path: String) -> Text {
    Text(
      "'\(path)', the folder of templates, is not a folder of the vault: no template was used",
      ko: "템플릿 폴더인 '\(path)'\(.topic) 보관함에 없거나 폴더가 아니므로 템플릿을 쓰지 않았습니다")
  }

  // MARK: Days

  /// A week, month or year, where one day is needed.
  package static func severalDays(_ text: String) -> Text {
    Text("'\(text)' is not a single day", ko: "'\(text)'\(.topic) 하루를 가리키지 않습니다. 날짜 하나를 지정하십시오")
  }

  // MARK: Standard input

  package static let inputNotRead = Text(
    #"standard input was not read; to add it: ... | memo append "$(memo today)""#,
    ko: #"표준 입력은 읽지 않았습니다. 덧붙이려면: ... | memo append "$(memo today)""#)
}
