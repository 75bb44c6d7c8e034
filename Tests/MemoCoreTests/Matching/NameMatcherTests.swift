import Foundation
import MemoTestSupport
import Testing

@testable import MemoCore

@Suite struct NameMatcherTests {
  private static let pieces = [
    "a", "B", "plan", "Plan", ".md", ".", "-", " ", "회의록", "회의", "ㅎㅇㄹ", "ㅈ", "장", "주간", "\u{1112}\u{1161}", "하",
    "é", "e\u{301}", "E", "łé", "le", "1", "장 보기", "장보기", "  ", "かな", "ㅈㅂㄱ", "K", "\u{212A}", "ß", "SS",
  ]

  private struct Memo {
    var title = ""
    var stem = ""
    var aliases: [String] = []
  }

  /// By the definition, with texts that are folded anew for each question.
  private func expected(_ typed: String, _ memo: Memo) -> NameMatcher.Match? {
    let key = Folding.matchKey(typed)
    guard !key.isEmpty else { return nil }
    let names = ([memo.title, memo.stem] + memo.aliases).map(Folding.matchKey)
    if (names + [Folding.matchKey(memo.stem + ".md")]).contains(key) { return .exact }
    if names.contains(where: { squeezed($0) == squeezed(key) }), hasSyllable(key) { return .respaced }
    let scalars = typed.unicodeScalars
    if scalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }) {
      if names.contains(where: { isUnaccented(key, $0) }) { return .unaccented }
      if names.contains(where: { $0.starts(with: key) }) { return .start }
      if names.contains(where: { !$0.ranges(of: key).isEmpty }) { return .part }
    }
    guard Hangul.isInitials(typed), let pattern = WordPattern(word: typed) else { return nil }
    return pattern.occurs(in: memo.title) ? .initials : pattern.occurs(inName: memo.title) ? .spacedInitials : nil
  }

  /// Letter by letter: that of the name, or the same without its accent.
  private func isUnaccented(_ key: [UInt8], _ name: [UInt8]) -> Bool {
    let (typed, letters) = (String(decoding: key, as: UTF8.self), String(decoding: name, as: UTF8.self))
    return typed.count == letters.count
      && zip(typed, letters).allSatisfy { $0 == $1 || $0.isASCII && "\($0)" == bare($1) }
  }

  private func bare(_ letter: Character) -> String {
    letter == "ł" ? "l" : "\(letter)".decomposedStringWithCanonicalMapping.unicodeScalars.first.map { "\($0)" } ?? ""
  }

  private func hasSyllable(_ key: [UInt8]) -> Bool {
    String(decoding: key, as: UTF8.self).unicodeScalars.contains { WordGap.isSyllable($0.value) }
  }

  /// Without the blanks that have a syllable on a side.
  private func squeezed(_ key: [UInt8]) -> [Unicode.Scalar] {
    let scalars = Array(String(decoding: key, as: UTF8.self).unicodeScalars)
    return scalars.indices.compactMap { place in
      guard scalars[place] == " " else { return scalars[place] }
      let sides = [scalars[..<place].last { $0 != " " }, scalars[place...].first { $0 != " " }]
      return sides.contains { $0.map { WordGap.isSyllable($0.value) } ?? false } ? nil : scalars[place]
    }
  }

  private func found(_ matcher: inout NameMatcher, _ memo: Memo) -> NameMatcher.Match? {
    let bytes = ([memo.title, memo.stem + ".md", memo.stem] + memo.aliases).map { Array($0.utf8) }
    let regions = bytes.map { bytes in
      let region = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      region.copyBytes(from: bytes)
      return UnsafeRawBufferPointer(region)
    }
    defer { for region in regions { region.deallocate() } }
    return matcher.match(title: regions[0], fileName: regions[1], others: Array(regions[2...]))
  }

  @Test func namesAnswerAsTheDefinitionSays() {
    var random = SeededRandom(seed: 5)
    var seen: [NameMatcher.Match?: Int] = [:]
    for _ in 0..<1_500 {
      let text = { (most: Int) in
        (0..<random.below(most + 1)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      }
      let typed = text(2)
      var matcher = NameMatcher(typed)
      for _ in 0..<6 {
        let memo = Memo(title: text(4), stem: "s" + text(2), aliases: (0..<random.below(2)).map { _ in text(2) })
        let match = found(&matcher, memo)
        #expect(match == expected(typed, memo), "\(typed) of \(memo)")
        seen[match, default: 0] += 1
      }
    }
    #expect(seen.count == 8, "each was seen: \(seen)")
  }
}
