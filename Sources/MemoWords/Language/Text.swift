/// A message for people in every language that memo speaks: `Text("no vault", ko: "보관함이 없습니다")`.
public struct Text: Hashable, Sendable {
  private let en: String
  private let ko: String

  /// A message with its wordings beside each other.
  public init(_ english: EnglishPhrase, ko korean: KoreanPhrase) {
    self.init(en: english.text, ko: korean.text)
  }

  /// What is the same in every language: a name, a path, a line of another program.
  public init(verbatim text: String) {
    self.init(en: text, ko: text)
  }

  /// The message in one language.
  public subscript(language: Language) -> String {
    switch language {
    case .english: en
    case .korean: ko
    }
  }

  private init(en: String, ko: String) {
    self.en = en
    self.ko = ko
  }
}

/// A language that messages are written in.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"
}

extension Language {
  /// The language to speak in a locale: `ko_KR` and `ko` are Korean, everything else is English.
  package init(locale: String) {
    self = locale == "ko" || locale.utf8.starts(with: "ko_".utf8) ? .korean : .english
  }
}
