/// Messages about importing and exporting.
extension Message {
  package static func notJSON(_ reason: String) -> Text {
    Text("the file is not JSON: \(reason)", ko: "JSON 파일이 아닙니다: \(reason)")
  }
  package static func notAnArray(_ found: Text) -> Text {
    Text("the file contains \(found), not an array of memos", ko: "파일의 내용이 메모 배열이 아니라 \(found)입니다")
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
    "its \"last_modified\" is outside the range of file times", ko: "\"last_modified\"가 파일 시각의 범위를 벗어납니다")
  package static let noTime = Text(
    "its \"last_modified\" is not a time: use seconds since 1970, or 2026-03-01T09:30:00Z",
    ko: "\"last_modified\"가 시각이 아닙니다. 1970년부터의 초 또는 2026-03-01T09:30:00Z 형식으로 쓰십시오")
  package static let emptyRecord = Text("it has no title and no text", ko: "제목도 본문도 없습니다")
  package static func renamedOnImport(_ origin: String, _ path: String) -> Text {
    Text(verbatim: "'\(origin)' -> '\(path)'")
  }
  package static func overlapsVault(_ path: String) -> Text {
    Text("'\(path)' overlaps the vault: one is inside the other", ko: "'\(path)'\(.with) 보관함이 겹칩니다: 하나가 다른 하나 안에 있습니다")
  }
  package static func tooDeep(_ path: String) -> Text {
    Text("skipped '\(path)': it is nested too deeply", ko: "'\(path)'\(.object) 건너뛰었습니다: 폴더가 너무 깊습니다")
  }
  package static func fileInTheWay(_ path: String) -> Text {
    Text("'\(path)' is a file, not a folder", ko: "'\(path)'\(.topic) 폴더가 아니라 파일입니다")
  }
  package static func ignored(_ path: String) -> Text {
    Text("the vault ignores '\(path)'", ko: "'\(path)'\(.topic) 보관함에서 제외한 경로입니다")
  }
  package static func differs(_ path: String) -> Text {
    Text(
      "'\(path)' already exists with different text and was kept", ko: "'\(path)'\(.subject) 다른 내용으로 이미 있어 그대로 두었습니다")
  }
  package static func record(_ index: Int, _ name: String, _ reason: Text) -> Text {
    name.isEmpty
      ? Text("skipped record \(index): \(reason)", ko: "\(index)번 레코드를 건너뛰었습니다: \(reason)")
      : Text(
        "skipped record \(index), '\(name)': \(reason)", ko: "\(index)번 레코드 '\(name)'\(.object) 건너뛰었습니다: \(reason)")
  }
  package static func leftOut(_ name: String, _ reason: Text) -> Text {
    Text("skipped '\(name)': \(reason)", ko: "'\(name)'\(.object) 건너뛰었습니다: \(reason)")
  }
  package static let anObject = Text("an object", ko: "객체")
  package static let anArray = Text("an array", ko: "배열")
  package static let aText = Text("a string", ko: "문자열")
  package static let aNumber = Text("a number", ko: "숫자")
  package static let aBoolean = Text("true or false", ko: "참 또는 거짓")
  package static let aNull = Text(verbatim: "null")

  package static let trashRestoreHint = Text(
    "to restore deleted memos: memo trash restore REF", ko: "삭제한 메모를 되살리려면: memo trash restore REF")
  package static func withSkipped(_ text: Text, _ count: Int) -> Text {
    Text("\(text); \(count) already existed", ko: "\(text). \(count)개는 이미 있었습니다")
  }
  package static func othersStayed(_ count: Int) -> Text {
    Text(
      count == 1
        ? "1 other file was not imported: only text is imported, copy pictures with cp"
        : "\(count) other files were not imported: only text is imported, copy pictures with cp",
      ko: "다른 파일 \(count)개는 가져오지 않았습니다. 텍스트만 가져오므로 그림 등은 cp로 복사하십시오")
  }
  package static let importHint = Text(
    "'memo import' takes a JSON file or a folder; for a single text: memo new --body - < FILE",
    ko: "'memo import'는 JSON 파일이나 폴더를 가져옵니다. 텍스트 하나를 메모로 만들려면: memo new --body - < 파일")
  package static func imported(_ count: Int) -> Text {
    Text("imported \(memoCount(count))", ko: "\(memoCount(count))를 가져왔습니다")
  }
  package static func wouldImport(_ count: Int) -> Text {
    Text("would import \(memoCount(count))", ko: "\(memoCount(count))를 가져오게 됩니다")
  }
  package static func notExported(_ count: Int) -> Text {
    Text("skipped \(memoCount(count)) that could not be read", ko: "읽을 수 없는 \(memoCount(count))를 건너뛰었습니다")
  }
  package static func exported(_ count: Int) -> Text {
    Text("exported \(memoCount(count))", ko: "\(memoCount(count))를 내보냈습니다")
  }
  package static func wouldExport(_ count: Int) -> Text {
    Text("would export \(memoCount(count))", ko: "\(memoCount(count))를 내보내게 됩니다")
  }
}
