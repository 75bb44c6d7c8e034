import MemoWords

/// The page of Markdown on all settings, from their declarations.
struct SettingsReference {
  private let markdown = ReferenceRenderer(language: .english)

  /// The whole page.
  var page: String {
    let (user, vault) = (SettingKey.allCases.filter(\.isOfUser), SettingKey.allCases.filter { !$0.isOfUser })
    let examples = ["memo config", "memo config titles", "memo config titles heading", "memo config titles --unset"]
    let opening = [
      "# Settings", "What can be set, where it is kept, and which values it takes.", "## Overview", Self.about,
    ]
    let views = [
      "### \(SavedView.key("NAME"))", sentence(ConfigCommand.viewHelp) + ".",
      markdown.block(
        ["memo config \(SavedView.key("inbox")) '--where status=open --sort created'", "memo list @inbox"]),
    ]
    let paragraphs =
      opening + [markdown.block(examples)] + ["## Your settings", Self.aboutUser] + user.flatMap(section)
      + ["## Settings of a vault", Self.aboutVault] + vault.flatMap(section) + views
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  private static let about = """
    `memo config` lists what is set, `memo config KEY` prints one setting, `memo config KEY VALUE` changes it and `--unset`
    removes it. Both files hold one JSON object; keys that memo does not know are kept. A value of another type, or a word that is not
    one of those below, is ignored; `memo config` warns of it. Environment variables come first (<doc:Scripts>).
    """

  private static let aboutUser = """
    They are in `~/.config/memo/config.json` (`$XDG_CONFIG_HOME/memo/config.json`) and are not synced. Commands that can
    do without them go on with a warning where that file cannot be used.
    """

  private static let aboutVault = """
    They are in `.memo/config.json` of the vault and synced with it. None of them can name a command to run.
    """

  private func section(_ setting: SettingKey) -> [String] {
    let values = setting.choices.map { ["Values: " + $0.map(markdown.code).joined(separator: ", ") + "."] } ?? []
    let example = setting.example.map { [markdown.block(["memo config \(setting.rawValue) \($0)"])] } ?? []
    return ["### \(setting.rawValue)", sentence(setting.meaning) + "."] + values + example
  }

  /// A phrase with a capital at its start.
  private func sentence(_ phrase: Text) -> String {
    let words = markdown.text(phrase)
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
