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
