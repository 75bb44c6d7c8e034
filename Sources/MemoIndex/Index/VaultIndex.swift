public import MemoCore
public import MemoStore

/// All memos of a vault as of one refresh, newest first.
public struct VaultIndex: Sendable {
  /// Files and folders that could not be read, in byte order of their paths.
  public let problems: [FileError]
  /// How much the refresh found changed.
  public let counts: RefreshCounts
  /// How many memos there are.
  public let count: Int
  /// Whether a watcher confirmed that the cache is up to date, so that no file was checked.
  public let isVouched: Bool
  /// Which text is the title of a memo.
  public let titles: TitleRule

  /// What the memos come from, and where it is in the cache.
  let contents: CacheContents
  let files: any VaultFiles
  /// The cache that the state came from, to give it up where it is damaged.
  let keeper: CacheKeeper?
  let hidden: Set<Int>
  /// How many memos the snapshot holds, the hidden ones included.
  let snapshotCount: Int
  /// Memos that the snapshot does not hold, newest first.
  let fresh: [IndexedMemo.Fresh]

  var state: CacheState { contents.state }

  /// Whether everything read from it so far is correct. It is not if another program truncated the cache: then the
  /// index is of no more use.
  public var isIntact: Bool { contents.isIntact }

  init(
    _ contents: CacheContents, files: any VaultFiles, titles: TitleRule, keeper: CacheKeeper?,
    problems: [FileError] = [], counts: RefreshCounts = RefreshCounts(), isVouched: Bool = false
  ) {
    let state = contents.state
    self.contents = contents
    self.files = files
    self.titles = titles
    self.keeper = keeper
    // A refresh meets them in another order than a rebuild does.
    self.problems = problems.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    self.counts = counts
    self.isVouched = isVouched
    hidden = state.hiddenMemos()
    fresh = state.delta.memos.compactMap { path, memo in memo.map { IndexedMemo.Fresh(path: path, memo: $0) } }
      .sorted { NewestFirst.precedes(($0.memo.stamp.modified, $0.path), ($1.memo.stamp.modified, $1.path)) }
    snapshotCount = state.snapshot?.memoCount ?? 0
    count = snapshotCount - hidden.count + fresh.count
  }

  /// The memos, newest first; equal times by path. Nothing is decoded until it is asked for.
  public var memos: NewestFirst {
    NewestFirst(self)
  }

  /// The memos at some paths, found in one pass over the list, as far as the last of them.
  public func memos(at paths: some Sequence<VaultPath>) -> [VaultPath: IndexedMemo] {
    let paths = Array(paths)
    let wanted = Dictionary(
      zip(places(of: paths), paths).compactMap { place, path in place.map { ($0, path) } }
    ) { first, _ in first }
    var found: [VaultPath: IndexedMemo] = [:]
    var walk = memos
    while found.count < wanted.count, let place = walk.nextPlace() {
      if let path = wanted[place] { found[path] = walk.memo(at: place) }
    }
    return found
  }

  /// What a memo says, read from its file where the cache is damaged; `nil` if the file is gone.
  public func record(of memo: IndexedMemo) -> MemoRecord? {
    if let record = try? memo.record() { return record }
    discardCache()
    return (try? MemoReading.record(of: memo.path, in: files, titles))?.record
  }

  /// Opens the texts that searches look at.
  func openTexts() -> TextIndex {
    state.snapshot.map { TextIndex(of: $0, in: keeper?.store) } ?? TextIndex()
  }

  /// Where a memo of the snapshot comes from; `nil` for one that changed or went since.
  func source(ofMemo memo: Int) -> IndexedMemo.Source? {
    guard let snapshot = state.snapshot, hidden.isEmpty || !hidden.contains(memo) else { return nil }
    return .snapshot(snapshot, memo)
  }

  /// Gives up a cache that turned out to be damaged; the next refresh builds a new one.
  func discardCache() {
    if let snapshot = state.snapshot { keeper?.discard(snapshot) }
  }

  /// A memo's title; empty where it has none.
  public func title(of memo: IndexedMemo) -> String {
    let title = try? memo.withRecordBytes { bytes throws(CacheDamage) in
      String(decoding: try MemoRecord.title(of: bytes), as: UTF8.self)
    }
    return title ?? record(of: memo)?.metadata.title ?? ""
  }

  /// The bytes of a memo's file; 0 where it is gone.
  public func size(of memo: IndexedMemo) -> UInt64 {
    head(of: memo)?.size ?? 0
  }

  /// When a memo was made and how much it is; `nil` where it is gone.
  func head(of memo: IndexedMemo) -> MemoRecord.Head? {
    (try? memo.withRecordBytes(MemoRecord.head)) ?? record(of: memo)?.head
  }

  /// A memo's tags; `nil` where it is gone. To decode the whole record takes three times as long.
  func tags(of memo: IndexedMemo) -> [String]? {
    let tags = try? memo.withRecordBytes { bytes throws(CacheDamage) in
      try MemoRecord.tags(of: bytes).map { String(decoding: $0, as: UTF8.self) }
    }
    return tags ?? record(of: memo)?.metadata.tags
  }

