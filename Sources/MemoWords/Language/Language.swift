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
