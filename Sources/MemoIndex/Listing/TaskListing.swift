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

/// Picks tasks for a list, folder by folder, each memo's in their order.
///
/// That order stays when a task is ticked, and so do the numbers.
public struct TaskListing: Sendable {
  /// Those of which memos.
  public var filter = MemoFilter()
  /// Those that are so far; all if empty.
  public var states: Set<MarkupTask.State> = [.open]
  /// Those with these numbers; all if `nil`.
  public var numbers: Set<Int>?
  /// At most this many; all if `nil`.
  public var limit: Int?
  /// So many are left out at the start.
  public var offset = 0

  /// A list of all open tasks.
  public init() {}

  /// The tasks of an index.
  public func tasks(in index: VaultIndex) -> [ListedTask] {
    do throws(CacheDamage) {
      return try tasks(in: index) { body throws(CacheDamage) in try index.readTasks(body) }
    } catch {
      index.discardCache()
      let old = index.state.snapshot?.memoCount ?? 0
      let found = try? tasks(in: index) { body throws(CacheDamage) in
        index.readDetails(at: 0..<old) { place, details in if details.taskCount > 0 { body(place, details.tasks) } }
      }
      return found ?? []
    }
  }

  private func tasks(
    in index: VaultIndex, readOld: (_ body: (Int, UnsafeRawBufferPointer) -> Void) throws(CacheDamage) -> Void
  ) throws(CacheDamage) -> [ListedTask] {
    var fresh: [(path: VaultPath, place: Int)] = []
    let old = index.state.snapshot?.memoCount ?? 0
    for place in old..<index.placeCount { fresh.append((index.path(at: place), place)) }
    fresh.sort { Self.precedes($0.path, $1.path) }
    var rest = fresh[...]
    var walk = TaskWalk(listing: self, index: index)
    func addFresh(before path: VaultPath?) {
      while let next = rest.first, path.map({ Self.precedes(next.path, $0) }) ?? true {
        rest.removeFirst()
        index.readDetails(at: next.place..<next.place + 1) { walk.add($0, $1.tasks) }
      }
    }
    try readOld { place, tasks in
      guard !walk.isDone else { return }
      if !rest.isEmpty { addFresh(before: index.path(at: place)) }
      walk.add(place, tasks)
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

/// Goes through the tasks of memos and keeps those that are listed.
private struct TaskWalk {
  let listing: TaskListing
  let index: VaultIndex
  private(set) var found: [ListedTask] = []
  private(set) var isDamaged = false
  private var number = 0
  private var skipped = 0

  init(listing: TaskListing, index: VaultIndex) {
    (self.listing, self.index) = (listing, index)
  }

  /// Whether no more are wanted.
  var isDone: Bool { isDamaged || listing.limit.map { found.count >= $0 } ?? false }

  mutating func add(_ place: Int, _ tasks: UnsafeRawBufferPointer) {
    var reader = ByteReader(tasks)
    // Asked for the first task of a memo that may be listed.
    var memo: (path: VaultPath, isWanted: Bool)?
    while !reader.isAtEnd, !isDone {
      guard let task = try? reader.taskBytes() else {
        isDamaged = true
        return
      }
      number += 1
      guard listing.numbers?.contains(number) ?? true, listing.states.isEmpty || listing.states.contains(task.state)
      else { continue }
      let known = memo ?? self.memo(at: place)
      memo = known
      guard known.isWanted else { continue }
      skipped += 1
      guard skipped > listing.offset else { continue }
      found.append(ListedTask(number: number, path: known.path, task: task.decoded))
    }
  }

  private func memo(at place: Int) -> (path: VaultPath, isWanted: Bool) {
    let isWanted = listing.filter.isOpen || index.memo(at: place).map { listing.filter.passes($0, in: index) } ?? false
    return (isWanted ? index.path(at: place) : .root, isWanted)
  }
}
