import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// `memo doctor`
enum DoctorCommand: Command {
  static let declaration = CommandDeclaration(
    "doctor", namesElsewhere: ["diagnose", "health"], group: .vault,
    summary: Text("Check terminal, locale, git, editor and vault", ko: "터미널, 로캘, git, 편집기, 보관함 점검"),
    description: [
      Text(
        """
        Looks at what memo depends on, changes nothing, and says what to do about each trouble: the terminal and how \
        wide it draws characters, the locale, git and your name in it, the editor, the clipboard, the vault and how \
        many folders may be watched, and how the last sync went. The exit code is 1 where there is trouble.
        """,
        ko: """
          memo가 의존하는 것을 살펴보고, 문제마다 해결 방법을 알려 줍니다. 아무것도 바꾸지 않습니다. 터미널과 글자 너비, 로캘, git과 거기에 설정된 이름, 편집기, 클립보드, 보관함, 감시할 수 있는 폴더 수, 마지막 동기화 결과를 \
          확인합니다. 문제가 있으면 종료 코드는 1입니다.
          """),
      Text(
        "In a pipe or file, each line has 'ok' or 'trouble', a subject and what was found, separated by tabs.",
        ko: "터미널이 아니면 줄마다 'ok'나 'trouble', 항목, 내용을 탭으로 구분하여 출력합니다."),
    ],
    options: [CommonOptions.json],
    examples: [CommandExample("memo doctor", Text("here and now", ko: "현재 환경 점검"))],
    seeAlso: ["check", "config"])

  static func run(_ session: Session) throws -> ExitCode {
    let (workspace, refusal) = try workspace(session)
    let findings = Checkup(of: session.machine, in: workspace, refusal: refusal).findings()
    let code = findings.contains(where: \.isTrouble) ? ExitCode.noMatch : .done
    if session.isJSON {
      let records = Record.Value.records(findings) { record(of: $0, session) }
      try session.writeJSON(["ok": .flag(code == .done), "findings": records])
      return code
    }
    let isTerminal = session.console.outputIsTerminal
    for finding in findings { try session.writeLine(line(of: finding, isTerminal: isTerminal, session)) }
    guard isTerminal else { return code }
    let width = CheckupMessages.ruler.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    for text in CheckupMessages.ruler {
      try session.writeLine("\(indent)\(DisplayWidth.padded(text, to: width))|")
    }
    try session.writeLine("\(indent)\(CheckupMessages.rulerHint[session.language])")
    return code
  }

  /// The vault, where there is one: that none was found, or that its settings are broken or cannot be read, is a finding.
  private static func workspace(_ session: Session) throws -> (Workspace?, refusal: (any Error)?) {
    do {
      return (try session.open(), nil)
    } catch {
      if case VaultError.badSettings = error { return (nil, error) }
      guard try session.namedVault() == nil else { throw error }
      return (nil, error)
    }
  }

  private static let indent = String(repeating: " ", count: 15)

  private static func line(of finding: Checkup.Finding, isTerminal: Bool, _ session: Session) -> String {
    let text = TerminalText.visible(text(of: finding, session))
    guard isTerminal else {
      return "\(finding.isTrouble ? "trouble" : "ok")\t\(CheckupMessages.subject(of: finding))\t\(text)"
    }
    let mark = finding.isTrouble ? "!!" : "ok"
    let name = DisplayWidth.padded(CheckupMessages.name(of: finding)[session.language], to: indent.utf8.count - 4)
    let hint = CheckupMessages.hint(for: finding).map { "\n\(indent)→ \($0[session.language])" } ?? ""
    return "\(mark)  \(name)\(text)\(hint)"
  }

  /// What was found; of a vault that syncs, with how that went last.
  private static func text(of finding: Checkup.Finding, _ session: Session) -> String {
    let text = CheckupMessages.text(of: finding)[session.language]
    guard case .remote(_, nil, let log?) = finding else { return text }
    return ([text] + SyncStatusWriter.lines(of: log, session).map { $0[session.language] }).joined(separator: "; ")
  }

  private static func record(of finding: Checkup.Finding, _ session: Session) -> Record {
    [
      "subject": .text(CheckupMessages.subject(of: finding)), "ok": .flag(!finding.isTrouble),
      "found": .text(text(of: finding, session)),
      "hint": .text(CheckupMessages.hint(for: finding)?[session.language]),
    ]
  }
}
