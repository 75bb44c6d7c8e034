import MemoCore
import MemoIndex

/// The changes of vaults that clients have asked for: those that wait for their turn, and those under way.
struct TaskQueue {
  /// A task that is done beside the messages.
  struct Running {
    let id: JSONValue
    let finish: (CommandOutput) throws -> JSONValue
    fileprivate let stop: StopFlag
    /// Whether the client has been told that it was cancelled.
    fileprivate(set) var isCancelled = false
    /// What was found changed in the vault since it began.
    fileprivate(set) var changes: [VaultChange] = []
  }

  private var waiting: [(id: JSONValue, task: VaultTask)] = []
  private var running: [HostPath: Running] = [:]

  /// Adds a task.
  mutating func add(_ task: VaultTask, for id: JSONValue) {
    waiting.append((id, task))
  }

  /// Takes out the next task whose vault is free.
  mutating func next() -> (id: JSONValue, task: VaultTask)? {
    waiting.firstIndex { running[$0.task.root] == nil }.map { waiting.remove(at: $0) }
  }

  /// A task goes on beside the messages from now on; returns what stops it.
  mutating func begin(
    _ id: JSONValue, in root: HostPath, finish: @escaping (CommandOutput) throws -> JSONValue
  ) -> StopFlag {
    let stop = StopFlag()
    running[root] = Running(id: id, finish: finish, stop: stop)
    return stop
  }

  /// Takes out the task whose work is over.
  mutating func end(_ root: HostPath) -> Running? { running.removeValue(forKey: root) }

  /// Keeps changes of a vault until its task is over; returns whether there is one.
  mutating func hold(_ changes: [VaultChange], of root: HostPath) -> Bool {
    running[root]?.changes += changes
    return running[root] != nil
  }

  /// Cancels what a request has asked for, or all; returns the requests that are over with it.
  mutating func cancel(_ id: JSONValue? = nil) -> [JSONValue] {
    func isMeant(_ other: JSONValue) -> Bool { id == nil || id == other }
    var cancelled = waiting.map(\.id).filter(isMeant)
    waiting.removeAll { isMeant($0.id) }
    for (root, task) in running where isMeant(task.id) && !task.isCancelled {
      task.stop.set()
      running[root]?.isCancelled = true
      cancelled.append(task.id)
    }
    return cancelled
  }
}
