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

  /// The page of a command, ending with a line break.
  public func help(for command: CommandDeclaration) -> String {
    page(opening(of: command) + optionSections(command.optionGroups) + closing(of: command))
  }

  private func opening(of command: CommandDeclaration) -> [[String]] {
    let positionals = command.positionals
    let table = HelpTable(labels: positionals.map(\.usage), width: width)
    return [
      TextWrapper.wrap(command.summary[language], width: width),
      section(HelpHeading.usage, usage(of: command)),
      paragraphs(command.description),
      section(HelpHeading.arguments, positionals.flatMap { table.lines($0.usage, $0.help[language]) }),
    ]
  }

  private func closing(of command: CommandDeclaration) -> [[String]] {
    let related = command.seeAlso.map { "memo help \($0)" }.joined(separator: ", ")
    return [
      section(HelpHeading.examples, command.examples.flatMap(example)),
      section(HelpHeading.seeAlso, indented(related)),
    ] + optionSections([OptionGroup(HelpHeading.globalOptions, GlobalOptions.all)])
  }

  /// Sections whose columns are aligned with each other.
  private func optionSections(_ groups: [OptionGroup]) -> [[String]] {
    let table = HelpTable(labels: groups.flatMap(\.arguments).map { $0.label }, width: width)
    return groups.map { group in
      section(group.title, group.arguments.flatMap { table.lines($0.label, $0.helpLine[language]) })
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
    let lines = indented(command.usage)
    let aliases = command.aliases.joined(separator: ", ")
    return aliases.isEmpty ? lines : lines + ["  (\(HelpHeading.aliases[language].lowercased()): \(aliases))"]
  }

  private func paragraphs(_ texts: [Text]) -> [String] {
    Array(texts.map { TextWrapper.wrap($0[language], width: width) }.joined(separator: [""]))
  }

  private func example(_ example: CommandExample) -> [String] {
    ["  \(example.commandLine[language])"]
      + TextWrapper.wrap(example.help[language], width: width - 6).map { "      \($0)" }
  }
}

extension ArgumentDeclaration {
  /// `-n, --limit N`; without a short name, room for one.
  fileprivate var label: String {
    (short == nil ? "    " : "") + spellings.joined(separator: ", ") + valueSuffix
  }

  var helpLine: Text {
    isRepeatable ? Text("\(help) (repeatable)", ko: "\(help) (여러 번 사용 가능)") : help
  }
}
