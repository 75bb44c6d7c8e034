import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo append`
enum AppendCommand: Command {
  static let declaration = CommandDeclaration(
    "append", namesElsewhere: ["덧붙이기"],
    equivalents: [
      "--heading": "memo append REF#HEADING TEXT", "--under": "memo append REF#HEADING TEXT",
      "--section": "memo append REF#HEADING TEXT",
      "attach": "memo append REF '![[picture.png]]'", "첨부": "memo append REF '![[picture.png]]'",
    ],
    explanations: [
      "attach": TransferMessages.noCopyOfFiles, "첨부": TransferMessages.noCopyOfFiles,
      "append *": Message.quotedText("append"),
    ], group: .write,
    isCommon: true,
    summary: Text("Add text at the end of a memo", ko: "메모 끝에 글 덧붙이기"),
    description: [
      Text(
        """
        The text starts on a new line and uses the memo's own line breaks. Below a list, a quote, a table, a footnote \
        or HTML, a blank line sets it apart, unless it goes on with that: '- milk' below a list. The rest of the memo \
        stays as it is, byte for byte, and so does anything that another program saves at the same time. The text must \
        be UTF-8.
        """,
        ko: """
          글은 새 줄에서 시작하며 메모의 줄 바꿈 방식을 따릅니다. 목록, 인용, 표, 각주, HTML 아래에는 빈 줄을 두고 덧붙이되, 목록 아래의 '- 우유'처럼 이어지는 글이면 바로 다음 줄에 씁니다. 나머지 \
          내용은 1바이트도 바뀌지 않고, 다른 프로그램이 동시에 저장한 내용도 보존합니다. 덧붙이는 글은 UTF-8이어야 합니다.
          """),
      Text(
        """
        REF#HEADING adds the text at the end of a section, above footnotes at the end of the memo; 'memo outline REF' \
        lists the headings.
        """,
        ko: """
          메모#소제목으로 지정하면 그 소제목의 끝에 덧붙입니다. 메모 끝에 각주가 있으면 그 위에 넣습니다. 소제목은 'memo outline 메모'로 볼 수 있습니다.
          """),
    ],
    positionals: [ChangeOptions.reference, ChangeOptions.text], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [
      CommandExample("memo append 장보기 두부", Text("add a line", ko: "한 줄 추가")),
      CommandExample(
        "memo append 'plan.md#To do' '- [ ] call Ann'", Text("add a line to a section", ko: "소제목 아래에 한 줄 추가")),
      CommandExample("memo append log.md - < today.txt", Text("add standard input", ko: "표준 입력에서 읽어 추가")),
    ],
    seeAlso: ["prepend", "write", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let addition = TextAddition(command: declaration, place: .end) { session, text, path, workspace in
      try workspace.append(text, to: path, ifMatch: session.etag, as: declaration.name)
    }
    return try addition.run(session)
  }
}

/// `memo prepend`
enum PrependCommand: Command {
  static let declaration = CommandDeclaration(
    "prepend", explanations: ["prepend *": Message.quotedText("prepend")], group: .write,
    summary: Text("Add text below the title of a memo", ko: "메모의 제목 아래에 글 넣기"),
    description: [
      Text(
        """
        The text starts on a new line, below the front matter and the title and above the rest of the memo; with \
        REF#HEADING, below that heading.
        """,
        ko: "글은 새 줄에 들어가며, 프런트매터와 제목 바로 아래, 나머지 내용 위에 놓입니다. 메모#소제목으로 지정하면 그 소제목 바로 아래에 놓입니다.")
    ],
    positionals: [ChangeOptions.reference, ChangeOptions.text], options: [CommonOptions.ifMatch, CommonOptions.json],
    examples: [CommandExample("memo prepend journal.md 'up early'", Text("newest line first", ko: "최신 줄을 맨 위에"))],
    seeAlso: ["append", "write", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let addition = TextAddition(command: declaration, place: .start) { session, text, path, workspace in
      try workspace.replace(path, ifMatch: session.etag, as: declaration.name) {
        LineInsertion.prepending(text, to: $0.bytes, titledBy: $0.titleSource)
      }
    }
    return try addition.run(session)
  }
}

/// What `append` and `prepend` have in common.
struct TextAddition {
  let command: CommandDeclaration
  /// Where in a section the text goes, if one is named.
  let place: SectionAddition.Place
  /// Adds a text to a memo.
  let add: Adding

  typealias Adding = (Session, _ text: [UInt8], VaultPath, Workspace) throws -> Void

  func run(_ session: Session) throws -> ExitCode {
    if let named = session.arguments[ChangeOptions.reference]?.bytes,
      let section = try HeadingReference(named, session)
    {
      let addition = SectionAddition(to: section.heading, at: place)
      return try run(session, on: section.path, in: section.workspace) { session, text, path, workspace in
        try workspace.replace(path, ifMatch: session.etag, as: command.name) { try addition.adding(text, to: $0) }
      }
    }
    let workspace = try session.open(for: command, isChange: true)
    guard let path = try session.references(in: workspace, of: command, isChange: true).first else { return .done }
    return try run(session, on: path, in: workspace, add)
  }

  private func run(
    _ session: Session, on path: VaultPath, in workspace: Workspace, _ add: Adding
  ) throws -> ExitCode {
    let text = try text(session)
    if text.isEmpty { session.note(Message.nothingToAdd) }
    // A line can be added to whatever the memo has become in the meantime, unless an etag forbids it.
    try workspace.retrying(ifMatch: session.etag) { try add(session, text, path, $0) }
    if !text.isEmpty, session.console.errorIsTerminal { session.note(Message.addedTo(session.paths.text(path))) }
    try session.printRecord(of: path, in: workspace)
    return .done
  }

  private func text(_ session: Session) throws -> [UInt8] {
    let written = session.arguments[ChangeOptions.text]
    if let written, written != "-" { return try AddedText.utf8(written.bytes) }
    guard written != nil || !session.console.inputIsTerminal else {
      throw Failure(kind: "missing-argument", message: Message.noText, exitCode: .usage)
    }
    return try AddedText.utf8(session.readInput())
  }
}
