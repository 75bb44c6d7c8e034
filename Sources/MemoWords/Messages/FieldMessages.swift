import MemoCore
package import MemoIndex
package import MemoKit

/// Messages about fields and tasks that could not be changed or asked for.
package enum FieldMessages {
  private static let keysShown = 3

  /// The failure of a change of fields.
  package static func failure(_ error: FieldError) -> Failure {
    switch error.problem {
    case .notUnderstood(let key, let line):
      frontMatter(
        Text(
          "cannot change '\(key)' in '\(error.path.text)': line \(line) of its front matter is not understood",
          ko: "'\(error.path.text)'의 '\(key)'\(.object) 바꿀 수 없습니다: 프런트매터의 \(line)번째 줄을 해석할 수 없습니다"),
        hints: [editHint(error.path)])
    case .repeated(let key):
      frontMatter(
        Text(
          "cannot change '\(key)' in '\(error.path.text)': the key appears more than once",
          ko: "'\(error.path.text)'의 '\(key)'\(.object) 바꿀 수 없습니다: 같은 키가 여러 개 있습니다"),
        hints: [editHint(error.path)])
    case .holdsKeys(let key, let keys):
      frontMatter(
        Text(
          "cannot change '\(key)' in '\(error.path.text)': it has keys of its own",
          ko: "'\(error.path.text)'의 '\(key)'\(.object) 바꿀 수 없습니다: 그 아래에 다른 키가 있습니다"),
        hints: [Text("change one of them: \(list(keys))", ko: "그 아래의 키를 바꾸십시오: \(list(keys))")], candidates: keys)
    case .holdsValue(let key):
      frontMatter(
        Text(
          "cannot add a key below '\(key)' in '\(error.path.text)': it has a value",
          ko: "'\(error.path.text)'의 '\(key)' 아래에 키를 둘 수 없습니다: 값이 들어 있습니다"),
        hints: [editHint(error.path)])
    case .isTOML(let key):
      frontMatter(
        Text(
          "cannot change '\(key)' in '\(error.path.text)': its front matter is TOML, not YAML",
          ko: "'\(error.path.text)'의 '\(key)'\(.object) 바꿀 수 없습니다: 프런트매터가 YAML이 아니라 TOML입니다"),
        hints: [editHint(error.path)])
    case .unusableKey(let key):
      Failure.invalid(
        Text("'\(key)' cannot be a key", ko: "'\(key)'\(.topic) 키로 쓸 수 없습니다"),
        hints: [Text("for example: status, due, author.name", ko: "예: status, due, author.name")])
    }
  }

  private static func frontMatter(_ message: Text, hints: [Text], candidates: [String] = []) -> Failure {
    Failure(kind: "front-matter", message: message, hints: hints, candidates: candidates, exitCode: .failure)
  }

  /// The failure of a condition.
  package static func failure(_ problem: FieldCondition.Problem) -> Failure {
    switch problem {
    case .malformed(let text):
      Failure.invalid(
        Text("'\(text)' is not a condition", ko: "'\(text)'\(.topic) 올바른 조건이 아닙니다"), hints: [conditionHint, fieldsHint])
    case .wrongWeekday(let value, let day): Failure.invalid(Message.wrongWeekday(value, day), hints: [Message.dateHint])
    case .noLeapDay(let value, let year): Failure.invalid(Message.noLeapDay(value, year), hints: [Message.dateHint])
    case .notComparable(let text, let value):
      Failure.invalid(
        Text(
          "cannot compare in '\(text)': '\(value)' is not a number or a date",
          ko: "'\(text)'에서 비교할 수 없습니다: '\(value)'\(.topic) 수나 날짜로 읽을 수 없습니다"),
        hints: [conditionHint, fieldsHint])
    }
  }

  /// The failure of ticking a task.
  package static func failure(_ problem: TaskTicking.Problem) -> Failure {
    switch problem {
    case .noTask(let path, let line):
      Failure(
        kind: "changed",
        message: Text("'\(path.text)' has no task on line \(line)", ko: "'\(path.text)'의 \(line)번째 줄은 할 일이 아닙니다"),
        hints: [listHint(path)], candidates: [path.text], exitCode: .changed)
    case .otherTask(let path, let line, let text):
      Failure(
        kind: "changed",
        message: Text(
          "line \(line) of '\(path.text)' is now a different task: '\(text)'",
          ko: "'\(path.text)'의 \(line)번째 줄은 이제 다른 할 일입니다: '\(text)'"),
        hints: [listHint(path)], candidates: [path.text], exitCode: .changed)
    }
  }

  static func editHint(_ path: VaultPath) -> Text {
    Text(
      "change it in the editor: memo edit \(ShellWord.of(path))",
      ko: "편집기에서 고치십시오: memo edit \(ShellWord.of(path))")
  }

  private static let conditionHint = Text(
    "for example: status=open, status!=open, 'due<2026-12-01', 'rating>=4', author~kim, has:due, no:due",
    ko: "예: status=open, status!=open, 'due<2026-12-01', 'rating>=4', author~kim, has:due, no:due")

  private static let fieldsHint = Text(
    "to see which fields there are: memo fields", ko: "어떤 필드가 있는지 보려면: memo fields")

  private static func listHint(_ path: VaultPath) -> Text {
    let listing = "memo tasks --path \(ShellWord.pattern(path))"
    return Text(
      "nothing was changed; to list its tasks as they are now: \(listing)",
      ko: "아무것도 바꾸지 않았습니다. 이 메모의 현재 할 일을 보려면: \(listing)")
  }

  private static func list(_ keys: [String]) -> String {
    (keys.prefix(keysShown) + (keys.count > keysShown ? ["…"] : [])).joined(separator: ", ")
  }
}

