import MemoCore

/// A message for people in every language that memo speaks: `Text("no vault", ko: "보관함이 없습니다")`.
public struct Text: Hashable, Sendable {
  private let en: String
  private let ko: String

  /// A message with its wording in each language.
  public init(_ english: EnglishPhrase, ko korean: KoreanPhrase) {
    self.init(en: english.text, ko: korean.text)
  }

  /// Text that is the same in every language: a name, a path, a line of another program.
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
  /// What separates sentences that follow one another in a line.
  package var sentenceSeparator: String { self == .korean ? ". " : "; " }

  /// The language to speak in a locale: `ko_KR` and `ko` are Korean, everything else is English.
  package init(locale: String) {
    self = locale == "ko" || locale.utf8.starts(with: "ko_".utf8) ? .korean : .english
  }
}

/// A wording in one language; messages interpolated into it are in that language, too.
public protocol Phrase: ExpressibleByStringInterpolation {
  /// Its language.
  static var language: Language { get }
  /// Creates a wording from its text.
  init(text: String)
}

/// The English wording of a message.
public struct EnglishPhrase: Phrase {
  /// Its language.
  public static let language = Language.english
  package let text: String

  /// Creates a wording from its text.
  public init(text: String) {
    self.text = text
  }
}

/// The Korean wording of a message.
public struct KoreanPhrase: Phrase {
  /// Its language.
  public static let language = Language.korean
  package let text: String

  /// Creates a wording from its text.
  public init(text: String) {
    self.text = text
  }
}

extension Phrase {
  /// A wording written as a literal.
  public init(stringLiteral value: String) {
    self.init(text: value)
  }

  /// A wording put together from literals, values and other messages.
  public init(stringInterpolation: PhraseInterpolation<Self>) {
    self.init(text: stringInterpolation.text)
  }
}

/// Collects the pieces of a wording.
public struct PhraseInterpolation<Wording: Phrase>: StringInterpolationProtocol {
  package var text = ""

  /// Starts an empty wording.
  public init(literalCapacity: Int, interpolationCount: Int) {
    text.reserveCapacity(literalCapacity)
  }

  /// Adds literal text.
  public mutating func appendLiteral(_ literal: String) {
    text += literal
  }

  /// Adds another message in the language of this one.
  public mutating func appendInterpolation(_ other: Text) {
    text += other[Wording.language]
  }

  /// Adds text that is the same in every language: a name, a path, what the user typed.
  public mutating func appendInterpolation(_ name: String) {
    text += name
  }

  /// Adds a title in quotation marks, in others where it contains such itself.
  public mutating func appendInterpolation(quoted title: String) {
    let mark = title.utf8.contains(UInt8(ascii: "'")) ? "\"" : "'"
    text += mark + title + mark
  }

  /// Adds a number.
  public mutating func appendInterpolation(_ number: Int) {
    text += String(number)
  }
}

extension PhraseInterpolation where Wording == KoreanPhrase {
  /// Adds a particle in the form that the text before it asks for: `"'\(path)'\(.topic) 폴더가 아닙니다"`.
  public mutating func appendInterpolation(_ particle: KoreanParticle) {
    text += particle.form(after: text)
  }
}

/// Phrases that several messages share.
package enum Wording {
  /// `a`, `a or b`, `a, b or c`.
  package static func alternatives(_ words: [String]) -> Text {
    guard let last = words.last, words.count > 1 else { return Text(verbatim: words.first ?? "") }
    let others = words.dropLast().joined(separator: ", ")
    return Text("\(others) or \(last)", ko: "\(others) 또는 \(last)")
  }

  /// The hint that offers near words; none if there are none.
  package static func didYouMean(_ words: [String]) -> [Text] {
    words.isEmpty
      ? [] : [Text("did you mean \(alternatives(words))?", ko: "비슷한 이름: \(alternatives(words))")]
  }
}

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

/// An answer to a yes-or-no question.
package enum Answer {
  /// ㅛ is on the key of y on a Korean keyboard.
  private static let yes: Set<String> = ["y", "yes", "예", "네", "ㅛ"]

  /// ㅜ is on the key of n.
  private static let no: Set<String> = ["n", "no", "아니요", "아니오", "아뇨", "ㅜ"]

  private static let all: Set<String> = ["a", "all", "모두", "ㅁ"]
  private static let quit: Set<String> = ["q", "quit", "그만", "ㅂ"]

  /// Whether an answer is a yes; anything that is not plainly one is a no.
  package static func isYes(_ answer: String) -> Bool { isOne(of: yes, answer) }

  /// Whether an answer is plainly a no, as is none at all; for questions that have more answers than yes and no.
  package static func isNo(_ answer: String) -> Bool {
    isOne(of: no, answer) || answer.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// Whether an answer is a yes to all questions that are left.
  package static func isAll(_ answer: String) -> Bool { isOne(of: all, answer) }

  /// Whether an answer is a no to all questions that are left.
  package static func isQuit(_ answer: String) -> Bool { isOne(of: quit, answer) }

  private static func isOne(of accepted: Set<String>, _ answer: String) -> Bool {
    let words = answer.split(whereSeparator: \.isWhitespace)
    return words.count == 1 && accepted.contains(words[0].lowercased())
  }
}
