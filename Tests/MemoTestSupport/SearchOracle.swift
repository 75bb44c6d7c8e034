import Foundation
import MemoWords

/// A slow and plain account of what a word matches: folds scalar by scalar with Foundation and compares everywhere.
public enum SearchOracle {
  /// A folded scalar and the scalars of the original it came from.
  fileprivate struct Folded: Equatable {
    let scalar: Unicode.Scalar
    let start: Int
    let end: Int
  }

  /// A match: 1-based line and column, and length, in scalars.
  public struct Place: Equatable, Sendable {
    /// From 1.
    public let line: Int
    /// From 1, in scalars.
    public let column: Int
    /// In scalars.
    public let length: Int

    /// Puts together a place.
    public init(line: Int, column: Int, length: Int) {
      self.line = line
      self.column = column
      self.length = length
    }
  }

  /// The scalars of a folded text.
  public static func folded(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    fold(scalars).map(\.scalar)
  }

  fileprivate static func fold(_ scalars: [Unicode.Scalar]) -> [Folded] {
    var folded: [Folded] = []
    var start = 0
    while start < scalars.count {
      var end = start + 1
      while end < scalars.count, joins(width(scalars[end])) || isOptional(scalars[end]) { end += 1 }
      folded += foldSegment(scalars[start..<end].map(width), at: start)
      start = end
    }
    return folded
  }

  /// A text that is looked at more than once.
  public struct Text: Sendable {
    private let scalars: [Unicode.Scalar]
    private let folded: [Folded]

    /// Folds a text.
    public init(_ bytes: [UInt8]) {
      scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
      folded = fold(scalars)
    }

    /// All matches, none within another; each form of the word is a list of tests, one for each scalar.
    public func places(of forms: [[(Unicode.Scalar) -> Bool]]) -> [Place] {
      var places: [Place] = []
      var index = 0
      while index < folded.count {
        guard let length = length(of: forms, at: index) else {
          index += 1
          continue
        }
        let last = folded[index + length - 1]
        places.append(place(of: folded[index].start..<last.end, in: scalars))
        index += length
        while index < folded.count, folded[index].start == last.start { index += 1 }
      }
      return places
    }

    /// Whether there is a match.
    public func holds(_ forms: [[(Unicode.Scalar) -> Bool]]) -> Bool {
      folded.indices.contains { length(of: forms, at: $0) != nil }
    }

    private func length(of forms: [[(Unicode.Scalar) -> Bool]], at index: Int) -> Int? {
      forms.filter { form in
        index + form.count <= folded.count && form.indices.allSatisfy { form[$0](folded[index + $0].scalar) }
      }.map(\.count).max()
    }
  }

  /// All matches in a text.
  public static func places(of forms: [[(Unicode.Scalar) -> Bool]], in bytes: [UInt8]) -> [Place] {
    Text(bytes).places(of: forms)
  }

  /// The forms of a word: lone consonants stand for what they start, joined ones also for two.
  public static func forms(ofWord word: String) -> [[(Unicode.Scalar) -> Bool]] {
    let scalars = wanted(word)
    let clusters: [Unicode.Scalar: String] = ["ㄳ": "ㄱㅅ", "ㄺ": "ㄹㄱ", "ㅄ": "ㅂㅅ"]
    let apart = scalars.flatMap { Array((clusters[$0] ?? String($0)).unicodeScalars) }
    return [scalars.map(test), apart.map(test)]
  }

  /// The form of a phrase, which is taken as it is written.
  public static func forms(ofPhrase phrase: String) -> [[(Unicode.Scalar) -> Bool]] {
    [wanted(phrase).map { expected in { $0 == expected } }]
  }

  /// What is looked for: optional marks before all else are left out.
  private static func wanted(_ text: String) -> [Unicode.Scalar] {
    let scalars = folded(Array(text.unicodeScalars))
    let rest = scalars.drop(while: isOptional)
    return rest.isEmpty ? scalars : Array(rest)
  }

  private static func test(_ expected: Unicode.Scalar) -> (Unicode.Scalar) -> Bool {
    let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    return { scalar in
      if scalar == expected { return true }
      guard ("가"..."힣").contains(scalar), let jamo = nfd(scalar).first, (0x1100...0x1112).contains(jamo.value)
      else { return false }
      return initials[Int(jamo.value - 0x1100)] == expected
    }
  }

