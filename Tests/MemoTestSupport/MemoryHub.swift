public import MemoCore
import MemoStore
import Synchronization

/// All objects of the devices of a model, and the branch on the hub that they sync through. Objects are only added, so a
/// state of the model can be kept without them.
public final class MemoryHub: Sendable {
  struct Commit: Sendable {
    var tree: [VaultPath: TreeEntry] = [:]
    var parents: [ObjectId] = []
    /// As git writes it: `NAME <EMAIL>`.
    var author = ""
    var authored: Int64 = 0
    var committed: Int64 = 0
    var message: [UInt8] = []
  }

  struct Store: Sendable {
    var blobs: [ObjectId: [UInt8]] = [:]
    var commits: [ObjectId: Commit] = [:]
    var head: ObjectId?
  }

  let store = Mutex(Store())

  /// Makes an empty one.
  public init() {}

  /// The commit that its branch names.
  public var head: ObjectId? {
    get { store.withLock(\.head) }
    set { store.withLock { $0.head = newValue } }
  }

  /// The bytes that each file had in any commit of a history, the commit itself included.
  public func versions(in head: ObjectId?) -> [VaultPath: Set<[UInt8]>] {
    store.withLock { store in
      var versions: [VaultPath: Set<[UInt8]>] = [:]
      for id in head.map({ store.ancestors(of: $0) }) ?? [] {
        for (path, entry) in store.commits[id]?.tree ?? [:] {
          if let bytes = store.blobs[entry.id] { versions[path, default: []].insert(bytes) }
        }
      }
      return versions
    }
  }
}

extension MemoryHub.Store {
  /// A commit and all before it.
  func ancestors(of commit: ObjectId) -> Set<ObjectId> {
    var found: Set<ObjectId> = []
    var left = [commit]
    while let next = left.popLast() {
      if found.insert(next).inserted { left += commits[next]?.parents ?? [] }
    }
    return found
  }

  /// Commits that others do not have: each before its parents, one line of history after the other, or by their dates.
  func log(from old: [ObjectId], to new: ObjectId, isByDate: Bool) -> [ObjectId] {
    let known = old.reduce(into: Set<ObjectId>()) { $0.formUnion(ancestors(of: $1)) }
    let wanted = ancestors(of: new).subtracting(known)
    var children: [ObjectId: Int] = [:]
    for commit in wanted { for parent in Set(commits[commit]?.parents ?? []) { children[parent, default: 0] += 1 } }
    var order: [ObjectId] = []
    var open = wanted.contains(new) ? [new] : []
    var seen = Set(open)
    while let next = isByDate ? open.first : open.last {
      if isByDate { open.removeFirst() } else { open.removeLast() }
      order.append(next)
      for parent in commits[next]?.parents ?? [] where wanted.contains(parent) {
        if isByDate {
          guard seen.insert(parent).inserted else { continue }
          let date = commits[parent]?.committed ?? 0
          open.insert(parent, at: open.firstIndex { commits[$0]?.committed ?? 0 < date } ?? open.count)
        } else {
          children[parent, default: 0] -= 1
          if children[parent] == 0 { open.append(parent) }
        }
      }
    }
    return order
  }

  func mergeBases(_ first: ObjectId, _ second: ObjectId) -> [ObjectId] {
    let common = ancestors(of: first).intersection(ancestors(of: second))
    return common.filter { base in !common.contains { $0 != base && ancestors(of: $0).contains(base) } }.sorted()
  }
}