/// What commands say of fields, tasks and saved views.
extension Message {
  package static func unknownField(_ key: String) -> Text {
    Text("no memo has a field '\(key)'", ko: "'\(key)' 필드가 있는 메모가 없습니다")
  }
  package static func incomparableField(_ key: String, otherKind: FieldCondition.Kind?) -> Text {
    switch otherKind {
    case .date:
      Text(
        "'\(key)' has dates, not numbers; write a date like 2026-12-01",
        ko: "'\(key)' 필드에는 수가 아니라 날짜가 있습니다. 날짜는 2026-12-01처럼 쓰십시오")
    case .number:
      Text("'\(key)' has numbers, not dates", ko: "'\(key)' 필드에는 날짜가 아니라 수가 있습니다")
    case nil: Text("no memo has a number or a date in '\(key)'", ko: "'\(key)' 필드에 수나 날짜가 있는 메모가 없습니다")
    }
  }
  package static func emptyField(_ key: String) -> Text {
    Text("no memo has a value in '\(key)'", ko: "'\(key)' 필드에 값이 있는 메모가 없습니다")
  }
  /// An order by what is no key may be meant by a field.
  package static func sortByField(_ word: String) -> Text {
    Text(
      "for the field '\(word)': --sort \(ShellWord.of("field:\(word)")), or --sort \(ShellWord.of("field:\(word)-")) for the largest first",
      ko:
        "'\(word)' 필드로 정렬하려면: --sort \(ShellWord.of("field:\(word)")), 큰 값부터는 --sort \(ShellWord.of("field:\(word)-"))")
  }
  package static let noFields = Text("no fields", ko: "필드가 없습니다")
  package static let noTasks = Text("no tasks", ko: "할 일이 없습니다")
  /// A filter by tags is about memos.
  package static func taskTagHint(_ command: String) -> Text {
    Text(
      "these are tasks of memos with the tag; for tasks that have it themselves: \(command)",
      ko: "태그가 있는 메모의 할 일입니다. 태그가 붙은 할 일만 보려면: \(command)")
  }
  package static let emptyValue = Text("(empty)", ko: "(비어 있음)")
  package static func noField(_ word: String) -> Text {
    Text("'\(word)' is not KEY=VALUE", ko: "'\(word)'\(.topic) 키=값 형식이 아닙니다")
  }
  package static func fieldOrMemo(_ word: String) -> Text {
    Text("'\(word)' is both KEY=VALUE and the path of a memo", ko: "'\(word)'\(.topic) 키=값 형식이면서 메모의 경로입니다")
  }
  package static func memoHint(_ path: String) -> Text {
    Text("to change the memo, write \(ShellWord.of(path))", ko: "메모를 바꾸려면 이렇게 쓰십시오: \(ShellWord.of(path))")
  }
  package static func changedAndRemoved(_ key: String) -> Text {
    Text(
      "'\(key)' cannot be both changed and removed (--unset)", ko: "'\(key)'\(.object) 바꾸면서 삭제(--unset)할 수는 없습니다")
  }
  package static func noItem(_ word: String) -> Text {
    Text("'\(word)' has no item to add", ko: "'\(word)'에 추가할 항목이 없습니다")
  }
  package static let fieldHint = Text(
    "for example: status=done, tags+=work, tags-=home, --unset due",
    ko: "예: status=done, tags+=work, tags-=home, --unset due")
  /// `memo tasks` has no filter by dates.
  package static let taskDates = Text(
    "dates in tasks are not read; a search finds them as text", ko: "할 일에 적힌 날짜는 읽지 않으며, 글자로 검색할 수 있습니다")
  package static let noChanges = Text(
    "nothing to change: write KEY=VALUE or --unset KEY", ko: "바꿀 내용이 없습니다. 키=값이나 --unset 키를 쓰십시오")
  package static func setFields(_ path: String) -> Text { Text("changed '\(path)'", ko: "'\(path)'\(.object) 바꾸었습니다") }
  package static func unchangedFields(_ path: String) -> Text {
    Text("'\(path)' is unchanged", ko: "'\(path)'\(.topic) 이미 그렇게 되어 있습니다")
  }
  package static func missingField(_ key: String, _ path: String) -> Text {
    Text("'\(path)' has no field '\(key)'", ko: "'\(path)'에는 '\(key)' 필드가 없습니다")
  }
  package static func ticked(_ count: Int, isDone: Bool) -> Text {
    if count == 0 {
      return isDone
        ? Text("nothing to tick: already done", ko: "이미 완료한 할 일입니다")
        : Text("nothing to untick: not done", ko: "완료하지 않은 할 일입니다")
    }
    return isDone
      ? Text(
        count == 1 ? "ticked 1 task" : "ticked \(Message.grouped(count)) tasks",
        ko: "할 일 \(Message.grouped(count))개를 완료로 표시했습니다")
      : Text(
        count == 1 ? "unticked 1 task" : "unticked \(Message.grouped(count)) tasks",
        ko: "할 일 \(Message.grouped(count))개의 완료 표시를 지웠습니다")
  }
  /// The same of one task, by its text: a number may have come to mean another one.
  package static func ticked(_ text: String, at place: String, isDone: Bool) -> Text {
    isDone
      ? Text("ticked '\(text)' in '\(place)'", ko: "'\(place)'의 '\(text)'\(.object) 완료로 표시했습니다")
      : Text("unticked '\(text)' in '\(place)'", ko: "'\(place)'의 '\(text)' 완료 표시를 지웠습니다")
  }
  /// The same where that task needs no change.
  package static func alreadyTicked(_ text: String, at place: String, isDone: Bool) -> Text {
    isDone
      ? Text("'\(text)' in '\(place)' is already done", ko: "'\(place)'의 '\(text)'\(.topic) 이미 완료한 할 일입니다")
      : Text("'\(text)' in '\(place)' is not done", ko: "'\(place)'의 '\(text)'\(.topic) 완료하지 않은 할 일입니다")
  }
  package static func badPlace(_ word: String) -> Text {
    Text("'\(word)' does not name a task", ko: "'\(word)'\(.topic) 할 일의 위치가 아닙니다")
  }
  package static let placeHint = Text(
    "give PATH:LINE as 'memo tasks' prints it, or on a terminal its number in the list",
    ko: "'memo tasks'에 나오는 경로:줄을 쓰거나, 터미널에서는 앞의 번호를 쓰십시오")
  package static func noTaskNumber(_ number: Int) -> Text {
    Text("there is no task \(number)", ko: "\(number)번 할 일이 없습니다")
  }
  package static func taskNumberInScript(_ word: String) -> Text {
    Text(
      "cannot use task number \(word) in a script: it may become another task; give PATH:LINE",
      ko: "할 일의 번호는 그사이 바뀔 수 있습니다. 스크립트에서는 '\(word)' 대신 경로:줄을 쓰십시오")
  }
}

