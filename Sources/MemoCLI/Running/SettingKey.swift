import MemoKit
import MemoStore
import MemoTUI
import MemoWords

/// The settings that memo knows.
enum SettingKey: String, CaseIterable {
  case editor
  case vault
  case device
  case language
  case id
  case ignore
  case newFolder = "new.folder"
  case dailyFolder = "daily.folder"
  case dailyFormat = "daily.format"
  case dailyTemplate = "daily.template"
  case templates
  case titles
  case names
  case theme
  case measure
  case marks
  case keys
  case pictures

  /// Whether it is in the user's settings; if not, it is in the vault's.
  var isOfUser: Bool {
    switch self {
    case .editor, .vault, .device, .language, .theme, .measure, .marks, .keys, .pictures: true
    case .id, .ignore, .newFolder, .dailyFolder, .dailyFormat, .dailyTemplate, .templates, .titles, .names: false
    }
  }

  /// Whether it holds several texts.
  var isList: Bool { self == .ignore }

  /// The words that it takes; `nil` where it takes any text.
  var choices: [String]? {
    switch self {
    case .language: Language.allCases.map(\.rawValue)
    case .titles: TitleSetting.names
    case .names: NameSetting.allCases.map(\.rawValue)
    case .theme: Theme.Name.allCases.map(\.rawValue)
    case .marks: Looks.Marks.allCases.map(\.rawValue)
    case .keys: Looks.Keys.allCases.map(\.rawValue)
    case .pictures: Looks.Pictures.allCases.map(\.rawValue)
    case .editor, .vault, .device, .id, .ignore, .newFolder, .dailyFolder, .dailyFormat, .dailyTemplate, .templates,
      .measure:
      nil
    }
  }

  /// Why a value that a settings file holds is not used; `nil` where it is.
  func problem(of value: Settings.Value) -> Text? {
    switch value {
    case .texts where isList: nil
    case .text(let text):
      if let choices, !choices.contains(text) {
        ArgumentRejection.notAmong(choices, text).reason
      } else if self == .measure, Looks.measure(text) == nil {
        Message.notAMeasure
      } else {
        nil
      }
    case .texts, .other: isList ? Self.notTexts : Self.notAText
    }
  }

  static let notAText = Text("must be a string", ko: "문자열이어야 합니다")
  private static let notTexts = Text("must be a list of strings", ko: "문자열의 목록이어야 합니다")

  /// A value to learn from, as a word of a shell's command line; `nil` for what cannot be set.
  var example: String? {
    switch self {
    case .editor: "'code -w'"
    case .vault: "~/memos"
    case .device: "desk"
    case .language: "ko"
    case .id: nil
    case .ignore: "'drafts/,*.tmp.md'"
    case .newFolder: "inbox"
    case .dailyFolder: "'diary/{{date:YYYY}}'"
    case .dailyFormat: "'YYYY-MM-DD dddd'"
    case .dailyTemplate: "Templates/Daily"
    case .templates: "Templates"
    case .titles: "file-name"
    case .names: "space"
    case .theme: "dark"
    case .measure: "72"
    case .marks: "show"
    case .keys: "vi"
    case .pictures: "off"
    }
  }

  /// What it decides, and whose it is.
  var help: Text {
    isOfUser
      ? Text("\(meaning) (user)", ko: "\(meaning)(사용자 설정)") : Text("\(meaning) (vault)", ko: "\(meaning)(보관함 설정)")
  }

  /// What it decides.
  var meaning: Text {
    switch self {
    case .editor: Text("the command that opens memos", ko: "메모를 여는 명령")
    case .vault: Text("the vault to use outside of any vault", ko: "보관함 밖에서 쓸 보관함")
    case .language:
      Text(
        "the language of messages and dates, en or ko; by default that of the locale",
        ko: "메시지와 날짜의 언어, en 또는 ko. 기본값은 로캘의 언어")
    case .device:
      Text(
        "the name of this device in commits and conflicts; by default the machine's name",
        ko: "커밋과 충돌에 표시할 이 기기의 이름. 기본값은 컴퓨터 이름")
    case .id: Text("the vault's identifier, created by 'memo init'", ko: "'memo init'이 만든 보관함의 식별자")
    case .ignore:
      Text("globs of files and folders to leave out of the vault", ko: "보관함에서 제외할 파일과 폴더의 패턴")
    case .newFolder:
      Text(
        """
        the folder in which 'memo new' creates memos; by default the working directory, or the root from outside the \
        vault
        """,
        ko: "'memo new'가 메모를 만드는 폴더. 기본값은 현재 폴더, 보관함 밖에서는 보관함 루트")
    case .dailyFormat:
      Text(
        "the file name of 'memo today' as a date format; by default YYYY-MM-DD",
        ko: "'memo today'의 파일 이름으로 쓸 날짜 형식. 기본값은 YYYY-MM-DD")
    case .dailyTemplate:
      Text(
        "the template of the memos that 'memo today' creates: its name, or the path of a memo; by default today",
        ko: "'memo today'가 만드는 메모의 템플릿. 이름 또는 메모의 경로. 기본값은 today")
    case .dailyFolder:
      Text("the folder of the memos that 'memo today' creates", ko: "'memo today'가 메모를 만드는 폴더")
    case .templates:
      Text("the folder of templates; by default .memo/templates", ko: "템플릿 폴더. 기본값은 .memo/templates")
    case .titles:
      Text(
        """
        which text is the title: first-line, heading (a first line that is one, else the file name) or file-name; by \
        default auto: file-name where the vault holds .obsidian/, else first-line
        """,
        ko: """
          제목으로 삼을 것: first-line(첫 줄), heading(첫 줄이 소제목이면 그 소제목, 아니면 파일 이름), file-name(파일 이름). 기본값 auto는 보관함에 .obsidian/이 있으면 file-name, \
          없으면 first-line
          """)
    case .theme:
      Text(
        """
        the colours of the split view: terminal (the terminal's own), light or dark; by default terminal
        """,
        ko: "분할 화면의 색: terminal(터미널의 색), light(밝게), dark(어둡게). 기본값은 terminal")
    case .measure:
      Text(
        "the most columns of a text in the split view, 0 for the whole width; by default 88",
        ko: "분할 화면에서 본문의 최대 칸 수, 0이면 창 너비 전체. 기본값은 88")
    case .marks:
      Text(
        """
        the marks of Markdown in the split view: dim or show; by default dim, except in the line of the cursor
        """,
        ko: "분할 화면의 마크다운 기호: dim(흐리게) 또는 show(그대로). 기본값은 커서가 있는 줄만 빼고 dim")
    case .keys:
      Text(
        "the keys in the text of the split view: plain or vi; by default plain",
        ko: "분할 화면 본문의 키: plain 또는 vi. 기본값은 plain")
    case .pictures:
      Text(
        """
        the pictures in the text of the split view: auto (where the terminal draws them), off, or the protocol of the \
        terminal: kitty, iterm2 or sixel; by default auto
        """,
        ko: """
          분할 화면 본문의 그림: auto(터미널이 그릴 수 있으면 표시), off(표시하지 않음), 또는 터미널의 프로토콜 kitty, iterm2, sixel. 기본값은 auto
          """)
    case .names:
      Text(
        """
        how files are named after titles: dash (Weekly-report.md) or space (Weekly report.md); by default auto: space \
        where file names are titles, else dash
        """,
        ko: """
          제목으로 파일 이름을 만드는 방식: dash(주간-보고.md) 또는 space(주간 보고.md). 기본값 auto는 파일 이름이 제목인 보관함에서 space, \
          그 밖에는 dash
          """)
    }
  }
}
