import MemoCore
import MemoStore

/// A part of a search, on one thread.
final class SearchPart {
  /// What it came to.
  struct Result: Sendable {
    var scores: [(memo: IndexedMemo.Source, score: Double)] = []
    var failures: [SearchFailure] = []
    /// Whether the text index turned out to be damaged.
    var isDamaged = false
  }

  private(set) var result = Result()
  let index: VaultIndex
  private let matcher: SearchMatcher
  private let grams: GramQuery
  private let filter: MemoFilter
  private let plan: SearchPlan
  private let patience: SearchPatience
  private let reader = TextReader()

  init(
    query: SearchQuery, limits: SearchLimits, filter: MemoFilter, index: VaultIndex, plan: SearchPlan,
    patience: SearchPatience
  ) {
    var limits = limits
    limits.spend = { patience.spend($0) }
    matcher = query.makeMatcher(limits: limits)
    self.patience = patience
    grams = query.grams
    self.filter = filter
    self.index = index
    self.plan = plan
  }

  func run(_ step: SearchPlan.Step) {
    switch step {
    case .texts(let segment, let group): searchGroup(group, of: plan.texts.segments[segment])
    case .files(let memos): for memo in memos where !patience.isOver { searchFile(of: memo) }
    case .records(let memos): for memo in memos where !patience.isOver { take(memo, .empty) }
    }
  }

  private func searchGroup(_ group: Int, of segment: TextIndex.Segment) {
    var blocks = segment.texts.blocks(ofGroup: group).map { (block: $0, forgivable: GramQuery.Forgiven.max) }
    do throws(CacheDamage) {
      blocks = try segment.texts.candidates(for: grams, inGroup: group, with: reader)
    } catch {
      result.isDamaged = true
    }
    for (block, forgivable) in blocks where !patience.isOver { searchBlock(block, of: segment, forgivable) }
  }

  private func searchBlock(_ block: Int, of segment: TextIndex.Segment, _ forgivable: GramQuery.Forgiven) {
    do throws(CacheDamage) {
      try segment.texts.readBlock(block, with: reader) { text, view in
        if let memo = source(ofText: text, in: segment) { take(memo, view, forgivable) }
      }
    } catch {
      result.isDamaged = true
      // Each memo once, whether or not some texts of the block could be read.
      let memos = segment.texts.documents(ofBlock: block).compactMap { source(ofText: $0, in: segment) }
      let numbers = Set(memos.compactMap(\.snapshotIndex))
      result.scores.removeAll { $0.memo.snapshotIndex.map(numbers.contains) ?? false }
      for memo in memos { searchFile(of: memo) }
    }
  }

  private func source(ofText text: Int, in segment: TextIndex.Segment) -> IndexedMemo.Source? {
    let memo = segment.memos[text]
    return memo == TextMap.noMemo ? nil : index.source(ofMemo: Int(memo))
  }

  private func searchFile(of source: IndexedMemo.Source) {
    let memo = SearchedFile(source, of: self)
    // A memo that is gone or unreadable is not a hit; the refresh has reported unreadable ones.
    _ = try? index.files.read(memo.path, limit: SearchText.readLimit) { bytes in
      let document = SearchDocument(memo.metadata, titledBy: memo.titles, at: memo.path, bytes)
      take(source, Swift.Result { () throws(SearchFailure) in try matcher.score(document) })
    }
  }

  private func take(_ source: IndexedMemo.Source, _ view: SearchTextView, _ forgivable: GramQuery.Forgiven = .max) {
    let memo = SearchedFile(source, of: self)
    let score = Swift.Result { () throws(SearchFailure) in
      try matcher.score(view, of: memo, forgiving: forgivable)
    }
    take(source, score)
  }

  private func take(_ source: IndexedMemo.Source, _ score: Swift.Result<Double?, SearchFailure>) {
    switch score {
    case .success(nil): return
    case .success(let score?):
      guard filter.isOpen || filter.passes(IndexedMemo(number: 0, source: source), in: index) else { return }
      result.scores.append((source, score))
    case .failure(let failure): result.failures.append(failure)
    }
  }
}

/// A memo of which a search asks more than its folded text.
private struct SearchedFile: SearchedMemo {
  private let source: IndexedMemo.Source
  private let part: SearchPart

  init(_ source: IndexedMemo.Source, of part: SearchPart) {
    self.source = source
    self.part = part
  }

  var memo: IndexedMemo { IndexedMemo(number: 0, source: source) }
  var path: VaultPath { memo.path }
  var title: String { part.index.title(of: memo) }
  var titles: TitleRule { part.index.titles }
  var names: [String] { SearchText.names(at: path, metadata.aliases) }
  var tags: [String] { part.index.tags(of: memo) ?? [] }
  var fields: [MemoField] { part.index.fields(of: memo) ?? [] }
  var metadata: MemoMetadata { part.index.record(of: memo)?.metadata ?? MemoMetadata() }

  func withText(_ body: (UnsafeRawBufferPointer) -> Void) {
    // As with every memo that went or cannot be read now.
    _ = try? part.index.files.read(path, limit: SearchText.readLimit) { body(SearchDocument.withoutMark($0)) }
  }
}

extension SearchDocument {
  /// A memo with what the index knows of it.
  init(
    _ metadata: MemoMetadata, titledBy titles: TitleRule, at path: VaultPath, _ bytes: UnsafeRawBufferPointer
  ) {
    self.init(
      title: metadata.title, by: titles, names: SearchText.names(at: path, metadata.aliases), tags: metadata.tags,
      fields: metadata.fields, path: path, bytes: bytes)
  }
}
