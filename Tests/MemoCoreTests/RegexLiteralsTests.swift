import Foundation
import MemoTestSupport
import Testing

@testable import MemoCore

struct RegexLiteralsTests {
  @Test(arguments: [
    ("release.", ["releas"]), ("v[0-9]+ release(d)?", [" releas"]), ("회의(록|실)", ["회의"]), ("(a|b)x1(c)", ["x1"]),
    ("Ｂab1", ["ab1"]), ("AB Éa1", ["ab éa1"]), ("e\u{301}a1", ["éa1"]), ("漢字", ["漢字"]), ("a1.b1", ["a1", "b1"]),
    ("^1\\b#2$", ["1", "#2"]), ("1]2}3", ["1", "2", "3"]), ("회의로\u{11A8}", ["회의록"]), ("", []),
  ])
  func everyRunOfTheTopLevelIsNeeded(pattern: String, literals: [String]) {
    #expect(Self.literals(pattern) == literals, "\(pattern)")
  }

  @Test(arguments: [
    ("123?", ["12"]), ("123*4", ["12", "4"]), ("123+4", ["123", "4"]), ("123{0,2}4", ["12", "4"]), ("123{2}", ["12"]),
    ("123+?4", ["123", "4"]), ("123?+4", ["12", "4"]), ("회의록?", ["회의"]), ("\\.?1", ["1"]), ("1(23)?4", ["1", "4"]),
    ("1{12}", []), ("é?1", ["1"]),
  ])
  func aQuantifierTakesTheScalarBeforeIt(pattern: String, literals: [String]) {
    #expect(Self.literals(pattern) == literals, "\(pattern)")
  }

  @Test(arguments: [
    ("1(2(3)[)]\\)4)5", ["1", "5"]), ("1(?:2)3(?=4)5(?!6)7(?<=7)8(?<!7)9(?>0)1", ["1", "3", "5", "7", "8", "9", "1"]),
    ("1(?<name>2)3", ["1", "3"]), ("1[2[3]&&[^4]]5", ["1", "5"]), ("1[[:alpha:]]5", ["1", "5"]),
    ("1[\\]2]5", ["1", "5"]),
    ("1[(]5", ["1", "5"]), ("1\\d\\w\\S\\b5", ["1", "5"]), ("1\\p{Lu}\\x{62}\\N{DIGIT ONE}5", ["1", "5"]),
    ("1\\.5\\/2 \\(a\\)", ["1.5/2 (a)"]), ("a b#1", ["a b#1"]),
  ])
  func groupsClassesAndEscapesBreakARun(pattern: String, literals: [String]) {
    #expect(Self.literals(pattern) == literals, "\(pattern)")
  }

  @Test(arguments: [
    "12|34", "12|", "(?i)12", "12(?x) 3", "1(?-i:2)3", "1((?x)2)3", "12(?#()3", "\\Q12\\E", "1[\\Q]\\E]2",
    "1(\\Q)\\E)2",
    "12\\x41", "12\\u0041", "(1)\\12", "(?<n>1)\\k<n>2", "12\\cA", "1[]2]3", "1[^]2]3", "1[[]2]3", "12\\", "12(3",
    "12[3",
    "12)3", "12{2", "12\\p",
  ])
  func whatIsNotSureGivesNothing(pattern: String) {
    #expect(Self.literals(pattern) == [], "\(pattern)")
  }

  @Test(arguments: [
    ("カ\u{30FC}か1", ["カ\u{30FC}か1"]), ("かが", ["か"]), ("ｶ1", ["1"]), ("ａ1", ["1"]), ("ㅎ1", ["1"]), ("\u{1112}1", ["1"]),
    ("a\u{308}1", ["ä1"]),
    ("q1\u{301}2", ["q1", "2"]), ("straße1", ["str", "e1"]), ("1İ2", ["1", "2"]), ("1ı2", ["1", "2"]), ("ﬁ1", ["1"]),
  ])
  func onlyScalarsThatFoldAloneAreTaken(pattern: String, literals: [String]) {
    #expect(Self.literals(pattern) == literals, "\(pattern)")
  }

  @Test(arguments: [("draft", ["draf"]), ("as+1", ["a", "1"]), ("1<", ["1"]), ("é", []), ("J", []), ("회의h", ["회의"])])
  func aLastScalarThatTakesMarksIsLeftOut(pattern: String, literals: [String]) {
    #expect(Self.literals(pattern) == literals, "\(pattern)")
  }

  @Test func deepNestingIsRead() {
    let depth = 200_000
    let pattern = String(repeating: "(", count: depth) + "b" + String(repeating: ")", count: depth) + "1"
    #expect(Self.literals(pattern) == ["1"])
  }

  /// Whatever a scalar may match, and whatever may join it after that: all pairs there are.
  @Test func aMarkAfterAMatchTakesNothingFromALiteral() throws {
    let marks = Self.composingMarks
    #expect(marks.count > 50)
    var matchCount = 0
    for scalar in Self.scalarsThatMatchLiterals {
      let folded = String(decoding: Folding.fold(String(scalar)), as: UTF8.self)
      let pattern = "1" + NSRegularExpression.escapedPattern(for: folded)
      let regex = try RegexPattern(pattern)
      let literals = RegexSupport.literals(of: pattern)
      for between in ["", "\u{FF9E}"] {
        for mark in marks {
          let text = "1\(scalar)\(between)\(mark)"
          guard RegexSupport.matches(regex, text) else { continue }
          matchCount += 1
          #expect(RegexSupport.holds(literals, text), "\(pattern) in \(text.unicodeScalars.map(\.value))")
        }
      }
    }
    #expect(matchCount > 5_000)
  }

  private static func literals(_ pattern: String) -> [String] {
    RegexSupport.literals(of: pattern).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Marks that stand behind another scalar in the decomposition of some scalar.
  private static var composingMarks: Set<Unicode.Scalar> {
    var marks: Set<Unicode.Scalar> = []
    for scalar in (UInt32(0xC0)...0x1_FFFF).compactMap({ Unicode.Scalar($0) }) {
      marks.formUnion(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.dropFirst())
    }
    return marks
  }

  /// ASCII, kana, Latin letters with all that fold to them, and some of the ideographs and syllables, which are too many.
  private static var scalarsThatMatchLiterals: [Unicode.Scalar] {
    let latin = (UInt32(0x20)...0x1_FFFF).compactMap { Unicode.Scalar($0) }.filter { scalar in
      scalar.isASCII || (0xC0...0xFF).contains(scalar.value)
        || Folding.fold(String(scalar)).contains { (0x61...0x7A).contains($0) }
    }
    let others =
      Array(UInt32(0x3041)...0x30FF) + stride(from: 0x3400, to: 0x9FFF, by: 1_999)
      + stride(from: 0xAC00, through: 0xD7A3, by: 211)
    return latin + others.compactMap { Unicode.Scalar($0) }
  }
}
