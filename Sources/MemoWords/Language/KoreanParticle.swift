import MemoCore

/// A Korean particle whose form follows the sound before it.
public enum KoreanParticle: Sendable, CaseIterable {
  /// 은, 는
  case topic
  /// 이, 가
  case subject
  /// 을, 를
  case object
  /// 과, 와
  case with
  /// 으로, 로
  case toward
  /// 이나, 나
  case or
  /// 이라는, 라는
  case called

  /// The form after a text: 을 after 회의록, 를 after 메모, 을(를) where it is not known how the text is read.
  public func form(after text: String) -> String {
    let forms = self.forms
    switch (FinalSound(of: text), self) {
    case (.unknown, _): return forms.unknown
    case (.vowel, _), (.rieul, .toward): return forms.afterVowel
    case (.consonant, _), (.rieul, _): return forms.afterConsonant
    }
  }

  private var forms: (afterConsonant: String, afterVowel: String, unknown: String) {
    switch self {
    case .topic: ("은", "는", "은(는)")
    case .subject: ("이", "가", "이(가)")
    case .object: ("을", "를", "을(를)")
    case .with: ("과", "와", "와(과)")
    case .toward: ("으로", "로", "(으)로")
    case .or: ("이나", "나", "(이)나")
    case .called: ("이라는", "라는", "(이)라는")
    }
  }
}
