/// What the last word of an unfinished command line may become, by the declarations alone.
struct CompletionRequest {
  /// The meaning of the word.
  enum Subject {
    /// The name of a command.
    case command
    /// One of these options.
    case option([any ArgumentDeclaration])
    /// A value; `prefix` is the text before it in the word: `--tag=`.
    case value(Completion, prefix: String)
  }

  /// The meaning of the word.
  let subject: Subject
  /// Whether the word may begin with a dash and be no option: behind `--`, or as the value of an option.
  let takesDashes: Bool
  /// What was written before it.
  let arguments: ParsedArguments

  /// Stands for the word in the words that are read: no word of a command line can hold a NUL.
  private static let probe = RawArgument("\0")

  /// Reads the words after the program's name; the last one is to be completed.
  init(_ words: [RawArgument], commands: [CommandDeclaration]) {
    let current = words.last ?? ""
    var reader = ArgumentReader(words.dropLast() + [Self.probe])
    let name = reader.nextPositional(OptionTable(GlobalOptions.all))
    let command = commands.first { command in command.names.contains { RawArgument($0) == name } }
    var positionals: [RawArgument] = []
    let options = command.map { GlobalOptions.ofCommands + $0.options } ?? GlobalOptions.all
    let table = OptionTable(options, takesDashedWords: command?.positionals.contains { $0.takesDashedWords } ?? false)
    if command != nil { while let word = reader.nextPositional(table) { positionals.append(word) } }
    arguments = ParsedArguments(
      occurrences: reader.occurrences, positionals: positionals,
      assignments: command?.assignments(of: positionals) ?? [])
    let place = Place(current: current, previous: words.dropLast().last, table: table, options: options)
    if name == Self.probe || positionals.last == Self.probe {
      let open = place.option(given: arguments, haveOptionsEnded: reader.haveOptionsEnded)
      subject = open ?? command.map { Self.positional(of: $0, positionals) } ?? .command
      takesDashes = reader.haveOptionsEnded || open != nil
    } else {
      subject = name == nil || command != nil ? place.valueOfPrevious : .value(.none, prefix: "")
      takesDashes = true
    }
  }

  private static func positional(of command: CommandDeclaration, _ words: [RawArgument]) -> Subject {
    let assigned = zip(command.positionals, command.assignments(of: words)).first { $1.words.contains(probe) }
    return .value(assigned?.0.completion ?? .none, prefix: "")
  }
}

/// The word and where it is.
private struct Place {
  let current: RawArgument
  let previous: RawArgument?
  let table: OptionTable
  let options: [any ArgumentDeclaration]

  /// Where the word is an option, perhaps with its value.
  func option(given arguments: ParsedArguments, haveOptionsEnded: Bool) -> CompletionRequest.Subject? {
    guard current.bytes.first == UInt8(ascii: "-"), !haveOptionsEnded else { return nil }
    guard let end = current.text.unicodeScalars.firstIndex(of: "=") else {
      return .option(options.filter { $0.isRepeatable || !arguments.isGiven($0) })
    }
    let name = current.text.unicodeScalars[..<end].drop { $0 == "-" }
    return .value(
      table.option(long: String(name))?.completion ?? .none, prefix: String(current.text.unicodeScalars[...end]))
  }

  /// The word is the value of the option before it.
  var valueOfPrevious: CompletionRequest.Subject {
    let name = (previous?.text ?? "").unicodeScalars.drop { $0 == "-" }
    let option =
      previous?.bytes.starts(with: RawArgument.endOfOptions.bytes) == true
      ? table.option(long: String(name)) : String(name).utf8.last.flatMap(table.option(short:))
    return .value(option?.completion ?? .none, prefix: "")
  }
}
