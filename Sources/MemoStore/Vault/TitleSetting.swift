public import MemoCore

/// The setting `titles`: a rule, or `auto`.
public enum TitleSetting: Equatable, Sendable {
  /// File names in a vault of Obsidian, first lines elsewhere.
  case automatic
  /// A certain rule.
  case rule(TitleRule)

  /// Its key in a vault's settings.
  public static let key = "titles"
  private static let automaticName = "auto"

  /// All values, as they are written.
  public static let names = [automaticName] + TitleRule.allCases.map(\.rawValue)

  /// Reads what a person has typed; `nil` for anything that is no value of the setting.
  public init?(_ text: String) {
    if text == Self.automaticName {
      self = .automatic
    } else if let rule = TitleRule(rawValue: text) {
      self = .rule(rule)
    } else {
      return nil
    }
  }

  /// Reads it from a vault's settings. A value that is not known is as good as none: a later version may have written it.
  init(_ settings: Settings) {
    self = settings.text(Self.key).flatMap { TitleSetting($0) } ?? .automatic
  }

  /// The rule for a vault.
  ///
  /// - Parameter isObsidian: whether the vault is one of Obsidian; asked only where it matters.
  func rule(isObsidian: () -> Bool) -> TitleRule {
    switch self {
    case .automatic: isObsidian() ? .fileName : .firstLine
    case .rule(let rule): rule
    }
  }
}
