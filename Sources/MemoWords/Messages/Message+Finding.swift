package import MemoCore

/// Messages about queries, filters and formats.
extension Message {
  package static let noMatch = Text("no memo matches", ko: "일치하는 메모가 없습니다")
  package static func noMatch(for words: [String]) -> Text {
    let list = words.map { "'\($0)'" }.joined(separator: ", ")
    return Text("no memo matches \(list)", ko: "\(list)\(.with) 일치하는 메모가 없습니다")
  }
  /// Of words that are all in the vault, but never together.
  package static func wordsApart(_ words: [String]) -> Text {
    let searching = "memo search \(ShellWord.of(words.joined(separator: " OR ")))"
    return Text(
      "each word occurs, but no memo has all of them; for memos with any: \(searching)",
      ko: "단어는 각각 있지만 모두 든 메모가 없습니다. 하나라도 든 메모를 찾으려면: \(searching)")
  }
  package static let emptyQuery = Text("the query is empty", ko: "검색어가 비어 있습니다")
  package static let emptyQueryHint = Text("to list all memos: memo list", ko: "모든 메모를 보려면: memo list")
  package static let missingOperand = Text(
    "'OR' needs a search term on both sides", ko: "'OR'의 양쪽에는 검색어가 있어야 합니다")
  package static let missingOperandHint = Text(
    "to search for the word itself, quote it: '\"OR\"'", ko: "OR라는 단어를 찾으려면 따옴표로 묶으십시오: '\"OR\"'")
  package static let unbalanced = Text(
    "the parentheses of the query do not match", ko: "검색어의 괄호 짝이 맞지 않습니다")
  package static let unbalancedHint = Text(
    "to search for a parenthesis itself, quote it: '\"(\"'", ko: "괄호 자체를 찾으려면 따옴표로 묶으십시오: '\"(\"'")
  package static func tooDeep(_ most: Int) -> Text {
    Text(
      "parentheses may be at most \(most) deep in a query", ko: "검색어의 괄호는 \(most)겹까지만 쓸 수 있습니다")
  }
  package static func tooManyTerms(_ most: Int) -> Text {
    Text("a search takes at most \(most) words", ko: "한 번에 검색할 수 있는 단어는 \(most)개까지입니다")
  }
  package static func unknownOperator(_ name: String) -> Text {
    Text("searches have no '\(name)'", ko: "검색에 '\(name)' 연산자는 없습니다")
  }
  package static func hint(forOperator name: String) -> Text {
    if name.utf8.first == UInt8(ascii: "["), let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let inside =
        name[name.utf8.index(after: name.startIndex)..<colon] + name[name.utf8.index(after: colon)...].dropLast()
      let option = "--where \(ShellWord.of(String(inside)))"
      return Text("use \(option)", ko: "\(option)\(.object) 쓰십시오")
    }
    return name.utf8.elementsEqual("block:".utf8)
      ? Text("use line:(…) or section:(…)", ko: "line:(…)이나 section:(…)을 쓰십시오")
      : caseHint
  }
  package static func invalidRegex(_ pattern: String) -> Text {
    Text(
      """
      '/\(pattern)/' is not a regular expression; for ICU's syntax see \
      unicode-org.github.io/icu/userguide/strings/regexp
      """,
      ko: "올바른 정규식이 아닙니다: '/\(pattern)/'. ICU 문법은 unicode-org.github.io/icu/userguide/strings/regexp에 있습니다")
  }
  /// How the characters of a regular expression are searched for as they are.
  static func literalHint(_ pattern: String) -> Text {
    let searching = "memo search \(ShellWord.of("\"\(pattern.replacing("\"", by: " "))\""))"
    return Text("to look for this text as it is: \(searching)", ko: "이 문자열을 그대로 찾으려면: \(searching)")
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
  static let searchTooSlowHint = Text(
    "avoid repetitions inside repetitions, such as (a+)+, or search for plain words",
    ko: "(a+)+처럼 반복 안에 반복이 있는 표현을 피하거나 단어로 검색하십시오")
  package static func searchFailed(_ pattern: String, _ path: String) -> Text {
    Text(
      "skipped '\(path)': '/\(pattern)/' failed",
      ko: "'\(path)'\(.object) 건너뛰었습니다: '/\(pattern)/' 검색에 실패했습니다")
  }
  /// Of memos of which a search reads only the start.
  ///
  /// - Parameters:
  ///   - path: the first of them.
  ///   - others: how many more there are.
  package static func searchedInPart(_ path: String, others: Int) -> Text {
    let limit = SearchText.readLimit >> 20
    if others == 0 {
      return Text("searched only the first \(limit) MB of '\(path)'", ko: "'\(path)'에서는 처음 \(limit)MB만 검색했습니다")
    }
    let more = others == 1 ? "1 other memo" : "\(grouped(others)) other memos"
    return Text(
      "searched only the first \(limit) MB of '\(path)' and \(more)",
      ko: "'\(path)' 외 메모 \(grouped(others))개에서는 처음 \(limit)MB만 검색했습니다")
  }
  package static func suggestions(_ texts: [String]) -> Text {
    let list = texts.map { "'\($0)'" }.joined(separator: ", ")
    return Text("did you mean \(list)?", ko: "혹시 이것을 찾으셨습니까? \(list)")
  }
  package static func moreHits(_ count: Int) -> Text {
    Text("\(grouped(count)) more; -n 0 shows all", ko: "\(grouped(count))개 더 있습니다. 모두 보려면 -n 0을 붙이십시오")
  }

  /// - Parameter fields: the field with the date; several for an order of numbers that can be read in more than one way.
  package static func storedAsText(_ value: String, _ fields: [String]) -> Text {
    let field = Wording.alternatives(fields)
    return Text(
      "'\(value)' is stored as text; for the date, set \(field)",
      ko: "'\(value)'\(.object) 글자 그대로 저장합니다. 날짜로 저장하려면 \(field)")
  }
  package static func moreLines(_ count: Int) -> Text {
    Text(count == 1 ? "1 more line" : "\(grouped(count)) more lines", ko: "\(grouped(count))줄 더 있음")
  }
  package static func useFilter(_ option: String) -> Text {
    Text("to match a part of the path, use \(option)", ko: "경로의 일부로 찾으려면 \(option)\(.object) 쓰십시오")
  }

  package static func foundInPaths(_ count: Int, _ query: String) -> Text {
    Text(
      count == 1
        ? "no text matches, but 1 path does: memo search \(ShellWord.of(query))"
        : "no text matches, but \(grouped(count)) paths do: memo search \(ShellWord.of(query))",
      ko: "본문에는 없지만 경로가 일치하는 메모가 \(grouped(count))개 있습니다: memo search \(ShellWord.of(query))")
  }

  // MARK: Other programs' languages

  package static func queryHint(_ written: String, _ meant: Text) -> Text {
    let word =
      written.utf8.elementsEqual("\"".utf8)
      ? Text("'\"'", ko: "따옴표를") : Text("'\(written)'", ko: "'\(written)'\(.object)")
    return Text("\(word) was searched for literally; \(meant)", ko: "\(word) 글자 그대로 찾았습니다. \(meant)")
  }
  package static func fieldHint(_ key: String, _ value: String) -> Text {
    let field = "[\(key):\(value)]"
    return queryHint("\(key):", Text("for the field, search '\(field)'", ko: "필드를 찾으려면 '\(field)'\(.toward) 검색하십시오"))
  }
  package static func viewQueryHint(_ name: String) -> Text {
    Text(
      "to save filters under that name: memo config views.\(name) '--tag work'",
      ko: "그 이름으로 필터를 저장하려면: memo config views.\(name) '--tag work'")
  }
  package static func regexHint(_ query: String) -> Text {
    Text("for a regular expression: '/\(query)/'", ko: "정규식으로 찾으려면: '/\(query)/'")
  }
  package static let regexFlagHint = Text(
    "/regex/ takes no flags and ignores case", ko: "/정규식/ 뒤에는 플래그를 쓸 수 없으며, 대소문자는 구분하지 않습니다")
  package static let orHint = Text(
    "to find memos with either, write OR", ko: "둘 중 하나만 있어도 찾으려면 대문자로 OR를 쓰십시오")
  package static let dateFilterHint = Text(
    "to filter by date, use --since and --until", ko: "날짜로 거르려면 --since와 --until을 쓰십시오")
  package static let operatorsHint = Text(
    "the operators are title:, tag:, path:, file:, line:, section:, task:, [key] and [key:value]",
    ko: "쓸 수 있는 연산자는 title:, tag:, path:, file:, line:, section:, task:, [키], [키:값]입니다")
  package static let openQuoteHint = Text("close the phrase with another \"", ko: "구절은 \"로 닫으십시오")
  package static let caseHint = Text(
    "searches ignore case, except in '/(?-i)X/'", ko: "검색은 대소문자를 구분하지 않습니다. 구분하려면 '/(?-i)X/'로 찾으십시오")
  package static let quoteHint = Text(
    "write a phrase in straight quotes: \"a phrase\"", ko: "구절은 곧은 따옴표로 묶으십시오: \"이런 구절\"")

  // MARK: Tags, dates and formats

  package static func badTag(_ text: String) -> Text {
    text.isEmpty
      ? Text("the tag expression is empty", ko: "태그 식이 비어 있습니다")
      : Text("'\(text)' is not a tag expression", ko: "'\(text)'\(.topic) 올바른 태그 식이 아닙니다")
  }
  /// What to write instead of a text that is not a tag expression.
  package static func tagHint(for text: String) -> Text {
    text.utf8.contains(UInt8(ascii: "(")) ? tagGroupHint : tagHint
  }
  private static let tagHint = Text(
    "for example: work, 'work OR home', 'work, urgent' for both, 'NOT done', 'project/*', '\"to do\"' for a tag with a blank",
    ko: "예: work, 'work OR home', 'work, urgent'(둘 다), 'NOT done', 'project/*', '\"to do\"'(빈칸이 있는 태그)")
  private static let tagGroupHint = Text(
    "use commas, not parentheses: 'a OR b, c' for c and one of the two, 'NOT a, NOT b' for neither",
    ko: "괄호 대신 쉼표를 쓰십시오: 'a OR b, c'(c와 둘 중 하나), 'NOT a, NOT b'(둘 다 아님)")
  package static func noMemoTagged(_ tag: String) -> Text {
    Text("no memo has the tag '\(tag)'", ko: "'\(tag)' 태그가 있는 메모가 없습니다")
  }
  package static let tagsHint = Text("'memo tags' lists the tags", ko: "태그 목록은 'memo tags'로 볼 수 있습니다")
  package static func nothingToRename(_ new: String) -> Text {
    Text(
      "nothing to rename: the tag is already named '\(new)'", ko: "바꿀 내용이 없습니다. 태그 이름이 이미 '\(new)'입니다")
  }
  package static func renamedTag(_ old: String, _ new: String, _ count: Int) -> Text {
    Text(
      "renamed '\(old)' to '\(new)' in \(memoCount(count)); 'memo undo' takes it back",
      ko: "\(memoCount(count))에서 태그 이름을 바꾸었습니다: '\(old)' → '\(new)'. 'memo undo'로 되돌릴 수 있습니다")
  }
  package static func badNewTag(_ tag: String) -> Text {
    Text(
      "'\(tag)' cannot be a tag: no blanks, no punctuation but '_', '-' and '/', and not only digits",
      ko: "'\(tag)'\(.topic) 태그로 쓸 수 없습니다. 빈칸 없이 쓰고, 문장 부호는 '_', '-', '/'만 쓸 수 있으며, 숫자만으로 된 태그는 쓸 수 없습니다")
  }
  /// How a text would be written as a tag, or a tag or two where nothing is left of it.
  package static func newTagHint(_ text: String) -> Text {
    let words = text.unicodeScalars.split { scalar in
      scalar.properties.isWhitespace
        || scalar.isASCII && !scalar.properties.isAlphabetic && !"0123456789_/".unicodeScalars.contains(scalar)
    }
    let near = words.map { String($0) }.joined(separator: "-")
    let example = TagEdit(near) == nil ? "to-do, project/plan" : near
    return Text("for example: \(example)", ko: "예: \(example)")
  }
  package static func badDate(_ text: String) -> Text {
    Text("'\(text)' is not a date", ko: "'\(text)'\(.topic) 날짜로 읽을 수 없습니다")
  }
  package static let dateHint = Text(
    "for example: 2026-03-01, 2026-03, Mar 1, yesterday, monday, last week, 3 days ago, 30min, 7d, 2w, 3m (months)",
    ko: "예: 2026-03-01, 2026-03, 3월 1일, 어제, 월요일, 지난주, 3일 전, 30min, 7d, 2w, 3m(개월)")
  /// A date with a day of the week that it is not.
  package static func wrongWeekday(_ text: String, _ day: CivilDate) -> Text {
    let (english, korean) = weekdays[day.weekday]
    return Text(
      "'\(text)' is not a date: \(day.text) is a \(english)",
      ko: "'\(text)'\(.topic) 없는 날짜입니다: \(day.text)\(.topic) \(korean)입니다")
  }
  /// 29 February of a year that has none.
  package static func noLeapDay(_ text: String, _ year: Int) -> Text {
    let next = CivilDate.leapYear(after: year)
    return Text(
      "'\(text)' is not a date: \(year) is not a leap year; the next one is \(next)",
      ko: "'\(text)'\(.topic) 없는 날짜입니다: \(year)년은 윤년이 아닙니다. 다음 윤년은 \(next)년입니다")
  }
  private static let weekdays = [
    ("Sunday", "일요일"), ("Monday", "월요일"), ("Tuesday", "화요일"), ("Wednesday", "수요일"), ("Thursday", "목요일"),
    ("Friday", "금요일"), ("Saturday", "토요일"),
  ]
  package static let distanceAlone = Text(
    "--distance needs --links-to or --linked-from", ko: "--distance는 --links-to나 --linked-from과 함께 써야 합니다")
  package static let distanceHint = Text(
    "for example: --linked-from plan --distance 2", ko: "예: --linked-from 계획 --distance 2")
  package static func badDay(_ text: String) -> Text {
    Text("'\(text)' is not a day", ko: "'\(text)'\(.topic) 날짜로 읽을 수 없습니다")
  }
  package static let dayHint = Text(
    "for example: 2026-11-20, Nov 20, yesterday, tomorrow, monday, last friday, +1, -7",
    ko: "예: 2026-11-20, 11월 20일, 어제, 내일, 월요일, 지난 금요일, +1, -7")
  package static func comingDay(_ command: String, _ day: String) -> Text {
    Text("that day is past; for the coming one, \(day): \(command)", ko: "지난 날짜입니다. 다가오는 날(\(day))로 하려면: \(command)")
  }
  package static func foundByTag(_ count: Int, _ command: String) -> Text {
    Text(
      count == 1 ? "1 memo has the tag: \(command)" : "\(grouped(count)) memos have the tag: \(command)",
      ko: "태그가 있는 메모는 \(grouped(count))개입니다: \(command)")
  }
  package static let addToDay = Text(
    "to add to today's memo: memo append \"$(memo today)\" TEXT",
    ko: "오늘 메모에 덧붙이려면: memo append \"$(memo today)\" 글")
  package static func fieldName(_ name: String) -> Text {
    Text("for a field of the front matter, write {field:\(name)}", ko: "프런트매터의 필드는 {field:\(name)}\(.toward) 쓰십시오")
  }
  package static func badField(_ name: String) -> Text { Text("unknown key {\(name)}", ko: "{\(name)} 키는 없습니다") }
  package static let openBrace = Text("a '{' of the template has no '}'", ko: "서식의 '{'에 짝이 되는 '}'가 없습니다")
  package static let braceAsText = Text("for a brace, write \\{", ko: "중괄호 자체를 출력하려면 \\{로 쓰십시오")
  package static func fields(_ names: String) -> Text { Text("the keys are \(names)", ko: "쓸 수 있는 키: \(names)") }
}

