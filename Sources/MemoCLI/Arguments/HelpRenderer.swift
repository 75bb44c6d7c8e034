import MemoCore
public import MemoWords

/// Writes help pages from declarations.
public struct HelpRenderer: Sendable {
  /// How headings look.
  public enum Style: Sendable {
    /// Plain text.
    case plain
    /// Headings in bold, by ANSI escapes.
    case bold
  }

  /// Past this many columns lines are hard to read, however wide the terminal is.
  private static let widest = 100

  let width: Int
  let language: Language
  private let style: Style

  /// A renderer for a terminal of this many columns.
  public init(width: Int, language: Language, style: Style = .plain) {
    self.width = min(width, Self.widest)
    self.language = language
    self.style = style
  }

  /// The page of a command or topic, ending with a line break.
  public func help(for command: CommandDeclaration) -> String {
    if command.isTopic { return page(topic(command)) }
    return page(opening(of: command) + optionSections(command.optionGroups) + closing(of: command))
  }

  /// The pages of all commands one after another, by task; the options that all of them take are at the end.
  func help(forAll commands: [CommandDeclaration]) -> String {
    let pages = CommandGroup.allCases.flatMap { group in commands.filter { $0.group == group } }.flatMap { command in
      [[heading(Text(verbatim: "memo \(command.name)"))]] + opening(of: command)
        + optionSections(command.optionGroups) + examplesAndRelated(of: command)
    }
    return page(pages + optionSections([OptionGroup(HelpHeading.globalOptions, GlobalOptions.all)]))
  }

  private func topic(_ topic: CommandDeclaration) -> [[String]] {
    [TextWrapper.wrap(topic.summary[language], width: width), paragraphs(topic.description), terms(of: topic)]
      + examplesAndRelated(of: topic)
  }

  private func terms(of command: CommandDeclaration) -> [String] {
    let terms = command.terms.map { (Placeholder.text($0.term)[language], $0.meaning[language]) }
    let table = HelpTable(labels: terms.map { $0.0 }, width: width)
    return terms.flatMap { table.lines($0.0, $0.1) }
  }

  private func opening(of command: CommandDeclaration) -> [[String]] {
    let positionals = command.positionals
    let table = HelpTable(labels: positionals.map { Placeholder.text($0.usage)[language] }, width: width)
    return [
      TextWrapper.wrap(command.summary[language], width: width),
      section(HelpHeading.usage, usage(of: command)),
      paragraphs(command.description),
      section(HelpHeading.settings, terms(of: command)),
      section(HelpHeading.settings, Array(command.snippets.map(snippet).joined(separator: [""]))),
      section(
        HelpHeading.arguments,
        positionals.flatMap { table.lines(Placeholder.text($0.usage)[language], $0.help[language]) }),
    ]
  }

  private func closing(of command: CommandDeclaration) -> [[String]] {
    examplesAndRelated(of: command)
      + optionSections([OptionGroup(HelpHeading.globalOptions, GlobalOptions.ofCommands)])
  }

  private func examplesAndRelated(of command: CommandDeclaration) -> [[String]] {
    let related = command.seeAlso.map { "memo help \($0)" }.joined(separator: ", ")
    return [
      section(HelpHeading.examples, command.examples.flatMap(example)),
      section(HelpHeading.seeAlso, indented(related)),
    ]
  }

  /// Sections whose columns are aligned with each other.
  private func optionSections(_ groups: [OptionGroup]) -> [[String]] {
    let table = HelpTable(labels: groups.flatMap(\.arguments).map { $0.label[language] }, width: width)
    return groups.map { group in
      section(group.title, group.arguments.flatMap { table.lines($0.label[language], $0.helpLine[language]) })
    }
  }

