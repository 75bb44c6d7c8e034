package import MemoCore

/// Messages to agents about what they asked for.
package enum AgentMessages {
  package static func noObject(of tool: String) -> Failure {
    Failure.invalid(Text("the arguments of '\(tool)' must be an object", ko: "'\(tool)'의 인수는 객체여야 합니다"))
  }
  package static func noString(_ name: String, of tool: String) -> Failure {
    Failure.invalid(Text("'\(tool)': '\(name)' must be a string", ko: "'\(tool)': '\(name)' 값은 문자열이어야 합니다"))
  }
  package static func noNumber(_ name: String, of tool: String, from smallest: Int) -> Failure {
    Failure.invalid(
      Text(
        "'\(tool)': '\(name)' must be a whole number, at least \(smallest)",
        ko: "'\(tool)': '\(name)' 값은 \(smallest) 이상의 정수여야 합니다"))
  }
  /// - Parameter limit: in bytes.
  package static func tooLong(_ name: String, of tool: String, limit: Int) -> Failure {
    Failure.invalid(
      Text(
        "'\(tool)': '\(name)' is larger than \(limit >> 20) MB", ko: "'\(tool)': '\(name)' 값이 \(limit >> 20)MB를 넘습니다"),
      hints: name.utf8.elementsEqual("text".utf8)
        ? [Text("write the first part, then 'append' the rest", ko: "앞부분을 먼저 쓰고 나머지는 'append'로 추가하십시오")] : [])
  }
  package static var badFolder: Failure {
    Failure.invalid(
      Text(
        "'create': 'folder' must be the path of a folder in the vault, such as 'work/plans'",
        ko: "'create': 'folder' 값은 'work/plans'처럼 보관함 안 폴더의 경로여야 합니다"),
      hints: [
        Text(
          "a path starts at the vault's root; '..', hidden folders and control characters are not allowed",
          ko: "경로는 보관함을 기준으로 쓰며, '..'과 숨김 폴더, 제어 문자는 쓸 수 없습니다")
      ])
  }
  package static func noLine(_ line: Int, in path: VaultPath, lines: Int) -> Failure {
    let count = lines == 1 ? "1 line" : "\(lines) lines"
    return Failure.invalid(
      Text(
        "'read': 'from' is \(line), but '\(path.text)' has \(count)",
        ko: "'read': 'from' 값은 \(line)인데 '\(path.text)'\(.topic) 모두 \(lines)줄입니다"))
  }
  package static var linesInWrongOrder: Failure {
    Failure.invalid(Text("'read': 'to' is before 'from'", ko: "'read': 'to' 값이 'from' 값보다 작습니다"))
  }
  package static var sectionAndLines: Failure {
    Failure.invalid(
      Text(
        "'read': 'section' cannot be used with 'from' or 'to'", ko: "'read': 'section'은 'from'이나 'to'와 함께 쓸 수 없습니다"))
  }
  package static func badOffset(line: Int, bytes: Int) -> Failure {
    let count = bytes == 1 ? "1 byte" : "\(bytes) bytes"
    return Failure.invalid(
      Text(
        "'read': 'offset' is past the end of line \(line), which has \(count)",
        ko: "'read': 'offset' 값이 \(line)번째 줄의 끝을 넘습니다. 이 줄은 \(bytes)바이트입니다"))
  }
  package static var emptyTitle: Failure {
    Failure.invalid(Text("'create': 'title' is empty", ko: "'create': 'title' 값이 비어 있습니다"))
  }
  /// A query that cannot be searched for, with hints that need no command line.
  package static func badQuery(_ error: QueryError) -> Failure {
    var failure = FailureMessages.failure(for: error)
    switch error {
    case .empty: failure.hints = [Text("'list' gives all memos", ko: "모든 메모는 'list'로 볼 수 있습니다")]
    case .invalidRegex:
      failure.hints = [
        Text("to look for this text as it is, put it in double quotes", ko: "이 문자열을 그대로 찾으려면 큰따옴표로 묶으십시오")
      ]
    // The hint is an option of a command.
    case .unknownOperator(let name) where name.utf8.first == UInt8(ascii: "["): failure.hints = []
    default: break
    }
    return failure
  }
  package static func unknownArgument(_ name: String, of tool: String) -> Failure {
    Failure(
      kind: "unknown-option", message: Text("'\(tool)' has no argument '\(name)'", ko: "'\(tool)'에 '\(name)' 인수가 없습니다"),
      exitCode: .usage)
  }
  package static func missingArgument(_ name: String, of tool: String) -> Failure {
    Failure(
      kind: "missing-argument", message: Text("'\(tool)' needs '\(name)'", ko: "'\(tool)'에 '\(name)' 인수가 필요합니다"),
      exitCode: .usage)
  }
  /// No memo has a path.
  package static func noMemo(at path: String) -> Failure {
    Failure(
      kind: "no-such-memo", message: Message.noSuchMemo(path),
      hints: [Text("'list' and 'search' give the paths of memos", ko: "메모의 경로는 'list'와 'search'로 볼 수 있습니다")],
      exitCode: .noSuchMemo)
  }
  package static func badDate(_ text: String) -> Failure {
    Failure.invalid(Message.badDate(text), hints: [Message.dateHint])
  }
  package static func badTag(_ text: String) -> Failure {
    Failure.invalid(Message.badTag(text), hints: [Message.tagHint(for: text)])
  }
  package static func noSection(_ section: String, in path: VaultPath, headings: [String]) -> Failure {
    Failure(
      kind: "no-such-section",
      message: Text("'\(path.text)' has no heading '\(section)'", ko: "'\(path.text)'에 '\(section)' 소제목이 없습니다"),
      candidates: headings, exitCode: .noSuchMemo)
  }
  /// The text that `edit` is to replace is empty, which every place of a memo would be.
  package static var emptyOld: Failure {
    Failure.invalid(
      Text("'edit': 'old' is empty", ko: "'edit': 'old' 값이 비어 있습니다"),
      hints: [
        Text(
          "to add lines at the end of the memo, use 'append'; to insert them elsewhere, give a line next to them as 'old'",
          ko: "메모 끝에 줄을 추가하려면 'append'를 쓰고, 다른 곳에 넣으려면 그 앞이나 뒤의 줄을 'old'에 넣으십시오")
      ])
  }
  /// A text that is to be replaced is not there once.
  package static func notOnce(_ path: VaultPath, isThere: Bool) -> Failure {
    Failure.invalid(
      isThere
        ? Text("'\(path.text)' contains that text more than once", ko: "'\(path.text)'에 그 텍스트가 여러 번 있습니다")
        : Text("'\(path.text)' does not contain that text", ko: "'\(path.text)'에 그 텍스트가 없습니다"),
      hints: isThere
        ? [Text("include more of the lines around it", ko: "앞뒤의 줄을 더 넣으십시오")]
        : [Text("read the memo again; every byte has to be the same", ko: "메모를 다시 읽으십시오. 한 바이트도 다르지 않아야 합니다")])
  }
}
