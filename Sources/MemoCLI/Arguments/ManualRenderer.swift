import MemoCore
public import MemoWords

/// Writes manual pages in roff's `man` macros from declarations.
public struct ManualRenderer: Sendable {
  private let version: String
  private let date: String
  private let language: Language

  /// A renderer for a version of memo and the day it was made: `2026-03-01`.
  public init(version: String, date: String, language: Language) {
    (self.version, self.date, self.language) = (version, date, language)
  }

  /// The page of memo as a whole: `memo(1)`.
  public func manual(of commands: [CommandDeclaration]) -> String {
    let groups = CommandGroup.allCases.flatMap { group in
      let items = commands.filter { $0.group == group }.map {
        Roff.item(Roff.bold(synopsis(of: $0)), $0.summary[language])
      }
      return items.isEmpty ? [] : [Roff.subsection(group.title[language])] + items
    }
    return page(
      "MEMO",
      [
        Self.name, "memo \\- " + Roff.text(HelpRenderer.about[language]),
        heading(HelpHeading.synopsis), Roff.bold("memo") + usage,
        heading(HelpHeading.commands),
      ] + groups + [
        heading(HelpHeading.globalOptions), Roff.text(HelpHeading.globalOptionsNote[language]),
      ] + GlobalOptions.all.map(option) + details(of: commands) + ManualText.all.flatMap(section)
        + [heading(HelpHeading.seeAlso), Roff.reference("git")])
  }

  /// The page of one command: `memo-list(1)`.
  public func manual(of command: CommandDeclaration) -> String {
    page(
      "MEMO-\(command.name.uppercased())",
      [
        Self.name, Roff.text("memo-\(command.name)") + " \\- " + Roff.text(command.summary[language]),
        heading(HelpHeading.synopsis), Roff.bold(Placeholder.text(command.usage)[language]),
      ] + body(of: command, isPage: true) + [heading(HelpHeading.globalOptions)] + GlobalOptions.ofCommands.map(option)
        + section(ManualText.exitStatus) + [
          heading(HelpHeading.seeAlso),
          (["memo"] + command.seeAlso.map { "memo-\($0)" }).map(Roff.reference).joined(separator: ", "),
        ])
  }

  private var usage: String {
    let words = ["COMMAND", "OPTIONS", "ARGUMENTS"].map { Roff.italic(Placeholder.text($0)[language]) }
    return " \(words[0]) [\(words[1])] [\(words[2])]"
  }

  private func page(_ name: String, _ lines: [String]) -> String {
    let title = ".TH \(Roff.text(name)) 1 \"\(Roff.text(date))\" \"memo \(Roff.text(version))\""
    // Words of Korean are few to a line: blanks stretched to its end would be wide gaps.
    return ([title, ".ad l"] + lines).joined(separator: "\n") + "\n"
  }

  /// In every language: what lists pages for `whatis` and `apropos` looks for this word.
  private static let name = Roff.section("NAME")

  // MARK: Commands

  /// What each command has to say beyond its summary.
  private func details(of commands: [CommandDeclaration]) -> [String] {
    [heading(HelpHeading.details)]
      + commands.flatMap { command in
        [Roff.subsection(Placeholder.text(command.usage)[language])] + [Roff.text(command.summary[language]) + "."]
          + body(of: command, isPage: false)
      }
  }

