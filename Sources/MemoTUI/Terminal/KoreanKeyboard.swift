/// The Korean keyboard with two sets of letters, whose keys are commands with a Korean input method on, too.
enum KoreanKeyboard {
  private static let latin: [Character: String] = Dictionary(
    uniqueKeysWithValues: zip(
      "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ",
      "qwertyuiopasdfghjklzxcvbnmQWERTOP".map(String.init)))

  /// What the key of a letter types on a Latin keyboard; anything else stays.
  static func latin(_ event: TerminalEvent) -> TerminalEvent {
    guard case .text(let text) = event, text.count == 1, let letter = text.first else { return event }
    return latin[letter].map { .text($0) } ?? event
  }
}
