public import MemoWords

/// The options that every command takes, before or after its name.
public enum GlobalOptions {
  /// `--vault DIR`
  public static let vault = Option.path(
    "vault", value: "DIR", help: Text("Use the vault in DIR", ko: "이 폴더의 보관함 사용"), completion: .folders)
  /// `-q`, `--quiet`
  public static let quiet = Flag(
    "quiet", short: "q", help: Text("Print only data and errors", ko: "데이터와 오류만 출력"))
  /// `-v`, `--verbose`
  public static let verbose = Flag("verbose", short: "v", help: Text("Report what is being done", ko: "진행 상황 출력"))
  /// `--color auto|always|never`
  public static let color = Option<ColorChoice>.choice(
    "color", help: Text("When to colour the output", ko: "출력에 색을 쓸지 결정"))
  /// `--no-pager`
  public static let noPager = Flag("no-pager", help: Text("Do not use a pager", ko: "페이저 사용 안 함"))
  /// `--no-input`
  public static let noInput = Flag(
    "no-input", help: Text("Never ask; fail if an answer is needed", ko: "묻지 않음. 답이 필요하면 실패"))
  /// `--lang en|ko`
  public static let language = Option<Language>.choice(
    "lang", help: Text("The language of messages and dates", ko: "메시지와 날짜의 언어"))
  /// `--root-relative`
  public static let rootRelative = Flag(
    "root-relative",
    help: Text(
      "Print paths from the vault's root, not from the working directory", ko: "경로를 현재 폴더가 아니라 보관함 루트 기준으로 출력"))
  /// `--debug`
  public static let debug = Flag(
    "debug", help: Text("Trace steps and their times on standard error", ko: "단계와 걸린 시간을 표준 오류에 기록"))
  /// `-h`, `--help`
  public static let help = Flag("help", short: "h", help: Text("Show help for the command", ko: "명령의 도움말 보기"))
  /// `--version`
  public static let version = Flag("version", help: Text("Show the version", ko: "버전 보기"))

  /// Those that may stand after a command: there, `--version` would be a version of something else.
  public static let ofCommands = all.filter { $0.long != version.long }

  /// All of them, in the order help shows them.
  public static let all: [any ArgumentDeclaration] = [
    vault, quiet, verbose, color, noPager, noInput, language, rootRelative, debug, help, version,
  ]
}

/// When output has colour.
public enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}