  private func body(of command: CommandDeclaration, isPage: Bool) -> [String] {
    var description = command.description.map { Roff.paragraph + Roff.text($0[language]) }
    let aliases = command.aliases.map { "memo \($0)" }.joined(separator: ", ")
    if !aliases.isEmpty {
      description.append(Roff.paragraph + Roff.text(HelpHeading.aliases[language]) + ": " + Roff.bold(aliases) + ".")
    }
    let terms = command.terms.map { Roff.item(Roff.bold(Placeholder.text($0.term)[language]), $0.meaning[language]) }
    let arguments = command.positionals.map {
      Roff.item(Roff.italic(Placeholder.text($0.usage)[language]), $0.help[language])
    }
    let examples = examples(of: command).map { Roff.item(Roff.bold($0.commandLine[language]), $0.help[language]) }
    return (isPage ? section(HelpHeading.description[language], description, isPage) : description)
      + section(HelpHeading.settings[language], terms, isPage)
      + section(HelpHeading.arguments[language], arguments, isPage)
      + command.optionGroups.flatMap { section($0.title[language], $0.arguments.map(option), isPage) }
      + section(HelpHeading.settings[language], command.snippets.flatMap(snippet), isPage)
      + section(HelpHeading.examples[language], examples, isPage)
  }

  private func snippet(_ snippet: HelpSnippet) -> [String] {
    [Roff.paragraph + Roff.text(snippet.title[language] + ":")] + Roff.lines(snippet.lines)
  }

  /// Without those that a terminal which knows ASCII alone would show with holes, where there are others.
  private func examples(of command: CommandDeclaration) -> [CommandExample] {
    let plain = command.examples.filter { $0.commandLine[language].utf8.allSatisfy { $0 < 0x80 } }
    return language == .korean || plain.isEmpty ? command.examples : plain
  }

  /// A section of a page, or part of a section; nothing where there are no lines.
  private func section(_ title: String, _ lines: [String], _ isPage: Bool) -> [String] {
    guard !lines.isEmpty else { return [] }
    return [isPage ? Roff.section(title.uppercased()) : Roff.paragraph + Roff.bold("\(title):")] + lines
  }

  private func section(_ definitions: Definitions) -> [String] {
    [heading(definitions.title)] + definitions.items.map { Roff.item(Roff.bold($0.term), $0.meaning[language]) }
  }

  private func heading(_ title: Text) -> String { Roff.section(title[language].uppercased()) }

  private func synopsis(of command: CommandDeclaration) -> String {
    Placeholder.text((["memo", command.name] + command.positionals.map(\.usage)).joined(separator: " "))[language]
  }

  private func option(_ option: any ArgumentDeclaration) -> String {
    Roff.item(
      option.spellings.map(Roff.bold).joined(separator: ", ")
        + Roff.italic(Placeholder.text(option.valueSuffix)[language]),
      option.helpLine[language])
  }
}

/// A heading with terms and what they mean.
struct Definitions {
  let title: Text
  let items: [(term: String, meaning: Text)]

  init(_ title: Text, _ items: [(String, Text)]) {
    self.title = title
    self.items = items.map { (term: $0.0, meaning: $0.1) }
  }
}

/// The parts of the manual and of the command reference that no command declares.
enum ManualText {
  /// All parts, in their order.
  static let all = [exitStatus, environment, files]

  /// The exit codes, which the page of each command has, too.
  static let exitStatus = Definitions(
    HelpHeading.exitStatus,
    ExitCode.allCases.map { ("\($0.rawValue)", Text("\($0.meaning).", ko: "\($0.meaning).")) })

  private static let environment = Definitions(
    HelpHeading.environment,
    [
      ("MEMO_VAULT", Text("The vault, unless --vault is given.", ko: "보관함. --vault가 우선합니다.")),
      (
        "MEMO_EDITOR, VISUAL, EDITOR",
        Text(
          "The editor, as a shell command line. The setting 'editor' comes after MEMO_EDITOR.",
          ko: "편집기를 실행할 셸 명령줄. 설정 'editor'는 MEMO_EDITOR 다음입니다.")
      ),
      (
        "MEMO_PAGER, PAGER",
        Text(
          "The pager, used only on a terminal; the default is 'less -FIRX'. An empty value turns it off.",
          ko: "터미널에서만 쓰는 페이저. 기본값은 'less -FIRX'입니다. 빈 값이면 쓰지 않습니다."
        )
      ),
      ("MEMO_DEBUG", Text("1 does the same as --debug.", ko: "1이면 --debug와 같습니다.")),
      (
        "NO_COLOR, TERM, COLUMNS",
        Text("Whether to use colour, and the width of the output.", ko: "색 사용 여부와 출력 너비.")
      ),
      (
        "LC_ALL, LC_MESSAGES, LC_TIME, LC_COLLATE, LC_CTYPE, LANG, TZ",
        Text("Language, date format, the order of titles and the time zone.", ko: "언어, 날짜 형식, 제목의 정렬 순서, 시간대.")
      ),
      ("XDG_CONFIG_HOME, XDG_CACHE_HOME", Text("Where settings and caches are.", ko: "설정과 캐시의 위치.")),
    ])

