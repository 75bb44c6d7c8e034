/// The settings that memo knows.
enum SettingKey: String, CaseIterable {
  case editor
  case vault
  case language
  case id
  case ignore
  case dailyFolder = "daily.folder"

  /// Whether it stands in the user's settings; otherwise in the vault's.
  var isOfUser: Bool {
    switch self {
    case .editor, .vault, .language: true
    case .id, .ignore, .dailyFolder: false
    }
  }

  /// Whether it holds several texts.
  var isList: Bool { self == .ignore }

  /// What it decides.
  var help: Text {
    switch self {
    case .editor: "the command that opens memos (yours)"
    case .vault: "the vault to use when none is near (yours)"
    case .language: "the language to speak, en or ko; else that of the locale (yours)"
    case .id: "the vault's identity, made by 'memo init' (the vault's)"
    case .ignore: "globs of files and folders that are no memos (the vault's)"
    case .dailyFolder: "the folder that 'memo today' makes memos in (the vault's)"
    }
  }
}
