import MemoCore
import MemoIndex
public import MemoKit
import MemoStore
public import MemoTUI
import MemoWords

/// Everything a command gets from the machine and the person in front of it.
public struct Environment: Sendable {
  /// The machine as use cases see it.
  public var machine: Machine
  /// The terminal that full-screen programs take over.
  public let screen: any ScreenTerminal
  /// Receives what memo does inside; `nil` if no trace was asked for.
  var trace: Trace?
  /// The version, as the manual and `--version` name it.
  public let version: String
  /// The day of the version, as the manual names it: `2026-03-01`.
  public let versionDate: String
  /// A vault to work on with its index, which may have texts that are not saved; `nil` for what the command line names.
  var served: (vault: Vault, index: VaultIndex)?
  /// How an editor is answered; `nil` where the output is that of a command line.
  var editorAnswer: EditorAnswer?
  /// Runs a command line, without the program's own name.
  var tool: @Sendable ([RawArgument], Environment) -> ExitCode = { _, _ in .failure }
  /// The commit it was built from, which `--version` adds; `nil` if the build did not say.
  public let commit: String?

  /// Puts together the environment.
  public init(
    machine: Machine, screen: any ScreenTerminal, version: String, versionDate: String = "", commit: String? = nil
  ) {
    (self.machine, self.screen) = (machine, screen)
    (self.version, self.versionDate, self.commit) = (version, versionDate, commit)
  }

  /// Whether a command warns of the user's settings where it can do without them.
  var warnsOfSettings = true

  /// The language that the user's settings name.
  func language() throws -> Language? {
    try machine.userSettings().text(SettingKey.language.rawValue).flatMap(Language.init)
  }
}

extension Machine {
  /// Whether the terminal knows no more than lines of text, as far as its name says; one without a name may not.
  var isDumbTerminal: Bool { ["", "dumb"].contains(variables["TERM"] ?? "") }

  /// Whether the terminal can be drawn on.
  var canDraw: Bool { !isDumbTerminal }

  /// The first locale that is set among the variables that decide about a category: `ko_KR` of `ko_KR.UTF-8`.
  func locale(for category: String) -> String {
    let names = ["LC_ALL", category, "LANG"]
    guard let locale = names.lazy.compactMap(variable).first, LocaleName.isWellFormed(locale) else { return "en_US" }
    let name = String(locale.unicodeScalars.prefix { $0 != "." && $0 != "@" })
    return ["C", "POSIX"].contains(name) ? "en_US" : name
  }
}
