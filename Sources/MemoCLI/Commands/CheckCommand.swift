import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo check`
enum CheckCommand: Command {
  private static let fix = Flag(
    "fix",
    help: Text(
      "Repair links to memos and files that moved, and convert to UTF-8",
      ko: "옮긴 메모와 파일을 가리키는 링크 고치기, UTF-8로 변환"))

  static let declaration = CommandDeclaration(
    "check", namesElsewhere: ["doctor", "lint", "broken", "unresolved", "duplicates", "점검", "attachments"],
    group: .vault,
    summary: Text("Find broken links, duplicate titles and other problems", ko: "깨진 링크, 겹치는 제목 등 문제 찾기"),
    description: [
      Text(
        """
        Each problem is a line path:line:column: code: message. The codes are broken-link, ambiguous-link, \
        broken-anchor, broken-attachment, duplicate-title, normalization-twin, case-twin, windows-name, conflict-marker, unreadable, \
        encoding, front-matter and too-large. The exit code is 1 if there are any problems.
        """,
        ko: """
          문제마다 path:line:column: code: message 형식으로 한 줄씩 출력합니다. 코드는 broken-link, ambiguous-link, broken-anchor, broken-attachment, \
          duplicate-title, normalization-twin, case-twin, windows-name, conflict-marker, unreadable, encoding, front-matter, too-large입니다. 문제가 \
          하나라도 있으면 종료 코드는 1입니다.
          """),
      Text(
        """
        Pictures and other attachments are recognized by their file extension. An attachment is found if it is at \
        the link's path, from the memo's folder or from the vault's root, or if the link has no folder and any folder has a \
        file of that name. A wiki link may also hold the end of a longer path. \
        Links to web pages and to files outside the vault are not checked.
        """,
        ko: """
          그림 같은 첨부 파일은 확장자로 구분합니다. 메모의 폴더나 보관함의 루트를 기준으로 링크의 경로에 파일이 있으면 됩니다. 폴더 없이 이름만 적은 링크는 어느 폴더에든 그 이름의 파일이 있으면 되고, 위키 링크에는 더 긴 경로의 끝만 적어도 됩니다. 웹 페이지와 보관함 밖의 \
          파일로 가는 링크는 검사하지 않습니다.
          """),
      Text(
        """
        For a broken link to a memo that another program moved or renamed, the message gives its new path, if memo \
        ran both before and after the move, or if a commit that memo made records it. If neither is known, a link \
        with a folder is taken to mean the only memo with that file name (other than index or README), but not if the \
        missing memo is in the trash, or if memo or git knows that both memos existed at the same time. For a missing \
        attachment it gives the file of that name whose path ends most like the link.
        """,
        ko: """
          다른 프로그램이 메모를 옮기거나 이름을 바꾸어 링크가 깨졌다면, 옮기기 전과 후에 모두 memo를 쓴 적이 있거나 memo가 만든 커밋에 그 기록이 있을 때 지금 위치를 \
          알려 줍니다. 둘 다 아니면, 폴더까지 적힌 링크는 파일 이름이 같은 하나뿐인 메모를 가리키는 것으로 봅니다(index와 README는 제외). 다만 없어진 메모가 휴지통에 있거나, 두 \
          메모가 동시에 있었다는 것을 memo나 git이 알면 그렇게 보지 않습니다. 없어진 첨부 파일은 이름이 같은 파일 중 경로의 끝이 링크와 가장 많이 겹치는 것을 알려 줍니다.
          """),
      Text(
        """
        A text that is not UTF-8 is reported with its likely encoding: UTF-16, CP949 (EUC-KR), Shift-JIS, GB18030 \
        or Windows-1252 (Latin-1). A few invalid bytes in UTF-8, a file that is not text, and a text whose encoding \
        is not clear are reported, but never converted.
        """,
        ko: """
          UTF-8이 아닌 텍스트는 추정되는 인코딩과 함께 알려 줍니다. UTF-16, CP949(EUC-KR), Shift-JIS, GB18030, Windows-1252(Latin-1)를 구분합니다. UTF-8 텍스트에 섞인 \
          잘못된 바이트, 텍스트가 아닌 파일, 인코딩이 분명하지 않은 텍스트는 알려 주기만 하고 변환하지 않습니다.
          """),
      Text(
        """
        --fix rewrites broken links for which there is one such memo or file, and anchors that differ from one heading \
        only in punctuation and spaces; converts texts whose encoding is clear and whose bytes a conversion back would restore exactly; and \
        changes nothing else. It shows the changes and asks on a terminal; elsewhere it needs --yes. 'memo undo' takes \
        all of it back at once.
        """,
        ko: """
          --fix는 이렇게 찾은 메모나 파일이 하나인 깨진 링크와, 문장 부호나 공백만 소제목과 다른 앵커를 고치고, 인코딩이 분명하며 원래 바이트로 정확히 되돌릴 수 있는 텍스트를 변환할 뿐 다른 것은 바꾸지 \
          않습니다. 바뀔 내용을 보여 주고 터미널에서는 물어보며, 그 밖에서는 --yes가 필요합니다. 'memo undo' 한 번으로 모두 되돌릴 수 있습니다.
          """),
    ],
    options: [fix, ChangeOptions.yes, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo check", Text("all problems", ko: "모든 문제")),
      CommandExample(
        "memo check --fix",
        Text("after 'mv plan.md work/', repair the links to it", ko: "'mv plan.md work/' 뒤에 그 메모로 가는 링크 고치기")),
      CommandExample(
        "memo check --json | jq -r '.[] | select(.code == \"broken-link\") | .path'",
        Text("only broken links", ko: "깨진 링크만")),
    ],
    seeAlso: ["links", "move", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(isChange: session.arguments[fix])
    let vault = workspace.vault
    if let change = workspace.interruptedChange() {
      session.warn(InterruptionMessages.interrupted(change))
      session.hint(InterruptionMessages.hint(for: change))
    }
    // An unreadable file is a problem in the report here, not a separate warning.
    let index = try vault.current()
    // A link to a memo that cannot be read only looks broken.
    if session.arguments[fix], let problem = index.problems.first { throw problem }
    let (check, problems) = VaultCheck.run(vault, index) { try workspace.pastRepository() }
    let writer = ProblemWriter(session: session)
    if session.arguments[fix] {
      return try LinkFixing(session: session, workspace: workspace, writer: writer).run(check, problems)
    }
    if session.isJSON {
      try writer.writeJSON(problems)
    } else {
      try writer.write(problems)
      // Not all links whose meaning is known can be written.
      let fixable = (try? check.fix(problems).fixed.count) ?? 0
      if fixable > 0 { session.note(Message.fixable(fixable)) }
      if problems.isEmpty { session.note(Message.noProblems) }
    }
    return problems.isEmpty ? .done : .noMatch
  }
}

/// `memo check --fix`
struct LinkFixing {
  let session: Session
  let workspace: Workspace
  let writer: ProblemWriter

  /// All that is repaired in one operation.
  private struct Repair {
    let encodings: EncodingFix
    let links: LinkFix

    /// Links in a text that is converted are repaired the next time, when they can be read.
    init(_ problems: [VaultProblem], by check: VaultCheck) throws {
      encodings = try check.conversions(of: problems)
      let converted = Set(encodings.paths)
      links = try check.fix(problems.filter { !converted.contains($0.path) })
    }

    var isEmpty: Bool { links.rewrites.isEmpty && encodings.conversions.isEmpty }
    var fixed: [VaultProblem] { links.fixed + encodings.fixed }
    var changed: [VaultPath] { (links.rewrites.map(\.memo.path) + encodings.paths).sorted() }
  }

  func run(_ check: VaultCheck, _ problems: [VaultProblem]) throws -> ExitCode {
    let repair = try Repair(problems, by: check)
    if !session.isJSON {
      for problem in repair.encodings.refused {
        session.warn(Message.notConverted(session.paths.text(problem.path), CheckMessages.text(of: problem.kind)))
      }
    }
    guard !repair.isEmpty else { return try reportNothing(problems) }
    if session.arguments[CommonOptions.dryRun] { return try preview(repair, problems) }
    if !session.isJSON { try show(repair) }
    let links = repair.links
    let question = Message.askFix(
      links.fixed.count, links.rewrites.count, converting: repair.encodings.conversions.count)
    guard try session.confirm(question) else { return .noMatch }
    let operation = try links.carryOut(by: workspace.history(), at: session.machine.now, with: repair.encodings)
    return try printResult(repair, changed: operation?.changed ?? [])
  }

  private func reportNothing(_ problems: [VaultProblem]) throws -> ExitCode {
    if session.isJSON {
      try writer.writeJSON(left: problems, fixed: [], changed: [])
    } else {
      try writer.write(problems)
      session.note(problems.isEmpty ? Message.noProblems : Message.nothingToFix)
    }
    return problems.isEmpty ? .done : .noMatch
  }

  private func preview(_ repair: Repair, _ problems: [VaultProblem]) throws -> ExitCode {
    guard session.isJSON else {
      try show(repair)
      return .noMatch
    }
    let fixed = repair.fixed
    let left = problems.filter { !fixed.contains($0) }
    try writer.writeJSON(left: left, fixed: fixed, changed: repair.changed)
    return .noMatch
  }

  /// Shows the memos that are converted by their first lines, as a diff of unreadable bytes helps no one, and the rest
  /// as a diff.
  private func show(_ repair: Repair) throws {
    try writer.write(repair.encodings.conversions)
    try session.write(MemoDiff.changes(of: repair.links.rewrites))
  }

  /// What is left is looked for anew: columns have changed.
  private func printResult(_ repair: Repair, changed: [VaultPath]) throws -> ExitCode {
    let (_, left) = VaultCheck.run(workspace.vault, try workspace.vault.current()) { try workspace.pastRepository() }
    if session.isJSON {
      try writer.writeJSON(left: left, fixed: repair.fixed, changed: changed)
    } else {
      let converted = repair.encodings.conversions.count
      session.note(Message.repaired(repair.links.fixed.count, changed.count - converted, converted: converted))
      try writer.write(left)
    }
    return left.isEmpty ? .done : .noMatch
  }
}

/// Writes what `memo check` found: a line each, or JSON.
struct ProblemWriter {
  let session: Session

  /// A line for each problem.
  func write(_ problems: [VaultProblem]) throws {
    if session.console.outputIsTerminal { return try session.page(problems.lazy.map(shownLine)) }
    try session.writeLines(of: problems, session.isColorForced ? shownLine : plainLine)
  }

  /// A line for each memo that is converted.
  func write(_ conversions: [EncodingFix.Conversion]) throws {
    try session.writeLines(
      conversions.flatMap { conversion -> [UInt8] in
        let name = CheckMessages.name(of: conversion.encoding)[session.language]
        let path = QuotedPath.bytes(session.paths.bytes(conversion.path))
        let text = OneLine.bytes(": \(name) -> UTF-8: \(conversion.firstLine)")
        let isShown = session.console.outputIsTerminal || session.isColorForced
        let line = isShown ? Array(TerminalText.visible(path + text).utf8) : path + text
        return line + [UInt8(ascii: "\n")]
      })
  }

  private func plainLine(_ problem: VaultProblem) -> [UInt8] {
    let place = ":\(problem.position.line):\(problem.position.column): \(problem.code): "
    let message = OneLine.bytes(CheckMessages.text(of: problem.kind)[session.language])
    return QuotedPath.bytes(session.paths.bytes(problem.path)) + Array(place.utf8) + message + [UInt8(ascii: "\n")]
  }

  /// For people: what is in colour has passed the gate to terminals.
  private func shownLine(_ problem: VaultProblem) -> [UInt8] {
    let style = session.style
    let path = style.faint(TerminalText.visible(QuotedPath.bytes(session.paths.bytes(problem.path))))
    let place = style.number(":\(problem.position.line):\(problem.position.column):")
    let message = TerminalText.visible(CheckMessages.text(of: problem.kind)[session.language])
    return Array("\(path)\(place) \(style.error(problem.code)): \(message)\n".utf8)
  }

  // MARK: JSON

  /// One array.
  func writeJSON(_ problems: [VaultProblem]) throws {
    try session.writeJSON(problems.lazy.map(fields))
  }

  /// What a repair did: the problems that are left, those that are none any more, and the memos that it changed.
  func writeJSON(left: [VaultProblem], fixed: [VaultProblem], changed: [VaultPath]) throws {
    try session.writeJSON([
      "problems": .records(left, fields), "fixed": .records(fixed, fields), "changed": .pathTexts(changed),
    ])
  }

  private func fields(of problem: VaultProblem) -> Record {
    [
      "code": .text(problem.code), "path": .path(problem.path), "line": .number(problem.position.line),
      "column": .number(problem.position.column),
      "message": .text(CheckMessages.text(of: problem.kind)[session.language]),
      "candidates": .pathTexts(problem.candidates),
    ]
  }
}
