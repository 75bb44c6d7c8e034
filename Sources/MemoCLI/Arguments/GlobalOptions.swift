/// The options that every command takes, before or after its name.
public enum GlobalOptions {
  /// `--vault DIR`
  public static let vault = Option.path("vault", value: "DIR", help: "Use the vault in DIR", completion: .folders)
  /// `-q`, `--quiet`
  public static let quiet = Flag("quiet", short: "q", help: "Say nothing but data and errors")
  /// `-v`, `--verbose`
  public static let verbose = Flag("verbose", short: "v", help: "Say what is being done")
  /// `--color auto|always|never`
  public static let color = Option<ColorChoice>.choice("color", help: "When to colour the output")
  /// `--no-pager`
  public static let noPager = Flag("no-pager", help: "Never page the output")
  /// `--no-input`
  public static let noInput = Flag("no-input", help: "Never ask; fail where an answer is needed")
  /// `--lang en|ko`
  public static let language = Option<Language>.choice("lang", help: "Speak this language")
  /// `-h`, `--help`
  public static let help = Flag("help", short: "h", help: "Show help for the command")
  /// `--version`
  public static let version = Flag("version", help: "Show the version")

  /// All of them, in the order help shows them.
  public static let all: [any ArgumentDeclaration] = [
    vault, quiet, verbose, color, noPager, noInput, language, help, version,
  ]
}

/// When output has colour.
public enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}
