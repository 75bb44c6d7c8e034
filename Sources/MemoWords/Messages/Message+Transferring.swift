package import MemoCore
package import MemoStore

/// Messages about importing and exporting.
extension Message {
  package static func notJSON(_ fault: JSONFault) -> Text {
    let (problem, line, column) = (problem(fault.problem), fault.line, fault.column)
    return Text(
      "the file is not JSON: line \(line), column \(column): \(problem)",
      ko: "JSON 파일이 아닙니다: \(line)번째 줄 \(column)번째 칸: \(problem)")
  }
  private static func problem(_ problem: JSONFault.Problem) -> Text {
    switch problem {
    case .truncated: Text("unexpected end of file", ko: "파일이 중간에 끝났습니다")
    case .unexpectedCharacter: Text("unexpected character", ko: "예상하지 못한 문자가 있습니다")
    case .badString: Text("invalid character in a string", ko: "문자열에 쓸 수 없는 문자가 있습니다")
    case .notUTF8: Text("not UTF-8", ko: "UTF-8이 아닙니다")
    case .tooDeep: Text("nested too deeply", ko: "중첩이 너무 깊습니다")
    case .unreadable: Text("cannot be read", ko: "읽을 수 없습니다")
    }
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
  package static func convertedOnImport(_ path: String, _ encoding: Text, isDryRun: Bool) -> Text {
    isDryRun
      ? Text(
        "would convert '\(path)' from \(encoding) to UTF-8", ko: "'\(path)'\(.object) \(encoding)에서 UTF-8로 변환할 예정입니다")
      : Text("converted '\(path)' from \(encoding) to UTF-8", ko: "'\(path)'\(.object) \(encoding)에서 UTF-8로 변환했습니다")
  }
  package static func sourceConverted(_ encoding: Text, isDryRun: Bool) -> Text {
    isDryRun
      ? Text("would convert the JSON from \(encoding) to UTF-8", ko: "JSON을 \(encoding)에서 UTF-8로 변환할 예정입니다")
      : Text("converted the JSON from \(encoding) to UTF-8", ko: "JSON을 \(encoding)에서 UTF-8로 변환했습니다")
  }
  package static func importedAsIs(_ path: String, _ reason: Text, isDryRun: Bool) -> Text {
    isDryRun
      ? Text("would import '\(path)' as it is: \(reason)", ko: "'\(path)'\(.object) 그대로 가져올 예정입니다: \(reason)")
      : Text("imported '\(path)' as it is: \(reason)", ko: "'\(path)'\(.object) 그대로 가져왔습니다: \(reason)")
  }
  package static func exportsToFolders(_ name: String) -> Text {
    Text(
      "cannot export to '\(name)': all memos are exported to a folder",
      ko: "'\(name)'\(.toward) 내보낼 수 없습니다. 모든 메모를 폴더로 내보냅니다")
  }
  package static func overlapsVault(_ path: String) -> Text {
    Text("'\(path)' overlaps the vault: one is inside the other", ko: "'\(path)'\(.with) 보관함이 겹칩니다: 하나가 다른 하나 안에 있습니다")
  }
  package static let overlapHint = Text("give a folder outside the vault", ko: "보관함 밖의 폴더를 지정하십시오")
  package static func tooDeep(_ path: String) -> Text {
    Text("'\(path)' is nested too deeply", ko: "'\(path)'의 폴더가 너무 깊습니다")
  }
  package static func fileInTheWay(_ path: String) -> Text {
    Text("'\(path)' is a file, not a folder", ko: "'\(path)'\(.topic) 폴더가 아니라 파일입니다")
  }
  package static func linkInTheWay(_ path: String) -> Text {
    Text(
      "'\(path)' is a symbolic link or a special file, not a folder; links are not followed",
      ko: "'\(path)'\(.topic) 폴더가 아니라 심볼릭 링크나 특수 파일입니다. 링크는 따라가지 않습니다")
  }
  package static func ignored(_ path: String) -> Text {
    Text("the vault ignores '\(path)'", ko: "'\(path)'\(.topic) 보관함에서 제외한 경로입니다")
  }
  package static let ignoredHint = Text(
    "'memo config ignore' shows which paths are ignored", ko: "제외할 경로는 'memo config ignore'로 볼 수 있습니다")
  package static func differs(_ path: String) -> Text {
    Text(
      "'\(path)' already exists with different contents and is not overwritten",
      ko: "'\(path)'\(.subject) 다른 내용으로 이미 있어 덮어쓰지 않습니다")
  }
  package static func record(_ index: Int, _ name: String, _ reason: Text, isDryRun: Bool) -> Text {
    let record =
      name.isEmpty
      ? Text("record \(index)", ko: "\(index)번 레코드")
      : Text("record \(index), '\(name)'", ko: "\(index)번 레코드 '\(name)'")
    return leftOut(record, reason, isDryRun)
  }
  package static func leftOut(_ name: String, _ reason: Text, isDryRun: Bool) -> Text {
    leftOut(Text("'\(name)'", ko: "'\(name)'"), reason, isDryRun)
  }
  private static func leftOut(_ what: Text, _ reason: Text, _ isDryRun: Bool) -> Text {
    isDryRun
      ? Text("would skip \(what): \(reason)", ko: "\(what)\(.object) 건너뛸 예정입니다: \(reason)")
      : Text("skipped \(what): \(reason)", ko: "\(what)\(.object) 건너뛰었습니다: \(reason)")
  }
  package static let anObject = Text("an object", ko: "객체")
  package static let anArray = Text("an array", ko: "배열")
  package static let aText = Text("a string", ko: "문자열")
  package static let aNumber = Text("a number", ko: "숫자")
  package static let aBoolean = Text("true or false", ko: "불리언")
  package static let aNull = Text(verbatim: "null")

  package static let trashRestoreHint = Text(
    "to restore deleted memos: memo trash restore REF", ko: "삭제한 메모를 복원하려면: memo trash restore 메모")
  package static func withSkipped(_ text: Text, _ count: Int, isDryRun: Bool) -> Text {
    isDryRun
      ? Text(
        "\(text); \(grouped(count)) already \(count == 1 ? "exists" : "exist")",
        ko: "\(text). \(grouped(count))개는 이미 있습니다")
      : Text("\(text); \(grouped(count)) already existed", ko: "\(text). \(grouped(count))개는 이미 있었습니다")
  }
  package static func attachmentsImported(_ count: Int, isDryRun: Bool) -> Text {
    let files = Text(count == 1 ? "1 file" : "\(grouped(count)) files", ko: "메모에 링크된 파일 \(grouped(count))개")
    return isDryRun
      ? Text("would also copy \(files) that they link to", ko: "\(files)도 복사할 예정입니다")
      : Text("also copied \(files) that they link to", ko: "\(files)도 복사했습니다")
  }
  package static func otherFilesSkipped(_ paths: [VaultPath], isDryRun: Bool) -> Text {
    let (count, names) = (paths.count, OperationMessages.list(paths))
    let files = Text(
      count == 1 ? "1 other file" : "\(grouped(count)) other files",
      ko: "다른 파일 \(grouped(count))개(\(names))는 링크한 메모가 없어")
    let (verb, end) = isDryRun ? ("would be", "을 예정입니다") : (count == 1 ? "was" : "were", "았습니다")
    return Text(
      "\(files) \(verb) left out (\(names)), as no memo links to \(count == 1 ? "it" : "them")",
      ko: "\(files) 가져오지 않\(end)")
  }
  package static let importHint = Text(
    "'memo import' reads a JSON, Markdown or text file, or a folder of Markdown and text files",
    ko: "'memo import'는 JSON, 마크다운, 텍스트 파일 하나나 마크다운과 텍스트 파일이 든 폴더를 가져옵니다")
  /// A part of a number of things: `1,234 of 5,678`.
  package static func share(_ done: Int, of total: Int) -> Text {
    let (done, total) = (grouped(done), grouped(total))
    return Text("\(done) of \(total)", ko: "\(total)개 중 \(done)개")
  }
  package static func importing(_ done: Int, _ total: Int) -> Text {
    Text("importing memos: \(share(done, of: total))", ko: "메모를 가져오는 중: \(share(done, of: total))")
  }
  package static func copyingFiles(_ done: Int, _ total: Int) -> Text {
    Text("copying linked files: \(share(done, of: total))", ko: "링크된 파일을 복사하는 중: \(share(done, of: total))")
  }
  package static func exporting(_ done: Int, _ total: Int) -> Text {
    Text("exporting memos: \(share(done, of: total))", ko: "메모를 내보내는 중: \(share(done, of: total))")
  }
  package static func preparing(_ done: Int, _ total: Int) -> Text {
    Text("preparing changes: \(share(done, of: total))", ko: "변경을 준비하는 중: \(share(done, of: total))")
  }
  package static func changing(_ done: Int, _ total: Int) -> Text {
    Text("changing files: \(share(done, of: total))", ko: "파일을 변경하는 중: \(share(done, of: total))")
  }
  package static func imported(_ count: Int) -> Text {
    Text("imported \(memoCount(count))", ko: "\(memoCount(count))를 가져왔습니다")
  }
  package static func wouldImport(_ count: Int) -> Text {
    Text("would import \(memoCount(count))", ko: "\(memoCount(count))를 가져올 예정입니다")
  }
  package static func notExported(_ count: Int) -> Text {
    Text("skipped \(memoCount(count)) that could not be read", ko: "읽을 수 없는 \(memoCount(count))를 건너뛰었습니다")
  }
  package static func exported(_ count: Int) -> Text {
    Text("exported \(memoCount(count))", ko: "\(memoCount(count))를 내보냈습니다")
  }
  package static func wouldExport(_ count: Int) -> Text {
    Text("would export \(memoCount(count))", ko: "\(memoCount(count))를 내보낼 예정입니다")
  }
}