  /// Joins sections with blank lines; empty ones are left out.
  func page(_ sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// A heading and the lines below it; nothing where there are no lines.
  func section(_ title: Text, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [heading(title)] + lines
  }

  /// A paragraph two columns in.
  func indented(_ text: String) -> [String] {
    TextWrapper.wrap(text, width: width - 2).map { "  \($0)" }
  }

  private func heading(_ title: Text) -> String {
    let title = title[language].uppercased()
    return style == .bold ? "\u{1B}[1m\(title)\u{1B}[0m" : title
  }

  private func usage(of command: CommandDeclaration) -> [String] {
    let lines = indented(Placeholder.text(command.usage)[language])
    let aliases = command.aliases.joined(separator: ", ")
    return aliases.isEmpty ? lines : lines + ["  (\(HelpHeading.aliases[language].lowercased()): \(aliases))"]
  }

  private func paragraphs(_ texts: [Text]) -> [String] {
    Array(texts.map { TextWrapper.wrap($0[language], width: width) }.joined(separator: [""]))
  }

  private func snippet(_ snippet: HelpSnippet) -> [String] {
    indented(snippet.title[language] + ":") + snippet.lines.map { $0.isEmpty ? "" : "    \($0)" }
  }

  private func example(_ example: CommandExample) -> [String] {
    ["  \(example.commandLine[language])"]
      + TextWrapper.wrap(example.help[language], width: width - 6).map { "      \($0)" }
  }
}

extension ArgumentDeclaration {
  /// `-n, --limit N`; without a short name, room for one.
  fileprivate var label: Text {
    Placeholder.text((short == nil ? "    " : "") + spellings.joined(separator: ", ") + valueSuffix)
  }

  var helpLine: Text {
    isRepeatable ? Text("\(help) (repeatable)", ko: "\(help) (여러 번 사용 가능)") : help
  }
}

extension HelpRenderer {
  static let about = Text(
    "List, search and write plain-text Markdown memos in a folder",
    ko: "폴더에 든 마크다운 메모를 보고, 찾고, 씁니다")

  /// The page that `memo help` shows: common commands with what they do, the others by name, grouped by task.
  public func overview(of commands: [CommandDeclaration]) -> String {
    let table = HelpTable(labels: [othersLabel] + commands.filter(\.isCommon).map(\.name), width: width)
    let groups = CommandGroup.allCases.map { group in
      section(group.title, lines(of: commands.filter { $0.group == group }, table))
    }
    return page(
      [
        TextWrapper.wrap(Self.about[language], width: width),
        section(
          HelpHeading.usage,
          [
            "  memo COMMAND [OPTIONS] [ARGUMENTS]", "  memo help COMMAND|--all", "  memo help exit-codes|agents",
          ].map { Placeholder.text($0)[language] }),
      ] + groups + [section(HelpHeading.globalOptions, globalOptions)])
  }

  private var othersLabel: String { HelpHeading.others[language] }

  private func lines(of commands: [CommandDeclaration], _ table: HelpTable) -> [String] {
    let others = commands.filter { !$0.isCommon }.map(\.name).joined(separator: ", ")
    let common = commands.filter(\.isCommon).flatMap { table.lines($0.name, $0.summary[language]) }
    return others.isEmpty ? common : common + table.lines(othersLabel, others)
  }

  private var globalOptions: [String] {
    let options = GlobalOptions.all.map {
      "[\($0.spellings.joined(separator: "|"))\(Placeholder.text($0.valueSuffix)[language])]"
    }
    return TextWrapper.wrap(words: options, width: width - 2).map { "  \($0)" }
  }
}

/// Labels with their meanings, aligned and wrapped: the body of an OPTIONS section.
struct HelpTable {
  private static let indent = "  "
  private static let gap = 2
  private static let narrowestText = 20

  private let width: Int
  private let labelColumns: Int

  /// A table for these labels and others that shall be aligned with them.
  init(labels: [String], width: Int) {
    self.width = width
    // A wider label gets its own line, so that one long option does not push all text aside.
    let widest = min(30, max(8, width - Self.indent.count - Self.gap - Self.narrowestText))
    labelColumns = labels.map(DisplayWidth.columns(of:)).filter { $0 <= widest }.max() ?? widest
  }

