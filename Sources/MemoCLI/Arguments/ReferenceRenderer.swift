import MemoWords

/// Writes the command reference, a page of Markdown, from declarations.
struct ReferenceRenderer {
  let language: Language

  /// The page of all commands, under the headings of their groups.
  func page(of commands: [CommandDeclaration]) -> String {
    let groups = CommandGroup.allCases.flatMap { group in
      let members = commands.filter { $0.group == group }
      return members.isEmpty ? [] : ["## \(group.title[language])"] + members.flatMap(section)
    }
    let globalOptions = OptionGroup(HelpHeading.globalOptions, GlobalOptions.all)
    let paragraphs =
      ["# \(HelpHeading.reference[language])", text(HelpRenderer.about) + ".", "## \(globalOptions.title[language])"]
      + [text(HelpHeading.globalOptionsNote), list(globalOptions)] + groups + ManualText.all.flatMap(section)
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  private func section(_ command: CommandDeclaration) -> [String] {
    let arguments = list(command.positionals.map { (Placeholder.text($0.usage)[language], $0.help) })
    let options = command.optionGroups.filter { !$0.arguments.isEmpty }
    return [
      "### memo \(command.name)", text(command.summary) + ".",
      block(command.names.map { Placeholder.text(command.usage(as: $0))[language] }),
    ]
      + command.description.map(text)
      + command.snippets.flatMap { [text($0.title) + ":", block($0.lines)] }
      + (command.terms.isEmpty ? [] : [label(HelpHeading.settings), list(command.terms.map { ($0.term, $0.meaning) })])
      + (command.positionals.isEmpty ? [] : [label(HelpHeading.arguments), arguments])
      + options.flatMap { [label($0.title), list($0)] }
      + (command.examples.isEmpty ? [] : [label(HelpHeading.examples), block(command.examples.flatMap(lines))])
      + (command.seeAlso.isEmpty ? [] : [related(to: command)])
  }

  private func section(_ definitions: Definitions) -> [String] {
    ["## \(definitions.title[language])", list(definitions.items.map { ($0.term, $0.meaning) })]
  }

  // MARK: Parts

  private func lines(of example: CommandExample) -> [String] {
    ["# \(example.help[language])", example.commandLine[language]]
  }

  private func related(to command: CommandDeclaration) -> String {
    "\(HelpHeading.seeAlso[language]): " + command.seeAlso.map { code("memo \($0)") }.joined(separator: ", ") + "."
  }

  private func list(_ group: OptionGroup) -> String {
    list(
      group.arguments.map { argument in
        let suffix = Placeholder.text(argument.valueSuffix)[language]
        return (argument.spellings.joined(separator: ", ") + suffix, argument.helpLine)
      })
  }

  private func list(_ items: [(String, Text)]) -> String {
    items.map { "- \(code($0.0)): \(text($0.1))" }.joined(separator: "\n")
  }

  // MARK: Markdown

  private func label(_ title: Text) -> String { "**\(title[language])**" }

  /// Lines as they are typed.
  func block(_ lines: [String]) -> String { "```\n\(lines.joined(separator: "\n"))\n```" }

  /// Words as they are typed.
  func code(_ words: String) -> String { "`\(words)`" }

  /// A text in which no sign is read as Markdown.
  func text(_ words: Text) -> String {
    words[language].unicodeScalars.reduce(into: "") { text, scalar in
      if Self.markup.contains(scalar) { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
  }

  private static let markup = Set("\\`*_<>[]#".unicodeScalars)
}
