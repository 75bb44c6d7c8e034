import MemoCLI
import MemoWords

/// What every list of commands must keep, so that a declaration can be relied on: one sentence for each breach.
func declarationProblems(in commands: [CommandDeclaration]) -> [String] {
  repeated(commands.flatMap(\.names)).map { "two commands are named \($0)" }
    + commands.flatMap { command in
      let breaches =
        spellingProblems(command) + positionalProblems(command) + exclusionProblems(command)
        + relatedProblems(command, among: commands) + exampleProblems(command, among: commands)
      return breaches.map { "\(command.name): \($0)" }
    }
}

private func spellingProblems(_ command: CommandDeclaration) -> [String] {
  let spellings = (GlobalOptions.all + command.options).flatMap(\.spellings)
  let isWellFormed = { (spelling: String) in
    spelling.wholeMatch(of: /--[a-z][a-z0-9]*(-[a-z0-9]+)*|-[A-Za-z0-9]/) != nil
  }
  return repeated(spellings).map { "two options are written \($0)" }
    + spellings.filter { !isWellFormed($0) }.map { "\($0) is no name for an option" }
}

private func positionalProblems(_ command: CommandDeclaration) -> [String] {
  let varying = command.positionals.filter { $0.arity.maximum > 1 }
  return repeated(command.positionals.map(\.name)).map { "two positionals are named \($0)" }
    + (varying.count > 1 ? ["two positionals take any number of words"] : [])
}

private func exclusionProblems(_ command: CommandDeclaration) -> [String] {
  let declared = command.options.map { $0.long }
  let excluded = command.optionGroups.flatMap(\.exclusions).flatMap { $0 }.map { $0.long }
  return excluded.filter { !declared.contains($0) }.map { "excludes --\($0), which it does not have" }
}

private func relatedProblems(_ command: CommandDeclaration, among commands: [CommandDeclaration]) -> [String] {
  command.seeAlso.filter { name in !commands.contains { $0.name == name } }.map { "sees also \($0), which is none" }
}

private func exampleProblems(_ command: CommandDeclaration, among commands: [CommandDeclaration]) -> [String] {
  command.examples.flatMap { example in
    Language.allCases.compactMap { problem(of: example.commandLine[$0], among: commands) }
  }
}

private func problem(of commandLine: String, among commands: [CommandDeclaration]) -> String? {
  let words = memoWords(of: commandLine)
  guard words.first == "memo" else { return "an example does not run memo: \(commandLine)" }
  do throws(UsageError) {
    let parsed = try CommandLineParser.parse(Array(words.dropFirst()), commands: commands)
    if case .external = parsed.action { return "an example runs an unknown command: \(commandLine)" }
    return nil
  } catch {
    return "an example fails: \(commandLine): \(error.message[.english])"
  }
}

/// The words of a command line up to the first pipe or redirection; quotes keep spaces.
private func memoWords(of commandLine: String) -> [RawArgument] {
  // Assignments to variables may stand before the command.
  commandLine.matches(of: /(?:'[^']*'|"[^"]*"|[^\s'"])+/)
    .map { String($0.output) }
    .drop { $0.starts(with: /[A-Z_]+=/) }
    .prefix { !["|", ">", "<", "&&", ";"].contains($0) }
    .map { word in RawArgument(word.filter { $0 != "'" && $0 != "\"" }) }
}

private func repeated(_ words: [String]) -> [String] {
  Dictionary(grouping: words) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
}
