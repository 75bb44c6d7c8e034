import MemoCore
import MemoVault

/// `memo today`
enum TodayCommand: Command {
  private static let edit = Toggle(
    "edit",
    help: Text(
      "Open it in the editor, or not; without either, on a terminal", ko: "편집기로 열거나 열지 않습니다. 둘 다 없으면 터미널에서 엽니다"))

  static let declaration = CommandDeclaration(
    "today", group: .start,
    summary: Text("Open or make the memo of today and print its path", ko: "오늘의 메모를 열거나 만들고 경로를 출력합니다"),
    description: [
      Text(
        """
        It is called YYYY-MM-DD.md, stands in the folder that the setting 'daily.folder' names, and starts with the line \
        '# YYYY-MM-DD', or as the template .memo/templates/today.md says, in which {{title}} is YYYY-MM-DD.
        """,
        ko: """
          파일 이름은 YYYY-MM-DD.md이고 설정 'daily.folder'가 정한 폴더에 있습니다. 첫 줄은 '# \
          YYYY-MM-DD'이며, 템플릿 .memo/templates/today.md가 있으면 그에 따릅니다. 템플릿의 \
          {{title}}은 YYYY-MM-DD입니다.
          """)
    ],
    options: [edit, CommonOptions.json],
    examples: [
      CommandExample("memo today", Text("write what the day brings", ko: "하루를 적기")),
      CommandExample("memo append \"$(memo today)\" 'a line'", Text("without an editor", ko: "편집기 없이")),
    ],
    seeAlso: ["new", "config"])

  static func run(_ session: Session) throws -> ExitCode {
    let vault = try session.openVault()
    let path = try path(in: vault, session)
    let isEdited = session.arguments[edit] ?? session.isInteractive
    if vault.files.stamp(of: path) == nil {
      try make(path, isEdited: isEdited, vault, session)
    } else if isEdited {
      try session.edit([path], in: vault, by: declaration.name)
    }
    if session.isJSON {
      try session.tellRecord(of: path, in: vault)
    } else {
      try session.writeRecords(QuotedPath.bytes(path) + [UInt8(ascii: "\n")])
    }
    return .done
  }

  /// The memo of today, made where there is none.
  static func memo(in vault: Vault, _ session: Session) throws -> VaultPath {
    let path = try path(in: vault, session)
    if vault.files.stamp(of: path) == nil { try make(path, isEdited: false, vault, session) }
    return path
  }

  private static func path(in vault: Vault, _ session: Session) throws -> VaultPath {
    try folder(in: vault, session).appending("\(session.today).md")
  }

  private static func make(_ path: VaultPath, isEdited: Bool, _ vault: Vault, _ session: Session) throws {
    guard vault.rules.isMemo(path) else { throw TransferError.ignored(path) }
    let today = session.today
    let text = try session.filledTemplate(declaration.name, title: today, in: vault) ?? Array("# \(today)\n".utf8)
    let draft = try session.history(of: vault).begin(declaration.name, at: session.now)
    try draft.create(path, contents: text)
    guard let made = try draft.commit(), isEdited else { return }
    let end = Result { try session.edit([vault.root.appending(path)]) }
    session.amend(made, in: vault)
    try end.get()
  }

  private static func folder(in vault: Vault, _ session: Session) throws -> VaultPath {
    let settings = try Settings(at: vault.root.appending(Vault.settingsPath), host: session.surroundings.host)
    return try session.dailyFolder(settings.text("daily.folder") ?? "", in: vault)
  }
}

extension Session {
  /// The folder that the setting `daily.folder` names; the root where it is empty.
  func dailyFolder(_ named: String, in vault: Vault) throws -> VaultPath {
    let folder = HostPath(Array(named.utf8), from: vault.root).path(inVault: vault.root)
    guard let folder, !folder.components.contains(where: { $0.first == UInt8(ascii: ".") }) else {
      throw TransferError.badFolder(VaultPath(named))
    }
    return folder
  }
}
