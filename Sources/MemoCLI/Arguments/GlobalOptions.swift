/// The options that every command takes, before or after its name.
public enum GlobalOptions {
  /// `--vault DIR`
  public static let vault = Option.path(
    "vault", value: "DIR", help: Text("Use the vault in DIR", ko: "DIR에 있는 볼트를 사용합니다"), completion: .folders)
  /// `-q`, `--quiet`
  public static let quiet = Flag(
    "quiet", short: "q", help: Text("Say nothing but data and errors", ko: "데이터와 오류 말고는 출력하지 않습니다"))
  /// `-v`, `--verbose`
  public static let verbose = Flag("verbose", short: "v", help: Text("Say what is being done", ko: "하고 있는 일을 알려 줍니다"))
  /// `--color auto|always|never`
  public static let color = Option<ColorChoice>.choice(
    "color", help: Text("When to colour the output", ko: "출력에 색을 쓸 때를 정합니다"))
  /// `--no-pager`
  public static let noPager = Flag("no-pager", help: Text("Never page the output", ko: "페이저를 쓰지 않습니다"))
  /// `--no-input`
  public static let noInput = Flag(
    "no-input", help: Text("Never ask; fail where an answer is needed", ko: "묻지 않습니다. 답이 필요하면 실패합니다"))
  /// `--lang en|ko`
  public static let language = Option<Language>.choice(
    "lang", help: Text("Write messages and dates in this language", ko: "메시지와 날짜를 이 언어로 씁니다"))
  /// `--debug`
  public static let debug = Flag(
    "debug", help: Text("Trace steps and their times on standard error", ko: "단계와 걸린 시간을 표준 오류에 기록합니다"))
  /// `-h`, `--help`
  public static let help = Flag("help", short: "h", help: Text("Show help for the command", ko: "명령의 도움말을 보여 줍니다"))
  /// `--version`
  public static let version = Flag("version", help: Text("Show the version", ko: "버전을 보여 줍니다"))

  /// All of them, in the order help shows them.
  public static let all: [any ArgumentDeclaration] = [
    vault, quiet, verbose, color, noPager, noInput, language, debug, help, version,
  ]
}

/// When output has colour.
public enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}
