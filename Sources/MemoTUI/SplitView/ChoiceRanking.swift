import MemoCore

/// Finds and orders choices by what was typed: first those with exactly that name or key, then those with a name that
/// starts with it, then those that have its words in their descriptions, then those that have them in other names.
struct ChoiceRanking {
  private let words: [String]
  private let patterns: [WordPattern]
  /// What was typed, as other names are spelled.
  private let names: [[UInt8]]

  init(_ typed: String) {
    words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
    patterns = words.compactMap { WordPattern(word: $0, openLastSyllable: true) }
    names = CommandPhrase(typed).names
  }

  /// The choices that match, best first.
  func ranked(_ choices: [Chooser.Choice]) -> [Chooser.Choice] {
    if words.isEmpty { return choices }
    let ranks = choices.enumerated().compactMap { place, choice in
      rank(of: choice).map { (rank: $0, place: place, choice: choice) }
    }
    return ranks.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.choice)
  }

  /// The choices with exactly that name or key.
  func named(_ choices: [Chooser.Choice]) -> [Chooser.Choice] { choices.filter { rank(of: $0) == 0 } }

  private func isKey(_ choice: Chooser.Choice) -> Bool {
    guard case .command = choice.action else { return false }
    return words.count == 1 && choice.note.utf8.elementsEqual(words[0].utf8)
  }

  private func rank(of choice: Chooser.Choice) -> Int? {
    if !choice.aliases.isEmpty {
      if isKey(choice) || choice.aliases.contains(where: { names.contains(Array($0.utf8)) }) { return 0 }
      if let name = names.first, choice.aliases.contains(where: { $0.utf8.starts(with: name) }) { return 1 }
    }
    if patterns.allSatisfy({ $0.occurs(inName: choice.name) || $0.occurs(in: choice.note) }) { return 2 }
    return patterns.allSatisfy { pattern in choice.aliases.contains { pattern.occurs(inName: $0) } } ? 3 : nil
  }
}