/// Messages about links, tags and headings.
extension Message {
  package static let noTags = Text("no tags", ko: "태그가 없습니다")
  package static let noLinks = Text("no links", ko: "링크가 없습니다")
  package static func noHeadings(_ path: String) -> Text {
    Text("'\(path)' has no headings", ko: "'\(path)'에는 소제목이 없습니다")
  }
  package static func noLinks(_ path: String) -> Text {
    Text("'\(path)' has no links", ko: "'\(path)'에는 링크가 없습니다")
  }
  package static func noBacklinks(_ path: String) -> Text {
    Text("no memo links to '\(path)'", ko: "'\(path)'\(.toward) 링크한 메모가 없습니다")
  }
  package static let noProblems = Text("no problems found", ko: "문제를 찾지 못했습니다")
  package static func movedTo(_ target: String, _ path: String) -> Text {
    Text("\(noSuchMemo(target)); it moved to '\(path)'", ko: "\(noSuchMemo(target)). 메모는 '\(path)'\(.toward) 옮겨졌습니다")
  }
  package static func trashed(_ target: String, _ path: VaultPath) -> Text {
    let command = "memo trash restore \(ShellWord.of(path))"
    return Text(
      "\(noSuchMemo(target)); '\(path.text)' is in the trash; to restore it: \(command)",
      ko: "\(noSuchMemo(target)). '\(path.text)'\(.subject) 휴지통에 있습니다. 복원하려면: \(command)")
  }
  package static func namesake(_ target: String, _ path: String) -> Text {
    Text(
      "\(noSuchMemo(target)); '\(path)' has the same file name", ko: "\(noSuchMemo(target)). 파일 이름이 같은 메모는 '\(path)'입니다"
    )
  }
  package static func namesakes(_ target: String, _ count: Int) -> Text {
    Text(
      "\(noSuchMemo(target)); it may be any of \(grouped(count))",
      ko: "\(noSuchMemo(target)). 메모 \(grouped(count))개 중 하나일 수 있습니다")
  }
  package static func maybe(_ target: String, _ paths: [String]) -> Text {
    Text("\(noSuchMemo(target)); it may be \(mayBe(paths))", ko: "\(noSuchMemo(target)). \(mayBe(paths))일 수 있습니다")
  }
  package static func chosen(_ path: String, among count: Int) -> Text {
    Text("\(path) (one of \(grouped(count)) memos)", ko: "\(path) (메모 \(grouped(count))개 중 하나)")
  }
  package static func mayBe(_ paths: [String]) -> Text {
    let list = paths.joined(separator: ", ")
    return Text("any of \(list)", ko: "\(list) 중 하나")
  }
  package static func fixable(_ count: Int) -> Text {
    Text("'memo check --fix' can repair \(linkCount(count))", ko: "'memo check --fix'로 \(linkCount(count))를 고칠 수 있습니다")
  }
  package static let nothingToFix = Text(
    "no problems that can be repaired", ko: "고칠 수 있는 문제가 없습니다")
  package static func askFix(_ links: Int, _ memos: Int) -> Text {
    Text(
      "rewrite \(linkCount(links)) in \(memoCount(memos))?", ko: "\(memoCount(memos))의 \(linkCount(links))를 고칠까요?")
  }
  package static func notConverted(_ path: String, _ reason: Text) -> Text {
    Text("cannot convert '\(path)': \(reason)", ko: "'\(path)'\(.object) 변환할 수 없습니다: \(reason)")
  }
  /// The question before links are rewritten in some memos and other memos are converted.
  package static func askFix(_ links: Int, _ memos: Int, converting converted: Int) -> Text {
    if converted == 0 { return askFix(links, memos) }
    if links == 0 {
      return Text("convert \(memoCount(converted)) to UTF-8?", ko: "\(memoCount(converted))를 UTF-8로 변환할까요?")
    }
    return Text(
      "rewrite \(linkCount(links)) in \(memoCount(memos)) and convert \(memoCount(converted)) to UTF-8?",
      ko: "\(memoCount(memos))의 \(linkCount(links))를 고치고 \(memoCount(converted))를 UTF-8로 변환할까요?")
  }
  package static func repaired(_ links: Int, _ memos: Int, converted: Int) -> Text {
    if converted == 0 { return repaired(links, memos) }
    if links == 0 {
      return Text(
        "converted \(memoCount(converted)) to UTF-8; 'memo undo' takes it back",
        ko: "\(memoCount(converted))를 UTF-8로 변환했습니다. 'memo undo'로 되돌릴 수 있습니다")
    }
    return Text(
      "repaired \(linkCount(links)) in \(memoCount(memos)) and converted \(memoCount(converted)) to UTF-8; 'memo undo' takes it back",
      ko:
        "\(memoCount(memos))의 \(linkCount(links))를 고치고 \(memoCount(converted))를 UTF-8로 변환했습니다. 'memo undo'로 되돌릴 수 있습니다")
  }
  package static func repaired(_ links: Int, _ memos: Int) -> Text {
    Text(
      "repaired \(linkCount(links)) in \(memoCount(memos)); 'memo undo' takes it back",
      ko: "\(memoCount(memos))의 \(linkCount(links))를 고쳤습니다. 'memo undo'로 되돌릴 수 있습니다")
  }
  package static let elsewhere = Text("elsewhere", ko: "보관함 밖")
}