  /// A memo's fields; `nil` where it is gone.
  func fields(of memo: IndexedMemo) -> [MemoField]? {
    let fields = try? memo.withRecordBytes { bytes throws(CacheDamage) in
      try MemoRecord.details(of: bytes).fields.map { key, value in
        MemoField(key: String(decoding: key, as: UTF8.self), value: value.decoded())
      }
    }
    return fields ?? record(of: memo)?.metadata.fields
  }
}

/// A memo of an index, not decoded yet.
public struct IndexedMemo: Sendable {
  struct Fresh: Sendable {
    var path: VaultPath
    var memo: FreshMemo
  }

  enum Source: Sendable {
    case snapshot(Snapshot, Int)
    // On its own: there are few, and lists hold all memos.
    indirect case fresh(Fresh)

    /// The memo's index in the snapshot; `nil` for one that is not from there.
    var snapshotIndex: Int? {
      if case .snapshot(_, let memo) = self { memo } else { nil }
    }
  }

  /// Its row in the list of all memos newest first, from 1.
  public let number: Int
  let source: Source

  /// Its path.
  public var path: VaultPath {
    switch source {
    case .snapshot(let snapshot, let memo): snapshot.path(ofMemo: memo)
    case .fresh(let fresh): fresh.path
    }
  }

  /// Modification time in nanoseconds since 1970.
  public var modified: Int64 {
    switch source {
    case .snapshot(let snapshot, let memo): snapshot.modified(ofMemo: memo)
    case .fresh(let fresh): fresh.memo.stamp.modified
    }
  }

  fileprivate func record() throws(CacheDamage) -> MemoRecord {
    switch source {
    case .snapshot(let snapshot, let memo): try snapshot.decodedRecord(ofMemo: memo)
    case .fresh: try withRecordBytes { bytes throws(CacheDamage) in try MemoRecord(decoding: bytes) }
    }
  }

  /// Hands over the encoded record, whose preview may be packed.
  func withRecordBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(CacheDamage) -> Result
  ) throws(CacheDamage) -> Result {
    switch source {
    case .snapshot(let snapshot, let memo):
      return try body(try snapshot.record(ofMemo: memo))
    case .fresh(let fresh):
      var result: Swift.Result<Result, CacheDamage> = .failure(CacheDamage())
      fresh.memo.record.withUnsafeBytes { bytes in
        do throws(CacheDamage) {
          result = .success(try body(bytes))
        } catch {
          result = .failure(error)
        }
      }
      return try result.get()
    }
  }
}

/// Goes through an index newest first, merging the snapshot's order with the memos that changed since.
public struct NewestFirst: Sequence, IteratorProtocol {
  private let snapshot: Snapshot?
  /// Memos of the snapshot.
  private let oldCount: Int
  private let hidden: Set<Int>
  private let fresh: [IndexedMemo.Fresh]
  private var rank = 0
  private var freshPosition = 0
  private var number = 0

  init(_ index: VaultIndex) {
    snapshot = index.state.snapshot
    oldCount = index.snapshotCount
    hidden = index.hidden
    fresh = index.fresh
  }

  /// The next memo.
  public mutating func next() -> IndexedMemo? {
    nextPlace().map(memo)
  }

  /// The place of the next memo in the index; memos that no one wants need not be made.
  mutating func nextPlace() -> Int? {
    let old = nextOfSnapshot()
    number += 1
    if freshPosition < fresh.count, old.map({ isNewer(fresh[freshPosition], than: $0) }) ?? true {
      freshPosition += 1
      return oldCount + freshPosition - 1
    }
    rank += 1
    return old
  }

  /// The memo whose place came last.
  func memo(at place: Int) -> IndexedMemo {
    guard let snapshot, place < oldCount else {
      return IndexedMemo(number: number, source: .fresh(fresh[place - oldCount]))
    }
    return IndexedMemo(number: number, source: .snapshot(snapshot, place))
  }

  /// The memo of the snapshot that is at the current rank, past those that changed.
  private mutating func nextOfSnapshot() -> Int? {
    guard let snapshot else { return nil }
    while rank < oldCount {
      let memo = snapshot.memo(atRank: rank)
      if hidden.isEmpty || !hidden.contains(memo) { return memo }
      rank += 1
    }
    return nil
  }

  private func isNewer(_ new: IndexedMemo.Fresh, than old: Int) -> Bool {
    guard let snapshot else { return true }
    let modified = snapshot.modified(ofMemo: old)
    guard new.memo.stamp.modified == modified else { return new.memo.stamp.modified > modified }
    return new.path < snapshot.path(ofMemo: old)
  }

  static func precedes(_ left: (modified: Int64, path: VaultPath), _ right: (modified: Int64, path: VaultPath)) -> Bool
  {
    left.modified != right.modified ? left.modified > right.modified : left.path < right.path
  }
}

/// How much a refresh found changed.
public struct RefreshCounts: Equatable, Sendable {
  /// Memos that are new.
  public var added = 0
  /// Memos whose content or times changed.
  public var changed = 0
  /// Memos that were removed.
  public var removed = 0
}
