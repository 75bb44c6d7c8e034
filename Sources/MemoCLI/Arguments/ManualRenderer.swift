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
        heading(HelpHeading.synopsis), Roff.bold("memo") + " \\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]",
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
        heading(HelpHeading.synopsis), Roff.bold(command.usage),
      ] + body(of: command, isPage: true) + [heading(HelpHeading.globalOptions)] + GlobalOptions.all.map(option)
        + section(ManualText.exitStatus) + [
          heading(HelpHeading.seeAlso),
          (["memo"] + command.seeAlso.map { "memo-\($0)" }).map(Roff.reference).joined(separator: ", "),
        ])
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
        [Roff.subsection(command.usage)] + [Roff.text(command.summary[language]) + "."]
          + body(of: command, isPage: false)
      }
  }

  private func body(of command: CommandDeclaration, isPage: Bool) -> [String] {
    var description = command.description.map { Roff.paragraph + Roff.text($0[language]) }
    let aliases = command.aliases.map { "memo \($0)" }.joined(separator: ", ")
    if !aliases.isEmpty {
      description.append(Roff.paragraph + Roff.text(HelpHeading.aliases[language]) + ": " + Roff.bold(aliases) + ".")
    }
    let arguments = command.positionals.map { Roff.item(Roff.italic($0.usage), $0.help[language]) }
    let examples = examples(of: command).map { Roff.item(Roff.bold($0.commandLine[language]), $0.help[language]) }
    return (isPage ? section(HelpHeading.description[language], description, isPage) : description)
      + section(HelpHeading.arguments[language], arguments, isPage)
      + command.optionGroups.flatMap { section($0.title[language], $0.arguments.map(option), isPage) }
      + section(HelpHeading.examples[language], examples, isPage)
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
    (["memo", command.name] + command.positionals.map(\.usage)).joined(separator: " ")
  }

  private func option(_ option: any ArgumentDeclaration) -> String {
    Roff.item(
      option.spellings.map(Roff.bold).joined(separator: ", ") + Roff.italic(option.valueSuffix),
      option.helpLine[language])
  }
}
