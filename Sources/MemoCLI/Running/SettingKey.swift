import MemoKit
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

  /// Whether it is in the user's settings; if not, it is in the vault's.
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
    case .editor: Text("the command that opens memos (user)", ko: "메모를 여는 명령(사용자 설정)")
    case .vault: Text("the vault to use outside of any vault (user)", ko: "보관함 밖에서 쓸 보관함(사용자 설정)")
    case .language:
      Text(
        "the language of messages and dates, en or ko; by default that of the locale (user)",
        ko: "메시지와 날짜의 언어, en 또는 ko. 기본값은 로캘의 언어(사용자 설정)")
    case .device:
      Text(
        "the name of this device in commits and conflicts; by default the machine's name (user)",
        ko: "커밋과 충돌에 표시할 이 기기의 이름. 기본값은 컴퓨터 이름(사용자 설정)")
    case .id: Text("the vault's identifier, created by 'memo init' (vault)", ko: "'memo init'이 만든 보관함의 식별자(보관함 설정)")
    case .ignore:
      Text("globs of files and folders to leave out of the vault (vault)", ko: "보관함에서 제외할 파일과 폴더의 글로브(보관함 설정)")
    case .dailyFolder:
      Text("the folder of the memos that 'memo today' creates (vault)", ko: "'memo today'가 메모를 만드는 폴더(보관함 설정)")
    case .templates:
      Text("the folder of templates; by default .memo/templates (vault)", ko: "템플릿 폴더. 기본값은 .memo/templates(보관함 설정)")
    }
  }
}