/// Messages of `memo stats`.
extension Message {
  /// The legend of the calendar: no memo, some, the most.
  package static func heatMapLegend(none: String, some: String, full: String, most: Int) -> Text {
    Text(
      "\(none) none  \(some)  \(full) = \(memoCount(most)) a day",
      ko: "\(none) 없음  \(some)  \(full) = 하루 \(grouped(most))개")
  }
  package static let memosAndWordsPerMonth = Text("memos and words per month", ko: "월별 메모 수와 단어 수")
  package static func earlierMemos(_ count: Int) -> Text {
    Text("\(memoCount(count)) before", ko: "그 이전 \(memoCount(count))")
  }
  package static func laterMemos(_ count: Int) -> Text {
    Text("\(memoCount(count)) after today", ko: "오늘 이후 \(memoCount(count))")
  }
}

/// Messages about watching a vault.
extension Message {
  package static func watching(_ memos: Int, _ root: String) -> Text {
    Text("watching \(memoCount(memos)) in \(root)", ko: "\(root)의 \(memoCount(memos))를 감시합니다")
  }
  package static func missed(_ memos: Int) -> Text {
    Text(
      "\(memoCount(memos)) changed without an event; 'memo watch --poll' does not rely on events",
      ko: "\(memoCount(memos))가 이벤트 없이 바뀌었습니다. 'memo watch --poll'은 이벤트에 의존하지 않습니다")
  }
  package static let watchFolders = Text(
    """
    some changes are noticed only after a few seconds: too many folders to watch; raise fs.inotify.max_user_watches
    """,
    ko: "일부 변경은 몇 초 늦게 감지합니다: 감시할 폴더가 너무 많습니다. fs.inotify.max_user_watches를 늘리십시오")
  package static let watchWatchers = Text(
    """
    changes are noticed only after a few seconds: too many inotify instances; raise fs.inotify.max_user_instances
    """,
    ko: "변경을 몇 초 늦게 감지합니다: inotify 인스턴스가 너무 많습니다. fs.inotify.max_user_instances를 늘리십시오")
  package static func watchRefused(_ reason: Text) -> Text {
    Text("some changes are noticed only after a few seconds: \(reason)", ko: "일부 변경은 몇 초 늦게 감지합니다: \(reason)")
  }
}
