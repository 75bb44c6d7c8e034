import MemoWords

/// The headings of help and manual pages.
enum HelpHeading {
  static let reference = Text("Command reference", ko: "명령 설명서")
  static let synopsis = Text("Synopsis", ko: "개요")
  static let description = Text("Description", ko: "설명")
  static let usage = Text("Usage", ko: "사용법")
  static let arguments = Text("Arguments", ko: "인수")
  static let options = Text("Options", ko: "옵션")
  static let globalOptions = Text("Global options", ko: "전역 옵션")
  static let commands = Text("Commands", ko: "명령")
  static let details = Text("Details", ko: "자세히")
  static let examples = Text("Examples", ko: "예")
  static let seeAlso = Text("See also", ko: "함께 보기")
  static let exitStatus = Text("Exit status", ko: "종료 코드")
  static let environment = Text("Environment", ko: "환경 변수")
  static let files = Text("Files", ko: "파일")
  /// Stands before commands that are only named.
  static let others = Text("also:", ko: "그 밖:")
  /// Stands before the other names of a command.
  static let aliases = Text("Also", ko: "다른 이름")
  static let globalOptionsNote = Text(
    "Global options may come before or after the command.", ko: "명령 앞과 뒤 어디에나 쓸 수 있습니다.")
}
