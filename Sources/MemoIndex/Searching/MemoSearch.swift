public import MemoCore
import MemoStore
import Synchronization

/// Finds the memos that a query asks for, best first.
///
/// The text index shows which blocks may contain the searched text; these are read, and each text in them is
/// searched exactly. Memos that the index does not hold are searched in their files. Only scores are kept: the matches
/// of a memo are made when they are asked for, so that a word that occurs everywhere costs no more memory than one that
/// is nowhere.
public struct MemoSearch: Sendable {
  /// What is looked for.
  public let query: SearchQuery
  private let limits: SearchLimits
  private let isStopped: @Sendable () -> Bool

  // Hostile memos are lost one by one, a vault full of them at once.
  private static let patience = Duration.seconds(2)

  /// A memo that was found.
  public struct Found: Sendable {
    /// The memo.
    public let memo: IndexedMemo
    /// Its score; see `SearchHit.score`.
    public let score: Double
  }

  /// The result of a search.
  public struct Outcome: Sendable {
    /// The memos, best first; equally good ones as the index lists them.
    public var found: [Found] = []
    /// Memos that could not be searched to their end.
    public var failures: [SearchFailure] = []
    /// The regular expression that took so long that the search ended before it had seen all memos.
    public var tooSlow: String?
    /// The search that found the memos, and can make their matches.
    public let search: MemoSearch
  }

  /// A search for a query.
  ///
  /// - Parameters:
  ///   - processorTime: what the calling thread has had of a processor, for the time limits of regular expressions: how
  ///     busy the machine is must not change an answer.
  ///   - isStopped: whether the result is not wanted any more; the search then ends with what it has found.
  public init(
    _ query: SearchQuery, processorTime: @escaping @Sendable () -> Duration,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.init(query, limits: SearchLimits(now: processorTime), isStopped)
  }

  private init(_ query: SearchQuery, limits: SearchLimits, _ isStopped: @escaping @Sendable () -> Bool) {
    (self.query, self.limits, self.isStopped) = (query, limits, isStopped)
  }

  /// Searches the memos of an index that pass a filter, on all cores. Where nothing is found, words of Hangul are looked for
  /// as if they were misspelt.
  public func run(_ filter: MemoFilter, in index: VaultIndex) -> Outcome {
    let outcome = find(filter, in: index)
    guard outcome.found.isEmpty, outcome.tooSlow == nil, let misspelt = query.misspelt else { return outcome }
    let other = MemoSearch(misspelt, limits: limits, isStopped).find(filter, in: index)
    return other.found.isEmpty ? outcome : other
  }

  private func find(_ filter: MemoFilter, in index: VaultIndex) -> Outcome {
    let plan = SearchPlan(query, in: index)
    let patience = SearchPatience(Self.patience, isStopped)
    let parts = plan.steps.concurrentMap(partSize: 1) { steps in
      let part = SearchPart(
        query: query, limits: limits, filter: filter, index: index, plan: plan, patience: patience)
      for step in steps { part.run(step) }
      return part.result
    }
    if plan.texts.isDamaged || parts.contains(where: \.isDamaged) { index.discardCache() }
    let failures = parts.flatMap(\.failures)
    var outcome = Outcome(failures: failures.filter { $0.reason != .gaveUp }, search: self)
    outcome.tooSlow = failures.first { $0.reason == .gaveUp }?.pattern
    outcome.found = best(found(parts, in: index))
    return outcome
  }

  /// The memos that pass a filter and were not found, but may hold what is looked for behind what searches read of them; in
  /// order of their paths.
  public func partlyRead(_ filter: MemoFilter, besides found: [Found], in index: VaultIndex) -> [VaultPath] {
    guard query.looksAtTexts else { return [] }
    let large = index.places(ofSizes: UInt64(SearchText.readLimit + 1)...).compactMap { index.memo(at: $0) }
    guard !large.isEmpty else { return [] }
    let known = Set(found.map(\.memo.path))
    return large.filter { !known.contains($0.path) && filter.passes($0, in: index) }.map(\.path).sorted()
  }

  /// A found memo with its matches and its text; `nil` if it is gone or no longer matches.
  ///
  /// - Parameter matchLimit: at most this many matches.
  public func matches(in memo: IndexedMemo, of index: VaultIndex, matchLimit: Int) -> (hit: SearchHit, text: [UInt8])? {
    var limits = limits
    limits.matches = matchLimit
    return matches(in: memo, scored: nil, of: index, limits)
  }

  /// The same for all lines that match.
  ///
  /// - Parameter areLinesEnough: whether only the lines matter and where the first match of each is.
  public func matches(
    in found: Found, of index: VaultIndex, areLinesEnough: Bool = false
  ) -> (hit: SearchHit, text: [UInt8])? {
    var limits = limits
    if areLinesEnough { limits.matchesOnLine = 1 }
    return matches(in: found.memo, scored: found.score, of: index, limits)
  }

  private func matches(
    in memo: IndexedMemo, scored score: Double?, of index: VaultIndex, _ limits: SearchLimits
  ) -> (hit: SearchHit, text: [UInt8])? {
    let matcher = query.makeMatcher(limits: limits)
    guard let metadata = index.record(of: memo)?.metadata else { return nil }
    var found: (hit: SearchHit, text: [UInt8])?
    // A memo that cannot be searched was reported with the failures of the search.
    _ = try? index.files.read(memo.path, limit: SearchText.readLimit) { bytes in
      let document = SearchDocument(metadata, titledBy: index.titles, at: memo.path, bytes)
      if let hit = try? matcher.match(document, scored: score) { found = (hit, Array(bytes)) }
    }
    return found
  }

  /// The memos with a score, newest first.
  private func found(_ parts: [SearchPart.Result], in index: VaultIndex) -> [Found] {
    guard parts.contains(where: { !$0.scores.isEmpty }) else { return [] }
    var old = [Double](repeating: .nan, count: index.snapshotCount)
    var fresh: [VaultPath: Double] = [:]
    for score in parts.lazy.flatMap(\.scores) {
      switch score.memo {
      case .snapshot(_, let memo): old[memo] = score.score
      case .fresh(let memo): fresh[memo.path] = score.score
      }
    }
    var found: [Found] = []
    for memo in index.memos {
      let score =
        switch memo.source {
        case .snapshot(_, let memo): old[memo]
        case .fresh(let memo): fresh[memo.path] ?? .nan
        }
      if !score.isNaN { found.append(Found(memo: memo, score: score)) }
    }
    return found
  }

  /// Memos that come newest first, in order of their scores. Numbers are sorted, because memos take longer to move.
  private func best(_ found: [Found]) -> [Found] {
    let order = found.indices.sorted {
      let (left, right) = (found[$0].score, found[$1].score)
      return left != right ? left > right : $0 < $1
    }
    return order.map { found[$0] }
  }
}

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

/// How much longer than the sizes of memos explain the regular expressions of one search may take, on all threads
/// together.
final class SearchPatience: Sendable {
  private let left: Mutex<Duration>
  private let isStopped: @Sendable () -> Bool

  /// - Parameter isStopped: whether the result is not wanted any more.
  init(_ time: Duration, _ isStopped: @escaping @Sendable () -> Bool) {
    left = Mutex(time)
    self.isStopped = isStopped
  }

  /// Whether the search has to end.
  var isOver: Bool { left.withLock { $0 <= .zero } || isStopped() }

  /// Takes time away; returns whether some is left.
  func spend(_ time: Duration) -> Bool {
    left.withLock {
      $0 -= time
      return $0 > .zero
    }
  }
}
