import MemoCore
import MemoKit
import MemoStore
import MemoTUI
import MemoWords

/// `memo config`
enum ConfigCommand: Command {
  static let key = Positional(
    "KEY", .optional, help: Text("The setting, listed above", ko: "위 목록의 설정"),
    completion: .settingKeys)
  static let value = Positional(
    "VALUE", .optional, help: Text("Its new value; a list as a,b,c", ko: "새 값. 목록은 a,b,c처럼"),
    completion: .settingValues, takesDashedWords: true)
  static let user = Flag("user", help: Text("Only your own settings", ko: "사용자 설정만"))
  private static let vaultOnly = Flag("vault-settings", help: Text("Only the vault's settings", ko: "보관함 설정만"))
  static let unset = Flag("unset", help: Text("Remove the setting", ko: "설정 삭제"))

  static let declaration = CommandDeclaration(
    "config", namesElsewhere: ["settings", "set-option", "설정"], group: .vault,
    summary: Text("Show and change settings", ko: "설정 보기와 바꾸기"),
    description: [
      Text(
        """
        Without KEY, all settings are listed. Yours are in ~/.config/memo/config.json; those of a vault are in its \
        .memo/config.json and synced with it. A vault can never set a command to run.
        """,
        ko: """
          키를 생략하면 모든 설정을 보여 줍니다. 사용자 설정은 ~/.config/memo/config.json에, 보관함 설정은 보관함의 .memo/config.json에 있으며 보관함과 함께 \
          동기화됩니다. 보관함 설정으로 실행할 명령을 지정할 수는 없습니다.
          """)
    ],
    positionals: [key, value], options: [user, vaultOnly, unset, CommonOptions.json], exclusions: [[user, vaultOnly]],
    examples: [
      CommandExample("memo config editor 'code -w'", Text("edit in VS Code", ko: "VS Code에서 편집")),
      CommandExample("memo config vault ~/memos", Text("the vault to use outside of any vault", ko: "보관함 밖에서 쓸 보관함")),
      CommandExample(
        "memo config ignore 'drafts/,*.tmp.md'", Text("leave these out of the vault", ko: "보관함에서 제외할 파일과 폴더")),
      CommandExample(
        "memo config views.inbox '--where status=open --sort created'",
        Text("filters for 'memo list @inbox'", ko: "'memo list @inbox'로 쓸 필터")),
      CommandExample(
        "memo config titles file-name", Text("memos are called as their files are", ko: "파일 이름을 메모의 제목으로")),
    ]
  ).with(settings)

  private static let settings: [(term: String, meaning: Text)] =
    SettingKey.allCases.map { (term: $0.rawValue, meaning: $0.help) }
    + [(term: SavedView.key("NAME"), meaning: Text("\(viewHelp) (vault)", ko: "\(viewHelp)(보관함 설정)"))]

  static func run(_ session: Session) throws -> ExitCode {
    guard let name = session.arguments[key]?.text else {
      if session.arguments[unset] { throw UsageError.missing(key, of: declaration) }
      return try list(session)
    }
    if let view = SavedView.name(inKey: name) { return try run(view: view, session) }
    guard let setting = SettingKey(rawValue: name) else { throw unknown(name) }
    try checkScope(of: setting, session)
    if session.arguments[unset] {
      if let extra = session.arguments[value] { throw UsageError.unexpected(extra, of: declaration) }
      return try remove(setting, session)
    }
    if let text = session.arguments[value]?.text { return try set(setting, to: text, session) }
    return try show(setting, session)
  }

  // MARK: Reading

  private static func list(_ session: Session) throws -> ExitCode {
    var all: [Settings] = []
    if !session.arguments[vaultOnly] { all.append(try session.machine.userSettings()) }
    if !session.arguments[user], let settings = try vaultSettings(session) { all.append(settings) }
    if session.isJSON {
      try writeJSON(all.flatMap(\.entries), session)
    } else {
      for entry in all.flatMap(\.entries) {
        try session.writeLine(TerminalText.visible("\(entry.key)=\(entry.value.line)"))
      }
    }
    for settings in all { warnOfUnused(settings.entries, in: settings, session) }
    return .done
  }

  static func writeJSON(_ entries: [(key: String, value: Settings.Value)], _ session: Session) throws {
    try session.writeJSON(
      Record(
        entries.map { entry in
          switch entry.value {
          case .text(let text), .other(let text): Record.Field(key: entry.key, value: .text(text))
          case .texts(let texts): Record.Field(key: entry.key, value: .texts(texts))
          }
        }))
  }