/// What commands say of saved views.
extension Message {
  package static func unknownView(_ name: String) -> Text {
    Text("no saved filters are named '@\(name)'", ko: "저장된 필터 '@\(name)'\(.subject) 없습니다")
  }
  package static func knownViews(_ names: String) -> Text { Text("saved filters: \(names)", ko: "저장된 필터: \(names)") }
  package static func saveViewHint(_ name: String) -> Text {
    Text(
      "save one: memo config views.\(name) '--tag work --sort title'",
      ko: "이렇게 저장합니다: memo config views.\(name) '--tag work --sort title'")
  }
  package static func searchedAsText(_ name: String) -> Text {
    Text(
      "no saved filters are named '@\(name)'; searched for it as text",
      ko: "저장된 필터 '@\(name)'\(.subject) 없어 글자로 찾았습니다")
  }
  package static func badView(_ name: String, _ problem: Text) -> Text {
    Text(
      "cannot use the saved filters '@\(name)': \(problem)", ko: "저장된 필터 '@\(name)'\(.object) 쓸 수 없습니다: \(problem)")
  }
  package static func viewWord(_ word: String) -> Text {
    Text("'\(word)' is not an option", ko: "'\(word)'\(.topic) 옵션이 아닙니다")
  }
  package static let viewNoText = Text("its setting is not a string", ko: "설정값이 문자열이 아닙니다")
  package static let viewQuote = Text("a quote is not closed", ko: "따옴표가 닫히지 않았습니다")
  package static let viewHint = Text(
    "saved filters hold only filters, --sort, --limit and --offset",
    ko: "저장된 필터에는 필터 옵션과 --sort, --limit, --offset만 쓸 수 있습니다")
  package static func badViewName(_ name: String) -> Text {
    Text(
      "'\(name)' cannot name saved filters: use letters, digits, '-' and '_'",
      ko: "'\(name)'\(.topic) 저장된 필터의 이름으로 쓸 수 없습니다: 글자, 숫자, '-', '_'만 쓰십시오")
  }
}
