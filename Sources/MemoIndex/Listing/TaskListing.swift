public import MemoCore

/// A task of a memo in a list of all tasks.
public struct ListedTask: Equatable, Sendable {
  /// Its row among the tasks of all memos, those that are done included, from 1.
  public let number: Int
  /// The memo's path.
  public let path: VaultPath
  /// The task.
  public let task: MemoTask

  /// Puts together a task.
  public init(number: Int, path: VaultPath, task: MemoTask) {
    (self.number, self.path, self.task) = (number, path, task)
  }
}

/// Picks tasks for a list, each memo's in their order.
///
/// The numbers stay when a task is ticked, and so does the order where none is asked for.
public struct TaskListing: Sendable {
  /// Those of which memos.
  public var filter = MemoFilter()
  /// Those that are so far; all if empty.
  public var states: Set<MarkupTask.State> = [.open]
  /// Those with these numbers; all if `nil`.
  public var numbers: Set<Int>?
  /// The order of their memos; folder by folder if `nil`.
  public var order: MemoListing?
  /// At most this many; all if `nil`.
  public var limit: Int?
  /// So many are left out at the start.
  public var offset = 0

  /// A list of all open tasks.
  public init() {}

  /// The tasks of an index.
  public func tasks(in index: VaultIndex) -> FoundTasks {
    var found: FoundTasks
    do throws(CacheDamage) {
      let columns = try index.columns()
      found = try tasks(in: index, columns) { body throws(CacheDamage) in
        try columns?.readTasks { place, tasks, start in if index.hasMemo(at: place) { body(place, tasks, start) } }
      }
    } catch {
      index.discardCache()
      let read = try? tasks(in: index, nil) { body throws(CacheDamage) in
        index.readDetails(at: 0..<index.snapshotCount) { place, details in
          if details.taskCount > 0 { body(place, details.tasks, nil) }
        }
      }
      found = read ?? FoundTasks(in: index, nil)
    }
    if let order { found.sort(by: order, dropping: offset, limit: limit) }
    return found
  }

  /// - Parameter readOld: hands over the tasks of memos, and where they begin in the column, if they are from there.
  private func tasks(
    in index: VaultIndex, _ columns: SnapshotColumns?,
    readOld: (_ body: (Int, UnsafeRawBufferPointer, Int?) -> Void) throws(CacheDamage) -> Void
  ) throws(CacheDamage) -> FoundTasks {
    var fresh: [(path: VaultPath, place: Int)] = []
    for place in index.snapshotCount..<index.placeCount { fresh.append((index.path(at: place), place)) }
    fresh.sort { Self.precedes($0.path, $1.path) }
    var rest = fresh[...]
    var walk = TaskWalk(self, in: index, columns)
    func addFresh(before path: VaultPath?) {
      while let next = rest.first, path.map({ Self.precedes(next.path, $0) }) ?? true {
        rest.removeFirst()
        index.readDetails(at: next.place..<next.place + 1) { walk.add($0, $1.tasks, nil) }
      }
    }
    try readOld { place, tasks, start in
      guard !walk.isDone else { return }
      if !rest.isEmpty { addFresh(before: index.path(at: place)) }
      walk.add(place, tasks, start)
    }
    addFresh(before: nil)
    if walk.isDamaged { throw CacheDamage() }
    return walk.found
  }

  /// Folder by folder, as the snapshot has them.
  private static func precedes(_ left: VaultPath, _ right: VaultPath) -> Bool {
    let (one, other) = (left.parent, right.parent)
    return one == other ? left.name.lexicographicallyPrecedes(right.name) : one < other
  }
}

/// The tasks of a list. Each is made when its turn comes: there may be millions.
public struct FoundTasks: Sequence, Sendable {
  fileprivate struct Row {
    let number: UInt32
    /// The place of its memo.
    let memo: UInt32
    /// Where it begins in the column; below zero, the complement of its place among those that are from elsewhere.
    let start: Int
  }

  fileprivate private(set) var rows: [Row] = []
  private var others: [MemoTask] = []
  private let index: VaultIndex
  private let columns: SnapshotColumns?

  fileprivate init(in index: VaultIndex, _ columns: SnapshotColumns?) {
    (self.index, self.columns) = (index, columns)
  }

  /// Whether there are none.
  public var isEmpty: Bool { rows.isEmpty }

  /// Goes through them in the order of the list.
  public func makeIterator() -> AnyIterator<ListedTask> {
    var rows = rows.makeIterator()
    return AnyIterator {
      while let row = rows.next() {
        // All were read once: none is damaged unless another program has written to the cache just now.
        guard let task = row.start < 0 ? others[~row.start] : try? columns?.task(at: row.start) else { continue }
        return ListedTask(number: Int(row.number), path: index.path(at: Int(row.memo)), task: task)
      }
      return nil
    }
  }

  fileprivate mutating func append(_ task: TaskBytes, number: Int, memo: Int, start: Int?) {
    if start == nil { others.append(task.decoded) }
    rows.append(Row(number: UInt32(number), memo: UInt32(memo), start: start ?? ~(others.count - 1)))
  }

  fileprivate mutating func sort(by order: MemoListing, dropping offset: Int, limit: Int?) {
    var ranks = [UInt32](repeating: 0, count: index.placeCount)
    for (rank, place) in order.places(in: index).enumerated() { ranks[place] = UInt32(rank) }
    rows.sort { (ranks[Int($0.memo)], $0.number) < (ranks[Int($1.memo)], $1.number) }
    rows = Array(rows.dropFirst(offset).prefix(limit ?? .max))
  }
}

/// Goes through the tasks of memos and keeps those that are listed.
private struct TaskWalk {
  private let listing: TaskListing
  private let index: VaultIndex
  private(set) var found: FoundTasks
  private(set) var isDamaged = false
  private var number = 0
  private var skipped = 0
  /// Where an order is asked for, all are wanted until they are sorted.
  private let offset: Int
  private let limit: Int

  init(_ listing: TaskListing, in index: VaultIndex, _ columns: SnapshotColumns?) {
    (self.listing, self.index) = (listing, index)
    found = FoundTasks(in: index, columns)
    (offset, limit) = listing.order == nil ? (listing.offset, listing.limit ?? .max) : (0, .max)
  }

  /// Whether no more are wanted.
  var isDone: Bool { isDamaged || found.rows.count >= limit }

  mutating func add(_ place: Int, _ tasks: UnsafeRawBufferPointer, _ start: Int?) {
    var reader = ByteReader(tasks)
    // Asked for the first task of a memo that may be listed.
    var isWanted: Bool?
    while !reader.isAtEnd, !isDone {
      let position = reader.position
      guard let task = try? reader.taskBytes() else {
        isDamaged = true
        return
      }
      number += 1
      guard listing.numbers?.contains(number) ?? true, listing.states.isEmpty || listing.states.contains(task.state)
      else { continue }
      let isInList = isWanted ?? passes(place)
      isWanted = isInList
      guard isInList else { continue }
      skipped += 1
      guard skipped > offset else { continue }
      found.append(task, number: number, memo: place, start: start.map { $0 + position })
    }
  }

  private func passes(_ place: Int) -> Bool {
    listing.filter.isOpen || index.memo(at: place).map { listing.filter.passes($0, in: index) } ?? false
  }
}
