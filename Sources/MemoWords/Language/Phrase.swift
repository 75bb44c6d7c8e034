/// A wording in one language, in which other messages stand in that language.
public protocol Phrase: ExpressibleByStringInterpolation {
  /// The language it is in.
  static var language: Language { get }
  /// Makes it of its text.
  init(text: String)
}

/// The English wording of a message.
public struct EnglishPhrase: Phrase {
  /// The language it is in.
  public static let language = Language.english
  package let text: String

  /// Makes it of its text.
  public init(text: String) {
    self.text = text
  }
}

/// The Korean wording of a message.
public struct KoreanPhrase: Phrase {
  /// The language it is in.
  public static let language = Language.korean
  package let text: String

  /// Makes it of its text.
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

  /// The hint that offers near words; none where there are none.
  package static func didYouMean(_ words: [String]) -> [Text] {
    words.isEmpty
      ? [] : [Text("did you mean \(alternatives(words))?", ko: "비슷한 이름: \(alternatives(words))")]
  }
}
