public import MemoCore
public import MemoStore

/// Picks and orders memos for a list.
public struct MemoListing: Sendable {
  /// Which memos.
  public var filter = MemoFilter()
  /// In which order; the first key counts most.
  public var order = SortOrder.standard
  /// At most this many; all if `nil`.
  public var limit: Int?
  /// So many are left out at the start.
  public var offset = 0

  private let collation: any TitleCollation
  private let clock: any LocalClock

  /// A list of all memos, newest first.
  public init(collation: any TitleCollation, clock: any LocalClock) {
    self.collation = collation
    self.clock = clock
  }

  /// The memos of the list. Where the order is the index's own, nothing past the last row is looked at.
  public func memos(in index: VaultIndex) -> [IndexedMemo] {
    let wanted = limit ?? .max
    if order == SortOrder.standard { return first(wanted, in: index) }
    let numbers = index.numbers
    return sortedPlaces(first: wanted, in: index, numbers).compactMap { index.memo(at: $0, number: Int(numbers[$0])) }
  }

  /// The same memos, by their places.
  func places(in index: VaultIndex) -> [Int] { sortedPlaces(first: limit ?? .max, in: index, index.numbers) }

  /// The places of the memos of the list. What they were sorted by is given up before they are made.
  private func sortedPlaces(first wanted: Int, in index: VaultIndex, _ numbers: [UInt32]) -> [Int] {
    let fields = fieldValues(in: index)
    // By places, so that each part of the cache is read once, whatever the order.
    var all = index.foldPlaces(into: SortRows(order), partSize: Self.placesPerPart) { places in
      let memos = places.lazy.compactMap { place in
        index.memo(at: place, number: Int(numbers[place])).map { (place, $0) }
      }
      return rows(of: memos, first: wanted.addingClamped(offset), fields, in: index) { index.path(at: $0) }
    } take: {
      $0.append($1)
    }
    index.release()
    return all.sortedPlaces { index.path(at: $0) }.dropFirst(offset).prefix(wanted).map(\.self)
  }

  /// Other memos of an index in the order of the list, those too that its filter leaves out.
  public func inOrder(_ memos: [IndexedMemo], in index: VaultIndex) -> [IndexedMemo] {
    var listing = self
    listing.filter = MemoFilter()
    var rows = listing.rows(of: memos.enumerated().lazy.map(\.self), first: .max, fieldValues(in: index), in: index) {
      memos[$0].path
    }
    return rows.sortedPlaces { memos[$0].path }.map { memos[$0] }
  }

  /// When a memo was made, in nanoseconds since 1970: as it says itself, else as the file system or its last change says.
  public static func created(_ record: MemoRecord, modified: Int64, clock: any LocalClock) -> Int64 {
    created(record.head, modified: modified, clock: clock)
  }

  fileprivate static func created(_ head: MemoRecord.Head, modified: Int64, clock: any LocalClock) -> Int64 {
    switch head.created {
    case .instant(let time): time
    case .local(let time): clock.instant(ofLocal: time)
    // A copy, and a file that was replaced with its time kept, was born after its last change.
    case nil: min(head.born ?? modified, modified)
    }
  }

  // A loop: of `lazy.filter` the compiler took the overload that goes through all memos.
  private func first(_ wanted: Int, in index: VaultIndex) -> [IndexedMemo] {
    var (found, left) = ([IndexedMemo](), offset)
    var walk = index.memos
    while found.count < wanted, let place = walk.nextPlace() {
      // Most memos are not in a set that is asked for, and need not be made.
      guard filter.mayPass(place, in: index) else { continue }
      let memo = walk.memo(at: place)
      guard passes(memo, in: index) else { continue }
      if left > 0 { left -= 1 } else { found.append(memo) }
    }
    return found
  }

  private func passes(_ memo: IndexedMemo, in index: VaultIndex) -> Bool {
    filter.isOpen || filter.passes(memo, in: index)
  }

  // MARK: Sorting

  private static let placesPerPart = 8_192
  /// Rows are cut to those that are wanted whenever so many more have come.
  private static let spareRows = 1_024

  /// The values of fields that memos are sorted by, for each part of the order; `nil` for a part that is no field.
  private func fieldValues(in index: VaultIndex) -> [FieldSortValues?] {
    order.map { part in
      part.field.map { FieldSortValues(of: $0, in: index, clock: clock, collation: collation.key) }
    }
  }

  /// The rows of the memos that pass. Where only the first are wanted, few more are held at any time.
  private func rows(
    of memos: some Sequence<(Int, IndexedMemo)>, first wanted: Int, _ fields: [FieldSortValues?], in index: VaultIndex,
    path: (Int) -> VaultPath
  ) -> SortRows {
    let needsHead = order.contains { [.created, .size, .words].contains($0.key) }
    var rows = SortRows(order)
    for (place, memo) in memos where passes(memo, in: index) {
      let head = needsHead ? index.head(of: memo) : nil
      rows.append(place) { part in
        guard let field = fields[part] else { return value(order[part].key, of: memo, head, in: index) }
        return field.value(of: memo).map { .field($0) } ?? .missing
      }
      if rows.count == wanted.addingClamped(max(wanted, Self.spareRows)) { rows.cut(to: wanted, path: path) }
    }
    if rows.count > wanted { rows.cut(to: wanted, path: path) }
    return rows
  }