  private static func show(_ setting: SettingKey, _ session: Session) throws -> ExitCode {
    let settings = setting.isOfUser ? try session.machine.userSettings() : try vaultSettings(session)
    return try show(setting.rawValue, in: settings, session)
  }

  static func show(_ key: String, in settings: Settings?, _ session: Session) throws -> ExitCode {
    guard let entry = settings?.entries.first(where: { $0.key == key }) else { return try isNotSet(key, session) }
    if session.isJSON {
      try writeJSON([entry], session)
    } else {
      try session.writeLine(TerminalText.visible(entry.value.line))
    }
    if let settings { warnOfUnused([entry], in: settings, session) }
    return .done
  }

  /// Names settings whose values are not used. Keys that are not known may be those of a later version.
  private static func warnOfUnused(
    _ entries: [(key: String, value: Settings.Value)], in settings: Settings, _ session: Session
  ) {
    for (key, value) in entries {
      let problem: Text? =
        switch (SettingKey(rawValue: key), value) {
        case (let setting?, _): setting.problem(of: value)
        case (nil, .text): nil
        case (nil, .texts), (nil, .other): SavedView.name(inKey: key).map { _ in SettingKey.notAText }
        }
      if let problem { session.warn(unused(key, settings.path.text, problem)) }
    }
  }

  private static func unused(_ key: String, _ path: String, _ reason: Text) -> Text {
    Text("'\(key)' in '\(path)' is ignored: \(reason)", ko: "'\(path)'의 '\(key)' 값을 쓸 수 없습니다: \(reason)")
  }

  /// Says so; as an error where the answer is for a program.
  private static func isNotSet(_ key: String, _ session: Session) throws -> ExitCode {
    if session.isJSON { throw Failure(kind: "not-set", message: Message.notSet(key), exitCode: .noMatch) }
    session.note(Message.notSet(key))
    return .noMatch
  }

  /// What a change of a setting ends with: it as it is now, for a program.
  static func finish(_ key: String, in settings: Settings, _ session: Session) throws -> ExitCode {
    session.isJSON ? try show(key, in: settings, session) : .done
  }

  /// What the removal of a setting ends with.
  static func finishRemoval(_ key: String, wasSet: Bool, _ session: Session) throws -> ExitCode {
    guard wasSet else { return try isNotSet(key, session) }
    if session.isJSON { try session.writeJSON(Record([Record.Field(key: key, value: .text(nil))])) }
    return .done
  }

  // MARK: Writing

  private static func set(_ setting: SettingKey, to text: String, _ session: Session) throws -> ExitCode {
    try check(text, for: setting, session)
    let text = setting == .vault ? try fromEverywhere(text, session) : text
    let values = setting.isList ? text.parts(at: ",") : [text]
    let settings = try change(setting, session) { $0.set(setting.rawValue, to: values, isList: setting.isList) }
    if [.dailyFormat, .dailyFolder].contains(setting), session.console.errorIsTerminal {
      session.note(Message.isToday(session.paths.text(try session.open().usualPath())))
    }
    return try finish(setting.rawValue, in: settings, session)
  }

  /// The path of a folder that a person names from the working directory, as it is the same from everywhere.
  private static func fromEverywhere(_ folder: String, _ session: Session) throws -> String {
    guard !folder.isEmpty, folder != "~", !folder.hasBytePrefix("~/") else { return folder }
    let path = try session.machine.path(Array(folder.utf8))
    guard let text = String(validating: path.bytes, as: UTF8.self) else { throw invalid(folder, .vault, .notText) }
    return text
  }

  private static func remove(_ setting: SettingKey, _ session: Session) throws -> ExitCode {
    var wasSet = false
    try change(setting, session) { wasSet = $0.remove(setting.rawValue) }
    return try finishRemoval(setting.rawValue, wasSet: wasSet, session)
  }

  /// Returns the settings as they are after the change, as the functions below do.
  @discardableResult
  private static func change(
    _ setting: SettingKey, _ session: Session, _ edit: (inout Settings) -> Void
  ) throws -> Settings {
    setting.isOfUser ? try changeUser(session, edit) : try changeVault(session, edit)
  }

