import MemoCore
import MemoTestSupport
import Testing

/// The rules of title, words and tags once more, slowly and over characters and scalars of strings.
@Suite struct MemoOracleTests {
  private static let pieces = [
    "# ", "## ", "#", " #", "##", "#1", "#a/b", "(#", "/", "//", "-", "_", " ", "  ", "\n- ", "\n1. ", "\n",
    "\r\n", "\r", "\n\n",
    "word", "don't",
    "회의", "회의록을 ", "漢字", "かな", "é", "e\u{301}", "12", "\u{3000}", "\u{A0}", "👍", ".", ",", "://", "http://x/", "\"",
    "=\"",
    "「", "…", "\t", "Ⅷ", "C#", " ##", "#태그",
  ]

  @Test func parserAndOracleAgree() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<4_000 {
      let count = Int.random(in: 0..<25, using: &random)
      let text = (0..<count).map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)] }.joined()
      // What is code by its indentation is for CommonMark to say: see CommonMarkTests.
      if text.contains(/[\r\n][ \t0-9.+*>-]*( {4}|\t)/) { continue }
      let metadata = MemoParser.metadata(of: Array(text.utf8))
      let seen = text.debugDescription
      #expect(Array(metadata.title.utf8) == Array(PlainReading.title(text).utf8), "title of \(seen)")
      #expect(metadata.wordCount == PlainReading.words(text), "words of \(seen)")
      #expect(metadata.tags == PlainReading.tags(text), "tags of \(seen)")
    }
  }
}

private enum PlainReading {
  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init)
  }

  static func trim(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    return string(scalars[...])
  }

  static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  static func title(_ text: String) -> String {
    guard let line = lines(text).map(trim).first(where: { !$0.isEmpty }) else { return "" }
    let scalars = Array(line.unicodeScalars)
    let marks = scalars.prefix { $0 == "#" }.count
    guard (1...6).contains(marks), marks == scalars.count || scalars[marks] == " " || scalars[marks] == "\t" else {
      return line
    }
    let rest = Array(trim(string(scalars[marks...])).unicodeScalars)
    let closing = rest.reversed().prefix { $0 == "#" }.count
    let kept = rest.dropLast(closing)
    return kept.isEmpty || kept.last == " " || kept.last == "\t" ? trim(string(kept)) : string(rest[...])
  }

  static func isHanOrKana(_ scalar: Unicode.Scalar) -> Bool {
    "漢字かな".unicodeScalars.contains(scalar)
  }

  static func words(_ text: String) -> Int {
    text.unicodeScalars.split { $0.properties.isWhitespace }.map { run in
      let rest = run.split { isHanOrKana($0) }.filter { $0.contains { isLetter($0) || isDigit($0) } }
      return rest.count + run.filter(isHanOrKana).count
    }.reduce(0, +)
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && !isMark(scalar)
  }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass != .notReordered
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.numericType == .decimal
  }

  static func tags(_ text: String) -> [String] {
    var tags: [String] = []
    for line in lines(text) {
      for run in line.unicodeScalars.split(whereSeparator: { $0.properties.isWhitespace }) {
        for tag in self.tags(run: Array(run)) where !tags.contains(where: { $0.lowercased() == tag.lowercased() }) {
          tags.append(tag)
        }
      }
    }
    return tags
  }

  /// Emoji and such; in ASCII none is part of a tag.
  static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && [.otherSymbol, .mathSymbol, .currencySymbol].contains(scalar.properties.generalCategory)
  }

  static func tags(run: [Unicode.Scalar]) -> [String] {
    if string(run[...]).contains("://") { return [] }
    var tags: [String] = []
    var next = 0
    for index in run.indices where run[index] == "#" && index >= next {
      let isOpen = index == 0 || "(\",「".unicodeScalars.contains(run[index - 1])
      let isAttribute = index > 1 && run[index - 1] == "\"" && run[index - 2] == "="
      let name = run[(index + 1)...].prefix {
        isLetter($0) || isDigit($0) || isMark($0) || isSymbol($0) || "_-/".unicodeScalars.contains($0)
      }
      let parts = name.split(separator: "/", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
      let tag = Array(parts.joined(separator: ["/"]))
      guard isOpen, !isAttribute, let first = tag.first, !isMark(first),
        tag.contains(where: { isLetter($0) || isSymbol($0) || $0 == "_" || $0 == "-" })
      else { continue }
      tags.append(string(tag[...]))
      next = index + 1 + tag.count
    }
    return tags
  }
}