  /// The lines of one label.
  func lines(_ label: String, _ text: String) -> [String] {
    let textColumn = Self.indent.count + labelColumns + Self.gap
    guard width - textColumn >= Self.narrowestText else {
      let margin = Self.indent + Self.indent
      return [Self.indent + label] + TextWrapper.wrap(text, width: width - margin.count).map { margin + $0 }
    }
    let texts = TextWrapper.wrap(text, width: width - textColumn)
    let padding = labelColumns + Self.gap - DisplayWidth.columns(of: label)
    let margin = String(repeating: " ", count: textColumn)
    guard padding >= Self.gap, let first = texts.first else {
      return [Self.indent + label] + texts.map { margin + $0 }
    }
    let start = Self.indent + label + String(repeating: " ", count: padding)
    return [start + first] + texts.dropFirst().map { margin + $0 }
  }
}

/// The headings of help and manual pages.
enum HelpHeading {
  static let reference = Text("Command reference", ko: "명령 설명서")
  static let synopsis = Text("Synopsis", ko: "개요")
  static let description = Text("Description", ko: "설명")
  static let usage = Text("Usage", ko: "사용법")
  static let arguments = Text("Arguments", ko: "인수")
  static let options = Text("Options", ko: "옵션")
  static let globalOptions = Text("Global options", ko: "전역 옵션")
  static let commands = Text("Commands", ko: "명령")
  static let details = Text("Details", ko: "자세히")
  static let settings = Text("Settings", ko: "설정")
  static let examples = Text("Examples", ko: "예")
  static let seeAlso = Text("See also", ko: "함께 보기")
  static let exitStatus = Text("Exit status", ko: "종료 코드")
  static let environment = Text("Environment", ko: "환경 변수")
  static let files = Text("Files", ko: "파일")
  /// Stands before commands that are only named.
  static let others = Text("also:", ko: "그 밖:")
  /// Stands before the other names of a command.
  static let aliases = Text("Also", ko: "다른 이름")
  static let globalOptionsNote = Text(
    "Global options may come before or after the command, --version only without one.",
    ko: "명령 앞과 뒤 어디에나 쓸 수 있습니다. --version은 명령 없이 씁니다.")
}

/// The few colours of memo's output, as ANSI escapes; nothing where output has no colour.
struct Style: Equatable {
  let isColored: Bool

  func title(_ text: String) -> String { wrap(text, "1") }
  func faint(_ text: String) -> String { wrap(text, "2") }
  func date(_ text: String) -> String { wrap(text, "36") }
  func number(_ text: String) -> String { wrap(text, "33") }
  func match(_ text: String) -> String { wrap(text, "1;31") }
  func heading(_ text: String) -> String { wrap(text, "1;34") }
  func code(_ text: String) -> String { wrap(text, "32") }
  func error(_ text: String) -> String { wrap(text, "1;31") }
  func addition(_ text: String) -> String { wrap(text, "32") }
  func removal(_ text: String) -> String { wrap(text, "31") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// Breaks text into lines of a width in columns.
enum TextWrapper {
  /// Breaks at spaces; a word wider than the width gets a line of its own.
  static func wrap(_ text: String, width: Int) -> [String] {
    wrap(words: text.parts(at: " "), width: width)
  }

  /// Fills lines with words that are never broken themselves.
  static func wrap(words: [String], width: Int) -> [String] {
    var lines: [String] = []
    var columns = 0
    for word in words {
      let wordColumns = DisplayWidth.columns(of: word)
      if let line = lines.last, columns + 1 + wordColumns <= width {
        lines[lines.count - 1] = line + " " + word
        columns += 1 + wordColumns
      } else {
        lines.append(word)
        columns = wordColumns
      }
    }
    return lines
  }
}
