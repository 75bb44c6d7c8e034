import MemoCore

/// Whether names answer to what is typed, as in the picker: all words in any order, Hangul by initials too, and the last
/// syllable may be unfinished.
public struct TypedName: Sendable {
  private let patterns: [WordPattern]
  private let key: [UInt8]

  /// What is typed.
  public init(_ typed: String) {
    key = Folding.matchKey(typed)
    patterns = typed.split(whereSeparator: \.isWhitespace).compactMap {
      WordPattern(word: String($0), openLastSyllable: true)
    }
  }

  /// The rank of a name, from 0 for the best; `nil` where it does not answer.
  public func rank(_ name: String) -> Int? {
    let folded = Folding.matchKey(name)
    if folded == key { return 0 }
    if folded.starts(with: key) { return 1 }
    return patterns.allSatisfy { $0.occurs(inName: name) } ? 2 : nil
  }

  /// Those of some values whose names answer, the best first, each rank in its order.
  public func best<Value>(_ values: [Value], _ name: (Value) -> String) -> [Value] {
    let ranked = values.compactMap { value in rank(name(value)).map { (value, $0) } }
    return (0...2).flatMap { rank in ranked.filter { $0.1 == rank }.map(\.0) }
  }
}
