import MemoWords

/// The settings that memo knows.
enum SettingKey: String, CaseIterable {
  case editor
  case vault
  case device
  case language
  case id
  case ignore
  case dailyFolder = "daily.folder"
  case templates

  /// Whether it stands in the user's settings; otherwise in the vault's.
  var isOfUser: Bool {
    switch self {
    case .editor, .vault, .device, .language: true
    case .id, .ignore, .dailyFolder, .templates: false
    }
  }

  /// Whether it holds several texts.
  var isList: Bool { self == .ignore }

  /// What it decides.
  var help: Text {
    switch self {
    case .editor: Text("the command that opens memos (yours)", ko: "메모를 여는 명령 (내 설정)")
    case .vault: Text("the vault to use when none is near (yours)", ko: "가까이에 볼트가 없을 때 쓸 볼트 (내 설정)")
    case .language:
      Text(
        "the language of messages and dates, en or ko; else the locale decides (yours)",
        ko: "메시지와 날짜의 언어, en 또는 ko. 없으면 로캘을 따릅니다 (내 설정)")
    case .device:
      Text(
        "what this device is called in commits and conflicts; the machine's name unless set (yours)",
        ko: "커밋과 충돌에서 이 기기를 부르는 이름. 없으면 컴퓨터의 이름 (내 설정)")
    case .id: Text("the vault's identity, made by 'memo init' (the vault's)", ko: "'memo init'이 만든 볼트의 식별자 (볼트 설정)")
    case .ignore: Text("globs of files and folders that are no memos (the vault's)", ko: "메모가 아닌 파일과 폴더의 글로브 (볼트 설정)")
    case .dailyFolder:
      Text("the folder that 'memo today' makes memos in (the vault's)", ko: "'memo today'가 메모를 만드는 폴더 (볼트 설정)")
    case .templates:
      Text("the folder of templates, if not .memo/templates (the vault's)", ko: ".memo/templates 대신 템플릿을 둘 폴더 (볼트 설정)")
    }
  }
}
