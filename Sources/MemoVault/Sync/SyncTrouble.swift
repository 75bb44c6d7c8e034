/// Why a sync did not go through, in sentences for people: whoever asks later may speak another language.
public struct SyncTrouble: Equatable, Sendable {
  /// As it was reported when it happened.
  public let text: String
  /// The same in each language, by the language's code; none where a version of memo noted it that kept one alone.
  public let translations: [String: String]

  /// Puts together a trouble.
  public init(_ text: String, translations: [String: String]) {
    (self.text, self.translations) = (text, translations)
  }

  /// The sentence in a language, or as it was reported where that is not known.
  public func text(in language: String) -> String { translations[language] ?? text }
}