  private static let files = Definitions(
    HelpHeading.files,
    [
      (
        ".memo/",
        Text(
          "Marks the root of a vault: settings, templates, trash, and data derived from the memos.",
          ko: "보관함의 루트를 나타내는 폴더: 설정, 템플릿, 휴지통, 메모에서 만든 데이터.")
      ),
      (".memo/config.json", Text("The vault's settings.", ko: "보관함의 설정.")),
      (
        ".memo/templates/",
        Text("Templates for 'memo new' and 'memo today'.", ko: "'memo new'와 'memo today'의 템플릿.")
      ),
      (".memo/cache/", Text("The cache; it may be deleted at any time.", ko: "캐시. 언제든지 지워도 됩니다.")),
      ("~/.config/memo/config.json", Text("The user's settings.", ko: "사용자의 설정.")),
    ])
}

/// The few pieces of roff that manual pages are made of; every text is escaped.
enum Roff {
  /// Starts a paragraph.
  static let paragraph = ".PP\n"

  /// A heading.
  static func section(_ title: String) -> String { ".SH " + argument(title) }

  /// A heading below a section's.
  static func subsection(_ title: String) -> String { ".SS " + argument(title) }

  /// A label, of pieces already escaped, with what it means below it.
  static func item(_ label: String, _ meaning: String) -> String { ".TP\n\(guarded(label))\n\(text(meaning))" }

  /// Lines that stay as they are.
  static func lines(_ lines: [String]) -> [String] { [".RS 4", ".nf"] + lines.map(text) + [".fi", ".RE"] }

  /// Bold text.
  static func bold(_ words: String) -> String { words.isEmpty ? "" : "\\fB\(escaped(words))\\fR" }

  /// A placeholder for what the user types.
  static func italic(_ words: String) -> String { words.isEmpty ? "" : "\\fI\(escaped(words))\\fR" }

  /// Another page: `memo-list(1)`.
  static func reference(_ page: String) -> String { bold(page) + "(1)" }

  /// A text that is safe at the start of a line.
  static func text(_ words: String) -> String { guarded(escaped(words)) }

  private static func argument(_ words: String) -> String { "\"\(escaped(words).replacing("\"", by: "\\(dq"))\"" }

  /// A dot or quote at the start of a line would make it a request.
  private static func guarded(_ line: String) -> String {
    line.hasBytePrefix(".") || line.hasBytePrefix("'") ? "\\&" + line : line
  }

  private static func escaped(_ words: String) -> String {
    words.unicodeScalars.reduce(into: "") { text, scalar in text += escaped(scalar) }
  }

  /// ASCII that roff would interpret or replace, and everything beyond ASCII, which not every roff reads.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\(rs"
    case "-": "\\-"
    case "'": "\\(aq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    // What roff has a substitute for on terminals that know ASCII alone.
    case "…": "..."
    case "—": "\\(em"
    case "→": "\\(->"
    case "\n": " "
    case _ where scalar.isASCII: String(scalar)
    default: "\\[u" + padded(String(scalar.value, radix: 16, uppercase: true)) + "]"
    }
  }

  private static func padded(_ digits: String) -> String {
    String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