  fileprivate static func place(of range: Range<Int>, in scalars: [Unicode.Scalar]) -> Place {
    var line = 1
    var lineStart = 0
    for index in 0..<range.lowerBound {
      let isPair = scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if scalars[index] == "\n" || scalars[index] == "\r" && !isPair {
        line += 1
        lineStart = index + 1
      }
    }
    return Place(line: line, column: range.lowerBound - lineStart + 1, length: range.count)
  }

  private static func foldSegment(_ scalars: [Unicode.Scalar], at start: Int) -> [Folded] {
    var composed = nfc(scalars)
    if scalars.first.map({ $0.value >= 0x20 }) ?? false {
      composed = nfc(composed.prefix(1) + composed.dropFirst().filter { !isOptional($0) })
    }
    var folded = composed.flatMap(small)
    // İ, I, ı and i are one letter.
    while let dot = folded.indices.dropFirst().first(where: { folded[$0] == "\u{307}" && folded[$0 - 1] == "i" }) {
      folded.remove(at: dot)
    }
    folded = nfc(folded)
    if composed == scalars, folded.count == scalars.count, zip(scalars, folded).allSatisfy({ small($0) == [$1] }) {
      return folded.enumerated().map { Folded(scalar: $1, start: start + $0, end: start + $0 + 1) }
    }
    return folded.map { Folded(scalar: $0, start: start, end: start + scalars.count) }
  }

  /// What few write, or what does not show.
  private static func isOptional(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isVariationSelector { return true }
    if scalar.properties.generalCategory == .format, isOfDirection(scalar) { return true }
    guard let name = scalar.properties.name else { return false }
    let unseen = [
      "SOFT HYPHEN", "ZERO WIDTH SPACE", "ZERO WIDTH NON-JOINER", "WORD JOINER", "ZERO WIDTH NO-BREAK SPACE",
      "ZERO WIDTH JOINER", "COMBINING GRAPHEME JOINER", "ARABIC TATWEEL",
    ]
    let vowels = ["FATHATAN", "DAMMATAN", "KASRATAN", "FATHA", "DAMMA", "KASRA", "SHADDA", "SUKUN"].map {
      "ARABIC \($0)"
    }
    if (unseen + vowels + ["ARABIC LETTER SUPERSCRIPT ALEF"]).contains(name) { return true }
    return name.hasPrefix("HEBREW ") && scalar.properties.generalCategory == .nonspacingMark
  }

  private static func isOfDirection(_ scalar: Unicode.Scalar) -> Bool {
    let names = ["LEFT-TO-RIGHT ", "RIGHT-TO-LEFT ", "ARABIC LETTER MARK", "POP DIRECTIONAL ", "FIRST STRONG ISOLATE"]
    return names.contains { scalar.properties.name?.hasPrefix($0) ?? false }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.properties.generalCategory == .spaceSeparator, scalar.properties.name != "OGHAM SPACE MARK" { return " " }
    guard scalar.value >= 0xFF00 && scalar.value <= 0xFFEF else { return scalar }
    if let name = scalar.properties.name, name.hasPrefix("HALFWIDTH HANGUL ") {
      let usual = (UInt32(0x3131)...0x3164).compactMap { Unicode.Scalar($0) }
      return usual.first { $0.properties.name.map { "HALFWIDTH " + $0 } == name } ?? scalar
    }
    // "¯" alone has a compatibility mapping of its own, to a space and a mark.
    if scalar.value == 0xFFE3 { return "¯" }
    let wide = Array(String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars)
    return wide.count == 1 ? wide[0] : scalar
  }

  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    if (0x1160...0x11FF).contains(scalar.value) || (0x16D63...0x16D6A).contains(scalar.value) { return true }
    return [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
  }

  private static func small(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    Array(String(scalar).lowercased().unicodeScalars).flatMap { Array($0.properties.uppercaseMapping.unicodeScalars) }
      .flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
  }

  private static func nfc(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    let apart = String(view).decomposedStringWithCanonicalMapping
    return Array(apart.precomposedStringWithCanonicalMapping.unicodeScalars)
  }

  private static func nfd(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
  }
}
