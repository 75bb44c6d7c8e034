import Foundation
import Testing

@testable import MemoCLI
@testable import MemoCore
@testable import MemoWords

/// The compiler asks for a Korean wording of every message; these tests ask that it is one.
@Suite struct CompletenessTests {
  private static let declarations = CommandList.declarations + CommandList.hidden

  /// What help, manual and completions show, by the command that it is about.
  private static let help: [(command: String, texts: [Text])] =
    declarations.map { ($0.name, texts(of: $0)) } + [
      ("global", GlobalOptions.all.map(\.help) + CommandGroup.allCases.map(\.title)),
      ("settings", SettingKey.allCases.map(\.help)),
    ]

  private static func texts(of command: CommandDeclaration) -> [Text] {
    let options = command.optionGroups.flatMap { [$0.title] + $0.arguments.map(\.help) }
    let words = command.positionals.map(\.help) + command.examples.map(\.help)
    return [command.summary] + command.description + command.terms.map { $0.meaning } + options + words
  }

  @Test(arguments: help.map(\.command))
  func helpIsKorean(command: String) {
    let texts = Self.help.filter { $0.command == command }.flatMap(\.texts)
    #expect(!texts.isEmpty)
    for text in texts where !Self.isKorean(text[.korean], besides: text[.english]) {
      Issue.record("no Korean: \(text[.english]) | \(text[.korean])")
    }
  }

  @Test(arguments: help.map(\.command))
  func helpEndsSentencesAlike(command: String) {
    for text in Self.help.filter({ $0.command == command }).flatMap(\.texts)
    where text[.english].hasSuffix(".") != text[.korean].hasSuffix(".") {
      Issue.record("one is a sentence: \(text[.english]) | \(text[.korean])")
    }
  }

  // Messages are functions, which no test can call all of; their wordings are read from the source.
  @Test func everyWordingInTheSourceIsKorean() throws {
    let wordings = try Self.sourceFiles().flatMap { file in Self.wordings(in: file.text).map { (file.name, $0) } }
    #expect(wordings.count > 600)
    for (file, wording) in wordings where !Self.hasHangul(wording) && !Self.isMadeOfMessages(wording) {
      Issue.record("\(file): no Korean in \(wording)")
    }
  }

  /// What may be the same in every language: names, symbols and the lines of other programs.
  @Test func whatIsVerbatimHoldsNoSentence() throws {
    for file in try Self.sourceFiles() {
      for match in file.text.matches(of: #/Text\(verbatim: "([^"]*)"/#) where match.1.contains(#/[a-z]{2,} [a-z]{2,}/#)
      {
        Issue.record("\(file.name): a sentence in English alone: \(match.1)")
      }
    }
  }

  // MARK: Terms

  /// Words for what the glossary has another word for.
  private static let otherWords: [(pattern: String, word: String)] = [
    ("되살[리려릴린립렸림]", "복원"), ("섹션|단락", "소제목"), ("나가기|끝내기|끝내려", "종료"), ("나열", "목록"), ("역링크", "백링크"),
    ("[a-zA-Z0-9`'][을를] 주(?:면|십시오)", "붙이면, 붙이십시오"), ("것이 없습니다", "내용이 없습니다, 작업이 없습니다"), ("게 됩니다", "예정입니다"),
    ("겠습니까", "-ㄹ까요"), ("글로브", "패턴"), ("인자[는가를]", "인수"), ("작업 디렉터리", "현재 폴더"), ("(?:^|[^이])메일 주소", "이메일 주소"),
  ]

  /// Sentences in which such a word is another thing: neither the text of memos nor the outcome of a dry run.
  private static let otherThings = ["필요한 것이", "저장된 것이", "쓰지 않게 됩니다", "확인하게 됩니다"]

  @Test func koreanHasOneWordForOneThing() throws {
    let page = Self.sources.appending(path: "MemoKit/MemoKit.docc/Korean.md")
    let texts =
      try Self.sourceFiles().flatMap { file in Self.wordings(in: file.text).map { (file.name, String($0)) } }
      + [("Korean.md", try String(contentsOf: page, encoding: .utf8))]
      + Self.help.flatMap { help in help.texts.map { (help.command, $0[.korean]) } }
    for (file, text) in texts {
      let text = Self.otherThings.reduce(text) { $0.replacing($1, with: "") }
      for (pattern, word) in Self.otherWords {
        if let found = text.firstMatch(of: try Regex(pattern)) {
          Issue.record("\(file): \(found.0) is \(word): \(text.prefix(80))")
        }
      }
    }
  }

  /// What is typed in the place of such a word is named in the language of the sentence.
  @Test func noEnglishPlaceholderStandsInKorean() throws {
    let wordings = try Self.sourceFiles().flatMap { file in Self.wordings(in: file.text).map { (file.name, $0) } }
    for (file, wording) in wordings {
      let words = wording.unicodeScalars.split { !($0.isASCII && $0.properties.isAlphabetic) && $0 != "_" }.map(
        String.init)
      // As a noun, not as what is typed behind a command, it is called so in both.
      for word in words where Placeholder.nouns[word] != nil && (word != "URL" || wording.contains("memo ")) {
        Issue.record("\(file): \(word) in \(wording)")
      }
    }
  }

  @Test(arguments: declarations.map(\.name))
  func everyPlaceholderHasAKoreanNoun(command: String) throws {
    let declaration = try #require(Self.declarations.first { $0.name == command })
    // Numbers, git's own names, a hash, and examples of the help on other programs.
    let same = ["N", "OURS", "BASE", "THEIRS", "ETAG"]
    for usage in [declaration.usage] + declaration.options.map(\.valueSuffix) {
      let shown = Placeholder.text(usage)[.korean].matches(of: #/[A-Z]+(?![a-z])/#).map { String($0.0) }
      #expect(Set(shown).isSubset(of: same), "\(usage): \(shown)")
    }
  }

  // MARK: Reading

  private static func isKorean(_ korean: String, besides english: String) -> Bool {
    hasHangul(korean) && korean != english
  }

  private static func hasHangul(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { Hangul.syllables.contains($0.value) }
  }

  /// `\(sentence): \(paths)`
  private static func isMadeOfMessages(_ wording: Substring) -> Bool {
    !wording.replacing(#/\\\([^()]*(\([^()]*\)[^()]*)*\)/#, with: "").contains(where: \.isLetter)
  }

  private static func wordings(in text: String) -> [Substring] {
    text.matches(of: #/ko:\s+(?:[a-z =0]+\? )?(?:"""\n(.*?)"""|"((?:\\.|[^"\\\n])*)")/#.dotMatchesNewlines()).compactMap
    { $0.1 ?? $0.2 }
  }

  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources")

  private static func sourceFiles() throws -> [(name: String, text: String)] {
    try ["MemoWords", "MemoTUI", "MemoCLI"].flatMap { target in
      let root = sources.appending(path: target)
      let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
      return try names.filter { !$0.hasPrefix("Language/") }.map { name in
        (name, try String(contentsOf: root.appending(path: name), encoding: .utf8))
      }
    }
  }
}
