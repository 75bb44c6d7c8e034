/// Phrases that several messages share.
enum Wording {
  /// `a`, `a or b`, `a, b or c`.
  static func alternatives(_ words: [String]) -> Text {
    guard let last = words.last, words.count > 1 else { return Text(en: words.first ?? "") }
    return Text(en: words.dropLast().joined(separator: ", ") + " or " + last)
  }

  /// The hint that offers near words; none where there are none.
  static func didYouMean(_ words: [String]) -> [Text] {
    words.isEmpty ? [] : ["did you mean \(alternatives(words))?"]
  }
}
