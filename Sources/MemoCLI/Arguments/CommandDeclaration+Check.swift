extension CommandDeclaration {
  /// Deals the words out to the positionals: to each its minimum, then what is left over from left to right.
  func assignments(of words: [RawArgument]) -> [String: ArraySlice<RawArgument>] {
    var rest = words[...]
    var spare = max(0, words.count - positionals.reduce(0) { $0 + $1.arity.minimum })
    var assignments: [String: ArraySlice<RawArgument>] = [:]
    for positional in positionals {
      let extra = min(spare, positional.arity.maximum - positional.arity.minimum)
      let share = rest.prefix(positional.arity.minimum + extra)
      spare -= extra
      rest = rest.dropFirst(share.count)
      assignments[positional.name] = share
    }
    return assignments
  }

  /// Throws what a command line that was read without mistakes still does wrong.
  func check(_ arguments: ParsedArguments) throws(UsageError) {
    for exclusion in optionGroups.flatMap(\.exclusions) {
      try checkExclusion(exclusion, arguments)
    }
    for positional in positionals {
      try checkPositional(positional, arguments)
    }
    let assigned = positionals.reduce(0) { $0 + arguments.all($1).count }
    if let word = arguments.positionals.dropFirst(assigned).first { throw .unexpected(word, of: self) }
  }

  private func checkExclusion(
    _ exclusion: [any ArgumentDeclaration], _ arguments: ParsedArguments
  ) throws(UsageError) {
    let given = arguments.occurrences.filter { occurrence in exclusion.contains { $0.long == occurrence.long } }
    guard let first = given.first, let second = given.first(where: { $0.long != first.long }) else { return }
    throw .conflict(first.spelling, second.spelling)
  }

  private func checkPositional(_ positional: Positional, _ arguments: ParsedArguments) throws(UsageError) {
    let words = arguments.all(positional)
    guard words.count >= positional.arity.minimum else { throw .missing(positional, of: self) }
    guard let choices = positional.choices else { return }
    for word in words where !choices.contains(where: { RawArgument($0) == word }) {
      throw .invalid(word, for: positional.name, .notAmong(choices, word.text))
    }
  }
}
