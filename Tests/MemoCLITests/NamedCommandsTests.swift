import Foundation
import Testing

@testable import MemoCLI
@testable import MemoWords

/// The commands that errors, hints, help and notes name can be typed: memo's own parser takes each.
@Suite struct NamedCommandsTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
  private static let commands = CommandList.declarations + CommandList.hidden
  private static let names = Set(commands.flatMap(\.names))

  @Test func everyCommandInAWordingCanBeTyped() throws {
    var count = 0
    for file in try Self.files("Sources", ["MemoWords", "MemoCLI", "MemoTUI", "MemoLSP", "MemoKit"], ".swift") {
      for line in file.text.split(separator: "\n") where !line.contains(#/^\s*//#) {
        for named in Self.commands(inSource: String(line)) {
          count += 1
          if let problem = Self.problem(with: named) { Issue.record("\(file.name): '\(named)': \(problem)") }
        }
      }
    }
    #expect(count > 300, "\(count) commands in wordings")
  }

  @Test func everyCommandInAHintOfATranscriptCanBeTyped() throws {
    var counts = [0, 0]
    for file in try Self.files("Tests", ["Transcripts"], ".md") {
      for hint in Self.hints(in: file.text) {
        counts[file.name.contains("Korean") ? 1 : 0] += 1
        for named in Self.commands(inText: hint.replacing("<id>", with: "id")) {
          if let problem = Self.problem(with: named) { Issue.record("\(file.name): '\(named)': \(problem)") }
        }
      }
    }
    #expect(counts.allSatisfy { $0 > 150 }, "\(counts) hints")
  }

  @Test func everyCommandLineOfTheArticlesCanBeTyped() throws {
    var count = 0
    let readme = ("README.md", try String(contentsOf: Self.package.appending(path: "README.md"), encoding: .utf8))
    for file in try Self.files("Sources", ["MemoKit/MemoKit.docc"], ".md") + [readme] {
      for line in file.1.matches(of: #/^(?: {4}|\$ | {4}\$ )(memo .+)$/#.anchorsMatchLineEndings()) {
        for named in Self.commands(inText: String(line.1)) {
          count += 1
          if let problem = Self.problem(with: named) { Issue.record("\(file.0): '\(named)': \(problem)") }
        }
      }
    }
    #expect(count > 100, "\(count) command lines in articles")
  }

  /// Who reads Korean is sent to the same places.
  @Test func bothLanguagesNameTheSameCommands() throws {
    let transcripts = Self.package.appending(path: "Tests/Transcripts")
    let pages = try ["mistakes.md", "Korean/mistakes.md"].map { name in
      try String(contentsOf: transcripts.appending(path: name), encoding: .utf8)
        .components(separatedBy: "\n$ ").dropFirst().map {
          Self.hints(in: $0).flatMap(Self.commands(inText:)).map(Self.key)
        }
    }
    #expect(pages[0].count > 40)
    #expect(pages[0] == pages[1])
  }

  static let samples: [(String, [String])] = [
    ("create one with 'memo init', or not", ["memo init"]),
    ("to see them: memo list --path 'a b'; or", ["memo list --path 'a b'"]),
    ("되돌리려면: memo undo. 모두", ["memo undo"]),
    ("first 'memo git backup', then: memo sync", ["memo git backup", "memo sync"]),
    ("a: memo git setup --undo && memo git setup", ["memo git setup --undo", "memo git setup"]),
    ("'memo share --stdout REF | …'", ["memo share --stdout REF"]), ("memo is a program", []),
    ("use \"$(memo today)\"", ["memo today"]),
  ]

  @Test(arguments: samples)
  func commandsAreFoundInText(text: String, found: [String]) {
    #expect(Self.commands(inText: text) == found)
  }

  // MARK: Finding

  /// The commands in a line of Swift; what is put in counts as one word.
  private static func commands(inSource line: String) -> [String] {
    guard line.contains("memo ") else { return [] }
    let text = line.replacing(#/\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/#, with: "X").replacing(
      "\\\"", with: "\u{1}")
    return text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 || line.hasPrefix("      ") }
      .flatMap { Self.commands(inText: String($0.element).replacing("\u{1}", with: "\"")) }
  }

  /// What is between the quotes of `'memo …'`, and what is behind a colon, up to where the sentence goes on.
  private static func commands(inText text: String) -> [String] {
    let starts = text.matches(of: #/(?<before>^|'|: |&& |\$\(|then )memo (?<name>[a-z][a-z-]*)(?![a-z-])/#)
    return starts.compactMap { start in
      let isSure = !start.before.isEmpty
      guard names.contains(String(start.name)) || isSure else { return nil }
      let rest = text[start.range.lowerBound...].dropFirst(start.before.count)
      let end = Self.end(of: rest, isQuoted: start.before == "'", isSubstituted: start.before == "$(")
      let command = rest[..<end].trimmingCharacters(in: .whitespaces)
      // "memo list" in a sentence about it.
      if !isSure, command.contains(#/^memo [a-z]+ (?:[a-z]+ ){2}/#) { return nil }
      return command
    }
  }

  private static func end(of text: Substring, isQuoted: Bool, isSubstituted: Bool) -> String.Index {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if isQuoted {
        let mayEnd = "| ".contains(character)
        if character == "'" || mayEnd && text[index...].contains(#/^(?:\|| && | < )/#) { return index }
      } else if let open = quote {
        if character == open { quote = nil }
      } else if isSubstituted, character == ")" {
        return index
      } else if character == "'" || character == "\"" {
        quote = character
      } else if ";|> ,.)".contains(character),
        text[index...].contains(#/^(?:[;|>]| [<#]|[,.)](?: |$)| && | then )/#)
      {
        return index
      }
    }
    return text.endIndex
  }

  private static func hints(in text: String) -> [String] {
    let errors = text.split(separator: "\n").filter { $0.hasPrefix("! ") }.map { String($0.dropFirst(2)) }
    return errors.filter { !$0.contains(#/^(?:\{|usage:|사용법:)/#) }
  }

  /// A command without what a language has its own word for.
  private static func key(_ command: String) -> String {
    command.split(separator: " ").filter { $0.allSatisfy { $0.isASCII && !$0.isUppercase } }.joined(separator: " ")
  }

  // MARK: Checking

  private static func problem(with command: String) -> String? {
    let line = command.replacing("\"$(memo today)\"", with: "REF").replacing("…", with: "")
    let words = ShellLine(Array(line.utf8)).words.filter { !$0.isEmpty }.dropFirst()
    // A name alone in a sentence: 'memo show' takes a REF.
    if words.count == 1, let name = words.first, names.contains(String(decoding: name, as: UTF8.self)) { return nil }
    do throws(UsageError) {
      let parsed = try CommandLineParser.parse(words.map { RawArgument(bytes: $0) }, commands: commands)
      switch parsed.action {
      case .run, .help, .helpOfAll, .version, .none: return nil
      // A recipe of an article adds this one.
      case .external(let name, _): return name == "pick" ? nil : "no command '\(name.text)'"
      }
    } catch {
      // The start of a command, which the sentence around it completes.
      let isStart = [.missingArgument, .missingValue].contains(error.kind)
      return isStart || command == "memo help X" ? nil : error.message[.english]
    }
  }

  private static func files(_ top: String, _ folders: [String], _ end: String) throws -> [(name: String, text: String)]
  {
    try folders.flatMap { folder in
      let root = package.appending(path: "\(top)/\(folder)")
      return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(end) }.sorted().map {
        ("\(folder)/\($0)", try String(contentsOf: root.appending(path: $0), encoding: .utf8))
      }
    }
  }
}