  @discardableResult
  static func changeUser(_ session: Session, _ edit: (inout Settings) -> Void) throws -> Settings {
    guard let path = session.machine.userSettingsPath else {
      throw Failure(kind: "no-home", message: Message.noHome, exitCode: .failure)
    }
    return try SettingsChange.make(at: path, on: session.machine.host, edit)
  }

  @discardableResult
  static func changeVault(_ session: Session, _ edit: (inout Settings) -> Void) throws -> Settings {
    try SettingsChange.make(in: session.open().vault, edit)
  }

  // MARK: Checks

  /// The settings of the vault at hand; `nil` if there is none and none was named.
  static func vaultSettings(_ session: Session) throws -> Settings? {
    do {
      let vault = try session.open().vault
      try vault.checkSettingsFile()
      return try vault.settings()
    } catch VaultError.noVault {
      return nil
    }
  }

  private static func misplaced(_ setting: SettingKey, _ message: (String) -> Text) -> Failure {
    Failure(
      kind: "settings", message: message(setting.rawValue), hints: [.use("memo config \(setting.rawValue)")],
      exitCode: .usage)
  }

  private static func checkScope(of setting: SettingKey, _ session: Session) throws {
    if session.arguments[vaultOnly], setting.isOfUser {
      throw misplaced(setting, Message.userOnly)
    }
    if session.arguments[user], !setting.isOfUser {
      throw misplaced(setting, Message.vaultOnly)
    }
    let isChange = session.arguments[value] != nil || session.arguments[unset]
    if isChange, setting == .id {
      throw Failure(kind: "settings", message: Message.readOnlyKey(setting.rawValue), exitCode: .usage)
    }
  }

  /// A folder for memos is one of the vault that is not hidden; where there are words to choose from, it is one of them.
  private static func check(_ text: String, for setting: SettingKey, _ session: Session) throws {
    if let choices = setting.choices, !choices.contains(text) { throw invalid(text, setting, .notAmong(choices, text)) }
    switch setting {
    case .newFolder, .dailyFolder:
      guard try session.open().fillsFolder(text) else {
        throw invalid(text, setting, ArgumentRejection(DailyMessages.notFilledIn, hints: [DailyMessages.folderDates]))
      }
    case .templates: _ = try session.open().memoFolder(text)
    case .measure where Looks.measure(text) == nil:
      throw invalid(text, setting, ArgumentRejection(Message.notAMeasure))
    case .dailyFormat:
      if let problem = try problem(ofDailyFormat: text, session) {
        throw invalid(text, setting, problem)
      }
    case .editor, .vault, .device, .language, .id, .ignore, .dailyTemplate, .titles, .names, .theme, .measure, .marks,
      .keys, .pictures:
      break
    }
  }

  /// With what to read: the value comes from a person, who sees here what else there is.
  private static func invalid(_ text: String, _ setting: SettingKey, _ rejection: ArgumentRejection) -> UsageError {
    var error = UsageError.invalid(RawArgument(text), for: setting.rawValue, rejection)
    error.hints.append(.seeHelp(declaration))
    return error
  }

  /// What is wrong with a format that names the memos of days.
  private static func problem(ofDailyFormat format: String, _ session: Session) throws -> ArgumentRejection? {
    switch try session.open().problem(ofDailyFormat: format) {
    case .strayWord(let word):
      ArgumentRejection(DailyMessages.strayWord(word), hints: [.use(format.replacing(word, with: "[\(word)]"))])
    case .openBracket: ArgumentRejection(DailyMessages.openBracket, hints: [DailyMessages.dayLetters])
    case .changesInADay: ArgumentRejection(DailyMessages.changesInADay, hints: [DailyMessages.dayLetters])
    case .sameEachDay: ArgumentRejection(DailyMessages.sameEachDay, hints: [DailyMessages.dayLetters])
    case .hidden: ArgumentRejection(DailyMessages.hiddenName)
    case nil: nil
    }
  }

  private static func unknown(_ name: String) -> Failure {
    let names = SettingKey.allCases.map(\.rawValue) + [SavedView.key("NAME")]
    let near = Suggestions.nearest(to: name, among: names, limit: 1).map(Message.nearest)
    return Failure(
      kind: "settings", message: Message.unknownKey(name),
      hints: (near + [Message.knownKeys(names.joined(separator: ", "))]).map(Placeholder.translated),
      exitCode: .usage)
  }
}
