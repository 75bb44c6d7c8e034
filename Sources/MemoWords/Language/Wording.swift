/// Phrases that several messages share.
package enum Wording {
  /// `a`, `a or b`, `a, b or c`.
  package static func alternatives(_ words: [String]) -> Text {
    guard let last = words.last, words.count > 1 else { return Text(verbatim: words.first ?? "") }
    let others = words.dropLast().joined(separator: ", ")
    return Text("\(others) or \(last)", ko: "\(others) 또는 \(last)")
  }

  /// The hint that offers near words; none where there are none.
  package static func didYouMean(_ words: [String]) -> [Text] {
    words.isEmpty
      ? [] : [Text("did you mean \(alternatives(words))?", ko: "비슷한 이름: \(alternatives(words))")]
  }
}
