import MemoCore
import MemoIndex
import MemoKit

/// Finds memos by what they are called, as the picker does: exact names first, then titles with all the words, then other
/// names; of equals the newest.
struct NameSearch {
  private let view: VaultView
  private let request: FeatureRequest

  init(_ view: VaultView, _ request: FeatureRequest) {
    (self.view, self.request) = (view, request)
  }

  /// The memos that answer to a text; the newest ones for none.
  func memos(called typed: String) -> some Sequence<IndexedMemo> {
    let words = typed.split(whereSeparator: \.isWhitespace).filter { !$0.containsBytes("\"") }
    guard !words.isEmpty else { return Array(view.index.memos.lazy.prefix(CompletionLimits.memos)) }
    let query = words.map { "title:\($0)" }.joined(separator: " ")
    // A query that means nothing finds nothing.
    let found = (try? SearchQuery(parsing: query, openLastSyllable: true)).map { parsed in
      MemoSearch(parsed, processorTime: request.machine.processorTime).run(MemoFilter(), in: view.index).found.map(
        \.memo)
    }
    return view.index.memos(called: typed, with: found ?? [])
  }
}

/// How much is offered at once.
enum CompletionLimits {
  /// Memos of which no name is typed yet.
  static let memos = 100
}

/// Whether names answer to what is typed, as in the picker: all words in any order, Hangul by initials too, and the last
/// syllable may be unfinished.
struct TypedName {
  private let patterns: [WordPattern]
  private let key: [UInt8]

  init(_ typed: String) {
    key = Folding.matchKey(typed)
    patterns = typed.split(whereSeparator: \.isWhitespace).compactMap {
      WordPattern(word: String($0), openLastSyllable: true)
    }
  }

  /// The rank of a name, from 0 for the best; `nil` where it does not answer.
  func rank(_ name: String) -> Int? {
    let folded = Folding.matchKey(name)
    if folded == key { return 0 }
    if folded.starts(with: key) { return 1 }
    return patterns.allSatisfy { $0.occurs(inName: name) } ? 2 : nil
  }

  /// Those of some values whose names answer, the best first, each rank in its order.
  func best<Value>(_ values: [Value], _ name: (Value) -> String) -> [Value] {
    let ranked = values.compactMap { value in rank(name(value)).map { (value, $0) } }
    return (0...2).flatMap { rank in ranked.filter { $0.1 == rank }.map(\.0) }
  }
}
