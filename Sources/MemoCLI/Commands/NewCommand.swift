import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// `memo new`
enum NewCommand: Command {
  private static let title = Positional(
    "TITLE", .many,
    help: Text(
      "The title; several words need no quotes. - alone reads the text from standard input",
      ko: "제목. 여러 단어도 따옴표 없이 입력. -만 쓰면 본문을 표준 입력에서 읽음"))
  private static let body = Option<String>.text(
    "body", value: "TEXT|-",
    help: Text("The text below the title; - reads it from standard input", ko: "제목 아래의 본문. -이면 표준 입력에서 읽음"))
  private static let tag = Option<String>.text(
    "tag", value: "TAG", help: Text("Add a tag", ko: "태그 추가"), isRepeatable: true, completion: .tags)
  private static let folder = Option<RawArgument>.path(
    "dir", value: "DIR", help: Text("The folder of the vault to create it in", ko: "메모를 만들 보관함 안의 폴더"),
    completion: .nearFolders)
  private static let template = Option<String>.text(
    "template", value: "NAME",
    help: Text(
      "Start from .memo/templates/NAME.md, or from a memo by its path", ko: ".memo/templates/이름.md 또는 경로로 지정한 메모에서 시작"
    ),
    completion: .templates)
  private static let edit = Toggle(
    "edit",
    help: Text(
      "Open it in the editor, or not; by default on a terminal if no text is given",
      ko: "편집기로 열지 결정. 기본값은 본문이 없을 때 열기"))

