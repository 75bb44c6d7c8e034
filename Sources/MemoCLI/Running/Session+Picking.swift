import MemoBrowser
import MemoCore
import MemoVault

extension Session {
  /// Lets the person choose a memo; `nil` where they did not want to.
  func pick(in vault: Vault) throws -> VaultPath? {
    let index = try refresh(vault)
    let dates = DateText(clock: surroundings.clock, locale: dateLocale)
    let choices = index.memos.map { memo in
      let record = index.record(of: memo)?.metadata ?? MemoMetadata()
      let title = record.title.isEmpty ? Message.untitled[language] : record.title
      return PickerCandidate(path: memo.path, title: title, date: dates.text(memo.modified), preview: record.preview)
    }
    return try PickerSession(terminal: surroundings.screen) { query in Self.matching(query, choices) }.run()?.path
  }

  /// The memos that hold every word of a query in title or path, those with all of it in the title first.
  private static func matching(_ query: String, _ choices: [PickerCandidate]) -> [PickerCandidate] {
    let words = query.split(whereSeparator: \.isWhitespace).map(String.init)
    let patterns = words.enumerated().compactMap { place, word in
      // The last word is still being typed, unless a space follows it.
      WordPattern(word: word, openLastSyllable: place == words.count - 1 && query.last?.isWhitespace == false)
    }
    guard !patterns.isEmpty else { return choices }
    var titled: [PickerCandidate] = []
    var others: [PickerCandidate] = []
    for choice in choices {
      if patterns.allSatisfy({ $0.occurs(in: choice.title) }) {
        titled.append(choice)
      } else if patterns.allSatisfy({ $0.occurs(in: choice.title) || $0.occurs(in: choice.path.text) }) {
        others.append(choice)
      }
    }
    return titled + others
  }
}