  private func value(
    _ key: SortOrder.Key, of memo: IndexedMemo, _ head: MemoRecord.Head?, in index: VaultIndex
  ) -> SortRows.Value {
    switch key {
    case .modified: .number(memo.modified)
    case .created: .number(head.map { Self.created($0, modified: memo.modified, clock: clock) } ?? memo.modified)
    case .title: .bytes(collation.key(for: index.title(of: memo)))
    case .natural: .bytes(collation.key(for: NaturalOrder.text(index.title(of: memo))))
    case .path: .bytes(memo.path.bytes)
    case .size: .number(head.map { Int64(clamping: $0.size) } ?? 0)
    case .words: .number(head.map { Int64($0.words) } ?? 0)
    case .random: .number(.random(in: .min ... .max))
    case .field: .missing
    }
  }
}

/// Which memos a list or a search is about; all of them until something is set.
public struct MemoFilter: Sendable {
  /// Every expression must hold.
  public var tags: [TagExpression] = []
  /// Modified at this time or later, in nanoseconds since 1970.
  public var since: Int64?
  /// Modified before this time.
  public var before: Int64?
  /// At least one must match the path or a folder above it, where there are any.
  public var paths: [Glob] = []
  /// None may match the path or a folder above it.
  public var excluded: [Glob] = []
  /// Only memos without tags.
  public var isUntagged = false
  /// When they were created; `nil` for any time.
  public var created: CreationSpan?
  /// Memos must be in each of these sets, made of the same index.
  public var sets: [MemoSet] = []
  /// Memos must be in none of these.
  public var excludedSets: [MemoSet] = []

  /// A filter that lets every memo through.
  public init() {}

  /// Whether every memo passes.
  var isOpen: Bool {
    tags.isEmpty && since == nil && before == nil && paths.isEmpty && !isUntagged && sets.isEmpty
      && excluded.isEmpty && created == nil && excludedSets.isEmpty
  }

  /// Whether the memo at a place is in the sets that are asked for, and in none that is left out.
  func mayPass(_ place: Int, in index: VaultIndex) -> Bool {
    sets.allSatisfy { $0.contains(place, in: index) } && !excludedSets.contains { $0.contains(place, in: index) }
  }

  /// Whether a memo passes; of its record no more is read than is asked for, and where the cheap conditions hold.
  func passes(_ memo: IndexedMemo, in index: VaultIndex) -> Bool {
    guard sets.allSatisfy({ $0.contains(memo) }), !excludedSets.contains(where: { $0.contains(memo) }) else {
      return false
    }
    if let since, memo.modified < since { return false }
    if let before, memo.modified >= before { return false }
    if !paths.isEmpty || !excluded.isEmpty {
      let path = memo.path
      guard paths.isEmpty || paths.contains(where: { $0.covers(path) }),
        !excluded.contains(where: { $0.covers(path) })
      else { return false }
    }
    if let created {
      guard let head = index.head(of: memo), created.contains(head, modified: memo.modified) else { return false }
    }
    guard isUntagged || !tags.isEmpty else { return true }
    guard let own = index.tags(of: memo) else { return false }
    return (!isUntagged || own.isEmpty) && tags.allSatisfy { $0.holds(for: own) }
  }
}

/// A span of time in which memos were created.
public struct CreationSpan: Sendable {
  /// At this time or later, in nanoseconds since 1970.
  public var since: Int64?
  /// Before this time.
  public var before: Int64?
  private let clock: any LocalClock

  /// All times, until something is set.
  public init(clock: any LocalClock) {
    self.clock = clock
  }

  fileprivate func contains(_ head: MemoRecord.Head, modified: Int64) -> Bool {
    let created = MemoListing.created(head, modified: modified, clock: clock)
    return since.map { created >= $0 } ?? true && before.map { created < $0 } ?? true
  }
}

/// One key of an order; ties go on to the next key and end with the path in byte order.
public struct SortOrder: Equatable, Sendable {
  /// What to sort by.
  public enum Key: String, CaseIterable, Sendable {
    case modified
    case created
    case title
    case path
    case size
    case words
    /// In another order each time.
    case random
    /// What a key of the front matter holds.
    case field
    /// The title, with numbers by their values.
    case natural
  }

  /// What to sort by.
  public let key: Key
  /// The key of the front matter; `nil` for every other order.
  public let field: String?
  /// Whether the largest, newest or last comes first.
  public let isDescending: Bool

  /// The order of the list unless another is asked for: newest first.
  public static let standard = [SortOrder(.modified, isDescending: true)]

  /// An order by a key.
  public init(_ key: Key, isDescending: Bool) {
    self.key = key
    self.isDescending = isDescending
    field = nil
  }

  /// An order by a key of the front matter.
  public init(field: String, isDescending: Bool) {
    (key, self.field, self.isDescending) = (.field, field, isDescending)
  }

  /// Reads `title`, `title+`, `modified-` or `field:due`; without a sign, times sort newest first and everything else
  /// upwards.
  public init?(_ text: String) {
    let sign = text.last.flatMap { "+-".contains($0) ? $0 : nil }
    if let field = (sign == nil ? text : String(text.dropLast())).dropping(prefix: "field:") {
      guard !field.isEmpty else { return nil }
      self.init(field: field, isDescending: sign == "-")
      return
    }
    guard let key = Key(rawValue: sign == nil ? text : String(text.dropLast())), key != .field else { return nil }
    self.init(key, isDescending: sign.map { $0 == "-" } ?? (key == .modified || key == .created))
  }
}

/// The order in which people sort titles, as `strcoll` has it in the user's locale.
public protocol TitleCollation: Sendable {
  /// Bytes whose order is the order of the titles.
  func key(for title: String) -> [UInt8]
}
