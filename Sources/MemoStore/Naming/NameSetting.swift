package import MemoCore

/// The setting `names`: how the file of a new or renamed memo is called after its title.
public enum NameSetting: String, CaseIterable, Sendable {
  /// As people in the vault write file names; see `rule`.
  case automatic = "auto"
  /// `Weekly-report.md`
  case dash
  /// `Weekly report.md`
  case space

  /// Its key in a vault's settings.
  public static let key = "names"

  /// Reads it from a vault's settings. A value that is not known is as good as none: a later version may have written it.
  init(_ settings: Settings) {
    self = settings.text(Self.key).flatMap(NameSetting.init) ?? .automatic
  }

  /// The rule for a vault.
  ///
  /// - Parameter areNamesTitles: whether people read file names as titles there, as Obsidian shows them; asked only where
  ///   it matters.
  func rule(areNamesTitles: () -> Bool) -> NameRule {
    switch self {
    case .automatic: areNamesTitles() ? .space : .dash
    case .dash: .dash
    case .space: .space
    }
  }
}

extension Vault {
  /// How files are named after titles, by the settings as they are now.
  package func nameRule() throws -> NameRule {
    NameSetting(try settings()).rule { titles == .fileName }
  }
}
