/// What is said of queries, filters and formats.
extension Message {
  package static let noMatch = Text("no memo matches", ko: "맞는 메모가 없습니다")
  package static let emptyQuery = Text("the query asks for nothing", ko: "검색어가 비어 있습니다")
  package static func invalidRegex(_ pattern: String) -> Text {
    Text(
      "'/\(pattern)/' is not a regular expression; ICU's syntax is at unicode-org.github.io/icu/userguide/strings/regexp",
      ko: "'/\(pattern)/'\(.topic) 정규식이 아닙니다. ICU 문법은 unicode-org.github.io/icu/userguide/strings/regexp에 있습니다")
  }
  package static func regexTooSlow(_ pattern: String, _ path: String) -> Text {
    Text(
      "'/\(pattern)/' took too long on '\(path)', which was left out",
      ko: "'/\(pattern)/'\(.subject) '\(path)'에서 너무 오래 걸려 이 메모를 뺐습니다")
  }
  package static func searchTooSlow(_ pattern: String) -> Text {
    Text(
      "'/\(pattern)/' took too long: the search ended before it had seen all memos",
      ko: "'/\(pattern)/'\(.subject) 너무 오래 걸려 메모를 다 보기 전에 검색을 끝냈습니다")
  }
  package static func searchFailed(_ pattern: String, _ path: String) -> Text {
    Text(
      "'/\(pattern)/' could not be matched on '\(path)', which was left out",
      ko: "'\(path)'에서 '/\(pattern)/'\(.object) 찾을 수 없어 이 메모를 뺐습니다")
  }
  package static func moreHits(_ count: Int) -> Text {
    Text("\(count) more; -n 0 shows all", ko: "\(count)개 더 있습니다. -n 0을 주면 모두 보여 줍니다")
  }

  package static func foundInPaths(_ count: Int, _ query: String) -> Text {
    Text(
      count == 1
        ? "no text holds it, but 1 path does: memo search '\(query)'"
        : "no text holds it, but \(count) paths do: memo search '\(query)'",
      ko: "글에는 없지만 경로에 든 메모가 \(count)개 있습니다: memo search '\(query)'")
  }

  // MARK: Other programs' languages

  package static func queryHint(_ written: String, _ meant: Text) -> Text {
    Text("'\(written)' was looked for as it is; \(meant)", ko: "'\(written)'\(.object) 글자 그대로 찾았습니다. \(meant)")
  }
  package static let notHint = Text("-word leaves memos out", ko: "-단어를 쓰면 그 단어가 든 메모를 뺍니다")
  package static let regexFlagHint = Text(
    "/regex/ takes no letters after it and ignores case", ko: "/정규식/ 뒤에는 글자를 붙이지 않으며, 대소문자는 가리지 않습니다")
  package static let groupHint = Text(
    "there are no parentheses in queries; 'a OR b' needs none", ko: "검색어에는 괄호를 쓰지 않습니다. 'a OR b'에는 괄호가 필요 없습니다")
  package static let negatedGroupHint = Text(
    "there are no parentheses in queries; '-a -b' leaves out both", ko: "검색어에는 괄호를 쓰지 않습니다. '-a -b'는 둘 다 뺍니다")
  package static let andHint = Text(
    "words that stand beside each other must all occur", ko: "나란히 쓴 단어는 모두 나와야 하므로 AND가 필요 없습니다")
  package static let fileHint = Text(
    "path:x looks at names of files and folders", ko: "path:x로 파일과 폴더의 이름을 찾습니다")
  package static let plainWordHint = Text(
    "words and \"phrases\" are looked for in title and text", ko: "단어와 \"구절\"은 제목과 글에서 찾습니다")
  package static let taskHint = Text(
    "'/^\\s*- \\[ \\] .*x/' finds tasks that are open", ko: "'/^\\s*- \\[ \\] .*x/'로 끝나지 않은 할 일을 찾습니다")
  package static let dateFilterHint = Text(
    "--since and --until look at dates", ko: "날짜는 --since와 --until로 고릅니다")
  package static let operatorsHint = Text(
    "the operators are title:x, tag:x and path:x", ko: "쓸 수 있는 것은 title:x, tag:x, path:x입니다")
  package static let openQuoteHint = Text("a phrase ends with another \"", ko: "구절은 \"로 닫습니다")
  package static let caseHint = Text(
    "case never matters, but in '/(?-i)X/'", ko: "대소문자는 가리지 않습니다. 가리려면 '/(?-i)X/'로 찾으십시오")
  package static let propertyHint = Text(
    "'/^property: .*value/' looks at the front matter, tag:x at tags", ko: "'/^속성: .*값/'으로 머리말을, tag:x로 태그를 찾습니다")
  package static let quoteHint = Text(
    "a phrase stands in straight quotes: \"a phrase\"", ko: "구절은 곧은 따옴표로 묶습니다: \"이런 구절\"")

  // MARK: Tags, dates and formats

  package static func badTag(_ text: String) -> Text {
    Text("'\(text)' is no tag expression", ko: "'\(text)'\(.topic) 태그 식이 아닙니다")
  }
  package static let tagHint = Text(
    "for example: work, 'work OR home', 'NOT done', 'project/*'", ko: "예: work, 'work OR home', 'NOT done', 'project/*'"
  )
  package static func nobodyTagged(_ tag: String) -> Text {
    Text("no memo has the tag '\(tag)'", ko: "'\(tag)' 태그가 있는 메모가 없습니다")
  }
  package static func nothingToRename(_ new: String) -> Text {
    Text(
      "there is nothing to rename: '\(new)' is called so already", ko: "바꿀 것이 없습니다. 이름이 이미 '\(new)'입니다")
  }
  package static func renamedTag(_ old: String, _ new: String, _ count: Int) -> Text {
    Text(
      "renamed '\(old)' to '\(new)' in \(memoCount(count)); 'memo undo' takes it back",
      ko: "\(memoCount(count))에서 '\(old)'\(.object) '\(new)'\(.toward) 바꾸었습니다. 'memo undo'로 되돌립니다")
  }
  package static func badNewTag(_ tag: String) -> Text {
    Text(
      "'\(tag)' cannot be a tag: use letters, digits, '_', '-' and '/', and not digits alone",
      ko: "'\(tag)'\(.topic) 태그가 될 수 없습니다. 글자, 숫자, '_', '-', '/'를 쓰되 숫자만 쓸 수는 없습니다")
  }
  package static func badDate(_ text: String) -> Text {
    Text("'\(text)' is no date", ko: "'\(text)'\(.topic) 날짜가 아닙니다")
  }
  package static let dateHint = Text(
    "for example: 2026-03-01, 2026-03, yesterday, last week, 3 days ago, 30min, 7d, 2w, 3m (months)",
    ko: "예: 2026-03-01, 2026-03, 어제, 지난주, 3일 전, 30min, 7d, 2w, 3m(달)")
  package static func badField(_ name: String) -> Text { Text("{\(name)} is no field", ko: "{\(name)} 필드는 없습니다") }
  package static func fields(_ names: String) -> Text { Text("fields are \(names)", ko: "쓸 수 있는 필드: \(names)") }
}
