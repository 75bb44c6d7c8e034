import MemoCore

/// What a search has to look at, in steps that can be taken at the same time.
struct SearchPlan: Sendable {
  /// A piece of a search.
  enum Step: Sendable {
    /// Texts of a group of a segment, both by number.
    case texts(segment: Int, group: Int)
    /// Memos whose files must be read.
    case files(ArraySlice<IndexedMemo.Source>)
    /// Memos of which the query asks nothing that is in their texts.
    case records(ArraySlice<IndexedMemo.Source>)
  }

  let texts: TextIndex
  let steps: [Step]

  private static let memosPerStep = 128

  init(_ query: SearchQuery, in index: VaultIndex) {
    let fresh = index.fresh.map { IndexedMemo.Source.fresh($0) }
    guard query.looksAtTexts else {
      texts = TextIndex()
      steps = Self.parts(index.memos.map(\.source)).map { .records($0) }
      return
    }
    texts = index.openTexts()
    let missing = texts.missing.compactMap { index.source(ofMemo: $0) }
    var steps: [Step] = Self.parts(fresh + missing).map { .files($0) }
    for (number, segment) in texts.segments.enumerated() {
      steps += (0..<segment.texts.groupCount).map { .texts(segment: number, group: $0) }
    }
    self.steps = steps
  }

  private static func parts(_ memos: [IndexedMemo.Source]) -> [ArraySlice<IndexedMemo.Source>] {
    stride(from: 0, to: memos.count, by: memosPerStep).map { memos[$0..<min($0 + memosPerStep, memos.count)] }
  }
}
