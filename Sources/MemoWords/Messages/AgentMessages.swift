package import MemoCore

/// Messages to agents about what they asked for.
package enum AgentMessages {
  package static func badArgument(_ name: String, of tool: String) -> Failure {
    Failure(
      kind: "invalid-value",
      message: Text("'\(tool)': '\(name)' has no usable value", ko: "'\(tool)': '\(name)' 값을 쓸 수 없습니다"),
      exitCode: .usage)
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
    Failure(
      kind: "invalid-value", message: Message.badDate(text), hints: [Message.dateHint], exitCode: .usage)
  }
  package static func badTag(_ text: String) -> Failure {
    Failure(
      kind: "invalid-value", message: Message.badTag(text), hints: [Message.tagHint(for: text)], exitCode: .usage)
  }
  package static func noSection(_ section: String, in path: VaultPath, headings: [String]) -> Failure {
    Failure(
      kind: "no-such-section",
      message: Text("'\(path.text)' has no heading '\(section)'", ko: "'\(path.text)'에 '\(section)' 소제목이 없습니다"),
      candidates: headings, exitCode: .noSuchMemo)
  }
  /// The text that `edit` is to replace is empty, which every place of a memo would be.
  package static var emptyOld: Failure {
    Failure(
      kind: "invalid-value", message: Text("'edit': 'old' is empty", ko: "'edit': 'old' 값이 비어 있습니다"),
      hints: [
        Text(
          "to add lines at the end of the memo, use 'append'; to insert them elsewhere, give a line next to them as 'old'",
          ko: "메모 끝에 줄을 추가하려면 'append'를 쓰고, 다른 곳에 넣으려면 그 앞이나 뒤의 줄을 'old'에 넣으십시오")
      ], exitCode: .usage)
  }
  /// A text that is to be replaced is not there once.
  package static func notOnce(_ path: VaultPath, isThere: Bool) -> Failure {
    Failure(
      kind: "invalid-value",
      message: isThere
        ? Text("'\(path.text)' contains that text more than once", ko: "'\(path.text)'에 그 텍스트가 여러 번 있습니다")
        : Text("'\(path.text)' does not contain that text", ko: "'\(path.text)'에 그 텍스트가 없습니다"),
      hints: isThere
        ? [Text("include more of the lines around it", ko: "앞뒤의 줄을 더 넣으십시오")]
        : [Text("read the memo again; every byte has to be the same", ko: "메모를 다시 읽으십시오. 한 바이트도 다르지 않아야 합니다")],
      exitCode: .usage)
  }
}
