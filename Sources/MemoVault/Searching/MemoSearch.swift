public import MemoCore

/// Finds the memos that a query asks for, best first.
///
/// Only scores are kept while searching; the matches of a memo are made when they are asked for, so that a word that
/// stands everywhere costs no more memory than one that stands nowhere.
public struct MemoSearch: Sendable {
  /// Search covers this many bytes at the start of a file.
  public static let readLimit = 16 << 20

  private static let memosPerPart = 128

  private let query: SearchQuery
  private let limits: SearchLimits

  /// A memo that was found.
  public struct Found: Sendable {
    /// The memo.
    public let memo: IndexedMemo
    /// Its score and reasons; without matches.
    public let hit: SearchHit
  }

  /// What a search came to.
  public struct Outcome: Sendable {
    /// The memos, best first.
    public var found: [Found] = []
    /// Memos that could not be searched to their end.
    public var failures: [SearchFailure] = []
  }

  /// A search for a query.
  ///
  /// - Parameter now: a clock that never goes back, for the time limit of regular expressions.
  public init(_ query: SearchQuery, now: @escaping @Sendable () -> Duration) {
    self.query = query
    limits = SearchLimits(now: now)
  }

  /// Searches the memos of an index that pass a filter, on all cores.
  public func run(_ filter: MemoFilter, in index: VaultIndex) -> Outcome {
    let memos = index.memos.filter { filter.isOpen || filter.passes($0, in: index) }
    let parts = memos.concurrentMap(partSize: Self.memosPerPart) { part in search(part, in: index) }
    var outcome = Outcome()
    for part in parts {
      outcome.found += part.found
      outcome.failures += part.failures
    }
    outcome.found.sort { SearchHit.ranksBefore($0.hit, $1.hit) }
    return outcome
  }

  /// A found memo with its matches and the text they stand in; `nil` where it went or changed so that nothing matches.
  ///
  /// - Parameter matchLimit: at most this many matches.
  public func matches(in memo: IndexedMemo, of index: VaultIndex, matchLimit: Int) -> (hit: SearchHit, text: [UInt8])? {
    var limits = limits
    limits.matches = matchLimit
    let matcher = query.makeMatcher(limits: limits)
    var text: [UInt8] = []
    // A memo that cannot be searched was reported with the failures of the search.
    let hit = try? hit(memo, in: index, with: matcher) { text = Array($0) }
    return hit.map { ($0, text) }
  }

  private func search(_ memos: ArraySlice<IndexedMemo>, in index: VaultIndex) -> Outcome {
    var limits = limits
    limits.matches = 0
    let matcher = query.makeMatcher(limits: limits)
    var outcome = Outcome()
    for memo in memos {
      do throws(SearchFailure) {
        if let hit = try hit(memo, in: index, with: matcher) { outcome.found.append(Found(memo: memo, hit: hit)) }
      } catch {
        outcome.failures.append(error)
      }
    }
    return outcome
  }

  private func hit(
    _ memo: IndexedMemo, in index: VaultIndex, with matcher: SearchMatcher,
    text: (UnsafeRawBufferPointer) -> Void = { _ in }
  ) throws(SearchFailure) -> SearchHit? {
    guard let metadata = index.record(of: memo)?.metadata else { return nil }
    let path = memo.path
    var result: Result<SearchHit?, SearchFailure> = .success(nil)
    // A memo that went or cannot be read now is no hit; the refresh has told of unreadable ones.
    _ = try? index.files.read(path, limit: Self.readLimit) { bytes in
      text(bytes)
      let document = SearchDocument(
        title: metadata.title, tags: metadata.tags, path: path, modified: memo.modified, bytes: bytes)
      result = Result { () throws(SearchFailure) in try matcher.match(document) }
    }
    return try result.get()
  }
}
