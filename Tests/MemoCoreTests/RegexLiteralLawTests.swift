import Foundation
import MemoTestSupport
import Testing

@testable import MemoCore

/// Random expressions on texts made to match them: ICU says whether they do.
struct RegexLiteralLawTests {
  @Test(arguments: UInt64(1)...40)
  func everyLiteralOccursInEveryMatch(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var matchCount = 0
    var literalCount = 0
    for _ in 0..<150 {
      let sample = RegexSample.sequence(&random, depth: 2)
      // Not every expression that the grammar makes is one of ICU's.
      guard let regex = try? RegexPattern(sample.pattern) else { continue }
      let literals = RegexSupport.literals(of: sample.pattern)
      for _ in 0..<4 {
        let text = Self.nastyText(around: sample.example, &random)
        guard RegexSupport.matches(regex, text) else { continue }
        matchCount += 1
        literalCount += literals.count
        #expect(
          RegexSupport.holds(literals, text),
          "/\(sample.pattern)/ in \(text.debugDescription) needs \(literals.map { String(decoding: $0, as: UTF8.self) })"
        )
      }
    }
    #expect(matchCount > 100)
    #expect(literalCount > 100)
  }

  /// What is known of an expression only leaves out lines and reports that change nothing.
  @Test(arguments: UInt64(1)...20)
  func matchesAreThoseOfEachLineByItself(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var matchCount = 0
    for _ in 0..<150 {
      matchCount += try Self.checkedMatches(of: RegexSample.sequence(&random, depth: 2), &random)
    }
    #expect(matchCount > 100)
  }

  /// A literal is looked for without ICU.
  @Test(arguments: UInt64(1)...20)
  func matchesOfALiteralAreThoseOfEachLineByItself(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var matchCount = 0
    for _ in 0..<150 {
      let sample = RegexSample.word(&random)
      guard RegexLiterals.isLiteral(Folding.composed(sample.pattern)) else { continue }
      matchCount += try Self.checkedMatches(of: sample, &random)
    }
    #expect(matchCount > 50)
  }

  /// Compares the matches in some texts with ICU's; returns how many there are.
  private static func checkedMatches(of sample: RegexSample, _ random: inout SeededRandom) throws -> Int {
    // Not every expression that the grammar makes is one of ICU's.
    guard let regex = try? RegexPattern(sample.pattern) else { return 0 }
    var matchCount = 0
    for _ in 0..<4 {
      let pieces = (0...random.below(3)).map { _ in nastyText(around: sample.example, &random) }
      let text = Folding.normalization.fold(pieces.joined(separator: random.pick(["\n", "\r\n", "\n\n"]) ?? "\n"))
      guard let found = RegexSupport.allMatches(regex, text) else { continue }
      let expected = try matches(of: sample.pattern, inLinesOf: text)
      matchCount += expected.count
      #expect(found == expected, "/\(sample.pattern)/ in \(String(decoding: text, as: UTF8.self).debugDescription)")
    }
    return matchCount
  }

  /// What ICU finds in each line; an empty match counts where its line has no other.
  private static func matches(of pattern: String, inLinesOf text: [UInt8]) throws -> [Range<Int>] {
    let expression = try NSRegularExpression(pattern: Folding.composed(pattern), options: [.caseInsensitive])
    return text.withUnsafeBytes { LineScanner.lines(of: $0) }.flatMap { range in
      let line = String(decoding: text[range], as: UTF8.self)
      let found = expression.matches(in: line, range: NSRange(location: 0, length: line.utf16.count)).map(\.range)
      let filled = found.filter { $0.length > 0 }
      return (filled.isEmpty ? Array(found.prefix(1)) : filled).map { match in
        let start = range.lowerBound + line.utf16.prefix(match.location).utf8Count
        return start..<(start + line.utf16.dropFirst(match.location).prefix(match.length).utf8Count)
      }
    }
  }

  private static let environment = [
    "", "", "\r\n", "\n", " ", "a", "S", "회", "\u{1105}\u{1169}", "\u{11A8}", "ㄱ", "カ", "ｶ", "ﾞ", "\u{FF9E}",
    "\u{3099}",
    "e\u{301}", "\u{301}", "\u{307}", "\u{30C}", "\u{302E}", "ﬁ", "İ", "ı", "i", "ß", "ſ", "\u{212A}", "Ａ", "　", "😀",
    "<", "\u{338}",
  ]

  private static func nastyText(around example: String, _ random: inout SeededRandom) -> String {
    var text = ""
    for _ in 0..<random.below(4) { text += random.pick(environment) ?? "" }
    text += altered(example, &random)
    for _ in 0..<random.below(4) { text += random.pick(environment) ?? "" }
    return text
  }

  /// An example in another spelling: mostly a match still.
  private static func altered(_ example: String, _ random: inout SeededRandom) -> String {
    switch random.below(8) {
    case 0: example.uppercased()
    case 1: example.decomposedStringWithCanonicalMapping
    case 2: example.uppercased().decomposedStringWithCanonicalMapping
    case 3: example.replacing("ss", with: "ß").replacing("fi", with: "ﬁ").replacing("st", with: "ﬆ")
    case 4: example.replacing("s", with: "ſ").replacing("k", with: "\u{212A}")
    case 5: example.replacing("ff", with: "ﬀ").replacing("fl", with: "ﬂ").replacing("\u{2BC}n", with: "ŉ")
    default: example
    }
  }
}

extension Substring.UTF16View {
  /// How many bytes of UTF-8 its scalars take.
  fileprivate var utf8Count: Int { String(decoding: self, as: UTF16.self).utf8.count }
}