  static let declaration = CommandDeclaration(
    "new", namesElsewhere: ["add", "create", "새메모", "새로", "추가", "쓰기"],
    equivalents: [
      "--folder": "memo new --dir DIR TITLE", "templates": "memo new TITLE --template NAME",
      "template": "memo new TITLE --template NAME", "--title": "memo new TITLE", "-m": "memo new TITLE --body TEXT",
      "--message": "memo new TITLE --body TEXT", "-t": "memo new TITLE --tag TAG",
      "--content": "memo new TITLE --body TEXT", "cp": "memo show REF > COPY.md",
      "copy": "memo show REF > COPY.md", "duplicate": "memo show REF > COPY.md", "복제": "memo show REF > COPY.md",
    ], group: .start, isCommon: true,
    summary: Text("Create a memo and print its path", ko: "메모를 만들고 경로 출력"),
    description: [
      Text(
        """
        The first line is '# TITLE' and the file is named after the title. Where the file name is the title (see \
        'titles' in 'memo help config'), there is no such line. On a terminal it opens in your editor unless text is \
        given; a memo that you do not save, or save empty, leaves no file. Text that is piped in becomes the body; it must be \
        UTF-8. In a loop that reads a list, add '< /dev/null', or the rest of the list becomes the body.
        """,
        ko: """
          첫 줄은 '# 제목'이고 파일 이름은 제목을 따릅니다. 파일 이름이 곧 제목인 보관함에서는('memo help config'의 'titles') 그 줄을 넣지 않습니다. 터미널에서는 \
          본문을 지정하지 않으면 편집기로 엽니다. 저장하지 않거나 비운 채 저장한 메모는 파일로 남지 않습니다. 파이프로 받은 글은 \
          본문이 되며, UTF-8이어야 합니다. 목록을 한 줄씩 읽는 반복문에서는 '< /dev/null'을 붙이십시오. 붙이지 않으면 목록의 나머지가 본문이 됩니다.
          """),
      Text(
        """
        A template replaces the first line. In it, {{title}}, {{date}} and {{time}} are those of the memo; \
        {{date:FORMAT}} and {{time:FORMAT}} take a format such as {{date:EEEE, d MMMM y}}, or in moment.js's letters \
        {{date:dddd, D MMMM YYYY}}. The file is named after TITLE, or after the template's title if none is given. \
        Tags go to the template's front matter or line of tags if it has one. A value in the front matter that is \
        just {{title}} is quoted where YAML needs that. The setting 'templates' names another folder of templates.
        """,
        ko: """
          템플릿은 첫 줄을 대신합니다. 템플릿의 {{title}}, {{date}}, {{time}}은 메모의 제목, 날짜, 시각으로 바뀌고, {{date:FORMAT}}과 \
          {{time:FORMAT}}에는 {{date:y년 M월 d일 EEEE}} 같은 형식이나 moment.js 형식 {{date:YYYY년 M월 D일 dddd}}를 쓸 수 있습니다. 파일 이름은 \
          지정한 제목을 따르고, 제목이 없으면 템플릿의 제목을 따릅니다. 템플릿에 프런트매터나 태그 줄이 있으면 태그는 그곳에 추가합니다. \
          프런트매터의 값이 {{title}}뿐이면 YAML에 필요한 따옴표를 붙입니다. 템플릿 폴더는 설정 'templates'로 바꿀 수 있습니다.
          """),
    ],
    positionals: [title], options: [body, tag, folder, template, edit, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo new", Text("start writing; the first line becomes the title", ko: "바로 쓰기 시작하고 첫 줄을 제목으로")),
      CommandExample("memo new 장보기 --body '우유, 두부'", Text("a memo with text", ko: "본문이 있는 메모")),
      CommandExample(
        "memo new 주간 회의 --template meeting",
        Text("from .memo/templates/meeting.md", ko: ".memo/templates/meeting.md에서 시작")
      ),
      CommandExample(
        "memo new Build log --dir work --tag ci --body - < log.txt",
        Text("text from standard input", ko: "본문을 표준 입력에서 읽기")),
    ],
    seeAlso: ["edit", "today", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(isChange: true)
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let isEdited =
      session.arguments[edit] ?? (session.isInteractive && session.arguments[body] == nil && !readsInput(session))
    if isEdited, !isDryRun { try session.editor.check() }
    let draft = try draft(session, workspace)
    if workspace.vault.rules.isMemo(VaultPath(bytes: Array(draft.title.utf8))) { session.hint(Message.titleIsNoPath) }
    guard isEdited || !draft.isBlank else {
      throw Failure(kind: "missing-argument", message: Message.noBody, exitCode: .usage)
    }
    if isDryRun {
      let path = try workspace.path(of: draft)
      try noteName(of: path, titled: draft.title, in: workspace, session)
      noteInput(of: draft, session)
      let text = try draft.text(titled: workspace.vault.titles)
      let links = try workspace.relinkedMemos(making: path, text)
      guard session.isJSON else {
        session.noteLinks(links)
        try session.writeLine(path)
        return .done
      }
      let changed = ([path] + links.rewrites.map(\.memo.path)).sorted()
      try session.writeJSON([
        "path": .path(path), "changed": .pathTexts(changed), "text": .contents(text),
      ])
      return .done
    }
    guard let path = try isEdited ? workspace.create(draft, in: session.editor) : workspace.create(draft) else {
      session.note(Message.editLeftNothing)
      return .done
    }
    try noteName(of: path, titled: draft.title, in: workspace, session)
    if !isEdited { noteInput(of: draft, session) }
    // After the editor, whose screen it would be lost under.
    hintAtFolder(in: draft.title, workspace.vault, session)
    try session.printCreated(path, in: workspace)
    return .done
  }

  /// Whether `-` is in the place of a title: no title, and standard input as the text.
  private static func readsInput(_ session: Session) -> Bool {
    let text = session.arguments[body]
    return session.arguments.all(title) == ["-"] && (text == nil || text == "-")
  }

  private static func draft(_ session: Session, _ workspace: Workspace) throws -> MemoDraft {
    let (arguments, vault) = (session.arguments, workspace.vault)
    let readsInput = readsInput(session)
    var draft = MemoDraft(title: readsInput ? "" : try TitleArgument.text(arguments.all(title)))
    draft.tags = arguments.all(tag)
    if let text = arguments[body], text != "-" {
      draft.body = .typed(Array(text.utf8))
    } else if readsInput || arguments[body] != nil || arguments[edit] != true && !session.console.inputIsTerminal {
      // What is piped in. An editor gets standard input for itself.
      draft.body = .exact(try session.readInput())
    }
    if let bytes = arguments[folder]?.bytes {
      guard let inside = try FolderArgument(bytes, session).folder(in: vault) else {
        throw TransferError.badFolder(VaultPath(bytes: bytes))
      }
      draft.folder = inside
    } else {
      draft.folder = try SettingNames.explained([.newFolder]) { try workspace.newMemoFolder() }
    }
    // Last: the title that is filled in may depend on the folder.
    if let name = arguments[template] { draft.opening = try workspace.filledTemplate(name, for: draft) }
    return draft
  }

  /// Where the file's name is the title, what it cannot hold is nowhere, and a number changes the title.
  static func noteName(
    of path: VaultPath, titled title: String, in workspace: Workspace, _ session: Session
  ) throws {
    let vault = workspace.vault
    guard vault.titles == .fileName, !title.isEmpty else { return }
    let (rule, name) = (try vault.nameRule(), vault.titleSource(at: path).fileTitle)
    let wanted = Slug.memoName(forTitle: title, by: rule, fallback: Slug.untitled)
    if !Slug.holds(title, by: rule) {
      session.note(Message.nameHoldsLess(title, name))
    } else if !name.utf8.elementsEqual(wanted.utf8) {
      session.note(Message.nameIsTaken(wanted, name))
    }
  }

  /// What was read without `-` may have been the rest of a list that a loop in a shell reads.
  private static func noteInput(of draft: MemoDraft, _ session: Session) {
    guard session.arguments[body] == nil, !draft.title.isEmpty, case .exact(let text) = draft.body, !text.isEmpty else {
      return
    }
    session.note(Message.tookInput(lines: text.withUnsafeBytes { LineScanner.lines(of: $0).count }))
  }

  /// A title that begins with the path of a folder was most likely meant to go there.
  private static func hintAtFolder(in title: String, _ vault: Vault, _ session: Session) {
    guard let slash = title.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    let (named, rest) = (String(title[..<slash]), String(title[title.utf8.index(after: slash)...]))
    guard !named.isEmpty, !rest.isEmpty, !session.arguments.isGiven(folder),
      let folder = try? FolderArgument(Array(named.utf8), session).folder(in: vault), folder != .root,
      (try? vault.files.folderStamp(of: folder)) ?? nil != nil
    else { return }
    session.hint(Message.titleWithFolder("memo new --dir \(ShellWord.of(named)) \(ShellWord.operands(rest))"))
  }
}
