import MemoCore

/// What the memos of an index hold under the keys of their front matter.
extension VaultIndex {
  /// Goes through what memos hold under some keys, by their places: each key's memos in order, then the changed ones.
  ///
  /// - Parameters:
  ///   - initial: where `body` starts from, and starts over where the cache turns out to be damaged.
  ///   - body: gets values that are valid for the call alone.
  func readFields<Result>(
    _ isWanted: (VaultPath) -> Bool, into initial: Result,
    _ body: (inout Result, _ place: Int, _ key: VaultPath, FieldBytes) -> Void
  ) -> Result {
    var result = initial
    do throws(CacheDamage) {
      let columns = try columns()
      for column in columns?.columns ?? [] where isWanted(column.key) {
        try columns?.read(column) { place, value in
          if hasMemo(at: place) { body(&result, place, column.key, value) }
        }
      }
    } catch {
      discardCache()
      result = initial
      readDetails(at: 0..<snapshotCount) { place, details in
        Self.read(details, isWanted) { body(&result, place, $0, $1) }
      }
    }
    readDetails(at: snapshotCount..<placeCount) { place, details in
      Self.read(details, isWanted) { body(&result, place, $0, $1) }
    }
    return result
  }

  /// The fields and tasks of the memos at places, from their records.
  func readDetails(at places: Range<Int>, _ body: (_ place: Int, MemoRecord.Details) -> Void) {
    for place in places { read(MemoRecord.details, at: place) { body(place, $0) } }
  }

  /// The columns of the snapshot.
  func columns() throws(CacheDamage) -> SnapshotColumns? {
    guard let snapshot = state.snapshot else { return nil }
    return try SnapshotColumns(of: snapshot)
  }

  private static func read(
    _ details: MemoRecord.Details, _ isWanted: (VaultPath) -> Bool, _ body: (VaultPath, FieldBytes) -> Void
  ) {
    for (key, value) in details.fields {
      let key = VaultPath(bytes: Array(key))
      if isWanted(key) { body(key, value) }
    }
  }
}

/// A key of front matters, or a value of one, and how many memos have it.
public struct FieldCount: Equatable, Sendable {
  /// The key or value as most memos spell it.
  public let name: String
  /// Memos that have it.
  public let count: Int
}

/// Counts the fields of a vault's memos.
public enum FieldCounts {
  /// All keys, in the byte order of their names without case and normalization.
  public static func keys(in index: VaultIndex) -> [FieldCount] {
    if let spellings = try? directory(of: index) { return counts(spellings) }
    return counts(
      index.readFields({ _ in true }, into: TagSpellings()) { spellings, _, key, _ in spellings.add(key) })
  }

  /// All values of a key, its case aside; of a list, each item, once a memo. An empty one is that of memos that have the key
  /// alone.
  public static func values(of key: String, in index: VaultIndex) -> [FieldCount] {
    let wanted = FieldKey(key)
    return counts(
      index.readFields(wanted.matches, into: TagSpellings()) { spellings, _, _, value in
        if value.isEmpty { spellings.add([]) }
        var seen: Set<[UInt8]> = []
        _ = value.contains { text in
          let isNew = value.count < 2 || seen.insert(Folding.matchKey(String(decoding: text, as: UTF8.self))).inserted
          if isNew { spellings.add(text) }
          return false
        }
      })
  }

  /// The counts of the snapshot, without those of memos that changed or went since, and with those of the changed ones.
  private static func directory(of index: VaultIndex) throws(CacheDamage) -> TagSpellings {
    var spellings = TagSpellings()
    for column in try index.columns()?.columns ?? [] { spellings.add(column.key, count: column.count) }
    var isDamaged = false
    for memo in index.hidden {
      guard let snapshot = index.state.snapshot else { break }
      for field in try MemoRecord.details(of: try snapshot.record(ofMemo: memo)).fields
      where !spellings.remove(field.key) {
        isDamaged = true
      }
    }
    guard !isDamaged else { throw CacheDamage() }
    index.readDetails(at: index.snapshotCount..<index.placeCount) { _, details in
      for field in details.fields { spellings.add(field.key) }
    }
    return spellings
  }

  private static func counts(_ spellings: TagSpellings) -> [FieldCount] {
    TagCounts.joined(spellings).map { FieldCount(name: $0.tag, count: $0.count) }
  }
}

/// A key that a person has written: it means every spelling that differs in case and normalization alone.
struct FieldKey: Sendable {
  private let folded: [UInt8]

  init(_ key: String) {
    folded = Folding.matchKey(key)
  }

  func matches(_ key: VaultPath) -> Bool {
    Folding.matchKey(key.text) == folded
  }
}