/// A regular expression with a text that it was made to match.
private struct RegexSample {
  var pattern = ""
  var example = ""

  static func sequence(_ random: inout SeededRandom, depth: Int) -> RegexSample {
    var sample = RegexSample()
    for _ in 0..<(1 + random.below(5)) { sample.append(item(&random, depth: depth)) }
    if random.happens(percent: 5) {
      let other = sequence(&random, depth: 0)
      return RegexSample(pattern: sample.pattern + "|" + other.pattern, example: other.example)
    }
    return sample
  }

  private mutating func append(_ other: RegexSample) {
    pattern += other.pattern
    example += other.example
  }

  private static func item(_ random: inout SeededRandom, depth: Int) -> RegexSample {
    let atom =
      switch random.below(10) {
      case 0..<6: word(&random)
      case 6..<8: RegexSample(random.pick(specials))
      default: depth > 0 ? group(&random, depth: depth - 1) : word(&random)
      }
    guard random.happens(percent: 25), let quantifier = random.pick(quantifiers) else { return atom }
    return atom.quantified(quantifier.mark, times: random.pick(quantifier.times) ?? 1)
  }

  static func word(_ random: inout SeededRandom) -> RegexSample {
    var sample = RegexSample()
    for _ in 0..<(1 + random.below(3)) {
      let piece = random.pick(letters) ?? ""
      let isEscaped = piece.allSatisfy { ".()[]{}*+?^$|\\".contains($0) }
      sample.append(RegexSample(pattern: (isEscaped ? "\\" : "") + piece, example: piece))
    }
    return sample
  }

  private static func group(_ random: inout SeededRandom, depth: Int) -> RegexSample {
    let inner = sequence(&random, depth: depth)
    let opening = random.pick(openings) ?? "("
    let isLook = ["(?=", "(?!", "(?<=", "(?<!"].contains(opening)
    return RegexSample(pattern: opening + inner.pattern + ")", example: isLook ? "" : inner.example)
  }

  /// A quantifier takes the last scalar of a word, and a group or a class as a whole; the example need not know.
  private func quantified(_ mark: String, times: Int) -> RegexSample {
    let isWhole = pattern.hasSuffix(")") || pattern.hasSuffix("]")
    var head = example.unicodeScalars
    let last = isWhole ? example : head.popLast().map { String($0) } ?? ""
    let rest = isWhole ? "" : String(head)
    return RegexSample(pattern: pattern + mark, example: rest + String(repeating: last, count: times))
  }

  private init(_ special: (pattern: String, example: String)?) {
    pattern = special?.pattern ?? ""
    example = special?.example ?? ""
  }

  private init(pattern: String = "", example: String = "") {
    self.pattern = pattern
    self.example = example
  }

  private static let letters =
    Array("abfhijklnstwyKSJT회의로록각漢字éÉåÅßıİﬁﬀŉǰẖかガㄱ,- <=>#/_.()[]{}*+?^$|\\19").map(String.init) + [
      "ss", "fi", "st", "ff", "fl", "\u{2BC}n", "j\u{30C}", "i\u{307}", "e\u{301}", "\u{301}", "\u{308}", "로\u{11A8}",
      "\u{1112}\u{116C}", "か\u{3099}", "ｶ", "Ａ", "\u{212A}", "ſ", "\u{338}",
    ]

  private static let specials: [(String, String)] = [
    (".", "z"), (".", "か"), ("\\d", "7"), ("\\w", "k"), ("\\s", " "), ("\\b", ""), ("^", ""), ("$", ""), ("[abc]", "b"),
    ("[^)]", "a"), ("[(]", "("), ("[\\]]", "]"), ("[[a-c]&&[b]]", "b"), ("[[:alpha:]]", "q"), ("[[]1]2]", "]"),
    ("[]1]", "]"),
    ("[^]1]", "2"), ("[a|b]", "|"), ("[(?x)]", "x"), ("(?i)", ""), ("(?x) 1 2", "12"), ("(?x)1#2", "1"),
    ("(?-i:K)", "K"),
    ("\\Qa|b)\\E", "a|b)"),
    ("[\\Q]\\E]", "]"), ("\\x41", "A"), ("\\x{42}", "B"), ("\\u0041b", "Ab"), ("\\N{LATIN SMALL LETTER A}", "a"),
    ("\\p{Lu}", "Q"), ("(a)\\1", "aa"), ("(?#(comment)", ""), ("\\t", "\t"), ("\\R", "\n"), ("\\X", "x"), ("\\-", "-"),
    ("\\_", "_"), ("\\ ", " "), ("\\é", "é"), ("\\회", "회"), ("\\cA", "\u{1}"), ("\\cj", "\n"), ("\\0101", "A"),
    ("]", "]"),
    ("}", "}"), ("#", "#"), ("\\#", "#"), ("(?<name>k)\\k<name>", "kk"), ("(?i:a)", "a"), ("[\\p{L}--[a]]", "b"),
  ]

  private static let openings = ["(", "(", "(?:", "(?:", "(?>", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "(?i:", "((?x)"]

  private static let quantifiers: [(mark: String, times: [Int])] = [
    ("*", [0, 1, 2]), ("?", [0, 1]), ("+", [1, 2]), ("{2}", [2]), ("{0,1}", [0, 1]), ("{1,}", [1, 3]), ("*?", [0, 1]),
    ("+?", [1]), ("??", [0]), ("*+", [0, 2]), ("++", [1]), ("?+", [1]), ("{0}", [0]),
  ]
}
