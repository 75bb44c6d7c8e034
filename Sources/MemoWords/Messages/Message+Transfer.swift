/// What is said of importing and exporting.
extension Message {
  package static func notJSON(_ reason: String) -> Text {
    Text("the file is not JSON: \(reason)", ko: "JSON 파일이 아닙니다: \(reason)")
  }
  package static func notAnArray(_ found: Text) -> Text {
    Text("the file holds \(found), not an array of memos", ko: "파일에 메모의 배열이 아니라 \(found)\(.subject) 들어 있습니다")
  }
  package static func notAnObject(_ found: Text) -> Text {
    Text("it is \(found), not an object", ko: "객체가 아니라 \(found)입니다")
  }
  package static func missingKey(_ key: String) -> Text {
    Text("it has no \"\(key)\"", ko: "\"\(key)\"\(.subject) 없습니다")
  }
  package static func mistypedKey(_ key: String, _ found: Text) -> Text {
    Text("its \"\(key)\" is \(found)", ko: "\"\(key)\"\(.subject) \(found)입니다")
  }
  package static func unreadableKey(_ key: String) -> Text {
    Text("its \"\(key)\" cannot be read", ko: "\"\(key)\"\(.object) 읽을 수 없습니다")
  }
  package static let badTime = Text(
    "its \"last_modified\" is no time that a file can have", ko: "\"last_modified\"가 파일이 가질 수 없는 시각입니다")
  package static let noTime = Text(
    "its \"last_modified\" is no time: write seconds since 1970, or 2026-03-01T09:30:00Z",
    ko: "\"last_modified\"가 시각이 아닙니다. 1970년부터 센 초나 2026-03-01T09:30:00Z처럼 적으십시오")
  package static let emptyRecord = Text("it has neither title nor text", ko: "제목도 내용도 없습니다")
  package static func renamedOnImport(_ origin: String, _ path: String) -> Text {
    Text(verbatim: "'\(origin)' -> '\(path)'")
  }
  package static func overlapsVault(_ path: String) -> Text {
    Text("'\(path)' and the vault lie in one another", ko: "'\(path)'\(.with) 볼트 가운데 하나가 다른 하나 안에 있습니다")
  }
  package static func tooDeep(_ path: String) -> Text {
    Text("'\(path)' is nested too deeply and is left out", ko: "'\(path)'\(.topic) 너무 깊은 폴더에 있어 제외합니다")
  }
  package static func fileInTheWay(_ path: String) -> Text {
    Text("'\(path)' is a file where a folder is needed", ko: "폴더가 있어야 할 '\(path)'에 파일이 있습니다")
  }
  package static func ignored(_ path: String) -> Text {
    Text("the vault ignores '\(path)'", ko: "'\(path)'\(.topic) 볼트가 무시하는 경로입니다")
  }
  package static func differs(_ path: String) -> Text {
    Text(
      "'\(path)' is there with another text, and stays as it is", ko: "'\(path)'\(.subject) 다른 내용으로 이미 있어 그대로 둡니다")
  }
  package static func record(_ index: Int, _ name: String, _ reason: Text) -> Text {
    name.isEmpty
      ? Text("record \(index) was left out: \(reason)", ko: "\(index)번 레코드를 뺐습니다: \(reason)")
      : Text(
        "record \(index), '\(name)', was left out: \(reason)", ko: "\(index)번 레코드 '\(name)'\(.object) 뺐습니다: \(reason)")
  }
  package static func leftOut(_ name: String, _ reason: Text) -> Text {
    Text("'\(name)' was left out: \(reason)", ko: "'\(name)'\(.object) 뺐습니다: \(reason)")
  }
  package static let anObject = Text("an object", ko: "객체")
  package static let anArray = Text("an array", ko: "배열")
  package static let aText = Text("a text", ko: "문자열")
  package static let aNumber = Text("a number", ko: "숫자")
  package static let aBoolean = Text("true or false", ko: "참 또는 거짓")
  package static let aNull = Text(verbatim: "null")

  package static let trashRestoreHint = Text(
    "'memo trash restore REF' brings back what was deleted", ko: "지운 메모는 'memo trash restore REF'로 되살립니다")
  package static func withSkipped(_ text: Text, _ count: Int) -> Text {
    Text("\(text); \(count) were there already", ko: "\(text). \(count)개는 이미 있었습니다")
  }
  package static func othersStayed(_ count: Int) -> Text {
    Text(
      count == 1
        ? "1 other file stayed behind: only text is imported, pictures can be copied with cp"
        : "\(count) other files stayed behind: only text is imported, pictures can be copied with cp",
      ko: "다른 파일 \(count)개는 가져오지 않았습니다. 텍스트만 가져오므로 그림 따위는 cp로 복사하십시오")
  }
  package static let importHint = Text(
    "'import' takes a JSON file or a folder; 'memo new --body - < FILE' makes a memo of one text",
    ko: "'import'는 JSON 파일이나 폴더를 받습니다. 텍스트 하나는 'memo new --body - < 파일'로 메모가 됩니다")
  package static func imported(_ count: Int) -> Text {
    Text("\(memoCount(count)) imported", ko: "\(memoCount(count))를 가져왔습니다")
  }
  package static func wouldImport(_ count: Int) -> Text {
    Text("\(memoCount(count)) would be imported", ko: "\(memoCount(count))를 가져오게 됩니다")
  }
  package static func notExported(_ count: Int) -> Text {
    Text("\(memoCount(count)) could not be read and left out", ko: "\(memoCount(count))를 읽지 못해 뺐습니다")
  }
  package static func exported(_ count: Int) -> Text {
    Text("\(memoCount(count)) exported", ko: "\(memoCount(count))를 내보냈습니다")
  }
  package static func wouldExport(_ count: Int) -> Text {
    Text("\(memoCount(count)) would be exported", ko: "\(memoCount(count))를 내보내게 됩니다")
  }
}
