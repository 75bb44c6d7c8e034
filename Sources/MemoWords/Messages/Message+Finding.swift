/// Messages about queries, filters and formats.
extension Message {
  package static let noMatch = Text("no memo matches", ko: "일치하는 메모가 없습니다")
  package static let emptyQuery = Text("the query is empty", ko: "검색어가 비어 있습니다")
  package static func invalidRegex(_ pattern: String) -> Text {
    Text(
      """
      '/\(pattern)/' is not a regular expression; for ICU's syntax see \
      unicode-org.github.io/icu/userguide/strings/regexp
      """,
      ko: "올바른 정규식이 아닙니다: '/\(pattern)/'. ICU 문법은 unicode-org.github.io/icu/userguide/strings/regexp에 있습니다")
  }
  package static func regexTooSlow(_ pattern: String, _ path: String) -> Text {
    Text(
      "skipped '\(path)': '/\(pattern)/' took too long",
      ko: "'\(path)'\(.object) 건너뛰었습니다: '/\(pattern)/'\(.subject) 너무 오래 걸렸습니다")
  }
  package static func searchTooSlow(_ pattern: String) -> Text {
    Text(
      "'/\(pattern)/' took too long: the search ended before all memos were read",
      ko: "'/\(pattern)/'\(.subject) 너무 오래 걸려 메모를 모두 읽기 전에 검색을 끝냈습니다")
  }
  package static func searchFailed(_ pattern: String, _ path: String) -> Text {
    Text(
      "skipped '\(path)': '/\(pattern)/' failed",
      ko: "'\(path)'\(.object) 건너뛰었습니다: '/\(pattern)/' 검색에 실패했습니다")
  }
  package static func moreHits(_ count: Int) -> Text {
    Text("\(count) more; -n 0 shows all", ko: "\(count)개 더 있습니다. 모두 보려면 -n 0을 주십시오")
  }

  package static func foundInPaths(_ count: Int, _ query: String) -> Text {
    Text(
      count == 1
        ? "no text matches, but 1 path does: memo search '\(query)'"
        : "no text matches, but \(count) paths do: memo search '\(query)'",
      ko: "본문에는 없지만 경로가 일치하는 메모가 \(count)개 있습니다: memo search '\(query)'")
  }

  // MARK: Other programs' languages

  package static func queryHint(_ written: String, _ meant: Text) -> Text {
    Text("'\(written)' was searched for literally; \(meant)", ko: "'\(written)'\(.object) 글자 그대로 찾았습니다. \(meant)")
  }
  package static let notHint = Text("to exclude a word, write -word", ko: "단어를 제외하려면 -단어로 쓰십시오")
  package static let regexFlagHint = Text(
    "/regex/ takes no flags and ignores case", ko: "/정규식/ 뒤에는 플래그를 쓸 수 없으며, 대소문자는 구분하지 않습니다")
  package static let groupHint = Text(
    "queries have no parentheses; 'a OR b' needs none", ko: "검색어에는 괄호를 쓸 수 없습니다. 'a OR b'에는 괄호가 필요 없습니다")
  package static let negatedGroupHint = Text(
    "queries have no parentheses; '-a -b' excludes both", ko: "검색어에는 괄호를 쓸 수 없습니다. '-a -b'는 둘 다 제외합니다")
  package static let andHint = Text(
    "all words of a query must occur anyway", ko: "단어를 나란히 쓰면 모두 들어 있는 메모만 찾으므로 AND가 필요 없습니다")
  package static let fileHint = Text(
    "path:x searches names of files and folders", ko: "파일과 폴더의 이름은 path:x로 찾습니다")
  package static let plainWordHint = Text(
    "words and \"phrases\" are searched for in title and text", ko: "단어와 \"구절\"은 제목과 본문에서 찾습니다")
  package static let taskHint = Text(
    "open tasks match '/^\\s*- \\[ \\] .*x/'", ko: "끝내지 않은 할 일은 '/^\\s*- \\[ \\] .*x/'로 찾습니다")
  package static let dateFilterHint = Text(
    "to filter by date, use --since and --until", ko: "날짜로 거르려면 --since와 --until을 쓰십시오")
  package static let operatorsHint = Text(
    "the operators are title:x, tag:x and path:x", ko: "쓸 수 있는 연산자는 title:x, tag:x, path:x입니다")
  package static let openQuoteHint = Text("close the phrase with another \"", ko: "구절은 \"로 닫으십시오")
  package static let caseHint = Text(
    "searches ignore case, except in '/(?-i)X/'", ko: "검색은 대소문자를 구분하지 않습니다. 구분하려면 '/(?-i)X/'로 찾으십시오")
  package static let propertyHint = Text(
    "'/^property: .*value/' searches the front matter, tag:x searches tags",
    ko: "프런트매터는 '/^속성: .*값/'으로, 태그는 tag:x로 찾습니다")
  package static let quoteHint = Text(
    "write a phrase in straight quotes: \"a phrase\"", ko: "구절은 곧은 따옴표로 묶으십시오: \"이런 구절\"")

  // MARK: Tags, dates and formats

  package static func badTag(_ text: String) -> Text {
    Text("'\(text)' is not a tag expression", ko: "'\(text)'\(.topic) 올바른 태그 식이 아닙니다")
  }
  package static let tagHint = Text(
    "for example: work, 'work OR home', 'NOT done', 'project/*'", ko: "예: work, 'work OR home', 'NOT done', 'project/*'"
  )
  package static func nobodyTagged(_ tag: String) -> Text {
    Text("no memo has the tag '\(tag)'", ko: "'\(tag)' 태그가 있는 메모가 없습니다")
  }
  package static func nothingToRename(_ new: String) -> Text {
    Text(
      "nothing to rename: the tag is already named '\(new)'", ko: "바꿀 것이 없습니다. 태그 이름이 이미 '\(new)'입니다")
  }
  package static func renamedTag(_ old: String, _ new: String, _ count: Int) -> Text {
    Text(
      "renamed '\(old)' to '\(new)' in \(memoCount(count)); 'memo undo' takes it back",
      ko: "\(memoCount(count))에서 태그 이름을 바꾸었습니다: '\(old)' → '\(new)'. 'memo undo'로 되돌릴 수 있습니다")
  }
  package static func badNewTag(_ tag: String) -> Text {
    Text(
      "'\(tag)' cannot be a tag: use letters, digits, '_', '-' and '/', and at least one that is not a digit",
      ko: "'\(tag)'\(.topic) 태그로 쓸 수 없습니다. 글자, 숫자, '_', '-', '/'만 쓸 수 있고 숫자만으로는 안 됩니다")
  }
  package static func badDate(_ text: String) -> Text {
    Text("'\(text)' is not a date", ko: "'\(text)'\(.topic) 날짜가 아닙니다")
  }
  package static let dateHint = Text(
    "for example: 2026-03-01, 2026-03, yesterday, last week, 3 days ago, 30min, 7d, 2w, 3m (months)",
    ko: "예: 2026-03-01, 2026-03, 어제, 지난주, 3일 전, 30min, 7d, 2w, 3m(개월)")
  package static func badField(_ name: String) -> Text { Text("unknown key {\(name)}", ko: "알 수 없는 키 {\(name)}") }
  package static func fields(_ names: String) -> Text { Text("the keys are \(names)", ko: "쓸 수 있는 키: \(names)") }
}
