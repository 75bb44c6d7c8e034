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
    declarations.map { command in
      let options = command.optionGroups.flatMap { [$0.title] + $0.arguments.map(\.help) }
      let words = command.positionals.map(\.help) + command.examples.map(\.help)
      return (command.name, [command.summary] + command.description + options + words)
    } + [
      ("global", GlobalOptions.all.map(\.help) + CommandGroup.allCases.map(\.title)),
      ("settings", SettingKey.allCases.map(\.help)),
    ]

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

  private static func sourceFiles() throws -> [(name: String, text: String)] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
    return try ["MemoWords", "MemoTUI", "MemoCLI"].flatMap { target in
      let root = sources.appending(path: target)
      let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
      return try names.filter { !$0.hasPrefix("Language/") }.map { name in
        (name, try String(contentsOf: root.appending(path: name), encoding: .utf8))
      }
    }
  }
}
